package straum.pg;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import org.postgresql.jdbc.PgConnection;
import org.postgresql.util.PSQLException;
import straum.app.SourceException;
import straum.app.SourceException.Kind;

/**
 * Opens connections to one server: the first that will do of the hosts a connection string names, in their order, each by
 * all its addresses. Like libpq it goes on to the next where there is nobody or nobody yet, and not where a server
 * refuses. What comes after the plain connection goes to the very address that it went to.
 *
 * <p>Every session has settings of its own, so that neither the role's nor the database's change what is read or end it:
 * no timeouts, no other role, row security off (a policy is then an error and never silently part of the rows), fixed
 * styles, an empty search path.
 *
 * <p>All speak the simple query protocol. On a replication connection there is no other; on the plain one it makes
 * {@code statement_timestamp()} lie before the statement's snapshot, which the extended protocol does not: there the
 * snapshot is taken by Bind, and Execute sets the timestamp after (tcop/postgres.c).
 *
 * <p>Mutable, for one thread: it keeps where it went.
 */
final class Connector {
    /** What any server from 14 on takes at the start of a session. */
    private static final String SETTINGS = "-c statement_timeout=0 -c lock_timeout=0"
            + " -c idle_in_transaction_session_timeout=0 -c row_security=off -c search_path= -c IntervalStyle=postgres"
            + " -c DateStyle=ISO,MDY -c extra_float_digits=1 -c standard_conforming_strings=on"
            + " -c quote_all_identifiers=off"
            // A table is read in ranges of blocks, which without it would each be looked for in the whole table.
            + " -c enable_tidscan=on"
            + " -c bytea_output=hex -c default_transaction_isolation=read\\ committed"
            + " -c default_transaction_deferrable=off -c jit=off"
            // A role can be made to act as another one, that has other rights and none to replicate.
            + " -c role=none";

    /** The longest an answer to a small question may take before the server counts as gone. */
    private static final Duration ANSWER = Duration.ofSeconds(30);

    /** How often the server looks whether we are still there. */
    private static final Duration CHECK = Duration.ofSeconds(5);

    /** {@code invalid_parameter_value}: not on this server. */
    private static final String CANNOT_BE = "22023";
    /** {@code cannot_connect_now}: it starts, stops or recovers. */
    private static final String NOT_NOW = "57P03";
    /** {@code invalid_authorization_specification}: no line of pg_hba.conf, which may be for want of encryption. */
    private static final String NO_ENTRY = "28000";
    /** What the driver itself says when the server has no TLS, or asks for what cannot be given. */
    private static final String REJECTED = "08004";

    private final Dsn dsn;
    private final Names names;
    private @Nullable HostAddress taken;

    /** Tells the addresses of a name, one at least. */
    @FunctionalInterface
    interface Names {
        InetAddress[] of(String name) throws UnknownHostException;
    }

    /** A connector to that server. */
    Connector(Dsn dsn) {
        this(dsn, InetAddress::getAllByName);
    }

    /** A connector to that server, by names that others look up. */
    Connector(Dsn dsn, Names names) {
        this.dsn = dsn;
        this.names = names;
    }

    /** An ordinary connection, on which a server that does not answer is noticed soon. */
    PgConnection plain() throws SourceException {
        PgConnection connection = reach(false);
        try {
            connection.setNetworkTimeout(Runnable::run, (int) ANSWER.toMillis());
            return connection;
        } catch (SQLException e) {
            close(connection);
            throw Refusal.connecting(dsn, dsn.address(), e);
        }
    }

    /**
     * A replication connection to the same database, on which answers may take as long as they take.
     *
     * @param server the server as the plain connection found it
     */
    PgConnection replication(Server server) throws SourceException {
        PgConnection connection = reach(true);
        try {
            connection.setNetworkTimeout(Runnable::run, (int) ANSWER.toMillis());
            server.checkSame(connection);
            connection.setNetworkTimeout(Runnable::run, 0);
            return connection;
        } catch (SQLException e) {
            close(connection);
            throw Refusal.connecting(dsn, dsn.address(), e);
        } catch (SourceException e) {
            close(connection);
            throw e;
        }
    }

    private PgConnection reach(boolean forReplication) throws SourceException {
        try {
            return first(forReplication);
        } catch (SourceException e) {
            String unsaid = dsn.unsaid();
            // What it is of is the driver's exception: the log would tell the same sentence once more.
            throw unsaid.isEmpty()
                    ? e
                    : new SourceException(
                            e.kind(), e.getMessage() + unsaid, Objects.requireNonNullElse(e.getCause(), e));
        }
    }

    /** The first that will do. */
    private PgConnection first(boolean forReplication) throws SourceException {
        Tried tried = new Tried();
        HostAddress before = taken;
        for (Host host : before == null ? ordered(dsn.hosts()) : List.of(before.host())) {
            for (InetAddress address : before == null ? addresses(host, tried) : List.of(before.address())) {
                HostAddress at = new HostAddress(host, address);
                try {
                    PgConnection connection = encrypted(at, forReplication);
                    String unwanted = unwanted(connection);
                    if (unwanted == null) {
                        set(connection, at);
                        taken = at;
                        return connection;
                    }
                    close(connection);
                    tried.add(host, address, unwanted, null);
                    break;
                } catch (SQLException e) {
                    if (!isNobody(e)) {
                        throw Refusal.connecting(dsn, at.label(), e);
                    }
                    tried.add(host, address, Refusal.words(e), e);
                }
            }
        }
        throw tried.failure();
    }

