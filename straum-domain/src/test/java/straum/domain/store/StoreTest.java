package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.TimeKey;
import straum.domain.ask.UnanswerableException;
import straum.domain.spec.Spec;
import straum.domain.testing.RowStore;
import straum.domain.testing.Specs;
import straum.domain.testing.TestRows;
import straum.domain.testing.TestTypes;
import straum.domain.value.ColumnType;
import straum.domain.value.Rows;

/** The view of the guide, and what has no place in a model. */
class StoreTest {
    private static final int ACCOUNTS = 0;
    private static final int EVENTS = 1;
    private static final int KIND = 0;
    private static final int REGION = 2;

    private final Spec spec = Specs.usage();
    private final TestTypes types = TestTypes.usage();
    private final Store store = typed(spec, types);

    private static Store typed(Spec spec, TestTypes types) {
        Store store = new Store(spec);
        for (int table = 0; table < spec.tables().size(); table++) {
            store.setTypes(table, types.table(spec.tables().get(table).name().toString()));
        }
        return store;
    }

    /** Events of a time, kind, account and amount, in the layout of their table. */
    private Rows events(@Nullable String... fields) {
        List<String> columns = spec.tables().get(EVENTS).columns();
        List<String> given = List.of("at", "kind", "account_id", "amount");
        TestRows rows = TestRows.of(types.table("app.events"));
        for (int from = 0; from < fields.length; from += given.size()) {
            int row = from;
            rows.row(columns.stream()
                    .map(column -> fields[row + given.indexOf(column)])
                    .toArray(String[]::new));
        }
        return rows.rows();
    }

    private Rows accounts(@Nullable String... idsAndRegions) {
        List<String> columns = spec.tables().get(ACCOUNTS).columns();
        TestRows rows = TestRows.of(types.table("app.accounts"));
        for (int from = 0; from < idsAndRegions.length; from += 2) {
            int row = from;
            rows.row(columns.stream()
                    .map(column -> idsAndRegions[row + (column.equals("id") ? 0 : 1)])
                    .toArray(String[]::new));
        }
        return rows.rows();
    }

