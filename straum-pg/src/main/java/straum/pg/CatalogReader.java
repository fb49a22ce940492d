package straum.pg;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Spec;
import straum.domain.spec.Table;
import straum.domain.spec.TableName;

/**
 * Reads a {@link Catalog} by SELECTs of catalog tables alone, so that inside a snapshot's transaction it is the
 * snapshot's (but for privileges and policies, which are those of now), and that it waits for nobody:
 * {@code pg_publication_tables} would, for whoever has locked a table of the publication.
 */
final class CatalogReader {
    /** Whether policies hide rows is by the rules of utils/misc/rls.c, of any role; a role that is not there has no rights. */
    private static final String TABLES = """
            SELECT n.nspname, c.relname, c.oid, c.relkind, c.relpersistence, c.relreplident, c.reltuples,
                   c.relrowsecurity AND NOT coalesce(r.rolsuper OR r.rolbypassrls
                     OR (pg_has_role(r.oid, c.relowner, 'USAGE') AND NOT c.relforcerowsecurity), false),
                   has_table_privilege(r.oid, c.oid, 'SELECT'), has_schema_privilege(r.oid, n.oid, 'USAGE')
            FROM unnest(?::text[], ?::text[]) AS t(schema, name)
            JOIN pg_namespace n ON n.nspname = t.schema
            JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = t.name
            LEFT JOIN pg_roles r ON r.rolname = ?
            """;

    private static final String PARTS = """
            WITH RECURSIVE part(top, oid) AS (
              SELECT i.inhparent, i.inhrelid FROM pg_inherits i
              WHERE i.inhparent = ANY (?::oid[]) AND NOT i.inhdetachpending
              UNION
              SELECT p.top, i.inhrelid FROM part p JOIN pg_inherits i ON i.inhparent = p.oid AND NOT i.inhdetachpending)
            SELECT p.top, n.nspname, c.relname, c.relkind, c.relpersistence, c.relreplident, c.reltuples, p.oid, %s
            FROM part p JOIN pg_class c ON c.oid = p.oid JOIN pg_namespace n ON n.oid = c.relnamespace
            ORDER BY p.top, n.nspname, c.relname
            """;

    /**
     * The columns of a partition that were added with a default, which is theirs of the rows there were. Before 15 those
     * rows are sent as the root's without it (replication/pgoutput/pgoutput.c of 14, pgoutput_change).
     */
    private static final String DEFAULTED = "ARRAY(SELECT attname::text FROM pg_attribute"
            + " WHERE attrelid = p.oid AND atthasmissing AND NOT attisdropped)";

    private static final String NONE_DEFAULTED = "'{}'::text[]";

    /**
     * A table comes under its own name when the publication holds it or a table it is a partition of; under the root's when
     * it says so (replication/pgoutput/pgoutput.c, get_rel_sync_entry). A column list or row filter is the one it has itself.
     */
    private static final String PUBLISHED = """
            WITH RECURSIVE up(oid, top) AS (
              SELECT c.oid, i.inhparent FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid
              WHERE c.oid = ANY (?::oid[]) AND c.relispartition
              UNION
              SELECT u.oid, i.inhparent FROM up u JOIN pg_inherits i ON i.inhrelid = u.top),
            member(publication, oid) AS (
              SELECT prpubid, prrelid FROM pg_publication_rel
              UNION
              SELECT p.oid, c.oid FROM pg_publication p CROSS JOIN pg_class c WHERE p.puballtables
              UNION
              SELECT s.publication, c.oid FROM (%s) s(publication, schema) JOIN pg_class c ON c.relnamespace = s.schema)
            SELECT c.oid, r.oid IS NOT NULL, %s
            FROM pg_publication p
            CROSS JOIN pg_class c
            LEFT JOIN pg_publication_rel r ON r.prpubid = p.oid AND r.prrelid = c.oid
            WHERE p.pubname = ? AND c.oid = ANY (?::oid[])
              AND CASE
                WHEN EXISTS (SELECT FROM up u JOIN member m ON m.oid = u.top WHERE u.oid = c.oid AND m.publication = p.oid)
                THEN NOT p.pubviaroot
                ELSE EXISTS (SELECT FROM member m WHERE m.publication = p.oid AND m.oid = c.oid)
              END
            """;

    /** Publications of whole schemas came with 15. */
    private static final String SCHEMAS = "SELECT pnpubid, pnnspid FROM pg_publication_namespace";

    private static final String NO_SCHEMAS = "SELECT 0::oid, 0::oid WHERE false";

    private static final String ALL_TABLES = """
            SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind IN ('r', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
            ORDER BY 1, 2 LIMIT 10000
            """;

    private final Connection connection;
    private final Spec spec;
    private final String publication;
    private final int major;

    private CatalogReader(Connection connection, Spec spec, String publication, int major) {
        this.connection = connection;
        this.spec = spec;
        this.publication = publication;
        this.major = major;
    }

    /** Reads it on a connection whose search path is empty, as the connection's role sees it. */
    static Catalog read(Connection connection, Spec spec, String publication, int major) throws SQLException {
        return read(connection, spec, publication, major, null);
    }

    /**
     * Reads it as a role would see it.
     *
     * @param role need not exist; null for the connection's
     */
    static Catalog read(Connection connection, Spec spec, String publication, int major, @Nullable String role)
            throws SQLException {
        CatalogReader reader = new CatalogReader(connection, spec, publication, major);
        return reader.read(role == null ? reader.ownRole() : role);
    }

