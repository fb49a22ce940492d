package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.GraphStats;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Measure;
import straum.domain.spec.Spec;
import straum.domain.testing.Specs;
import straum.domain.testing.TestRows;
import straum.domain.testing.TestTypes;
import straum.domain.testing.UsageSample;
import straum.domain.value.ColumnType;
import straum.domain.value.Rows;

/**
 * What a store says that it holds of the heap is what it does, whatever the shape of its cells: JOL walks through all that
 * the store refers to, and knows what the VM at hand takes for it. What the spec and the types take is not the store's.
 */
@Tag("full-pages")
class HeldBytesTest {
    private static final int TOLERANCE_PERCENT = 10;

    private static final Map<String, ColumnType> TYPES = Map.of(
            "int4", ColumnType.INT4,
            "int8", ColumnType.INT8,
            "numeric", ColumnType.NUMERIC,
            "float8", ColumnType.FLOAT8,
            "text", ColumnType.TEXT,
            "timestamp", ColumnType.TIMESTAMP,
            "timestamptz", ColumnType.TIMESTAMPTZ);

    @Test
    void aFewLargeBuckets() {
        Made made = new Made(
                view().key("a").key("b").count("rows").sum("sum", "v"), "t(at timestamp, a int4, b int8, v int4)");
        made.add(60_000, "t", i -> row(time(i % 3 * 3600), i % 20_000, i % 7, i * 31));
        made.isTold();
    }

    @Test
    void manyBucketsOfOneCell() {
        Made made = new Made(minutes().key("a").count("rows").sum("sum", "v"), "t(at timestamp, a int4, v int4)");
        made.add(100_000, "t", i -> row(time(i * 60), i % 5, i % 50));
        made.isTold();
        boolean referencesAreNarrow = HeapSizes.references(100) < HeapSizes.array(100, 8);
        assertThat(made.heap() / 100_000).isLessThanOrEqualTo(referencesAreNarrow ? 100 : 120);
    }

    @Test
    void bucketsOfAFewCellsInNoOrder() {
        Made made = new Made(minutes().key("a").count("rows"), "t(at timestamp, a int4)");
        made.add(40_000, "t", i -> row(time((int) (i * 7919L % 10_000) * 60), i % 13));
        made.isTold();
    }

    @Test
    void keysOfText() {
        Made made = new Made(view().key("a").count("rows"), "t(at timestamp, a text)");
        made.add(20_000, "t", i -> row(time(i % 100 * 3600), "text ".repeat(i % 9) + i));
        made.isTold();
    }

    @Test
    void valueCells() {
        Specs.FactBuilder view = view().key("a")
                .measure(new Measure("least", new Aggregate(Aggregate.Kind.MIN, "v")))
                .measure(new Measure("most", new Aggregate(Aggregate.Kind.MAX, "w")))
                .measure(new Measure("different", new Aggregate(Aggregate.Kind.COUNT_DISTINCT, "w")));
        Made made = new Made(view, "t(at timestamp, a int4, v numeric, w text)");
        made.add(20_000, "t", i -> row(time(i / 500 * 3600), i % 20, "0." + i % 5000, i % 3 == 0 ? null : "w" + i));
        made.isTold();
    }

    @Test
    void joinsByOneColumnAndBySeveral() {
        Specs.FactBuilder view = view().key("a")
                .key("b")
                .leftJoin("one", "app.one", "id", "a")
                .leftJoin("two", "app.two", "a", "a", "b", "b")
                .key("word", "one.word")
                .key("name", "two.name")
                .count("rows");
        Made made = new Made(
                view, "t(at timestamp, a int4, b text)", "one(id int8, word text)", "two(a int4, b text, name text)");
        made.add(20_000, "t", i -> row(time(i * 60), i % 15_000, "b" + i % 11));
        made.add(20_000, "one", i -> row(i / 2, "w" + i % 300));
        made.add(20_000, "two", i -> row(i, "b" + i % 11, "name " + i));
        made.isTold();
    }

    @Test
    void boundCells() throws RowException {
        Specs.FactBuilder view = view().leftJoin("one", "app.one", "id", "a")
                .key("word", "one.word")
                .count("rows")
                .sum("sum", "v")
                .measure(new Measure("least", new Aggregate(Aggregate.Kind.MIN, "v")));
        Made made = new Made(view, "t(at timestamp, a int4, v int4)", "one(id int4, word text)");
        made.add(20_000, "t", i -> row(time(i * 60), i % 5000, i % 1000));
        made.add(5000, "one", i -> row(i, "w" + i % 900));
        made.store.bind();
        made.isTold();

        // Until it is settled, a commit keeps where the bound cells were.
        Rows changes = made.rows(10_000, "one", i -> row(i / 2, i % 2 == 0 ? "w" + i / 2 % 900 : "other" + i % 700));
        for (int i = 0; i < changes.size(); i += 2) {
            made.store.update(made.table("one"), changes, i, i + 1);
        }
        made.isTold();
        made.store.settle();
        made.isTold();
    }