    private static CheckedAsk ask(List<CheckedAsk.Column> columns, int... groupBy) {
        List<CheckedAsk.Grouping> by = new ArrayList<>();
        for (int key : groupBy) {
            by.add(
                    key == CheckedAsk.BUCKET
                            ? new CheckedAsk.Grouping.ByTime(new TimeKey.Bucket())
                            : new CheckedAsk.Grouping.ByKey(key));
        }
        List<CheckedAsk.Column> named = new ArrayList<>();
        List<CheckedAsk.Asked> measures = new ArrayList<>();
        for (CheckedAsk.Column column : columns) {
            if (column instanceof CheckedAsk.Column.OfKey key) {
                int grouping = Arrays.stream(groupBy).boxed().toList().indexOf(key.grouping());
                named.add(new CheckedAsk.Column.OfKey(key.name(), grouping));
            } else if (column instanceof CheckedAsk.Column.OfMeasure measure) {
                named.add(new CheckedAsk.Column.OfMeasure(measure.name(), measures.size()));
                measures.add(new CheckedAsk.Asked(measure.asked(), null));
            }
        }
        return new CheckedAsk(0, named, by, measures, null, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private static CheckedAsk byRegion() {
        return ask(
                List.of(
                        new CheckedAsk.Column.OfKey("region", REGION),
                        new CheckedAsk.Column.OfMeasure("events", 0),
                        new CheckedAsk.Column.OfMeasure("amount", 1)),
                REGION);
    }

    private List<List<String>> answer(CheckedAsk ask) throws UnanswerableException {
        return RowStore.texts(store.ask(ask, 1000, Long.MAX_VALUE));
    }

    @Test
    void aDimChangeMovesWhatItsRowsReadToInTheNextAnswer() throws Exception {
        store.addRows(ACCOUNTS, accounts("7", "eu", "132", "us"));
        store.addRows(
                EVENTS,
                events(
                        "2026-11-13 09:05:00+00",
                        "purchase",
                        "7",
                        "200.00",
                        "2026-11-13 09:06:00+00",
                        "purchase",
                        "7",
                        "20.00",
                        "2026-11-13 09:07:00+00",
                        "refund",
                        "132",
                        "-0.50",
                        "2026-11-13 09:08:00+00",
                        "refund",
                        "999",
                        "1.00"));
        assertThat(answer(byRegion()))
                .containsExactly(
                        List.of("eu", "2", "220.00"), List.of("us", "1", "-0.50"), List.of(RowStore.NULL, "1", "1.00"));
        Rows change = accounts("7", "eu", "7", "us");
        store.update(ACCOUNTS, change, 0, 1);
        assertThat(answer(byRegion()))
                .containsExactly(List.of("us", "3", "219.50"), List.of(RowStore.NULL, "1", "1.00"));
    }

    @Test
    void anAskOverNothingAnswersOneRow() throws Exception {
        CheckedAsk ask = ask(
                List.of(new CheckedAsk.Column.OfMeasure("events", 0), new CheckedAsk.Column.OfMeasure("amount", 1)));
        assertThat(answer(ask)).containsExactly(List.of("0", RowStore.NULL));
        assertThat(answer(byRegion())).isEmpty();
    }

    @Test
    void rowsWithoutATimeAreKeptAndNeverAnswered() throws Exception {
        Rows rows = events(
                null,
                "purchase",
                "7",
                "1.00",
                "infinity",
                "purchase",
                "7",
                "1.00",
                "-infinity",
                "purchase",
                "7",
                "1.00",
                "294276-12-31 00:00:00+00",
                "purchase",
                "7",
                "1.00");
        store.addRows(EVENTS, rows);
        assertThat(answer(byRegion())).isEmpty();
        assertThat(store.held().views().get(0).rows()).isEqualTo(4);
        assertThat(store.held().views().get(0).firstBucket()).isNull();
        for (int row = 0; row < 4; row++) {
            store.delete(EVENTS, rows, row);
        }
        assertThat(store.held().views().get(0).rows()).isZero();
        assertThatThrownBy(() -> store.delete(EVENTS, rows, 1)).isInstanceOf(RowException.class);
    }

    @Test
    void aTimeIsFlooredAlsoBefore1970() throws Exception {
        store.addRows(EVENTS, events("1969-12-31 23:59:59.999999+00", "purchase", "7", "1.00"));
        CheckedAsk ask = ask(List.of(new CheckedAsk.Column.OfKey("bucket", CheckedAsk.BUCKET)), CheckedAsk.BUCKET);
        assertThat(answer(ask)).containsExactly(List.of("1969-12-31 23:00:00+00"));
    }

    @Test
    void aRowThatWasNeverAddedIsRefusedByName() {
        store.addRows(EVENTS, events("2026-11-13 09:05:00+00", "purchase", "7", "200.00"));
        Rows other = events("2026-11-13 09:05:00+00", "purchase", "8", "200.00");
        assertThatThrownBy(() -> store.delete(EVENTS, other, 0))
                .isInstanceOf(RowException.class)
                .hasMessageContaining("app.events")
                .hasMessageContaining("account_id=8");
    }

    @Test
    void theLastRowOfACellMustBeTheOneThatIsLeft() {
        store.addRows(EVENTS, events("2026-11-13 09:05:00+00", "purchase", "7", "200.00"));
        Rows other = events("2026-11-13 09:05:00+00", "purchase", "7", "200.01");
        assertThatThrownBy(() -> store.delete(EVENTS, other, 0)).isInstanceOf(RowException.class);
    }

    @Test
    void aRowThatWasNeverAddedIsShownShortened() {
        assertThatThrownBy(() -> store.delete(EVENTS, events("2026-11-13 09:05:00+00", "x".repeat(300), "7", null), 0))
                .isInstanceOf(RowException.class)
                .hasMessageContaining("kind=" + "x".repeat(RowException.SHOWN) + "…")
                .hasMessageContaining("account_id=7");
    }

    @Test
    void aDeletedRowLeavesNoCell() throws Exception {
        Rows rows = events("2026-11-13 09:05:00+00", "purchase", "7", "200.00");
        store.addRows(EVENTS, rows);
        assertThat(store.cells()).isEqualTo(2);
        assertThat(store.codesInUse()).isEqualTo(2);
        store.delete(EVENTS, rows, 0);
        assertThat(store.cells()).isZero();
        assertThat(store.codesInUse()).isZero();
    }

    @Test
    void moreGroupsThanTheLimitAreRefused() throws Exception {
        store.addRows(
                EVENTS,
                events(
                        "2026-11-13 09:05:00+00",
                        "a",
                        "1",
                        "1.00",
                        "2026-11-13 09:05:00+00",
                        "b",
                        "1",
                        "1.00",
                        "2026-11-13 09:05:00+00",
                        "c",
                        "1",
                        "1.00"));
        CheckedAsk ask = ask(List.of(new CheckedAsk.Column.OfKey("kind", KIND)), KIND);
        assertThat(store.ask(ask, 3, Long.MAX_VALUE).rows()).isEqualTo(3);
        assertThatThrownBy(() -> store.ask(ask, 2, Long.MAX_VALUE))
                .isInstanceOfSatisfying(
                        UnanswerableException.class,
                        refused -> assertThat(refused.tooLarge()).isTrue());
    }

    @Test
    void groupsPastThoseThatLieDenseAreSortedAlike() throws Exception {
        int accounts = 3000;
        String[] fields = new String[accounts * 4];
        for (int i = 0; i < accounts; i++) {
            List<String> row =
                    List.of("2026-11-13 09:05:00+00", "k" + i % 7, Integer.toString(i * 37 % accounts), "0.01");
            System.arraycopy(row.toArray(new String[0]), 0, fields, 4 * i, 4);
        }
        store.addRows(EVENTS, events(fields));
        CheckedAsk ask = ask(
                List.of(new CheckedAsk.Column.OfKey("account_id", 1), new CheckedAsk.Column.OfMeasure("amount", 1)),
                1,
                KIND);
        List<List<String>> answer = RowStore.texts(store.ask(ask, accounts, Long.MAX_VALUE));
        assertThat(answer).hasSize(accounts);
        for (int i = 0; i < accounts; i++) {
            assertThat(answer.get(i)).containsExactly(Integer.toString(i), "0.01");
        }
        assertThatThrownBy(() -> store.ask(ask, accounts - 1, Long.MAX_VALUE))
                .isInstanceOfSatisfying(
                        UnanswerableException.class,
                        refused -> assertThat(refused.tooLarge()).isTrue());
    }

    @Test
    void aSumPastInt8NamesItsGroup() throws Exception {
        Spec sums = Specs.of(
                Specs.fact("v", "app.t", "at").key("k").sum("total", "n").build());
        TestTypes sumTypes = TestTypes.of(sums)
                .column("app.t", "at", ColumnType.TIMESTAMP)
                .column("app.t", "k", ColumnType.TEXT)
                .column("app.t", "n", ColumnType.INT4);
        Store of = typed(sums, sumTypes);
        // An int4 of eight bytes comes from no server: it spares this test two thousand million rows.
        ColumnType[] wide = sumTypes.table("app.t");
        wide[sums.tables().get(0).column("n")] = ColumnType.INT8;
        Rows rows = TestRows.of(wide)
                .row("2026-11-13 09:05:00", "a", "9223372036854775807")
                .row("2026-11-13 09:06:00", "a", "1")
                .row("2026-11-13 09:06:00", "b", "1")
                .rows();
        of.addRows(0, rows);
        CheckedAsk ask = ask(List.of(new CheckedAsk.Column.OfMeasure("total", 0)), 0);
        assertThatThrownBy(() -> of.ask(ask, 10, Long.MAX_VALUE))
                .isInstanceOfSatisfying(
                        UnanswerableException.class,
                        refused -> assertThat(refused.tooLarge()).isFalse())
                .hasMessage("total of k=a is beyond int8");
        of.delete(0, rows, 1);
        assertThat(RowStore.texts(of.ask(ask, 10, Long.MAX_VALUE)))
                .containsExactly(List.of("9223372036854775807"), List.of("1"));
    }

    @Test
    void rowsMultipliedPastALongAreCountedExactlyOrRefused() throws Exception {
        Spec joins = Specs.of(Specs.fact("v", "app.t", "at")
                .key("k")
                .innerJoin("a", "app.d", "k", "k")
                .innerJoin("b", "app.d", "k", "k")
                .innerJoin("c", "app.d", "k", "k")
                .innerJoin("d", "app.d", "k", "k")
                .sum("total", "n")
                .count("rows")
                .build());
        TestTypes joinTypes = TestTypes.of(joins)
                .column("app.t", "at", ColumnType.TIMESTAMP)
                .column("app.t", "k", ColumnType.INT2)
                .column("app.t", "n", ColumnType.INT8)
                .column("app.d", "k", ColumnType.INT4);
        Store of = typed(joins, joinTypes);
        TestRows dim = TestRows.of(joinTypes.table("app.d"));
        for (int i = 0; i < 50_000; i++) {
            dim.row("1");
        }
        int fact = joins.table(Specs.table("app.t"));
        int dimTable = joins.table(Specs.table("app.d"));
        of.addRows(dimTable, dim.rows());
        String[] row = new String[3];
        List<String> columns = joins.tables().get(fact).columns();
        row[columns.indexOf("at")] = "2026-11-13 09:05:00";
        row[columns.indexOf("k")] = "1";
        row[columns.indexOf("n")] = "4611686018427387904";
        Rows one = TestRows.of(joinTypes.table("app.t")).row(row).rows();
        of.addRows(fact, one);
        CheckedAsk sum = ask(List.of(new CheckedAsk.Column.OfMeasure("total", 0)));
        // 50,000^4 matches, 6.25 * 10^18, times 2^62
        assertThat(RowStore.texts(of.ask(sum, 1, Long.MAX_VALUE)))
                .containsExactly(List.of("28823037615171174400000000000000000000"));
        of.addRows(fact, one);
        CheckedAsk count = ask(List.of(new CheckedAsk.Column.OfMeasure("rows", 1)));
        assertThatThrownBy(() -> of.ask(count, 1, Long.MAX_VALUE)).hasMessage("rows of all rows is beyond int8");
        of.addRows(dimTable, dim.rows());
        assertThatThrownBy(() -> of.ask(count, 1, Long.MAX_VALUE))
                .isInstanceOf(UnanswerableException.class)
                .hasMessageContaining("more matches");
    }

    @Test
    void columnsOfTypesThatDoNotCompareCannotBeJoined() {
        Store untyped = new Store(spec);
        ColumnType[] accountTypes = types.table("app.accounts");
        Arrays.fill(accountTypes, ColumnType.TEXT);
        untyped.setTypes(ACCOUNTS, accountTypes);
        assertThatThrownBy(() -> untyped.setTypes(EVENTS, types.table("app.events")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("account_id");
    }

    @Test
    void whatIsHeldIsCounted() {
        assertThat(new Store(spec).held().views().get(0).bucketType()).isNull();
        assertThat(new Store(spec).span(0)).isNull();
        assertThat(store.span(0)).isNull();
        store.addRows(ACCOUNTS, accounts("7", "eu", "8", "us", null, "us"));
        store.addRows(
                EVENTS,
                events(
                        "2026-11-13 09:05:00+00",
                        "purchase",
                        "7",
                        "200.00",
                        "2026-11-13 10:05:00+00",
                        "purchase",
                        "7",
                        "200.00",
                        null,
                        "purchase",
                        "7",
                        "200.00"));
        Held held = store.held();
        Held.View view = held.views().get(0);
        assertThat(view.rows()).isEqualTo(3);
        assertThat(view.levels()).extracting(Held.HeldLevel::buckets).containsExactly(2L, 1L);
        assertThat(view.levels()).extracting(Held.HeldLevel::cells).containsExactly(2L, 1L);
        assertThat(view.firstBucket()).isEqualTo(1_794_560_400L);
        assertThat(view.lastBucket()).isEqualTo(1_794_564_000L);
        assertThat(view.bucketType()).isEqualTo(ColumnType.TIMESTAMPTZ);
        assertThat(view.keys())
                .extracting(Held.HeldColumn::type)
                .containsExactly(ColumnType.TEXT, ColumnType.INT4, ColumnType.TEXT);
        assertThat(view.measures())
                .extracting(Held.HeldColumn::type)
                .startsWith(ColumnType.INT8, ColumnType.NUMERIC)
                .doesNotContainNull();
        assertThat(store.span(0)).isEqualTo(new Held.Span(1_794_560_400L, 1_794_567_600L));
        assertThat(held.dims().get(0).rows()).isEqualTo(2);
        assertThat(held.bytes()).isPositive();
        store.truncate(EVENTS);
        assertThat(store.held().views().get(0).rows()).isZero();
        assertThat(store.cells()).isZero();
    }
}
