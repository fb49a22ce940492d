package straum.pg;

import java.io.EOFException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;
import straum.app.SourceException;
import straum.app.SourceException.Kind;
import straum.domain.spec.TableName;

/** What the driver threw, said for people: what was being done, the server's own words, and what mends it where we know. */
final class Refusal {
    private static final String NO_ANSWER = "no answer came in time: the server or the network does not answer, or the"
            + " question waits for somebody's lock on the catalog, which SELECT * FROM pg_locks WHERE NOT granted; tells";

    private Refusal() {}

    /** A statement that failed. */
    static SourceException of(String doing, SQLException e) {
        String words = e.getCause() instanceof SocketTimeoutException ? NO_ANSWER : words(e);
        return new SourceException(Kind.LOST, doing + ": " + words, e);
    }

    /**
     * A connection that was not made.
     *
     * @param at where to, for people
     */
    static SourceException connecting(Dsn dsn, String at, SQLException e) {
        String state = Objects.requireNonNullElse(e.getSQLState(), "");
        String words = words(e);
        return switch (state) {
            case "28P01", "28000" ->
                new SourceException(
                        Kind.UNFIT,
                        "PostgreSQL at " + at + " does not let " + dsn.user() + " in: " + words + letIn(dsn, e),
                        e);
            case "3D000" ->
                new SourceException(
                        Kind.UNFIT, "PostgreSQL at " + at + " has no database " + dsn.database() + ": " + words, e);
            case "42501" -> notAllowed(dsn, at, e);
            case "53300" ->
                new SourceException(
                        Kind.LOST,
                        "PostgreSQL at " + at + " has no connection left: " + words + ". Straum takes two"
                                + limit(dsn, e),
                        e);
            case "08P01" -> words.contains("unsupported startup parameter") ? pooler(at, e) : unreachable(dsn, at, e);
            default -> unreachable(dsn, at, e);
        };
    }

    /** What lets somebody in, by where the server turned them away: words are in the server's language, routines are not. */
    private static String letIn(Dsn dsn, SQLException e) {
        return switch (routine(e)) {
            // Before a password is asked for: no entry in pg_hba.conf, or one that rejects.
            case "ClientAuthentication" ->
                ". pg_hba.conf needs an entry for this database, role and address, an ordinary one:"
                        + " its word replication is for physical replication alone";
            // Where no password is asked for: no such role, or one without LOGIN.
            case "InitializeSessionUserId" -> ". straum plan prints the SQL that makes the role, and lets it log in";
            default ->
                ". The password given is another than the role's; or there is no such role, or none with a password:"
                        + " straum plan prints the SQL that makes it, and \\password "
                        + TableName.quoted(dsn.user())
                        + " in psql gives it one; or its password has expired, and ALTER ROLE "
                        + TableName.quoted(dsn.user()) + " VALID UNTIL 'infinity'; has it last";
        };
    }

    /** Of what, and what gives more (utils/init/postinit.c, miscinit.c). */
    private static String limit(Dsn dsn, SQLException e) {
        return switch (routine(e)) {
            case "CheckMyDatabase" ->
                ", and ALTER DATABASE " + TableName.quoted(dsn.database())
                        + " CONNECTION LIMIT sets how many there are";
            case "InitializeSessionUserId" ->
                ", and ALTER ROLE " + TableName.quoted(dsn.user()) + " CONNECTION LIMIT sets how many there are";
            default -> ", of max_connections and one of max_wal_senders";
        };
    }

    private static SourceException notAllowed(Dsn dsn, String at, SQLException e) {
        String server = "PostgreSQL at " + at + " does not let the role " + dsn.user() + " ";
        // utils/init/postinit.c: of the right to connect to the database, and of the right to replicate.
        if (routine(e).equals("CheckMyDatabase")) {
            return new SourceException(
                    Kind.UNFIT,
                    server + "connect to " + dsn.database() + ": " + words(e) + ". GRANT CONNECT ON DATABASE "
                            + TableName.quoted(dsn.database()) + " TO " + TableName.quoted(dsn.user()) + "; lets it",
                    e);
        }
        return new SourceException(
                Kind.UNFIT,
                server + "replicate: " + words(e) + ". ALTER ROLE " + TableName.quoted(dsn.user())
                        + " REPLICATION; lets it, on Amazon RDS GRANT rds_replication TO "
                        + TableName.quoted(dsn.user()) + ";",
                e);
    }

