package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Measure;
import straum.domain.spec.Spec;
import straum.domain.spec.Width;
import straum.domain.testing.Specs;
import straum.domain.testing.TestRows;
import straum.domain.testing.TestTypes;
import straum.domain.value.ColumnType;
import straum.domain.value.Rows;

class CellCountTest {
    private final Spec spec = Specs.of(Specs.fact("usage", "app.events", "at")
            .widths(3600, Width.DAY)
            .leftJoin("a", "app.accounts", "id", "account_id")
            .key("region", "a.region")
            .measure(new Measure("kinds", new Aggregate(Aggregate.Kind.COUNT_DISTINCT, "kind")))
            .build());
    private final TestTypes types = TestTypes.of(spec)
            .column("app.events", "at", ColumnType.TIMESTAMPTZ)
            .column("app.events", "kind", ColumnType.TEXT)
            .column("app.events", "account_id", ColumnType.INT4)
            .column("app.accounts", "id", ColumnType.INT4)
            .column("app.accounts", "region", ColumnType.TEXT);
    private final Store store = new Store(spec);
    private final int events = spec.table(Specs.table("app.events"));

    @Test
    void cellsValueCellsAndBoundCellsCount() throws RowException {
        for (int table = 0; table < spec.tables().size(); table++) {
            store.setTypes(table, types(table));
        }
        Rows rows = rows();
        store.addRows(events, rows);
        // By account, at two widths and of no time.
        int cells = 2 + 1;
        // Of two kinds in an account, at two widths, and of one at no time.
        int valueCells = 4 + 1;
        assertThat(store.cells()).isEqualTo(cells + valueCells);
        store.bind();
        // By region what was by account; what has no time is not bound.
        assertThat(store.cells()).isEqualTo(cells + valueCells + 2 + 4);
        Held.View told = store.held().views().get(0);
        assertThat(told.cells()).isEqualTo(store.cells());
        assertThat(told.valueCells()).isEqualTo(valueCells);
        assertThat(told.boundCells()).isEqualTo(2 + 4);
        for (int row = 0; row < rows.size(); row++) {
            store.delete(events, rows, row);
        }
        assertThat(store.cells()).isZero();
    }

    @Test
    void theViewWithMostCellsIsToldWithWhatMakesThemMany() {
        assertThat(store.largest()).as("before the load").isNull();
        for (int table = 0; table < spec.tables().size(); table++) {
            store.setTypes(table, types(table));
        }
        assertThat(store.largest()).as("without a row").isNull();
        store.addRows(events, rows());

        assertThat(store.largest()).isEqualTo(new Largest("usage", 3 + 5, "kind", true, 5));

        TestRows others = TestRows.of(types(events));
        for (int account = 3; account < 20; account++) {
            add(others, "2026-11-13 09:05:00+00", null, String.valueOf(account));
        }
        store.addRows(events, others.rows());
        assertThat(store.largest()).isEqualTo(new Largest("usage", 8 + 2 * 17, "account_id", false, 19));
    }

    @Test
    void aViewWithoutKeysHasManyCellsByNoColumn() {
        Spec bare = Specs.of(Specs.fact("hours", "app.events", "at").count("n").build());
        TestTypes its = TestTypes.of(bare).column("app.events", "at", ColumnType.TIMESTAMPTZ);
        Store hours = new Store(bare);
        hours.setTypes(0, its.table("app.events"));
        hours.addRows(
                0,
                TestRows.of(its.table("app.events"))
                        .row("2026-11-13 09:05:00+00")
                        .rows());

        assertThat(hours.largest()).isEqualTo(new Largest("hours", 1, null, false, 0));
    }

    @Test
    void theCellsOfAllViewsCount() {
        Spec two = Specs.of(
                Specs.fact("by_kind", "app.events", "at").key("kind").count("n").build(),
                Specs.fact("by_none", "app.events", "at").count("n").build());
        TestTypes its = TestTypes.of(two)
                .column("app.events", "at", ColumnType.TIMESTAMPTZ)
                .column("app.events", "kind", ColumnType.TEXT);
        Store both = new Store(two);
        both.setTypes(0, its.table("app.events"));
        both.addRows(
                0,
                TestRows.of(its.table("app.events"))
                        .row("2026-11-13 09:05:00+00", "purchase")
                        .row("2026-11-13 09:05:00+00", "refund")
                        .rows());
        assertThat(both.cells()).isEqualTo(2 + 1);
    }

    private Rows rows() {
        TestRows rows = TestRows.of(types(events));
        add(rows, "2026-11-13 09:05:00+00", "purchase", "1");
        add(rows, "2026-11-13 09:10:00+00", "refund", "1");
        add(rows, null, "purchase", "2");
        return rows.rows();
    }

    private void add(TestRows rows, @Nullable String at, @Nullable String kind, String account) {
        List<String> given = List.of("at", "kind", "account_id");
        @Nullable String[] values = {at, kind, account};
        rows.row(spec.tables().get(events).columns().stream()
                .map(column -> values[given.indexOf(column)])
                .toArray(String[]::new));
    }

    private ColumnType[] types(int table) {
        return types.table(spec.tables().get(table).name().toString());
    }
}
