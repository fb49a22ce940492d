package straum.pg;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import straum.domain.spec.Spec;
import straum.domain.spec.Table;

/** What in a server's settings and tables may hurt the server or its applications once Straum follows, or Straum itself. */
final class Warnings {
    /** With no other than Straum's: it takes one slot and one walsender. */
    private static final String SETTINGS = """
            SELECT current_setting('synchronous_standby_names'),
                   current_setting('max_replication_slots')::int - (SELECT count(*) FROM pg_replication_slots),
                   current_setting('max_wal_senders')::int
                     - (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'walsender'),
                   (SELECT setting FROM pg_settings WHERE name = 'max_slot_wal_keep_size')
            """;

    private Warnings() {}

    /** Reads them. */
    static List<String> read(Connection plain, Spec spec, Catalog catalog) throws SQLException {
        List<String> warnings = new ArrayList<>();
        try (Statement statement = plain.createStatement();
                ResultSet row = statement.executeQuery(SETTINGS)) {
            row.next();
            if (row.getString(1).contains("*")) {
                warnings.add("synchronous_standby_names is " + row.getString(1)
                        + ", which would make Straum a synchronous standby: name the standbys instead of *");
            }
            if (row.getLong(2) < 1) {
                warnings.add("no replication slot is left: raise max_replication_slots, which needs a restart");
            }
            if (row.getLong(3) < 1) {
                warnings.add("no walsender is left: raise max_wal_senders, which needs a restart");
            }
            if ("-1".equals(row.getString(4))) {
                warnings.add("max_slot_wal_keep_size is not set, so the server keeps WAL for a slot without limit:"
                        + " Straum lets go of it past --max-retained-wal");
            }
        }
        for (Table table : spec.tables()) {
            CatalogTable found = catalog.tables().get(table.name());
            if (found != null) {
                generated(found, catalog, warnings);
                if (found.isPartitioned()) {
                    warnings.add(
                            "partitions made later of " + found.name()
                                    + " need REPLICA IDENTITY FULL too: Straum starts over when one comes, and waits until it has");
                }
            }
        }
        return warnings;
    }

    /** From 18 on an UPDATE or DELETE of such a table fails (executor/execReplication.c, CheckCmdReplicaIdentity). */
    private static void generated(CatalogTable table, Catalog catalog, List<String> warnings) {
        Catalog.Settings settings = catalog.settings();
        if (catalog.major() < 18) {
            return;
        }
        for (CatalogColumn column : table.columns()) {
            boolean stored = column.generated() == CatalogColumn.Generated.STORED;
            boolean published = stored && settings != null && settings.generated();
            if (column.generated() != CatalogColumn.Generated.NO && !published) {
                warnings.add("with REPLICA IDENTITY FULL, UPDATE and DELETE of " + table.name()
                        + " fail on this server while its generated column " + column.name() + " is not published"
                        + (stored
                                ? ": set publish_generated_columns = stored first"
                                : ", and a virtual one cannot be"));
            }
        }
    }
}