    @Test
    void sumsPastSixteenBytes() {
        Made made = new Made(
                view().key("a").sum("sum", "v").sum("other", "w"), "t(at timestamp, a int4, v numeric, w numeric)");
        String large = "7" + "0".repeat(50);
        made.add(
                10_000,
                "t",
                i -> row(time(i % 7 * 3600), i % 701, i + "9".repeat(i % 701 % 80), i % 701 < 3 ? large : i));
        made.isTold();
    }

    @Test
    void numericsOfSeveralScalesAndFloats() {
        Made made = new Made(
                view().key("a").sum("sum", "v").sum("float", "w"), "t(at timestamp, a float8, v numeric, w float8)");
        made.add(
                30_000,
                "t",
                i -> row(
                        time(i % 400 * 3600),
                        i % 50 + ".5",
                        i % 100 + "." + "1".repeat(1 + i % 7),
                        i % 17 + ".1e" + i % 20));
        made.isTold();
    }

    @Test
    void roomThatDeletesLeaveIdle() throws RowException {
        Made made = new Made(
                view().key("a").key("b").count("rows").sum("sum", "v"), "t(at timestamp, a int4, b text, v int4)");
        Rows rows = made.add(30_000, "t", i -> row(time(i * 60), i % 6000, "b" + i, i));
        for (int row = 0; row < rows.size(); row++) {
            if (row % 40 != 0) {
                made.store.delete(made.table("t"), rows, row);
            }
        }
        made.isTold();
        for (int row = 0; row < rows.size(); row += 40) {
            made.store.delete(made.table("t"), rows, row);
        }
        made.isTold();
    }

    /** The bucket after all others goes first, as where rows were written newest first. */
    @Test
    void bucketsThatDeletesEmptyFromTheLastOn() throws RowException {
        Made made = new Made(view().key("a").sum("sum", "v"), "t(at timestamp, a int4, v int4)");
        Rows rows = made.add(60_000, "t", i -> row(time((60 - i / 1000) * 3600), i % 1000, i * 31));
        for (int row = 0; row < rows.size(); row++) {
            made.store.delete(made.table("t"), rows, row);
        }
        assertThat(made.store.cells()).isZero();
        made.isTold();
    }

    /** Sums of many widths beside each other, which come and go: what cells looked like once takes no room for good. */
    @Test
    void floatsOfAllMagnitudesThatAreGone() throws RowException {
        Made made = new Made(minutes().key("a").sum("sum", "v"), "t(at timestamp, a int4, v float8)");
        for (int round = 0; round < 4; round++) {
            int of = round;
            Rows rows = made.add(
                    4000,
                    "t",
                    i -> row(
                            time(i / 10 * 60),
                            1,
                            i + ".1e" + ((i * 7919L + of * 104_729L + i / 10 * 31L) % 601 - 300)));
            for (int row = 0; row < rows.size(); row++) {
                made.store.delete(made.table("t"), rows, row);
            }
        }
        assertThat(made.store.cells()).isZero();
        assertThat(made.store.held().bytes()).isLessThan(200_000);
    }

    /** What a load takes is what there is in the end, bound cells being made once it has ended. */
    @Test
    void aDimOfBoundCellsWhileItIsLoaded() {
        Specs.FactBuilder view = view().leftJoin("one", "app.one", "id", "a")
                .key("word", "one.word")
                .count("rows");
        Made made = new Made(view, "t(at timestamp, a int4)", "one(id int4, word text)");
        made.add(50_000, "one", i -> row(i, "w" + i % 900));
        long loading = made.heap();
        made.store.bind();
        assertThat(loading).isCloseTo(made.heap(), withinPercentage(25));
    }

    /** Cells of every kind, those of rows without a time among them, each of which comes and goes again. */
    @Test
    void whatTruncatesLeave() {
        Specs.FactBuilder view = view().leftJoin("one", "app.one", "id", "a")
                .key("word", "one.word")
                .count("rows")
                .measure(new Measure("least", new Aggregate(Aggregate.Kind.MIN, "v")));
        Made made = new Made(view, "t(at timestamp, a int4, v int4)", "one(id int4, word text)");
        made.store.bind();
        for (int round = 0; round < 5; round++) {
            made.add(20_000, "t", i -> row(i % 2 == 0 ? null : time(i * 60), i % 10_000, i));
            made.add(5000, "one", i -> row(i, "w" + i % 900));
            made.store.settle();
            made.isTold();
            made.store.truncate(made.table("t"));
            made.isTold();
            made.store.truncate(made.table("one"));
            made.store.settle();
            made.isTold();
        }
    }

