package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
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

/** What bounds an ask: that nobody wants its answer any more, and the room it may take, whatever it does with them. */
class AskingLimitsTest {
    private static final String TIME = "2026-11-13 09:05:00";

    private static Store store(Spec spec, TestTypes types) {
        Store store = new Store(spec);
        for (int table = 0; table < spec.tables().size(); table++) {
            store.setTypes(table, types.table(spec.tables().get(table).name().toString()));
        }
        return store;
    }

    private static CheckedAsk ask(Condition<Integer, Literal> where) {
        return new CheckedAsk(
                0,
                List.of(new CheckedAsk.Column.OfMeasure("rows", 0)),
                List.of(),
                List.of(new CheckedAsk.Asked(0, null)),
                where,
                Long.MIN_VALUE,
                Long.MAX_VALUE);
    }

    @Test
    void anAskOfFewCellsAndManyMatchesAsksAgainWhetherAnybodyWantsIt() throws Exception {
        Spec spec = Specs.of(Specs.fact("v", "app.f", "at")
                .leftJoin("d", "app.d", "id", "a")
                .leftJoin("o", "app.o", "id", "d.o")
                .key("r", "d.r")
                .key("c", "o.c")
                .count("rows")
                .build());
        TestTypes types = TestTypes.of(spec)
                .column("app.f", "at", ColumnType.TIMESTAMP)
                .column("app.f", "a", ColumnType.INT4)
                .column("app.d", "id", ColumnType.INT4)
                .column("app.d", "o", ColumnType.INT4)
                .column("app.d", "r", ColumnType.INT4)
                .column("app.o", "id", ColumnType.INT4)
                .column("app.o", "c", ColumnType.INT4);
        Store store = store(spec, types);
        for (String name : List.of("app.d", "app.o")) {
            TestRows rows = TestRows.of(types.table(name));
            List<String> columns =
                    spec.tables().get(spec.table(Specs.table(name))).columns();
            for (int i = 0; i < 1500; i++) {
                String different = String.valueOf(i);
                rows.row(columns.stream()
                        .map(column -> column.equals("r") || column.equals("c") ? different : "1")
                        .toArray(String[]::new));
            }
            store.addRows(spec.table(Specs.table(name)), rows.rows());
        }
        TestRows facts = TestRows.of(types.table("app.f"));
        List<String> columns =
                spec.tables().get(spec.table(Specs.table("app.f"))).columns();
        facts.row(
                columns.stream().map(column -> column.equals("at") ? TIME : "1").toArray(String[]::new));
        store.addRows(spec.table(Specs.table("app.f")), facts.rows());

        AtomicInteger asked = new AtomicInteger();
        Asking asking = store.asking(ask(null), 10, Long.MAX_VALUE, () -> {
            asked.incrementAndGet();
            return false;
        });

        assertThat(RowStore.texts(asking.answer())).containsExactly(List.of("2250000"));
        assertThat(asked.get()).isGreaterThan(10);
    }

    @Test
    void conditionsOverManyValuesTakeRoom() {
        Spec spec = Specs.of(
                Specs.fact("v", "app.t", "at").key("a").key("b").count("rows").build());
        TestTypes types = TestTypes.of(spec)
                .column("app.t", "at", ColumnType.TIMESTAMP)
                .column("app.t", "a", ColumnType.INT4)
                .column("app.t", "b", ColumnType.INT4);
        Store store = store(spec, types);
        TestRows rows = TestRows.of(types.table("app.t"));
        List<String> columns = spec.tables().get(0).columns();
        for (int i = 0; i < 50_000; i++) {
            String value = String.valueOf(i);
            rows.row(columns.stream()
                    .map(column -> column.equals("at") ? TIME : value)
                    .toArray(String[]::new));
        }
        store.addRows(0, rows.rows());
        List<Condition<Integer, Literal>> all = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            Literal value = new Literal.Number(String.valueOf(i));
            all.add(new Condition.Or<>(List.of(
                    new Condition.Compare<>(0, Condition.Operator.GREATER, value, false),
                    new Condition.Compare<>(1, Condition.Operator.GREATER, value, false))));
        }

        // 1,000 comparisons, each with two bits for every value, are 12 MB.
        assertThatThrownBy(() -> store.ask(ask(new Condition.And<>(all)), 10, 1 << 20))
                .isInstanceOfSatisfying(
                        UnanswerableException.class,
                        refused -> assertThat(refused.tooLarge()).isTrue());
    }
}
