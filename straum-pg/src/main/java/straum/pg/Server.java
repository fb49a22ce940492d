package straum.pg;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.jdbc.PgConnection;
import org.postgresql.util.HostSpec;
import straum.app.SourceException;
import straum.app.SourceException.Kind;

/**
 * A server and database that can be followed, as far as no setting, table or role keeps it from that.
 *
 * @param major the major version
 * @param version as the server says it, {@code 18.6}
 * @param instance what tells it from every other
 */
record Server(int major, String version, String database, Instance instance) {
    private static final int OLDEST = 14;

    /**
     * A running server.
     *
     * @param cluster the system identifier, which a standby has of its primary
     * @param timeline which a promoted standby begins anew
     * @param started when its first process was started, in UTC
     */
    record Instance(String cluster, int timeline, String started) {
        @Override
        public String toString() {
            return "cluster " + cluster + " on timeline " + timeline + ", started at " + started;
        }
    }

    /**
     * Asks a server what it is.
     *
     * @throws SourceException UNFIT when it cannot be followed
     */
    static Server of(PgConnection plain, Dsn dsn) throws SourceException {
        try (Statement statement = plain.createStatement();
                ResultSet row = statement.executeQuery("""
                        SELECT current_setting('server_version_num')::int / 10000, current_setting('server_version'),
                               current_database(), (SELECT system_identifier FROM pg_control_system()),
                               pg_backend_pid(), pg_is_in_recovery(), current_setting('server_encoding'),
                               pg_postmaster_start_time()::text,
                               CASE WHEN NOT pg_is_in_recovery()
                                 THEN left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END
                        """)) {
            row.next();
            String at = at(plain);
            int major = row.getInt(1);
            String database = row.getString(3);
            if (major < OLDEST) {
                throw unfit(at, "is version " + row.getString(2) + ": Straum follows 14 and later");
            }
            // A pooler answers the start of a session itself, with a number of its own for the session.
            if (row.getInt(5) != plain.getBackendPID()) {
                throw Refusal.pooler(at, null);
            }
            if (row.getBoolean(6)) {
                throw unfit(
                        at,
                        dsn.hosts().size() == 1
                                ? "is a standby: give the host and port of its primary"
                                : "is a standby: target_session_attrs=primary takes the primary of several hosts");
            }
            if (!row.getString(7).equals("UTF8")) {
                throw unfit(
                        at,
                        "holds the database " + database + " in the encoding " + row.getString(7)
                                + ": Straum follows databases in UTF8");
            }
            return new Server(
                    major,
                    row.getString(2),
                    database,
                    new Instance(row.getString(4), Integer.parseUnsignedInt(row.getString(9), 16), row.getString(8)));
        } catch (SQLException e) {
            throw Refusal.of("asking PostgreSQL at " + dsn.address() + " what it is", e);
        }
    }

    /** Where a connection leads to, for people. */
    static String at(PgConnection connection) {
        HostSpec host = connection.getQueryExecutor().getHostSpec();
        // The driver keeps the brackets of an IPv6 address.
        String name = host.getHost().replace("[", "").replace("]", "");
        return new Host(name, null, host.getPort(), null).label();
    }

    private static SourceException unfit(String at, String why) {
        return new SourceException(Kind.UNFIT, "PostgreSQL at " + at + " " + why);
    }

    /**
     * Holds that a replication connection leads to the same server: what is between may lead two connections to one
     * address to two servers, of one cluster even.
     */
    void checkSame(PgConnection replication) throws SQLException, SourceException {
        Instance other;
        try (Statement statement = replication.createStatement()) {
            String cluster;
            int timeline;
            try (ResultSet row = statement.executeQuery("IDENTIFY_SYSTEM")) {
                row.next();
                cluster = row.getString("systemid");
                timeline = row.getInt("timeline");
            }
            try (ResultSet row = statement.executeQuery("SELECT pg_postmaster_start_time()::text")) {
                row.next();
                other = new Instance(cluster, timeline, row.getString(1));
            }
        }
        checkSame(other, replication);
    }

    /** Holds the same of another ordinary connection. */
    void checkSameBeside(PgConnection ordinary) throws SQLException, SourceException {
        try (Statement statement = ordinary.createStatement();
                ResultSet row = statement.executeQuery("""
                        SELECT system_identifier, pg_postmaster_start_time()::text,
                               CASE WHEN pg_is_in_recovery() THEN '0'
                                 ELSE left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END
                        FROM pg_control_system()
                        """)) {
            row.next();
            checkSame(
                    new Instance(row.getString(1), Integer.parseUnsignedInt(row.getString(3), 16), row.getString(2)),
                    ordinary);
        }
    }

    private void checkSame(Instance other, PgConnection connection) throws SourceException {
        if (!other.equals(instance)) {
            throw new SourceException(
                    Kind.LOST,
                    "two connections to " + at(connection) + " led to two different servers: one is " + instance
                            + ", the other " + other);
        }
    }
}
