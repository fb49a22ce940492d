package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import straum.app.Opened;
import straum.app.SourceException;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Fact;
import straum.domain.spec.Key;
import straum.domain.spec.Measure;
import straum.domain.spec.Spec;
import straum.domain.spec.TableName;
import straum.domain.spec.Via;
import straum.domain.spec.Width;
import straum.domain.testing.Specs;
import straum.domain.value.ColumnType;

class LoadIT {
    private final Shop shop = new Shop();

    @AfterEach
    void closeTheShop() {
        shop.close();
    }

    /** A view that keys by each column, of a table with a time {@code at}, in the publication. */
    private Spec keyedBy(String table, String... columns) {
        shop.execute("ALTER TABLE " + table + " REPLICA IDENTITY FULL", "ALTER PUBLICATION straum ADD TABLE " + table);
        Specs.FactBuilder fact = Specs.fact("v", table, "at");
        for (String column : columns) {
            fact.key(column);
        }
        return Specs.of(fact.count("rows").build());
    }

    @Test
    void everyTypeLoadsAsSelectPrintsIt() throws Exception {
        String negativeScale = shop.server.major() >= 15 ? "numeric(12,-2)" : "numeric(12)";
        shop.execute(
                "CREATE TYPE app.mood AS ENUM ('sad', 'ok', 'it''s happy')",
                "CREATE DOMAIN app.price AS numeric(10,3) CHECK (value < 1000000)",
                "CREATE DOMAIN app.net_price AS app.price",
                "CREATE DOMAIN app.feeling AS app.mood",
                "CREATE TABLE app.t (at timestamptz, b bool, i2 int2, i4 int4, i8 int8, n numeric, n2 numeric(12,2),"
                        + " n_neg " + negativeScale
                        + ", f4 float4, f8 float8, t text, v varchar(9), c char(5), nm name, e app.mood,"
                        + " u uuid, d date, ts timestamp, p app.net_price, fe app.feeling)",
                """
                INSERT INTO app.t VALUES
                 ('2026-11-13 09:00:00.123456Z', true, 1, 2, 3, 1.50, 2.5, 12345, 1.5, 2.5, 'text', 'varchar', 'ab', 'name',
                  'ok', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '2026-11-13', '2026-11-13 09:00', 9.5, 'sad'),
                 (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                  NULL, NULL),
                 ('infinity', false, -32768, -2147483648, -9223372036854775808, 'NaN', 'NaN', 'NaN', 'NaN', 'Infinity', '',
                  '', '', '', 'it''s happy', '00000000-0000-0000-0000-000000000000', '-infinity', 'infinity', 0, 'ok'),
                 ('-infinity', false, 32767, 2147483647, 9223372036854775807, '-Infinity', -0.01, -49, '-0', '-Infinity',
                  E'\\u00e4\\U0001F600\\n', 'ä', 'ä   ', 'ä', 'sad', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'infinity',
                  '-infinity', -999999.999, 'sad'),
                 ('294276-12-31 23:59:59.999999Z', true, 0, 0, 0,
                  123456789012345678901234567890123456789012345678901234567890.0000012345, 0, 0, 3.4028235e38, 1e-300, 'x',
                  'x', 'abcde', 'x', 'ok', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '5874897-12-31', '294276-12-31', 1, 'ok'),
                 ('4713-01-01 00:00:00Z BC', true, 0, 0, 0, 0.000, 10000, 0, 0.1, 0.1, repeat('long', 50000), 'x', 'x', 'x',
                  'ok', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '4713-01-01 BC', '0214-02-05 15:40 BC', 1, 'ok')
                """);
        String[] columns = {
            "b", "i2", "i4", "i8", "n", "n2", "n_neg", "f4", "f8", "t", "v", "c", "nm", "e", "u", "d", "ts", "p", "fe"
        };
        Postgres source = shop.source(keyedBy("app.t", columns));

        Opened opened = source.open();
        List<List<@Nullable String>> loaded = Shop.load(source, opened, 0);

        // -0 is the same number as 0, and a key prints as that.
        List<String> selected = new ArrayList<>(List.of("at::text"));
        for (String column : columns) {
            selected.add(
                    switch (column) {
                        case "f4", "f8" -> "(" + column + " + 0::" + column.replace("f", "float") + ")::text";
                        case "c" -> "rpad(c::text, 5)";
                        case "b" -> "b";
                        default -> column + "::text";
                    });
        }
        assertThat(loaded)
                .isEqualTo(shop.server.rows(
                        shop.database, "SELECT " + String.join(", ", selected) + " FROM app.t ORDER BY ctid"));
        ColumnType[] types = opened.types().get(0);
        assertThat(types[7]).isEqualTo(ColumnType.numeric(0));
        assertThat(types[14]).isEqualTo(ColumnType.enumOf("mood", List.of("sad", "ok", "it's happy")));
        assertThat(types[18]).isEqualTo(ColumnType.numeric(3));
        assertThat(types[19].labels()).containsExactly("sad", "ok", "it's happy");
    }