    /** The server's function that said no; empty where none did. */
    private static String routine(SQLException e) {
        ServerErrorMessage server = e instanceof PSQLException driver ? driver.getServerErrorMessage() : null;
        return server == null ? "" : Objects.requireNonNullElse(server.getRoutine(), "");
    }

    /**
     * A pooler between us and the server.
     *
     * @param at where it is, for people
     */
    static SourceException pooler(String at, @Nullable SQLException e) {
        String message = "what answers at " + at
                + " is a connection pooler, and following needs PostgreSQL itself: give its own host and port";
        return e == null ? new SourceException(Kind.UNFIT, message) : new SourceException(Kind.UNFIT, message, e);
    }

    private static SourceException unreachable(Dsn dsn, String at, SQLException e) {
        boolean isDrivers = "08004".equals(e.getSQLState()) && !isServers(e);
        if (isDrivers && dsn.hosts().stream().allMatch(host -> host.password() == null) && isOfPassword(e)) {
            return new SourceException(
                    Kind.UNFIT,
                    "PostgreSQL at " + at + " wants a password of " + dsn.user()
                            + ", and none was given: set PGPASSWORD, or write it into ~/.pgpass",
                    e);
        }
        if (e.getCause() instanceof SSLException tls) {
            return new SourceException(
                    Kind.UNFIT,
                    "no TLS with PostgreSQL at " + at + ": " + certificates(tls) + " (sslmode "
                            + dsn.tls().mode() + ", trusting " + dsn.tls().authorities() + ")"
                            + (dsn.tls().isDirect() ? "; sslnegotiation=direct takes PostgreSQL 17 or later" : ""),
                    e);
        }
        if ("08006".equals(e.getSQLState()) && e.getCause() == null && !isServers(e)) {
            // The driver says so of nothing else: it found the name of the certificate to be another.
            return new SourceException(
                    Kind.UNFIT,
                    "no TLS with PostgreSQL at " + at + ": its certificate is of another name (sslmode "
                            + dsn.tls().mode() + ")",
                    e);
        }
        String message = "cannot connect to PostgreSQL at " + at + ": " + words(e);
        if ("22023".equals(e.getSQLState()) && message.contains("TimeZone")) {
            message +=
                    ". The driver names this machine's zone: STRAUM_JAVA_OPTS=-Duser.timezone=UTC has it name another";
        }
        return new SourceException(isDrivers ? Kind.UNFIT : Kind.LOST, message, e);
    }

    /**
     * Whether a statement on the slot's connection may have failed for want of the slot: the connection ended, or the
     * server says that the slot is not there, not as it should be, or that WAL for it is not.
     */
    static boolean maySlotBeGone(SQLException e) {
        String state = Objects.requireNonNullElse(e.getSQLState(), "");
        return !isServers(e)
                || state.startsWith("57P")
                || List.of("42704", "55000", "58P01").contains(state);
    }

    private static boolean isServers(SQLException e) {
        return e instanceof PSQLException driver && driver.getServerErrorMessage() != null;
    }

    private static boolean isOfPassword(SQLException e) {
        return words(e).contains("password was provided");
    }

    /** What was wrong with the other's certificate; what the network said where that is not it. */
    private static String certificates(SSLException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertPathValidatorException path) {
                return "its certificate is not to be trusted: " + path.getMessage();
            }
            if (cause instanceof CertPathBuilderException) {
                return "its certificate is of no authority that is trusted";
            }
        }
        return Objects.requireNonNullElse(e.getMessage(), "the handshake failed");
    }

    /** The server's message with its detail and hint; where there is none, what the network said. */
    static String words(SQLException e) {
        ServerErrorMessage server = e instanceof PSQLException driver ? driver.getServerErrorMessage() : null;
        if (server != null && server.getMessage() != null) {
            StringBuilder words = new StringBuilder(server.getMessage());
            if (server.getDetail() != null) {
                words.append(" (").append(server.getDetail()).append(')');
            }
            if (server.getHint() != null) {
                words.append(". ").append(server.getHint());
            }
            return words.toString();
        }
        Throwable cause = e.getCause();
        if (cause instanceof UnknownHostException) {
            return "there is no host of that name";
        }
        if (cause instanceof EOFException) {
            return "the connection was closed from the other side";
        }
        String message = cause == null || cause.getMessage() == null ? e.getMessage() : cause.getMessage();
        return Objects.requireNonNullElse(message, e.getClass().getSimpleName());
    }
}