    private <T> List<T> ordered(List<T> list) {
        List<T> order = new ArrayList<>(list);
        if (dsn.isShuffled()) {
            Collections.shuffle(order);
        }
        return order;
    }

    private List<InetAddress> addresses(Host host, Tried tried) {
        String name = Objects.requireNonNullElse(host.address(), host.name());
        try {
            return ordered(List.of(names.of(name)));
        } catch (UnknownHostException e) {
            tried.add(host, null, "there is no host of that name", e);
            return List.of();
        }
    }

    /** Whether nobody was there to refuse: the next may be. */
    private static boolean isNobody(SQLException e) {
        return NOT_NOW.equals(e.getSQLState())
                || (e.getCause() instanceof IOException && !(e.getCause() instanceof SSLException));
    }

    /** Connects in the ways to be encrypted or not that {@code sslmode} allows, one after the other. */
    private PgConnection encrypted(HostAddress at, boolean forReplication) throws SQLException, SourceException {
        List<String> tries = dsn.tls().tries();
        for (int i = 0; ; i++) {
            String mode = tries.get(i);
            try {
                if (!mode.equals("disable")) {
                    // Said here, with its reason: the driver would say but that it could not make its sockets.
                    dsn.tls().context(mode);
                }
                return connect(at, forReplication, mode);
            } catch (DsnException e) {
                throw new SourceException(
                        Kind.UNFIT, "cannot connect to PostgreSQL at " + at.label() + ": " + e.getMessage(), e);
            } catch (SQLException e) {
                if (i == tries.size() - 1 || !isOfEncryption(e)) {
                    throw e;
                }
            }
        }
    }

    private static boolean isOfEncryption(SQLException e) {
        String state = e.getSQLState();
        boolean fromServer = e instanceof PSQLException driver && driver.getServerErrorMessage() != null;
        return NO_ENTRY.equals(state)
                || (!fromServer && (REJECTED.equals(state) || e.getCause() instanceof SSLException));
    }

    private PgConnection connect(HostAddress at, boolean forReplication, String mode) throws SQLException {
        Properties properties = dsn.properties(at.host());
        String given = PGProperty.OPTIONS.getOrDefault(properties);
        PGProperty.OPTIONS.set(properties, given == null ? SETTINGS : given + " " + SETTINGS);
        PGProperty.ASSUME_MIN_SERVER_VERSION.set(properties, "14");
        PGProperty.PREFER_QUERY_MODE.set(properties, "simple");
        PGProperty.LOG_SERVER_ERROR_DETAIL.set(properties, false);
        PGProperty.GSS_ENC_MODE.set(properties, "disable");
        int seconds = dsn.connectSeconds();
        // Until the session is there; the driver bounds each answer of the server's by what it calls the socket's
        // timeout.
        PGProperty.CONNECT_TIMEOUT.set(properties, seconds);
        PGProperty.SOCKET_TIMEOUT.set(properties, seconds);
        PGProperty.SSL_RESPONSE_TIMEOUT.set(properties, seconds * 1_000);
        PGProperty.TCP_KEEP_ALIVE.set(properties, dsn.keepalive().isOn());
        AddressSockets.pass(at.address(), at.host().port(), seconds * 1_000, dsn.keepalive(), properties);
        dsn.tls().pass(mode, properties);
        if (forReplication) {
            PGProperty.REPLICATION.set(properties, "database");
        }
        return Objects.requireNonNull(new Driver().connect(dsn.jdbcUrl(at.host()), properties))
                .unwrap(PgConnection.class);
    }

    /** Why a server is none of those wanted; null when it is one, or too old to say. */
    private @Nullable String unwanted(PgConnection connection) {
        boolean isStandby = "on".equals(connection.getParameterStatus("in_hot_standby"));
        boolean isReadOnly = "on".equals(connection.getParameterStatus("default_transaction_read_only"));
        return switch (dsn.wanted()) {
            case ANY -> null;
            case PRIMARY -> isStandby ? "is a standby" : null;
            case READ_WRITE -> isStandby ? "is a standby" : isReadOnly ? "is read-only" : null;
        };
    }

    private void set(PgConnection connection, HostAddress at) throws SourceException {
        try (Statement statement = connection.createStatement()) {
            // The driver sets the zone of this process at the start, over any option; whether a server is read-only had
            // to
            // be seen first; the timeouts come with versions.
            statement.execute("SET TimeZone = 'UTC'");
            statement.execute("SET default_transaction_read_only = off");
            int major = connection.getServerMajorVersion();
            if (major >= 14) {
                statement.execute("SET idle_session_timeout = 0");
                checkForUs(statement);
            }
            if (major >= 17) {
                statement.execute("SET transaction_timeout = 0");
            }
        } catch (SQLException e) {
            close(connection);
            throw Refusal.connecting(dsn, at.label(), e);
        }
    }

    /**
     * Has the server look whether we are still there while it works for us. Else a session of ours that is lost or given up
     * while it waits, for a lock of the catalog or for the transactions before a snapshot, would stay there as long as
     * those do, and every new try would add one.
     */
    private static void checkForUs(Statement statement) throws SQLException {
        try {
            statement.execute("SET client_connection_check_interval = " + CHECK.toMillis());
        } catch (SQLException e) {
            // Not every system that a server runs on can tell.
            if (!CANNOT_BE.equals(e.getSQLState())) {
                throw e;
            }
        }
    }

    /** Closes a connection that may be broken or in use: whatever waits on it fails at once. */
    static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            // It was closed already, which is all that is wanted.
            assert e.getMessage() != null : e;
        }
    }

    /** Closes a connection; one that is broken is as good as closed. */
    static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            abort(connection);
        }
    }
}
