package straum.pg;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.jdbc.PgConnection;
import straum.app.SourceException;
import straum.app.SourceException.Kind;

/**
 * A server and database that can be followed, as far as no setting, table or role keeps it from that.
 *
 * @param major the major version
 * @param version as the server says it, {@code 18.6}
 * @param systemId what tells its cluster from every other
 */
record Server(int major, String version, String database, String systemId) {
    private static final int OLDEST = 14;

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
                               pg_backend_pid(), pg_is_in_recovery(), current_setting('server_encoding')
                        """)) {
            row.next();
            int major = row.getInt(1);
            String database = row.getString(3);
            if (major < OLDEST) {
                throw unfit(dsn, "is version " + row.getString(2) + ": Straum follows 14 and later");
            }
            // A pooler answers the start of a session itself, with a number of its own for the session.
            if (row.getInt(5) != plain.getBackendPID()) {
                throw Refusal.pooler(dsn, null);
            }
            if (row.getBoolean(6)) {
                throw unfit(dsn, "is a standby: give the host and port of its primary");
            }
            if (!row.getString(7).equals("UTF8")) {
                throw unfit(
                        dsn,
                        "holds the database " + database + " in the encoding " + row.getString(7)
                                + ": Straum follows databases in UTF8");
            }
            return new Server(major, row.getString(2), database, row.getString(4));
        } catch (SQLException e) {
            throw Refusal.of("asking PostgreSQL at " + dsn.address() + " what it is", e);
        }
    }

    private static SourceException unfit(Dsn dsn, String why) {
        return new SourceException(Kind.UNFIT, "PostgreSQL at " + dsn.address() + " " + why);
    }

    /** Holds that a replication connection leads to the same cluster: a name may stand for more than one address. */
    void checkSame(PgConnection replication) throws SQLException, SourceException {
        try (Statement statement = replication.createStatement();
                ResultSet row = statement.executeQuery("IDENTIFY_SYSTEM")) {
            row.next();
            if (!row.getString("systemid").equals(systemId)) {
                throw new SourceException(
                        Kind.LOST, "two connections to the same host and port led to two different servers");
            }
        }
    }
}
