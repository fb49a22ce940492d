package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import straum.domain.ask.AbandonedException;
import straum.domain.ask.CheckedAsk;
import straum.domain.spec.Spec;
import straum.domain.testing.Specs;
import straum.domain.testing.TestDetached;
import straum.domain.testing.TestRows;
import straum.domain.testing.TestTypes;
import straum.domain.value.ColumnType;
import straum.domain.value.Rows;

/** Asks that read on outside of the lock: what is kept for them, and for how long. */
class DetachedTest {
    private final TestDetached asks = new TestDetached();

    @Test
    void whatOneMayReadIsCopiedOnce() {
        Cells cells = new Cells(new Layouts(1, asks));
        cells.append(new int[] {7}, Cells.hash(new int[] {7}));
        Columns read = cells.page(0);
        assertThat(cells.toChange(0)).isSameAs(read);
        long first = asks.begin();
        Columns own = cells.toChange(0);
        assertThat(own).isNotSameAs(read).isSameAs(cells.toChange(0)).isSameAs(cells.page(0));
        cells.append(new int[] {8}, Cells.hash(new int[] {8}));
        assertThat(read.size()).isEqualTo(1);
        assertThat(cells.size()).isEqualTo(2);

        long second = asks.begin();
        asks.end(first);
        Columns later = cells.toChange(0);
        assertThat(later).isNotSameAs(own);
        asks.begin();
        asks.end(second);
        assertThat(cells.toChange(0)).as("the third may read it").isNotSameAs(later);
    }

    @Test
    void ofManyCellsThePageOfTheOneThatChangesIsCopied() {
        Cells cells = new Cells(new Layouts(1, asks));
        for (int key = 0; key < 3 * Cells.PAGE; key++) {
            cells.append(new int[] {key}, Cells.hash(new int[] {key}));
        }
        asks.begin();
        Cells asTheyAre = cells.asTheyAre();
        Buckets read = new Buckets();
        cells.collect(0, read);
        // The last cell takes the place of the first.
        cells.remove(0);
        assertThat(cells.code(0, 0)).isEqualTo(3 * Cells.PAGE - 1);
        assertThat(asTheyAre.size()).isEqualTo(3 * Cells.PAGE);
        for (int key = 0; key < 3 * Cells.PAGE; key++) {
            assertThat(asTheyAre.code(0, key)).isEqualTo(key);
            assertThat(read.columns(key / Cells.PAGE).code(0, Cells.inPage(key)))
                    .isEqualTo(key);
        }
        assertThat(cells.page(Cells.PAGE)).as("not changed").isSameAs(read.columns(1));
        assertThat(cells.page(0)).isNotSameAs(read.columns(0));
        assertThat(cells.page(2 * Cells.PAGE)).isNotSameAs(read.columns(2));
    }

