package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import straum.domain.ask.Answer;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.UnanswerableException;
import straum.domain.spec.Condition;
import straum.domain.spec.Spec;
import straum.domain.testing.RowStore;
import straum.domain.testing.Specs;
import straum.domain.testing.TestRows;
import straum.domain.testing.TestTypes;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;
import straum.domain.value.Rows;

/** More of everything than the room that is left for it at first. */
class StoreSizesTest {
    private static final String TIME = "2026-11-13 09:05:00";
    private static final int ROWS = 0;

    private final Spec spec = Specs.of(Specs.fact("v", "app.t", "at")
            .key("one")
            .key("other")
            .leftJoin("d", "app.dim", "a", "one", "b", "other")
            .key("word", "d.word")
            .count("rows")
            .build());
    private final TestTypes types = TestTypes.of(spec)
            .column("app.t", "at", ColumnType.TIMESTAMP)
            .column("app.t", "one", ColumnType.INT4)
            .column("app.t", "other", ColumnType.INT4)
            .column("app.dim", "a", ColumnType.INT4)
            .column("app.dim", "b", ColumnType.INT4)
            .column("app.dim", "word", ColumnType.TEXT);
    private final Store store = new Store(spec);

    StoreSizesTest() {
        for (int table = 0; table < spec.tables().size(); table++) {
            store.setTypes(table, types.table(spec.tables().get(table).name().toString()));
        }
    }

    private void add(String table, List<String[]> rows) {
        TestRows built = TestRows.of(types.table(table));
        rows.forEach(built::row);
        store.addRows(spec.table(Specs.table(table)), built.rows());
    }

    private static CheckedAsk ask(int key, List<CheckedAsk.Column> measures, Condition<Integer, Literal> where) {
        List<CheckedAsk.Column> columns = new ArrayList<>();
        columns.add(new CheckedAsk.Column.OfKey("k", 0));
        columns.addAll(measures);
        return new CheckedAsk(
                0,
                columns,
                List.of(new CheckedAsk.Grouping.ByKey(key)),
                List.of(new CheckedAsk.Asked(ROWS, null)),
                where,
                List.of(),
                List.of(new CheckedAsk.Order(1, true, false)),
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                0);
    }

    private static CheckedAsk.Column measure(String name) {
        return new CheckedAsk.Column.OfMeasure(name, 0);
    }

    @Test
    void aKeyOfMoreValuesThanTwoBytesCount() throws Exception {
        List<String[]> rows = new ArrayList<>();
        for (int i = 0; i < 70_000; i++) {
            rows.add(new String[] {TIME, "" + i, null});
        }
        rows.add(new String[] {TIME, "69999", null});
        add("app.t", rows);
        Condition<Integer, Literal> last =
                new Condition.Compare<>(0, Condition.Operator.GREATER_OR_EQUAL, new Literal.Number("69998"), false);

        assertThat(RowStore.texts(store.ask(ask(0, List.of(measure("n"), measure("m")), last), 10, Long.MAX_VALUE)))
                .containsExactly(List.of("69999", "2", "2"), List.of("69998", "1", "1"));
    }

    @Test
    void aJoinBySeveralColumnsOfManyCombinations() throws Exception {
        List<String[]> rows = new ArrayList<>();
        List<String[]> dims = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            rows.add(new String[] {TIME, "" + i, "" + -i});
            dims.add(new String[] {"" + i, "" + -i, "w" + i % 2});
        }
        rows.add(new String[] {TIME, "299", "-299"});
        add("app.t", rows);
        add("app.dim", dims);

