package straum.pg;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.TableName;

/** Who holds what a session waits for, and who waits for what it holds. */
final class Holder {
    /**
     * Those who hold it, those who wait for it before the session does, and those whom these wait for. The eldest first: it
     * is most likely the one forgotten. Times of other roles' sessions need pg_read_all_stats.
     */
    private static final String QUERY = """
            WITH RECURSIVE ahead(pid) AS (
              SELECT unnest(pg_blocking_pids(?)) UNION SELECT unnest(pg_blocking_pids(pid)) FROM ahead WHERE pid <> 0),
            holder(pid, transactionid) AS (
              SELECT h.pid, h.transactionid
              FROM pg_locks w
              JOIN pg_locks h ON h.granted AND h.locktype = w.locktype
                AND (h.transactionid = w.transactionid
                     OR h.database = w.database AND h.relation = w.relation AND h.mode = 'AccessExclusiveLock')
              WHERE w.pid = ? AND NOT w.granted AND h.pid IS DISTINCT FROM w.pid
              UNION
              SELECT pid, NULL FROM ahead WHERE pid <> 0)
            SELECT h.pid, a.datname, a.xact_start, p.gid, p.database, p.prepared
            FROM holder h
            LEFT JOIN pg_stat_activity a ON a.pid = h.pid
            LEFT JOIN pg_prepared_xacts p ON h.pid IS NULL AND p.transaction = h.transactionid
            ORDER BY coalesce(a.xact_start, p.prepared) LIMIT 1
            """;

    /** Of all locks, one that takes a table for itself alone is kept waiting by one that keeps it as it is. */
    private static final String WAITING = """
            SELECT w.pid, n.nspname, c.relname
            FROM pg_locks h
            JOIN pg_locks w ON NOT w.granted AND w.locktype = 'relation' AND w.mode = 'AccessExclusiveLock'
              AND w.database = h.database AND w.relation = h.relation
            JOIN pg_class c ON c.oid = h.relation JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE h.pid = ANY (?::int[]) AND h.granted AND h.locktype = 'relation' AND h.mode = 'AccessShareLock'
            ORDER BY w.waitstart LIMIT 1
            """;

    private Holder() {}

    /** Who it is that waits for the tables which the sessions of those process ids read; null when nobody does. */
    static @Nullable String waiting(Connection plain, List<Integer> pids) throws SQLException {
        try (PreparedStatement statement = plain.prepareStatement(WAITING)) {
            statement.setArray(1, plain.createArrayOf("int4", pids.toArray()));
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? "the session with pid " + row.getInt(1) + " waits for the load to end, to have "
                                + new TableName(row.getString(2), row.getString(3))
                                + " for itself, and whoever comes to it after that one waits too"
                        : null;
            }
        }
    }

    /** Who it is that the session of that process id waits for; null when it waits for nobody. */
    static @Nullable String of(Connection plain, int pid) throws SQLException {
        try (PreparedStatement statement = plain.prepareStatement(QUERY)) {
            statement.setInt(1, pid);
            statement.setInt(2, pid);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    return null;
                }
                String gid = row.getString(4);
                if (gid != null) {
                    return "the prepared transaction '" + gid + "' in the database " + row.getString(5)
                            + since(
                                    row.getObject(6, OffsetDateTime.class),
                                    "COMMIT PREPARED or ROLLBACK PREPARED ends it");
                }
                int holder = row.getInt(1);
                if (row.wasNull()) {
                    return "a prepared transaction";
                }
                String database = row.getString(2);
                return "the transaction of the session with pid " + holder
                        + (database == null ? "" : " in the database " + database)
                        + since(row.getObject(3, OffsetDateTime.class), "");
            }
        }
    }

    /** In brackets since when it is open, which not everybody is told, and what to do. */
    private static String since(@Nullable OffsetDateTime time, String hint) {
        String open = time == null ? "" : "open since " + time.toInstant().truncatedTo(ChronoUnit.SECONDS);
        String both = open + (open.isEmpty() || hint.isEmpty() ? "" : "; ") + hint;
        return both.isEmpty() ? "" : " (" + both + ")";
    }
}