    @Test
    void whatNobodyReadsAnyMoreIsNotCopied() {
        Cells cells = new Cells(new Layouts(1, asks));
        asks.end(asks.begin());
        Columns before = cells.page(0);
        assertThat(cells.toChange(0)).isSameAs(before);
        assertThatThrownBy(() -> asks.end(1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aCopyHasSumsOfAnySizeOfItsOwn() {
        Layouts layouts = new Layouts(0, asks);
        int sum = layouts.newSums();
        Columns cells = new Columns(layouts);
        cells.append(new int[0]);
        BigInteger large = BigInteger.TWO.pow(200);
        Sums.add(cells, sum, 0, large);
        asks.begin();
        Columns own = cells.own();
        Sums.add(own, sum, 0, large);
        assertThat(Sums.get(cells, sum, 0)).isEqualTo(large);
        assertThat(Sums.get(own, sum, 0)).isEqualTo(large.add(large));
    }

    @Test
    void aCodeGivenBackIsTakenAnewOnceNobodyCanHaveMetItsValue() {
        for (ColumnType type : List.of(ColumnType.INT4, ColumnType.TEXT)) {
            Codes codes = Codes.of(type, asks);
            int seven = add(codes, type, "7");
            long ask = asks.begin();
            CodeValues values = codes.values();
            codes.release(seven);
            assertThat(codes.find(TestRows.value(type, "7"))).isEqualTo(Codes.UNKNOWN);
            assertThat(add(codes, type, "8")).isNotEqualTo(seven);
            assertThat(values.value(seven, type)).isEqualTo(TestRows.value(type, "7"));
            asks.end(ask);
            assertThat(add(codes, type, "9")).isEqualTo(seven);
        }
    }

    /** Asks that overlap without an end keep no code for longer than each of them lasts. */
    @Test
    void codesDoNotGrowInNumberWhileAsksComeAndGo() {
        Codes codes = Codes.of(ColumnType.INT4, asks);
        long ask = asks.begin();
        for (int value = 0; value < 100_000; value++) {
            codes.release(add(codes, ColumnType.INT4, Integer.toString(value)));
            if (value % 10 == 0) {
                long next = asks.begin();
                asks.end(ask);
                ask = next;
            }
        }
        assertThat(codes.limit()).isLessThan(100);
    }

    @Test
    void valuesStayReadableWhileTheirRoomIsMadeAnew() {
        Codes codes = Codes.of(ColumnType.TEXT, asks);
        List<Integer> made = new ArrayList<>();
        for (int value = 0; value < 2000; value++) {
            made.add(add(codes, ColumnType.TEXT, "value " + value));
        }
        long ask = asks.begin();
        CodeValues values = codes.values();
        for (int value = 0; value < 2000; value++) {
            if (value % 4 > 0) {
                codes.release(made.get(value));
            }
        }
        for (int value = 0; value < 2000; value++) {
            assertThat(values.value(made.get(value), ColumnType.TEXT))
                    .isEqualTo(TestRows.value(ColumnType.TEXT, "value " + value));
            if (value % 4 == 0) {
                assertThat(codes.values().value(made.get(value), ColumnType.TEXT))
                        .isEqualTo(TestRows.value(ColumnType.TEXT, "value " + value));
            }
        }
        asks.end(ask);
    }

    private static int add(Codes codes, ColumnType type, String text) {
        int code = codes.findOrAdd(TestRows.of(type).row(text).rows(), 0, 0);
        codes.use(code);
        return code;
    }

    @Test
    void anAskThatNobodyWaitsForEndsWithoutAnAnswer() throws Exception {
        Spec spec =
                Specs.of(Specs.fact("v", "app.t", "at").key("k").count("rows").build());
        TestTypes types =
                TestTypes.of(spec).column("app.t", "at", ColumnType.TIMESTAMP).column("app.t", "k", ColumnType.INT4);
        Store store = new Store(spec, asks);
        store.setTypes(0, types.table("app.t"));
        TestRows rows = TestRows.of(types.table("app.t"));
        for (int k = 0; k < 100_000; k++) {
            rows.row("2026-11-13 09:05:00", Integer.toString(k));
        }
        Rows batch = rows.rows();
        store.addRows(0, batch);
        CheckedAsk ask = new CheckedAsk(
                0,
                List.of(new CheckedAsk.Column.OfMeasure("rows", 0)),
                List.of(),
                List.of(new CheckedAsk.Asked(0, null)),
                null,
                Long.MIN_VALUE,
                Long.MAX_VALUE);
        int[] asked = {0};
        try (Asking asking = store.asking(ask, 10, Long.MAX_VALUE, () -> ++asked[0] > 5)) {
            assertThat(asking.cells()).isEqualTo(100_000);
            asking.detach(() -> {});
            assertThatThrownBy(asking::answer).isInstanceOf(AbandonedException.class);
        }
        assertThat(store.ask(ask, 10, Long.MAX_VALUE).columns().get(0).values()[0])
                .isEqualTo(ColumnType.bytesOf(100_000, 8));
    }
}
