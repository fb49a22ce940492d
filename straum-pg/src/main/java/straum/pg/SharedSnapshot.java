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
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.postgresql.jdbc.PgConnection;
import straum.domain.spec.TableName;

/**
 * The snapshot of an open transaction, as other sessions can take it over while that lasts.
 *
 * @param id by which they do
 * @param blocks per table of the spec the blocks of each of its files: its own, or its leaves'
 */
record SharedSnapshot(String id, List<List<Long>> blocks) {
    private static final String BLOCKS = "SELECT file, pg_relation_size(file::regclass)"
            + " / current_setting('block_size')::int FROM unnest(?::oid[]) file";

    SharedSnapshot {
        blocks = List.copyOf(blocks);
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
        List<List<Long>> blocks = blocks(slots, tables);
        if (blocks.stream().allMatch(each -> plan.worth(each) == 1)) {
            return null;
        }
        try (Statement statement = slots.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_export_snapshot()")) {
            row.next();
            return new SharedSnapshot(row.getString(1), blocks);
        }
    }

    private static List<List<Long>> blocks(Connection slots, List<CatalogTable> tables) throws SQLException {
        List<List<Long>> files = tables.stream().map(SharedSnapshot::files).toList();
        List<String> all =
                files.stream().flatMap(List::stream).map(file -> "" + file).toList();
        Map<Long, Long> blocks = new HashMap<>();
        try (PreparedStatement statement = slots.prepareStatement(BLOCKS)) {
            statement.setString(1, "{" + String.join(",", all) + "}");
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    blocks.put(row.getLong(1), row.getLong(2));
                }
            }
        }
        return files.stream()
                .map(each -> each.stream()
                        .map(file -> Objects.requireNonNull(blocks.get(file)))
                        .toList())
                .toList();
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
