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
 * CheckCmdReplicaIdentity). Publications that are others' count too. A partition's own list counts for nothing where its
 * changes are sent as those of a table above it (commands/publicationcmds.c, pub_collist_contains_invalid_column).
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
              JOIN pg_inherits i ON i.inhrelid = a.oid),
            held(publication, oid) AS (
              SELECT prpubid, prrelid FROM pg_publication_rel
              UNION
              SELECT s.pnpubid, c.oid FROM pg_publication_namespace s JOIN pg_class c ON c.relnamespace = s.pnnspid),
            listed(publication, oid) AS (
              SELECT r.prpubid, r.prrelid FROM pg_publication_rel r JOIN pg_publication p ON p.oid = r.prpubid
              WHERE r.prattrs IS NOT NULL AND NOT (p.pubviaroot AND EXISTS (
                SELECT FROM pg_partition_ancestors(r.prrelid) AS n(oid) JOIN held h ON h.oid = n.oid
                WHERE n.oid <> r.prrelid AND h.publication = p.oid)))
            SELECT q.top, q.pubname, n.nspname, l.relname, q.generated
            FROM (
              SELECT a.top, p.pubname, min(l.oid) AS listed, bool_or(%s) AS generated
              FROM around a CROSS JOIN pg_publication p
              LEFT JOIN held h ON h.publication = p.oid AND h.oid = a.oid
              LEFT JOIN listed l ON l.publication = p.oid AND l.oid = a.oid
              WHERE (p.pubname = ? OR p.pubupdate OR p.pubdelete) AND (p.puballtables OR h.oid IS NOT NULL)
              GROUP BY 1, 2) q
            LEFT JOIN pg_class l ON l.oid = q.listed LEFT JOIN pg_namespace n ON n.oid = l.relnamespace
            ORDER BY 1, 2
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
                    String listed = row.getString(4);
                    addPublished(
                            table,
                            row.getString(2),
                            listed == null ? null : new TableName(row.getString(3), listed),
                            row.getBoolean(5),
                            catalog,
                            stops);
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
            @Nullable TableName listed,
            boolean generated,
            Catalog catalog,
            List<Stop> stops) {
        boolean own = publication.equals(catalog.publication());
        if (listed != null) {
            String whose = listed.equals(table.name()) ? "it" : listed.toString();
            stops.add(new Stop(
                    table.name(),
                    "the publication " + publication + " has a column list for " + whose,
                    own ? Unfit.addedAgain(publication, listed) : null));
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
