package straum.pg;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import org.postgresql.jdbc.PgConnection;
import straum.app.SourceException;

/**
 * Opens connections to one server. Every session has settings of its own, so that neither the role's nor the database's
 * change what is read or end it: no timeouts, row security off (a policy is then an error and never silently part of the
 * rows), fixed styles, an empty search path.
 *
 * <p>All speak the simple query protocol. On a replication connection there is no other; on the plain one it makes
 * {@code statement_timestamp()} lie before the statement's snapshot, which the extended protocol does not: there the
 * snapshot is taken by Bind, and Execute sets the timestamp after (tcop/postgres.c).
 */
final class Connector {
    /** What any server from 14 on takes at the start of a session. */
    private static final String SETTINGS = "-c statement_timeout=0 -c lock_timeout=0"
            + " -c idle_in_transaction_session_timeout=0 -c row_security=off -c search_path= -c IntervalStyle=postgres"
            + " -c bytea_output=hex -c default_transaction_isolation=read\\ committed"
            + " -c default_transaction_read_only=off -c default_transaction_deferrable=off -c jit=off";

    /** The longest an answer to a small question may take before the server counts as gone. */
    private static final Duration ANSWER = Duration.ofSeconds(30);

    private final Dsn dsn;

    /** A connector to that server. */
    Connector(Dsn dsn) {
        this.dsn = dsn;
    }

    /** An ordinary connection, on which a server that does not answer is noticed soon. */
    PgConnection plain() throws SourceException {
        return open(properties());
    }

    /**
     * A replication connection to the same database, on which answers may take as long as they take.
     *
     * @param server the server as the plain connection found it
     */
    PgConnection replication(Server server) throws SourceException {
        Properties properties = properties();
        PGProperty.REPLICATION.set(properties, "database");
        PgConnection connection = open(properties);
        try {
            server.checkSame(connection);
            connection.setNetworkTimeout(Runnable::run, 0);
            return connection;
        } catch (SQLException e) {
            close(connection);
            throw Refusal.connecting(dsn, e);
        } catch (SourceException e) {
            close(connection);
            throw e;
        }
    }

    private Properties properties() {
        Properties properties = dsn.properties();
        String given = PGProperty.OPTIONS.getOrDefault(properties);
        PGProperty.OPTIONS.set(properties, given == null ? SETTINGS : given + " " + SETTINGS);
        PGProperty.ASSUME_MIN_SERVER_VERSION.set(properties, "14");
        PGProperty.PREFER_QUERY_MODE.set(properties, "simple");
        PGProperty.TCP_KEEP_ALIVE.set(properties, true);
        PGProperty.SOCKET_TIMEOUT.set(properties, (int) ANSWER.toSeconds());
        PGProperty.LOG_SERVER_ERROR_DETAIL.set(properties, false);
        return properties;
    }

    private PgConnection open(Properties properties) throws SourceException {
        PgConnection connection;
        try {
            connection = Objects.requireNonNull(new Driver().connect(dsn.jdbcUrl(), properties))
                    .unwrap(PgConnection.class);
        } catch (SQLException e) {
            throw Refusal.connecting(dsn, e);
        }
        try (Statement statement = connection.createStatement()) {
            // The driver sets the zone of this process at the start, over any option; the timeouts come with versions.
            statement.execute("SET TimeZone = 'UTC'");
            int major = connection.getServerMajorVersion();
            if (major >= 14) {
                statement.execute("SET idle_session_timeout = 0");
            }
            if (major >= 17) {
                statement.execute("SET transaction_timeout = 0");
            }
            return connection;
        } catch (SQLException e) {
            close(connection);
            throw Refusal.connecting(dsn, e);
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