    /** N1. */
    @Test
    void namesOfAnyKindAreQuoted() throws Exception {
        String longest = "ä".repeat(31) + "x";
        shop.execute(
                "CREATE SCHEMA \"my \"\"schema\"\".\"",
                "CREATE TABLE \"my \"\"schema\"\".\".\"select\" (at timestamptz, \"Order\" text, \"a.b\" text, \"it's\" text, \""
                        + longest + "\" text)",
                "ALTER TABLE \"my \"\"schema\"\".\".\"select\" REPLICA IDENTITY FULL",
                "ALTER PUBLICATION straum ADD TABLE \"my \"\"schema\"\".\".\"select\"",
                "INSERT INTO \"my \"\"schema\"\".\".\"select\" VALUES (NULL, 'a', 'b', 'c', 'd')");
        TableName table = new TableName("my \"schema\".", "select");
        List<Key> keys = new ArrayList<>();
        for (String column : List.of("Order", "a.b", "it's", longest)) {
            keys.add(new Key(column, new Via.Column(column)));
        }
        Spec spec = Spec.of(List.of(new Fact(
                "v",
                table,
                "at",
                List.of(new Width(3600)),
                keys,
                List.of(),
                List.of(new Measure("rows", new Aggregate(Aggregate.Kind.COUNT_ROWS, null))))));
        Postgres source = shop.source(spec);

        assertThat(Shop.load(source, source.open(), 0)).containsExactly(Arrays.asList(null, "a", "b", "c", "d"));
    }

    @Test
    void aPartitionedTableLoadsFromAllItsLeaves() throws Exception {
        shop.execute(
                "CREATE TABLE app.p (at timestamptz, n int) PARTITION BY RANGE (n)",
                "CREATE TABLE app.p1 PARTITION OF app.p FOR VALUES FROM (0) TO (10) PARTITION BY RANGE (n)",
                "CREATE TABLE app.p11 PARTITION OF app.p1 DEFAULT",
                "CREATE TABLE app.p2 (extra text, n int, at timestamptz)",
                "ALTER TABLE app.p2 DROP COLUMN extra",
                "ALTER TABLE app.p ATTACH PARTITION app.p2 FOR VALUES FROM (10) TO (20)",
                "ALTER TABLE app.p11 REPLICA IDENTITY FULL",
                "ALTER TABLE app.p2 REPLICA IDENTITY FULL",
                "INSERT INTO app.p SELECT NULL, n FROM generate_series(0, 19) n");
        Postgres source = shop.source(keyedBy("app.p", "n"));

        assertThat(Shop.load(source, source.open(), 0))
                .extracting(row -> row.get(1))
                .hasSize(20)
                .contains("0", "19");
    }

    @Test
    void aTypeThatCanOnlyBeCountedLoadsWhateverItsBytes() throws Exception {
        shop.execute(
                "CREATE TABLE app.t (at timestamptz, j jsonb)",
                "ALTER TABLE app.t REPLICA IDENTITY FULL",
                "ALTER PUBLICATION straum ADD TABLE app.t",
                "INSERT INTO app.t VALUES (NULL, '{}'), (NULL, NULL)");
        Postgres source = shop.source(
                Specs.of(Specs.fact("v", "app.t", "at").count("given", "j").build()));

        List<List<@Nullable String>> loaded = Shop.load(source, source.open(), 0);

        assertThat(loaded).hasSize(2);
        assertThat(loaded.get(0).get(1)).endsWith("{}");
        assertThat(loaded.get(1).get(1)).isNull();
    }

    @Test
    void anEmptyTableLoadsNoRow() throws Exception {
        Postgres source = shop.source();

        assertThat(Shop.load(source, source.open(), 1)).isEmpty();
    }

    @Test
    void rowsComeInBatchesAndInTheTablesOrder() throws Exception {
        shop.insertEvents(30_000);
        Postgres source = shop.source();
        source.open();
        List<Integer> sizes = new ArrayList<>();
        List<Long> accounts = new ArrayList<>();

        source.load(1, rows -> {
            sizes.add(rows.size());
            for (int row = 0; row < rows.size(); row++) {
                accounts.add(rows.longAt(row, 2));
            }
        });

        assertThat(sizes).hasSizeGreaterThan(5);
        assertThat(accounts).hasSize(30_000);
        for (int i = 0; i < accounts.size(); i++) {
            assertThat(accounts.get(i)).isEqualTo((i + 1) % 10);
        }
    }

    @Test
    void rowsWiderThanABatchLoad() throws Exception {
        shop.execute(
                "INSERT INTO app.events SELECT now(), repeat(n::text, 3000000), 1, 1 FROM generate_series(1, 4) n");
        Postgres source = shop.source();

        assertThat(Shop.load(source, source.open(), 1))
                .extracting(row -> String.valueOf(row.get(1)).length())
                .containsExactly(3_000_000, 3_000_000, 3_000_000, 3_000_000);
    }

    @Test
    void aSecondTableLoadsAfterTheFirst() throws Exception {
        shop.insertEvents(3);
        shop.execute("INSERT INTO app.accounts VALUES (1, 'eu')");
        Postgres source = shop.source();
        Opened opened = source.open();

        assertThat(Shop.load(source, opened, 1)).hasSize(3);
        assertThat(Shop.load(source, opened, 0)).hasSize(1);
    }

    @Test
    void loadingWithoutAStartIsABugOfTheCaller() throws SourceException {
        Postgres source = shop.source();

        assertThatThrownBy(() -> source.load(0, rows -> {})).isInstanceOf(IllegalStateException.class);
    }
}