    @Test
    void ofTwoArgumentsTheLastSaysWhetherHeadersAreCompact() {
        String yes = "-XX:+UseCompactObjectHeaders";
        String no = "-XX:-UseCompactObjectHeaders";
        assertThat(HeapSizes.isCompact(List.of())).isFalse();
        assertThat(HeapSizes.isCompact(List.of("-Xmx1g", no, yes))).isTrue();
        assertThat(HeapSizes.isCompact(List.of(yes, no, "-Xmx1g"))).isFalse();
    }

    @Test
    void aViewOfNothing() {
        Made made = new Made(view().key("a").count("rows").sum("v", "v"), "t(at timestamp, a int4, v int4)");
        assertThat(made.store.held().bytes()).isCloseTo(made.heap(), within(2048L));
    }

    /** The hour width of the sample that hardly rolls up: keys, counts, sums and index together. */
    @Test
    void aCellTakesFewBytes() {
        Specs.FactBuilder view = Specs.fact("usage", "app.t", "at")
                .key("kind")
                .key("account_id")
                .count("events")
                .sum("amount", "amount");
        Made made = new Made(view, "t(at timestamptz, kind text, account_id int4, amount numeric)");
        int rows = 24 * UsageSample.EVENTS_AN_HOUR;
        for (int from = 0; from < rows; from += 10_000) {
            made.store.addRows(0, UsageSample.SPARSE.events(from, Math.min(rows, from + 10_000)));
        }
        made.isTold();
        long cells = made.store.cells();
        assertThat(cells).isGreaterThan(200_000);
        assertThat((double) made.heap() / cells).isLessThanOrEqualTo(16);
    }

    private static Specs.FactBuilder view() {
        return Specs.fact("v", "app.t", "at").widths(3600, 86_400);
    }

    private static Specs.FactBuilder minutes() {
        return Specs.fact("v", "app.t", "at").widths(60);
    }

    private static String time(int seconds) {
        return LocalDateTime.ofEpochSecond(1_760_000_000L + seconds, 0, ZoneOffset.UTC)
                .toString()
                .replace('T', ' ');
    }

    private static Object[] row(Object... values) {
        return values;
    }

    /** A store of one view, filled with rows of texts. */
    private static final class Made {
        private final Spec spec;
        private final TestTypes types;
        private final Map<String, List<String>> columns = new HashMap<>();
        private final Store store;

        /** No rows yet, of tables of the schema app, each told as {@code t(at timestamp, a int4)}. */
        Made(Specs.FactBuilder view, String... tables) {
            this.spec = Specs.of(view.build());
            this.types = TestTypes.of(spec);
            this.store = new Store(spec);
            for (String table : tables) {
                String name = table.substring(0, table.indexOf('('));
                List<String> names = new ArrayList<>();
                for (String column :
                        table.substring(name.length() + 1, table.length() - 1).split(", ")) {
                    String[] words = column.split(" ");
                    names.add(words[0]);
                    types.column("app." + name, words[0], TYPES.get(words[1]));
                }
                columns.put(name, names);
                store.setTypes(table(name), types.table("app." + name));
            }
        }

        int table(String name) {
            return spec.table(Specs.table("app." + name));
        }

        /** A batch of so many rows, of a value a column in the order they were told. */
        Rows rows(int count, String table, IntFunction<Object[]> row) {
            List<String> told = columns.get(table);
            List<String> laidOut = spec.tables().get(table(table)).columns();
            TestRows batch = TestRows.of(types.table("app." + table));
            String[] texts = new String[laidOut.size()];
            for (int i = 0; i < count; i++) {
                Object[] values = row.apply(i);
                for (int column = 0; column < values.length; column++) {
                    texts[laidOut.indexOf(told.get(column))] = Objects.toString(values[column], null);
                }
                batch.row(texts);
            }
            return batch.rows();
        }

        Rows add(int count, String table, IntFunction<Object[]> row) {
            Rows rows = rows(count, table, row);
            store.addRows(table(table), rows);
            return rows;
        }

        /** The bytes that the store takes, as the VM has them. */
        long heap() {
            List<Object> others = new ArrayList<>(List.of(spec));
            columns.keySet().forEach(table -> others.addAll(List.of(types.table("app." + table))));
            return GraphStats.parseInstance(store).totalSize()
                    - GraphStats.parseInstance(others.toArray()).totalSize();
        }

        void isTold() {
            assertThat(store.held().bytes()).isCloseTo(heap(), withinPercentage(TOLERANCE_PERCENT));
        }
    }
}
