package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import straum.app.ChangesReader;
import straum.app.Event;
import straum.app.Opened;
import straum.domain.spec.Spec;
import straum.domain.testing.Specs;
import straum.domain.value.ColumnType;
import straum.domain.value.Rows;
import straum.pg.pgoutput.Canonical;
import straum.pg.pgoutput.Layout;
import straum.pg.pgoutput.LayoutColumn;

/**
 * The special values of every type, in one table, read by a role whose settings would change every text: the same bytes by
 * load, by the stream and from their texts; equal bytes where PostgreSQL says equal; ordered and printed as it does.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TypesIT {
    private static final String TIMES = """
            'infinity', '-infinity', '2026-11-13 09:00:00.123456', '1969-12-31 23:59:59.5', '0214-02-05 15:40 BC',
            '4713-01-01 BC', '4714-11-24 00:00:00 BC', '15000-12-31', '294276-12-31 23:59:59.999999', '0001-12-31 23:59 BC',
            '0001-01-01', '1999-12-31 23:59:59.999999', '2000-01-01', '2026-11-13 24:00:00', '2026-11-13 10:00:00.100000'""";
    private static final String FLOATS = """
            'NaN', 'Infinity', '-Infinity', '0', '-0', '1', '-1', '0.1', '1e15', '1e16', '123456789', '1e-5', '0.0001',
            '3.4028235e38', '1e-45', '-1.1754942e-38', '16777216', '9.5367431640625e-07', '33554432', '1e23'""";
    private static final String TEXTS = """
            '', ' ', 'a', 'a ', 'a  ', ' a', 'ä', E'\\U0001F600', E'\\uFFFD', 'Z', 'aB', 'ab', E'a\\tb', E'\\x01', 'ﬀ',
            'a' || repeat('ü', 20)""";

    /** Per column its type and its values. Of one with values that are equal and print differently both stand. */
    private static final Map<String, String[]> COLUMNS = columns();

    private final Shop shop = new Shop();
    private final Map<String, ColumnType> types = new LinkedHashMap<>();
    /** By row and column, as it was loaded; null for null. */
    private final Map<Integer, Map<String, byte @Nullable []>> loaded = new TreeMap<>();
    /** The same out of the old and out of the new rows of updates. */
    private final Map<Integer, Map<String, byte @Nullable []>> old = new TreeMap<>();

    private final Map<Integer, Map<String, byte @Nullable []>> streamed = new TreeMap<>();

    private static Map<String, String[]> columns() {
        Map<String, String[]> columns = new LinkedHashMap<>();
        String[][] all = {
            {"b", "bool", "true, false"},
            {"i2", "int2", "0, 1, -1, 32767, -32768"},
            {"i4", "int4", "0, 1, -1, 2147483647, -2147483648"},
            {"i8", "int8", "0, 1, -1, 9223372036854775807, -9223372036854775808"},
            {
                "n",
                "numeric",
                "'NaN', 'Infinity', '-Infinity', 0, 0.00, -0.0, 1.5, 1.50, 1.500000, -1.5, 10000, 9999, 1e20, 1e-20,"
                        + " 123456789012345678901234567890123456789012345678901234567890.0000012345, 0.0001, 0.00001,"
                        + " 1e131071, 1e-16383, -99990000.00010000, 100000000, 1"
            },
            {"n2", "numeric(12,2)", "'NaN', 0, 1.5, -0.01, 9999999999.99, 100"},
            {"n38", "numeric(38,10)", "0, 1234567890123456789012345678.0123456789, -0.0000000001, 'NaN'"},
            {"f4", "float4", FLOATS},
            {"f8", "float8", FLOATS + ", 5e-324, 1.7976931348623157e308, -2.2250738585072011e-308, 0.30000000000000004"
            },
            {"t", "text", TEXTS + ", repeat('long', 50000)"},
            {"v", "varchar(30)", TEXTS},
            {"c", "char(22)", TEXTS},
            {"bp", "bpchar", TEXTS},
            {"nm", "name", TEXTS},
            {"e", "app.mood", "'sad', 'ok', 'ä', 'it''s happy'"},
            {"e2", "other.mood", "'happy', 'sad', 'ok'"},
            {
                "u",
                "uuid",
                "'00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff',"
                        + " 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '7fffffff-ffff-ffff-ffff-ffffffffffff'"
            },
            {
                "d",
                "date",
                "'infinity', '-infinity', '2026-11-13', '1969-12-31', '0214-02-05 BC', '4714-11-24 BC', '15000-12-31',"
                        + " '5874897-12-31', '0001-12-31 BC', '0001-01-01', '2000-02-29'"
            },
            {"ts", "timestamp", TIMES},
            {"tz", "timestamptz", TIMES},
            {"dn", "app.net_price", "0, 1.5, 999999.999, -0.001"},
            {"dt", "app.word", "'', 'a', 'ä'"},
            {"de", "app.feeling", "'sad', 'ok'"},
            {
                "iv",
                "interval",
                "'1 mon', '30 days', '720 hours', '29 days 24:00:00', '1 year', '12 mons', '360 days', '0', '1 day',"
                        + " '-1 day', '1 day -24:00:00', '-1 mon', '1 mon -30 days', '00:00:00.000001', '-00:00:00.000001',"
                        + " '178000000 years', '-178000000 years', '2147483647 days', '1 year 2 mons -3 days +04:05:06.789',"
                        + " '-1 year -2 mons +3 days -04:05:06.7', '2147483647:59:59.999999'"
            },
            {"tm", "time", "'00:00', '24:00', '23:59:59.999999', '12:34:56.5', '00:00:00.000001', '23:59:60'"},
            {"by", "bytea", "'', '\\x00', '\\x0000', '\\xff', 'abc', '\\x6162', '\\x5c78'"},
            {"o", "oid", "0, 1, 2147483648, 4294967295"},
            {
                "ip",
                "inet",
                "'1.2.3.4', '1.2.3.4/32', '1.2.3.4/24', '1.2.3.0/24', '0.0.0.0/0', '255.255.255.255', '::', '::/0', '::1',"
                        + " '1.2.3.4/0', '::ffff:1.2.3.4', '::1.2.3.4', '1:2:3:4:5:6:7:8', '1:0:0:4::8/64', 'fe80::1/10'"
            },
        };
        for (String[] column : all) {
            columns.put(column[0], new String[] {column[1], column[2]});
        }
        return columns;
    }

    @BeforeAll
    void readEverything() throws Exception {
        shop.execute(
                "CREATE SCHEMA other",
                "CREATE TYPE app.mood AS ENUM ('sad', 'ok', 'it''s happy')",
                "ALTER TYPE app.mood ADD VALUE 'ä' BEFORE 'ok'",
                "CREATE TYPE other.mood AS ENUM ('happy', 'ok', 'sad')",
                "CREATE DOMAIN app.price AS numeric(10,3) CHECK (value < 1000000)",
                "CREATE DOMAIN app.net_price AS app.price",
                "CREATE DOMAIN app.word AS varchar(9)",
                "CREATE DOMAIN app.feeling AS app.mood",
                "CREATE TABLE app.t (id int, at timestamptz, unread jsonb, more int[], "
                        + COLUMNS.entrySet().stream()
                                .map(column -> column.getKey() + " " + column.getValue()[0])
                                .collect(Collectors.joining(", "))
                        + ")",
                "INSERT INTO app.t (id) VALUES (0)",
                "ALTER TABLE app.t REPLICA IDENTITY FULL",
                "ALTER PUBLICATION straum ADD TABLE app.t");
        COLUMNS.forEach((name, column) -> shop.execute(
                "INSERT INTO app.t (id) SELECT generate_series((SELECT max(id) FROM app.t) + 1,"
                        + " array_length(ARRAY[" + column[1] + "]::" + column[0] + "[], 1))",
                "UPDATE app.t SET unread = '[1]', " + name + " = (ARRAY[" + column[1] + "]::" + column[0] + "[])[id]"));
        if (shop.server.major() >= 17) {
            shop.execute("INSERT INTO app.t (id, iv) VALUES (1001, 'infinity'), (1002, '-infinity')");
        }
        String role = shop.database + "_odd";
        shop.execute(
                "CREATE ROLE " + role + " LOGIN REPLICATION PASSWORD 'pw'",
                "GRANT USAGE ON SCHEMA app, other TO " + role,
                "GRANT SELECT ON app.t TO " + role,
                "ALTER ROLE " + role + " SET IntervalStyle = 'iso_8601'",
                "ALTER ROLE " + role + " SET DateStyle = 'SQL, DMY'",
                "ALTER ROLE " + role + " SET TimeZone = 'Asia/Kathmandu'",
                "ALTER ROLE " + role + " SET extra_float_digits = -15",
                "ALTER ROLE " + role + " SET bytea_output = 'escape'");
        try {
            Specs.FactBuilder view = Specs.fact("v", "app.t", "at").key("id");
            COLUMNS.keySet().forEach(column -> view.count(column, column));
            Spec spec = Specs.of(view.build());
            Postgres source = shop.source(shop.dsn(role, "pw"), spec);
            Opened opened = source.open();
            List<String> columns = spec.tables().get(0).columns();
            for (int i = 0; i < columns.size(); i++) {
                types.put(columns.get(i), opened.types().get(0)[i]);
            }
            source.load(0, rows -> {
                for (int row = 0; row < rows.size(); row++) {
                    keep(rows, row, loaded);
                }
            });
            source.loaded();
            shop.execute("UPDATE app.t SET more = ARRAY[id]");
            for (Event.Commit commit : shop.follow(source)) {
                ChangesReader changes = new ChangesReader();
                changes.begin(commit.changes());
                while (changes.next()) {
                    keep(changes.rows(), 0, old);
                    keep(changes.rows(), 1, streamed);
                }
            }
            source.stop();
        } finally {
            shop.execute("DROP OWNED BY " + role, "DROP ROLE " + role);
        }
    }

    private void keep(Rows rows, int row, Map<Integer, Map<String, byte @Nullable []>> into) {
        Map<String, byte @Nullable []> values = new HashMap<>();
        List<String> columns = List.copyOf(types.keySet());
        for (int column = 0; column < columns.size(); column++) {
            values.put(columns.get(column), value(rows, row, column));
        }
        into.put((int) rows.longAt(row, columns.indexOf("id")), values);
    }

    private static byte @Nullable [] value(Rows rows, int row, int column) {
        int start = rows.start(row, column);
        return rows.isNull(row, column)
                ? null
                : Arrays.copyOfRange(rows.bytes(), start, start + rows.length(row, column));
    }

    @AfterAll
    void closeTheShop() {
        shop.close();
    }

    @TestFactory
    List<DynamicTest> eachType() {
        List<DynamicTest> tests = new ArrayList<>();
        for (String column : COLUMNS.keySet()) {
            String type = column + " " + COLUMNS.get(column)[0];
            tests.add(DynamicTest.dynamicTest(
                    type + " comes the same by load and by stream", () -> sameBothWays(column)));
            tests.add(DynamicTest.dynamicTest(type + " reads the same from its text", () -> sameFromText(column)));
            tests.add(DynamicTest.dynamicTest(type + " equals and orders as in PostgreSQL", () -> compares(column)));
            tests.add(DynamicTest.dynamicTest(type + " prints as in PostgreSQL", () -> prints(column)));
        }
        return tests;
    }

    private void sameBothWays(String column) {
        assertThat(hex(loaded, column)).hasSizeGreaterThan(20).containsEntry(0, "null");
        assertThat(hex(old, column)).isEqualTo(hex(loaded, column));
        assertThat(hex(streamed, column)).isEqualTo(hex(loaded, column));
    }

    private static Map<Integer, String> hex(Map<Integer, Map<String, byte @Nullable []>> rows, String column) {
        Map<Integer, String> hex = new TreeMap<>();
        rows.forEach((id, row) -> {
            byte[] value = row.get(column);
            hex.put(id, value == null ? "null" : HexFormat.of().formatHex(value));
        });
        return hex;
    }

    private void sameFromText(String column) throws Exception {
        ColumnType type = typeOf(column);
        Canonical canonical =
                new Canonical(new Layout(0, Specs.table("app.t"), List.of(new LayoutColumn(column, 1, -1, type))));
        for (List<@Nullable String> row : shop.server.rows(
                shop.database, "SELECT id, " + column + "::text FROM app.t WHERE " + column + " IS NOT NULL")) {
            byte[] text = Objects.requireNonNull(row.get(1)).getBytes(StandardCharsets.UTF_8);
            Rows rows = new Rows(1);
            rows.addRow();
            canonical.text(rows, 0, text, 0, text.length);
            // Of equal forms the text has one.
            byte[] value = value(rows, 0, 0);
            assertThat(key(type, Objects.requireNonNull(value)))
                    .as(column + " of " + row)
                    .isEqualTo(key(type, loadedValue(row, column)));
        }
    }

    /** Of every two values, so of every two that are equal and written differently. */
    private void compares(String column) {
        ColumnType type = typeOf(column);
        // An operator of the base type, where a domain has none, and the order of text here.
        String cast = column.equals("de") ? "::app.mood" : "";
        boolean text = switch (type.kind()) {
            case TEXT, VARCHAR, BPCHAR, NAME -> true;
            default -> false;
        };
        String collate = text ? " COLLATE \"C\"" : "";
        String a = "a." + column + cast;
        String b = "b." + column + cast;
        for (List<@Nullable String> row : shop.server.rows(
                shop.database,
                "SELECT a.id, b.id, " + a + " = " + b + ", " + a + collate + " < " + b
                        + " FROM app.t a JOIN app.t b ON a." + column + " IS NOT NULL AND b." + column
                        + " IS NOT NULL")) {
            byte[] left = loadedValue(row, column);
            byte[] right = loadedValue(List.of(Objects.requireNonNull(row.get(1))), column);
            boolean equal = "t".equals(row.get(2));
            assertThat(Arrays.equals(key(type, left), key(type, right)))
                    .as(column + " equal: " + row)
                    .isEqualTo(equal);
            if (type.isComparable()) {
                int order = equal ? 0 : "t".equals(row.get(3)) ? -1 : 1;
                assertThat(Integer.signum(type.compare(left, right)))
                        .as(column + " ordered: " + row)
                        .isEqualTo(order);
            }
        }
    }

    private void prints(String column) {
        ColumnType type = typeOf(column);
        if (!type.isComparable()) {
            return;
        }
        // -0 is printed as the 0 it is equal to; a text's padding is lost with a cast.
        String value = switch (type.kind()) {
            case FLOAT4, FLOAT8 -> column + " + 0::" + type.name();
            case BPCHAR -> type.modifier() < 0 ? "rtrim(" + column + ")" : "rpad(" + column + ", 22)";
            default -> column;
        };
        String sql = value.equals(column) ? value : "(" + value + ")";
        for (List<@Nullable String> row : shop.server.rows(
                shop.database,
                "SELECT id, " + sql + (type.kind() == ColumnType.Kind.BOOL ? "" : "::text") + ", to_json(" + sql
                        + ")#>>'{}' FROM app.t WHERE " + column + " IS NOT NULL")) {
            byte[] canonical = loadedValue(row, column);
            StringBuilder text = new StringBuilder();
            type.print(canonical, 0, canonical.length, text);
            assertThat(text).as(column).hasToString(row.get(1));
            StringBuilder json = new StringBuilder();
            type.printIso(canonical, 0, canonical.length, json);
            assertThat(json)
                    .as(column)
                    .hasToString(Objects.requireNonNull(row.get(2)).replace("+00:00", "Z"));
        }
    }

    private byte[] loadedValue(List<@Nullable String> row, String column) {
        int id = Integer.parseInt(Objects.requireNonNull(row.get(0)));
        return Objects.requireNonNull(
                Objects.requireNonNull(loaded.get(id), "row").get(column), "value");
    }

    private ColumnType typeOf(String column) {
        return Objects.requireNonNull(types.get(column));
    }

    private static byte[] key(ColumnType type, byte[] value) {
        return Arrays.copyOfRange(value, type.keyOffset(), value.length);
    }

    @Test
    void labelsOfTwoEnumsOfOneNameAreTheirOwnInTheirOwnOrder() {
        assertThat(typeOf("e").labels()).containsExactly("sad", "ä", "ok", "it's happy");
        assertThat(typeOf("e2").labels()).containsExactly("happy", "ok", "sad");
        assertThat(typeOf("de")).isEqualTo(typeOf("e"));
    }
}