        assertThat(RowStore.texts(store.ask(ask(2, List.of(measure("n")), null), 10, Long.MAX_VALUE)))
                .containsExactly(List.of("w1", "151"), List.of("w0", "150"));
    }

    /** Bound cells, whose key has more columns than the key of the cells. */
    @Test
    void attributesOfMoreValuesThanOneByteCounts() throws Exception {
        Spec spec = Specs.of(Specs.fact("v", "app.t", "at")
                .innerJoin("d", "app.dim", "id", "dim")
                .key("first", "d.first")
                .key("second", "d.second")
                .key("third", "d.third")
                .count("rows")
                .build());
        TestTypes types =
                TestTypes.of(spec).column("app.t", "at", ColumnType.TIMESTAMP).column("app.t", "dim", ColumnType.INT4);
        for (String column : List.of("id", "first", "second", "third")) {
            types.column("app.dim", column, ColumnType.INT4);
        }
        Store store = new Store(spec);
        TestRows facts = TestRows.of(types.table("app.t"));
        TestRows dims = TestRows.of(types.table("app.dim"));
        for (int i = 0; i < 600; i++) {
            facts.row(TIME, "" + i);
            dims.row("" + i, "" + i / 2, "" + i / 2, "" + i / 2);
        }
        for (String table : List.of("app.t", "app.dim")) {
            store.setTypes(spec.table(Specs.table(table)), types.table(table));
        }
        store.addRows(spec.table(Specs.table("app.dim")), dims.rows());
        store.bind();
        Rows rows = facts.rows();
        store.addRows(spec.table(Specs.table("app.t")), rows);
        Condition<Integer, Literal> last =
                new Condition.Compare<>(0, Condition.Operator.GREATER_OR_EQUAL, new Literal.Number("298"), false);

        assertThat(RowStore.texts(store.ask(ask(0, List.of(measure("n")), last), 10, Long.MAX_VALUE)))
                .containsExactlyInAnyOrder(List.of("298", "2"), List.of("299", "2"));
    }

    /** What is added up for a group takes 8 bytes a count, what is sorted by it 40, a value that is put out 8 more. */
    @Test
    void theValuesOfAnAnswerTakeRoomToo() throws Exception {
        List<String[]> rows = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            rows.add(new String[] {TIME, "" + i, null});
        }
        add("app.t", rows);
        CheckedAsk ask = ask(0, List.of(measure("n")), null);

        assertThat(store.ask(ask, 1000, 100_000).rows()).isEqualTo(1000);
        assertThatThrownBy(() -> store.ask(ask, 1000, 40_000)).isInstanceOf(UnanswerableException.class);
        assertThatThrownBy(() -> store.ask(ask, 1000, 54_000)).isInstanceOf(UnanswerableException.class);
    }

    @Test
    void sumsOfManyColumns() throws Exception {
        Specs.FactBuilder fact = Specs.fact("v", "app.t", "at").key("one");
        for (int i = 0; i < 40; i++) {
            fact.sum("sum" + i, "c" + i);
        }
        Spec spec = Specs.of(fact.build());
        TestTypes types = TestTypes.of(spec).column("app.t", "at", ColumnType.TIMESTAMP);
        types.column("app.t", "one", ColumnType.INT4);
        for (int i = 0; i < 40; i++) {
            types.column("app.t", "c" + i, ColumnType.NUMERIC);
        }
        Store store = new Store(spec);
        store.setTypes(0, types.table("app.t"));
        String[] row = new String[42];
        List<String> columns = spec.tables().get(0).columns();
        List<String> expected = new ArrayList<>(List.of("1"));
        for (int i = 0; i < 40; i++) {
            row[columns.indexOf("c" + i)] = i % 2 == 0 ? i + ".5" : "9".repeat(30) + i;
            expected.add(row[columns.indexOf("c" + i)]);
        }
        row[columns.indexOf("at")] = TIME;
        row[columns.indexOf("one")] = "1";
        store.addRows(0, TestRows.of(types.table("app.t")).row(row).rows());
        List<CheckedAsk.Column> outputs = new ArrayList<>(List.of(new CheckedAsk.Column.OfKey("k", 0)));
        List<CheckedAsk.Asked> measures = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            outputs.add(new CheckedAsk.Column.OfMeasure("sum" + i, i));
            measures.add(new CheckedAsk.Asked(i, null));
        }
        CheckedAsk ask = new CheckedAsk(
                0,
                outputs,
                List.of(new CheckedAsk.Grouping.ByKey(0)),
                measures,
                null,
                List.of(),
                List.of(),
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                0);

        assertThat(RowStore.texts(store.ask(ask, 10, Long.MAX_VALUE))).containsExactly(expected);
    }

    /** 70,000 matches of each of four joins are more than 2^63 together, of three not. */
    @Test
    void matchesPastCountingAreRefused() throws Exception {
        assertThat(RowStore.texts(matches(3))).containsExactly(List.of("1", "343000000000000"));
        assertThatThrownBy(() -> matches(4))
                .isInstanceOf(UnanswerableException.class)
                .hasMessage("a row has more matches in the joined tables than can be counted");
    }

    private static Answer matches(int joins) throws UnanswerableException {
        Specs.FactBuilder fact = Specs.fact("v", "app.t", "at").key("one");
        for (int i = 0; i < joins; i++) {
            fact.leftJoin("d" + i, "app.dim", "a", "one");
        }
        Spec spec = Specs.of(fact.count("rows").build());
        TestTypes types = TestTypes.of(spec)
                .column("app.t", "at", ColumnType.TIMESTAMP)
                .column("app.t", "one", ColumnType.INT4)
                .column("app.dim", "a", ColumnType.INT4);
        Store store = new Store(spec);
        for (int table = 0; table < spec.tables().size(); table++) {
            store.setTypes(table, types.table(spec.tables().get(table).name().toString()));
        }
        TestRows dims = TestRows.of(types.table("app.dim"));
        for (int i = 0; i < 70_000; i++) {
            dims.row("1");
        }
        store.addRows(spec.table(Specs.table("app.dim")), dims.rows());
        store.addRows(
                spec.table(Specs.table("app.t")),
                TestRows.of(types.table("app.t")).row(TIME, "1").rows());
        return store.ask(ask(0, List.of(measure("n")), null), 10, Long.MAX_VALUE);
    }

    @Test
    void countsOfValuesTakeRoom() throws Exception {
        assertThatThrownBy(() -> new ValueCounts(1000, 3, new Room(3999))).isInstanceOf(UnanswerableException.class);
        ValueCounts counts = new ValueCounts(1000, 3, new Room(5999));
        assertThatThrownBy(() -> counts.reserve(1500)).isInstanceOf(UnanswerableException.class);
        ValueCounts sparse = new ValueCounts(1, 1 << 30, new Room(100));
        assertThatThrownBy(() -> {
                    for (int code = 0; code < 10; code++) {
                        sparse.add(0, code, 1);
                    }
                })
                .isInstanceOf(UnanswerableException.class);
    }

    /** Among so many values some have the same hash of 32 bits. */
    @Test
    void valuesOfOneHashHaveCodesOfTheirOwn() {
        Random random = new Random(7);
        ColumnType uuid = ColumnType.UUID;
        Codes codes = Codes.of(uuid, Detached.NONE);
        int values = 200_000;
        byte[] value = new byte[16];
        for (int i = 0; i < values; i++) {
            random.nextBytes(value);
            Rows rows = new Rows(1);
            rows.addRow();
            rows.set(0, value, 0, value.length);
            codes.use(codes.findOrAdd(rows, 0, 0));
        }
        assertThat(codes.size()).isEqualTo(values);
    }
}
