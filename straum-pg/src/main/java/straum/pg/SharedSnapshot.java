package straum.pg;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.postgresql.jdbc.PgConnection;
import straum.domain.spec.TableName;

/**
 * The snapshot of an open transaction, as other sessions can take it over while that lasts.
 *
 * @param id by which they do
 * @param extents per table of the spec how large it is
 */
record SharedSnapshot(String id, List<Extent> extents) {
    /**
     * Of each file its blocks, and the locks that a session takes to read it. The server has room for so many locks in each
     * session (manual, max_locks_per_transaction), and whoever comes when there is none fails.
     */
    private static final String FILES = """
            SELECT file, pg_relation_size(file::regclass) / current_setting('block_size')::int,
                   1 + (SELECT count(*) FROM pg_index WHERE indrelid = file),
                   current_setting('max_locks_per_transaction')::bigint * current_setting('max_connections')::int
            FROM unnest(?::oid[]) file
            """;

    /** The part of the server's room for locks that the sessions of a load take at most. */
    private static final int PART = 2;

    SharedSnapshot {
        extents = List.copyOf(extents);
    }

    /**
     * Shares the snapshot where the plan has any table read over several connections; else null, and nothing is done.
     *
     * @param slots in the snapshot's transaction, which has locked the tables: no statement here can fail, or wait
     */
    static @Nullable SharedSnapshot of(Connection slots, List<CatalogTable> tables, LoadPlan plan) throws SQLException {
        if (plan.connections() == 1) {
            return null;
        }
        List<Extent> extents = extents(slots, tables);
        if (extents.stream().allMatch(each -> plan.worth(each) == 1)) {
            return null;
        }
        try (Statement statement = slots.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_export_snapshot()")) {
            row.next();
            return new SharedSnapshot(row.getString(1), extents);
        }
    }

    private static List<Extent> extents(Connection slots, List<CatalogTable> tables) throws SQLException {
        List<List<Long>> files = tables.stream().map(SharedSnapshot::files).toList();
        List<String> all =
                files.stream().flatMap(List::stream).map(file -> "" + file).toList();
        Map<Long, Long> blocks = new HashMap<>();
        Map<Long, Long> locks = new HashMap<>();
        long room = 0;
        try (PreparedStatement statement = slots.prepareStatement(FILES)) {
            statement.setString(1, "{" + String.join(",", all) + "}");
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    blocks.put(row.getLong(1), row.getLong(2));
                    locks.put(row.getLong(1), row.getLong(3));
                    room = row.getLong(4) / PART;
                }
            }
        }
        List<Extent> extents = new ArrayList<>();
        for (List<Long> each : files) {
            long taken = each.stream().mapToLong(locks::get).sum();
            extents.add(new Extent(each.stream().map(blocks::get).toList(), room / Math.max(1, taken)));
        }
        return extents;
    }

    /** The OIDs of the tables that rows lie in. */
    private static List<Long> files(CatalogTable table) {
        if (!table.isPartitioned()) {
            return List.of(table.oid());
        }
        List<Long> leaves = new ArrayList<>();
        for (CatalogTable.Part part : table.parts()) {
            if (part.isLeaf()) {
                leaves.add(Integer.toUnsignedLong(part.oid()));
            }
        }
        return leaves;
    }

    /**
     * Has a session begin a transaction in the snapshot, and lock a table as the snapshot's own transaction has. It does not
     * wait for the lock: somebody who waits for the table waits for the load, which would wait for this session.
     */
    void enter(PgConnection session, TableName table) throws SQLException {
        try (Statement statement = session.createStatement()) {
            statement.execute("BEGIN READ ONLY ISOLATION LEVEL REPEATABLE READ");
            statement.execute("SET TRANSACTION SNAPSHOT '" + id + "'");
            statement.execute("LOCK TABLE " + table.sql() + " IN ACCESS SHARE MODE NOWAIT");
        }
    }
}