    private Catalog read(String role) throws SQLException {
        Map<TableName, CatalogTable> tables = tables(role);
        List<TableName> others = tables.size() == spec.tables().size() ? List.of() : allTables();
        return new Catalog(major, role, publication, settings(), tables, others);
    }

    private String ownRole() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT current_user")) {
            row.next();
            return row.getString(1);
        }
    }

    private Catalog.@Nullable Settings settings() throws SQLException {
        String generated = major >= 18 ? "pubgencols = 's'" : "false";
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT pubinsert, pubupdate, pubdelete, pubtruncate, pubviaroot, "
                        + generated + " FROM pg_publication WHERE pubname = ?")) {
            statement.setString(1, publication);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    return null;
                }
                List<String> missing = new ArrayList<>();
                List<String> kinds = List.of("insert", "update", "delete", "truncate");
                for (int i = 0; i < kinds.size(); i++) {
                    if (!row.getBoolean(i + 1)) {
                        missing.add(kinds.get(i));
                    }
                }
                return new Catalog.Settings(missing, row.getBoolean(5), row.getBoolean(6));
            }
        }
    }

    private Map<TableName, CatalogTable> tables(String role) throws SQLException {
        List<TableName> names = spec.tables().stream().map(Table::name).toList();
        List<CatalogTable> found = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(TABLES)) {
            statement.setArray(1, texts(names.stream().map(TableName::schema).toList()));
            statement.setArray(2, texts(names.stream().map(TableName::name).toList()));
            statement.setString(3, role);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    TableName name = new TableName(row.getString(1), row.getString(2));
                    found.add(new CatalogTable(
                            name,
                            row.getLong(3),
                            row.getString(4).charAt(0),
                            row.getString(5).charAt(0),
                            row.getString(6).charAt(0),
                            row.getBoolean(8),
                            row.getBoolean(9),
                            row.getBoolean(10),
                            (long) row.getFloat(7),
                            List.of(),
                            List.of(),
                            null));
                }
            }
        }
        String oids = oids(found);
        Map<Long, List<CatalogColumn>> columns = CatalogColumns.read(connection, oids, major);
        Map<Long, List<CatalogTable.Part>> parts = parts(oids);
        Map<Long, CatalogTable.Published> published = published(oids);
        Map<TableName, CatalogTable> tables = new HashMap<>();
        for (CatalogTable table : found) {
            List<CatalogTable.Part> below = parts.getOrDefault(table.oid(), List.of());
            tables.put(
                    table.name(),
                    new CatalogTable(
                            table.name(),
                            table.oid(),
                            table.kind(),
                            table.persistence(),
                            table.identity(),
                            table.filtered(),
                            table.selectable(),
                            table.usable(),
                            table.isPartitioned() ? sum(below) : table.estimatedRows(),
                            columns.getOrDefault(table.oid(), List.of()),
                            below,
                            published.get(table.oid())));
        }
        return tables;
    }

    private static String oids(Collection<CatalogTable> tables) {
        return "{"
                + String.join(
                        ",", tables.stream().map(table -> "" + table.oid()).toList()) + "}";
    }

    private static long sum(List<CatalogTable.Part> parts) {
        long rows = -1;
        for (CatalogTable.Part part : parts) {
            if (part.isLeaf() && part.estimatedRows() >= 0) {
                rows = Math.max(rows, 0) + part.estimatedRows();
            }
        }
        return rows;
    }

    private Map<Long, CatalogTable.Published> published(String oids) throws SQLException {
        boolean detailed = major >= 15;
        String sql = PUBLISHED.formatted(
                detailed ? SCHEMAS : NO_SCHEMAS, detailed ? "r.prattrs::int2[], r.prqual IS NOT NULL" : "NULL, false");
        Map<Long, CatalogTable.Published> published = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, oids);
            statement.setString(2, publication);
            statement.setString(3, oids);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    published.put(
                            row.getLong(1),
                            new CatalogTable.Published(numbers(row.getArray(3)), row.getBoolean(4), row.getBoolean(2)));
                }
            }
        }
        return published;
    }

    private static @Nullable Set<Integer> numbers(@Nullable Array list) throws SQLException {
        if (list == null) {
            return null;
        }
        Set<Integer> numbers = new HashSet<>();
        for (Short number : (Short[]) list.getArray()) {
            numbers.add(number.intValue());
        }
        return numbers;
    }

    private Map<Long, List<CatalogTable.Part>> parts(String oids) throws SQLException {
        Map<Long, List<CatalogTable.Part>> parts = new HashMap<>();
        String sql = PARTS.formatted(major < 15 ? DEFAULTED : NONE_DEFAULTED);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, oids);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    parts.computeIfAbsent(row.getLong(1), top -> new ArrayList<>())
                            .add(new CatalogTable.Part(
                                    (int) row.getLong(8),
                                    new TableName(row.getString(2), row.getString(3)),
                                    row.getString(4).charAt(0),
                                    row.getString(5).charAt(0),
                                    row.getString(6).charAt(0),
                                    (long) row.getFloat(7),
                                    Set.of((String[]) row.getArray(9).getArray())));
                }
            }
        }
        return parts;
    }

    private List<TableName> allTables() throws SQLException {
        List<TableName> names = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(ALL_TABLES)) {
            while (row.next()) {
                names.add(new TableName(row.getString(1), row.getString(2)));
            }
        }
        return names;
    }

    private Array texts(List<String> texts) throws SQLException {
        return connection.createArrayOf("text", texts.toArray());
    }
}
