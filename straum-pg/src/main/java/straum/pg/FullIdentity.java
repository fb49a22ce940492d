package straum.pg;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.TableName;

/**
 * Where REPLICA IDENTITY FULL makes the UPDATEs and DELETEs of a table fail: by any publication that holds it with a
 * column list, or, from 18 on, without one of its generated columns (executor/execReplication.c,
 * CheckCmdReplicaIdentity). Publications that are others' count too.
 */
final class FullIdentity {
    private static final String PUBLICATIONS = """
            WITH RECURSIVE part(top, oid) AS (
              SELECT t.oid, t.oid FROM unnest(?::oid[]) AS t(oid)
              UNION
              SELECT p.top, i.inhrelid FROM part p JOIN pg_inherits i ON i.inhparent = p.oid),
            around(top, oid) AS (
              SELECT top, oid FROM part
              UNION
              SELECT a.top, i.inhparent FROM around a JOIN pg_class c ON c.oid = a.oid AND c.relispartition
              JOIN pg_inherits i ON i.inhrelid = a.oid)
            SELECT a.top, p.pubname, bool_or(r.prattrs IS NOT NULL), bool_or(%s)
            FROM around a JOIN pg_class c ON c.oid = a.oid CROSS JOIN pg_publication p
            LEFT JOIN pg_publication_rel r ON r.prpubid = p.oid AND r.prrelid = a.oid
            LEFT JOIN pg_publication_namespace s ON s.pnpubid = p.oid AND s.pnnspid = c.relnamespace
            WHERE (p.pubname = ? OR p.pubupdate OR p.pubdelete) AND (p.puballtables OR r.oid IS NOT NULL OR s.oid IS NOT NULL)
            GROUP BY 1, 2 ORDER BY 1, 2
            """;

    private FullIdentity() {}

    /**
     * One thing that makes them fail.
     *
     * @param table of the spec
     * @param why what, as a clause
     * @param sql what ends it; null where that is not Straum's to say
     */
    record Stop(TableName table, String why, @Nullable String sql) {}

    /** Every such thing, of all tables of a catalog. */
    static List<Stop> stops(Connection plain, Catalog catalog) throws SQLException {
        // Column lists came with 15.
        if (catalog.major() < 15) {
            return List.of();
        }
        Map<Long, CatalogTable> tables = new HashMap<>();
        catalog.tables().values().forEach(table -> tables.put(table.oid(), table));
        List<Stop> stops = new ArrayList<>();
        for (CatalogTable table : catalog.tables().values()) {
            addGenerated(table, catalog, stops);
        }
        String generated = catalog.major() >= 18 ? "p.pubgencols = 's'" : "true";
        try (PreparedStatement statement = plain.prepareStatement(PUBLICATIONS.formatted(generated))) {
            statement.setString(2, catalog.publication());
            statement.setString(
                    1, "{" + tables.keySet().stream().map(String::valueOf).collect(Collectors.joining(",")) + "}");
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    CatalogTable table = Objects.requireNonNull(tables.get(row.getLong(1)), "not asked for");
                    addPublished(table, row.getString(2), row.getBoolean(3), row.getBoolean(4), catalog, stops);
                }
            }
        }
        return stops;
    }

    /** What will stop them once the spec's publication holds the table and sends all changes, if it does not do so yet. */
    private static void addGenerated(CatalogTable table, Catalog catalog, List<Stop> stops) {
        Catalog.Settings settings = catalog.settings();
        if (catalog.major() < 18) {
            return;
        }
        for (CatalogColumn column : table.columns()) {
            if (column.generated() == CatalogColumn.Generated.VIRTUAL) {
                stops.add(new Stop(
                        table.name(), "its virtual generated column " + column.name() + " cannot be published", null));
            } else if (column.generated() == CatalogColumn.Generated.STORED
                    && settings != null
                    && !settings.generated()) {
                stops.add(leavesOut(
                        table, catalog.publication(), column, Unfit.publishingGenerated(catalog.publication())));
            }
        }
    }

    private static void addPublished(
            CatalogTable table,
            String publication,
            boolean list,
            boolean generated,
            Catalog catalog,
            List<Stop> stops) {
        boolean own = publication.equals(catalog.publication());
        if (list) {
            stops.add(new Stop(
                    table.name(),
                    "the publication " + publication + " has a column list for it",
                    own ? Unfit.addedAgain(publication, table.name()) : null));
        } else if (!own && !generated) {
            for (CatalogColumn column : table.columns()) {
                if (column.generated() == CatalogColumn.Generated.STORED) {
                    stops.add(leavesOut(table, publication, column, null));
                }
            }
        }
    }

    private static Stop leavesOut(CatalogTable table, String publication, CatalogColumn column, @Nullable String sql) {
        return new Stop(
                table.name(),
                "the publication " + publication + " leaves out its generated column " + column.name(),
                sql);
    }
}
