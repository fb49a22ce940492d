package straum.pg;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import straum.domain.value.ColumnType;

/** Reads the columns of tables out of the catalog, with their types and collations. */
final class CatalogColumns {
    /** A domain's type and modifier are those at the end of the chain of domains (lsyscache.c, getBaseTypeAndTypmod). */
    private static final String COLUMNS = """
            WITH RECURSIVE base(attrelid, attnum, type, typmod) AS (
              SELECT attrelid, attnum, atttypid, atttypmod FROM pg_attribute
              WHERE attrelid = ANY (?::oid[]) AND NOT attisdropped
              UNION ALL
              SELECT b.attrelid, b.attnum, t.typbasetype, t.typtypmod
              FROM base b JOIN pg_type t ON t.oid = b.type WHERE t.typtype = 'd')
            SELECT a.attrelid, a.attname, a.attnum, a.atttypid, a.atttypmod, format_type(a.atttypid, a.atttypmod),
                   a.attgenerated, t.oid, b.typmod, t.typname, t.typtype,
                   (SELECT array_agg(e.enumlabel::text ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = t.oid),
                   c.oid, c.collname, c.collprovider = 'd', c.collisdeterministic,
                   CASE c.collprovider WHEN 'd' THEN (SELECT %s FROM pg_database WHERE datname = current_database())
                     WHEN 'c' THEN c.collcollate IN ('C', 'POSIX', 'C.UTF-8', 'C.utf8')
                     WHEN 'b' THEN %s ELSE false END
            FROM pg_attribute a
            JOIN base b ON b.attrelid = a.attrelid AND b.attnum = a.attnum
            JOIN pg_type t ON t.oid = b.type AND t.typtype <> 'd'
            LEFT JOIN pg_collation c ON c.oid = a.attcollation
            ORDER BY a.attrelid, a.attnum
            """;

    /** Whether the database's default collation is by byte: it is libc's alone before 15, and builtin from 17 on. */
    private static final String LIBC_DEFAULT = "datcollate IN ('C', 'POSIX', 'C.UTF-8', 'C.utf8')";

    private static final String BUILTIN = " IN ('C', 'C.UTF-8')";

    private CatalogColumns() {}

    /**
     * The columns of each table, system columns too, in their order.
     *
     * @param oids of the tables, as an array's text
     */
    static Map<Long, List<CatalogColumn>> read(Connection connection, String oids, int major) throws SQLException {
        Map<Long, List<CatalogColumn>> columns = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(sql(major))) {
            statement.setString(1, oids);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    columns.computeIfAbsent(row.getLong(1), table -> new ArrayList<>())
                            .add(column(row));
                }
            }
        }
        return columns;
    }

    private static String sql(int major) {
        String libc = major < 15 ? LIBC_DEFAULT : "datlocprovider = 'c' AND " + LIBC_DEFAULT;
        return major < 17
                ? COLUMNS.formatted(libc, "false")
                : COLUMNS.formatted(
                        "(" + libc + ") OR (datlocprovider = 'b' AND datlocale" + BUILTIN + ")",
                        "c.colllocale" + BUILTIN);
    }

    private static CatalogColumn column(ResultSet row) throws SQLException {
        Array labels = row.getArray(12);
        ColumnType type = row.getString(11).equals("e")
                ? ColumnType.enumOf(
                        row.getString(10), labels == null ? List.of() : List.of((String[]) labels.getArray()))
                : TypeOids.type(row.getLong(8), row.getInt(9), row.getString(10));
        return new CatalogColumn(
                row.getString(2),
                row.getInt(3),
                (int) row.getLong(4),
                row.getInt(5),
                row.getLong(8),
                row.getString(6),
                type,
                switch (row.getString(7)) {
                    case "s" -> CatalogColumn.Generated.STORED;
                    case "v" -> CatalogColumn.Generated.VIRTUAL;
                    default -> CatalogColumn.Generated.NO;
                },
                collation(row));
    }

    private static @Nullable Collation collation(ResultSet row) throws SQLException {
        long oid = row.getLong(13);
        return row.wasNull()
                ? null
                : new Collation(oid, row.getString(14), row.getBoolean(15), row.getBoolean(16), row.getBoolean(17));
    }
}
