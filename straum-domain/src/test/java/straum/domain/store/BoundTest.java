package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import straum.domain.ask.CheckedAsk;
import straum.domain.spec.Spec;
import straum.domain.testing.RowStore;
import straum.domain.testing.Specs;
import straum.domain.testing.TestRows;
import straum.domain.testing.TestTypes;
import straum.domain.value.ColumnType;
import straum.domain.value.Rows;

/** Bound cells through changes that random ones seldom come upon. */
class BoundTest {
    private static final int SIDE = 20;

    private final Spec spec = Specs.of(Specs.fact("v", "app.t", "at")
            .leftJoin("one", "app.one", "id", "x")
            .leftJoin("two", "app.two", "id", "y")
            .key("first", "one.word")
            .key("second", "two.word")
            .count("rows")
            .build());
    private final TestTypes types = TestTypes.of(spec)
            .column("app.t", "at", ColumnType.TIMESTAMP)
            .column("app.t", "x", ColumnType.INT4)
            .column("app.t", "y", ColumnType.INT4)
            .column("app.one", "id", ColumnType.INT4)
            .column("app.one", "word", ColumnType.TEXT)
            .column("app.two", "id", ColumnType.INT4)
            .column("app.two", "word", ColumnType.TEXT);
    private final Store store = new Store(spec);

    private int table(String name) {
        return spec.table(Specs.table(name));
    }

    /** Each of so many x has each of so many y; one key of each dim changes, and some cells have both. */
    @Test
    void aCellThatTwoDimsConcernIsMovedOnce() throws Exception {
        TestRows facts = TestRows.of(types.table("app.t"));
        TestRows one = TestRows.of(types.table("app.one"));
        TestRows two = TestRows.of(types.table("app.two"));
        for (int x = 0; x < SIDE; x++) {
            one.row("" + x, "old");
            two.row("" + x, "old");
            for (int y = 0; y < SIDE; y++) {
                facts.row("2026-11-13 09:05:00", "" + x, "" + y);
            }
        }
        one.row("3", "new");
        two.row("7", "new");
        for (String table : List.of("app.t", "app.one", "app.two")) {
            store.setTypes(table(table), types.table(table));
        }
        store.addRows(table("app.t"), facts.rows());
        Rows ones = one.rows();
        Rows twos = two.rows();
        for (int row = 0; row < SIDE; row++) {
            store.insert(table("app.one"), ones, row);
            store.insert(table("app.two"), twos, row);
        }
        store.bind();
        store.update(table("app.one"), ones, 3, SIDE);
        store.update(table("app.two"), twos, 7, SIDE);
        store.settle();

        CheckedAsk ask = new CheckedAsk(
                0,
                List.of(
                        new CheckedAsk.Column.OfKey("first", 0),
                        new CheckedAsk.Column.OfKey("second", 1),
                        new CheckedAsk.Column.OfMeasure("rows", 0)),
                List.of(new CheckedAsk.Grouping.ByKey(0), new CheckedAsk.Grouping.ByKey(1)),
                List.of(new CheckedAsk.Asked(0, null)),
                null,
                Long.MIN_VALUE,
                Long.MAX_VALUE);
        assertThat(RowStore.texts(store.ask(ask, 10, Long.MAX_VALUE)))
                .containsExactlyInAnyOrder(
                        List.of("old", "old", "" + (SIDE - 1) * (SIDE - 1)),
                        List.of("new", "old", "" + (SIDE - 1)),
                        List.of("old", "new", "" + (SIDE - 1)),
                        List.of("new", "new", "1"));
    }
}
