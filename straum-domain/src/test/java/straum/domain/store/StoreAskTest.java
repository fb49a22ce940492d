package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.TimeKey;
import straum.domain.ask.UnanswerableException;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Condition;
import straum.domain.spec.Measure;
import straum.domain.spec.Ref;
import straum.domain.spec.Spec;
import straum.domain.spec.Via;
import straum.domain.spec.Width;
import straum.domain.testing.RowStore;
import straum.domain.testing.Specs;
import straum.domain.testing.TestRows;
import straum.domain.testing.TestTypes;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/** What an ask may say, each form on its own. */
class StoreAskTest {
    private static final int KIND = 0;
    private static final int REGION = 1;
    private static final int ROWS = 0;
    private static final int AMOUNT = 1;
    private static final int IN_EU = 2;
    private static final int HIGHEST = 3;
    private static final ColumnType MOOD = ColumnType.enumOf("mood", List.of("sad", "ok", "happy"));
    private static final String NULL = RowStore.NULL;

    /** An ask in the making, of all buckets. */
    private static final class Asked {
        private final List<CheckedAsk.Column> columns = new ArrayList<>();
        private final List<CheckedAsk.Grouping> groupBy = new ArrayList<>();
        private final List<CheckedAsk.Asked> measures = new ArrayList<>();
        private final List<CheckedAsk.Having> having = new ArrayList<>();
        private final List<CheckedAsk.Order> orderBy = new ArrayList<>();
        private @Nullable Condition<Integer, Literal> where;
        private long limit = Long.MAX_VALUE;
        private long offset;

        private Asked by(int key) {
            groupBy.add(new CheckedAsk.Grouping.ByKey(key));
            columns.add(new CheckedAsk.Column.OfKey("k" + key, groupBy.size() - 1));
            return this;
        }

        private Asked by(TimeKey time) {
            groupBy.add(new CheckedAsk.Grouping.ByTime(time));
            columns.add(new CheckedAsk.Column.OfKey("t", groupBy.size() - 1));
            return this;
        }

        private Asked measure(int measure) {
            return measure(measure, null);
        }

        private Asked measure(int measure, @Nullable Condition<Integer, Literal> filter) {
            measures.add(new CheckedAsk.Asked(measure, filter));
            columns.add(new CheckedAsk.Column.OfMeasure("m" + measures.size(), measures.size() - 1));
            return this;
        }

        private Asked where(Condition<Integer, Literal> condition) {
            where = condition;
            return this;
        }

        private Asked having(int asked, Condition.Operator operator, byte @Nullable [] value) {
            having.add(new CheckedAsk.Having(asked, operator, value));
            return this;
        }

        private Asked orderBy(int column, boolean descending, boolean nullsFirst) {
            orderBy.add(new CheckedAsk.Order(column, descending, nullsFirst));
            return this;
        }

        private Asked limit(long rows, long leftOut) {
            limit = rows;
            offset = leftOut;
            return this;
        }

        private CheckedAsk ask() {
            return new CheckedAsk(
                    0,
                    columns,
                    groupBy,
                    measures,
                    where,
                    having,
                    orderBy,
                    Long.MIN_VALUE,
                    Long.MAX_VALUE,
                    limit,
                    offset);
        }
    }

    private final Spec spec = Specs.of(Specs.fact("v", "app.events", "at")
            .widths(3600, Width.DAY)
            .key("mood")
            .leftJoin("a", "app.accounts", "id", "account_id")
            .key("region", "a.region")
            .count("rows")
            .sum("amount", "amount")
            .measure(new Measure(
                    "in_eu",
                    new Aggregate(Aggregate.Kind.COUNT_ROWS, null),
                    new Condition.Compare<>(
                            new Via.Attribute(0, "region"), Condition.Operator.EQUAL, text("eu"), false)))
            .measure(new Measure("highest", new Aggregate(Aggregate.Kind.MAX, "amount")))
            .build());

    private final TestTypes types = TestTypes.of(spec)
            .column("app.events", "at", ColumnType.TIMESTAMPTZ)
            .column("app.events", "mood", MOOD)
            .column("app.events", "account_id", ColumnType.INT4)
            .column("app.events", "amount", ColumnType.INT4)
            .column("app.accounts", "id", ColumnType.INT4)
            .column("app.accounts", "region", ColumnType.TEXT);

    private final Store store = new Store(spec);

    StoreAskTest() {
        for (int table = 0; table < spec.tables().size(); table++) {
            store.setTypes(table, types.table(spec.tables().get(table).name().toString()));
        }
        add("app.accounts", List.of("id", "region"), "1", "eu", "2", "us", "2", "eu", "3", null);
        add(
                "app.events",
                List.of("at", "mood", "account_id", "amount"),
                "2026-11-13 09:05:00+00",
                "happy",
                "1",
                "10",
                "2026-11-13 10:05:00+00",
                "sad",
                "2",
                "20",
                "2026-11-14 09:05:00+00",
                "ok",
                "3",
                "30",
                "2026-11-14 09:06:00+00",
                "sad",
                "1",
                null,
                "2026-12-01 00:00:00+00",
                null,
                null,
                "5");
    }

    private void add(String table, List<String> columns, @Nullable String... fields) {
        List<String> layout = spec.tables().get(spec.table(Specs.table(table))).columns();
        TestRows rows = TestRows.of(types.table(table));
        for (int from = 0; from < fields.length; from += columns.size()) {
            int row = from;
            rows.row(layout.stream()
                    .map(column -> fields[row + columns.indexOf(column)])
                    .toArray(String[]::new));
        }
        store.addRows(spec.table(Specs.table(table)), rows.rows());
    }

    private static Literal text(String text) {
        return new Literal.Text(text);
    }

    private static Condition<Integer, Literal> compare(int key, Condition.Operator operator, String value) {
        return new Condition.Compare<>(key, operator, text(value), false);
    }

    private static byte[] int8(long value) {
        return ColumnType.bytesOf(value, 8);
    }

    private List<List<String>> answer(Asked asked) throws UnanswerableException {
        return RowStore.texts(store.ask(asked.ask(), 100, Long.MAX_VALUE));
    }

    @Test
    void anEnumIsComparedAndSortedAsDeclared() throws Exception {
        assertThat(answer(new Asked().by(KIND).measure(ROWS)))
                .containsExactly(List.of("sad", "3"), List.of("ok", "1"), List.of("happy", "1"), List.of(NULL, "1"));
        assertThat(answer(new Asked().by(KIND).where(compare(KIND, Condition.Operator.GREATER, "sad"))))
                .containsExactly(List.of("ok"), List.of("happy"));
    }

    @Test
    void aConditionOverSeveralKeysIsMetMatchByMatch() throws Exception {
        Condition<Integer, Literal> either = new Condition.Or<>(List.of(
                compare(REGION, Condition.Operator.EQUAL, "us"), compare(KIND, Condition.Operator.EQUAL, "happy")));
        assertThat(answer(new Asked().by(KIND).by(REGION).measure(AMOUNT).where(either)))
                .containsExactly(List.of("sad", "us", "20"), List.of("happy", "eu", "10"));
        assertThat(answer(new Asked().by(KIND).measure(ROWS).where(new Condition.Not<>(either))))
                .containsExactly(List.of("sad", "2"));
    }

    @Test
    void aPatternIsTestedOnTheValuesThatCome() throws Exception {
        assertThat(answer(new Asked().by(REGION).measure(ROWS).where(new Condition.Like<>(REGION, text("_u")))))
                .containsExactly(List.of("eu", "3"));
    }

    @Test
    void aMeasuresOwnFilterIsMetMatchByMatchAndTheAsksBesideIt() throws Exception {
        Condition<Integer, Literal> sad = compare(KIND, Condition.Operator.EQUAL, "sad");
        assertThat(answer(new Asked()
                        .measure(ROWS)
                        .measure(IN_EU)
                        .measure(IN_EU, sad)
                        .measure(HIGHEST, sad)))
                .containsExactly(List.of("6", "3", "2", "20"));
    }

    @Test
    void aGroupStaysOfWhichNoRowMeetsTheFilter() throws Exception {
        assertThat(answer(new Asked()
                        .by(KIND)
                        .measure(ROWS, compare(KIND, Condition.Operator.EQUAL, "ok"))
                        .measure(AMOUNT, compare(KIND, Condition.Operator.EQUAL, "ok"))))
                .containsExactly(
                        List.of("sad", "0", NULL),
                        List.of("ok", "1", "30"),
                        List.of("happy", "0", NULL),
                        List.of(NULL, "0", NULL));
    }

    @Test
    void aFilterOnTheBucketReadsNoWiderOneAcrossItsEdge() throws Exception {
        Condition<Integer, Literal> before =
                compare(CheckedAsk.BUCKET, Condition.Operator.LESS, "2026-11-13 10:00:00+00");
        assertThat(answer(new Asked().measure(AMOUNT, before).measure(AMOUNT, new Condition.Not<>(before))))
                .containsExactly(List.of("10", "75"));
    }

    @Test
    void aTimeGroupedByIsTheEdgesOwn() throws Exception {
        assertThat(answer(new Asked()
                        .by(new TimeKey.Trunc(TimeKey.Unit.MONTH, ZoneId.of("America/New_York")))
                        .measure(ROWS)))
                .containsExactly(List.of("2026-11-01 04:00:00+00", "6"));
        assertThat(answer(new Asked()
                        .by(new TimeKey.Bin(2 * Width.DAY, 1_794_528_000L))
                        .measure(HIGHEST)))
                .containsExactly(List.of("2026-11-13 00:00:00+00", "30"), List.of("2026-12-01 00:00:00+00", "5"));
    }

    /** Days of Kathmandu begin at 18:15 UTC. */
    @Test
    void aBucketThatReachesOverTwoLocalDaysIsRefusedByNameWhereThereIsOne() throws Exception {
        Asked asked = new Asked()
                .by(new TimeKey.Trunc(TimeKey.Unit.DAY, ZoneId.of("Asia/Kathmandu")))
                .measure(ROWS);
        assertThat(answer(asked)).hasSize(3);
        add("app.events", List.of("at", "mood", "account_id", "amount"), "2026-11-13 18:05:00+00", "ok", "3", "1");
        assertThatThrownBy(() -> answer(asked))
                .isInstanceOf(UnanswerableException.class)
                .hasMessage("the bucket 2026-11-13 18:00:00+00, 1 hour wide, would straddle two days of Asia/Kathmandu:"
                        + " buckets of 15 minutes in that view could tell them");
    }

    @Test
    void havingIsMetByNoNull() throws Exception {
        assertThat(answer(new Asked().by(KIND).measure(AMOUNT).having(0, Condition.Operator.NOT_EQUAL, int8(30))))
                .containsExactly(List.of("sad", "40"), List.of("happy", "10"), List.of(NULL, "5"));
        assertThat(answer(new Asked().by(KIND).measure(AMOUNT).having(0, Condition.Operator.NOT_EQUAL, null)))
                .isEmpty();
    }

    @Test
    void rowsAreSortedAsAskedAndTiesByTheKeys() throws Exception {
        assertThat(answer(new Asked().by(KIND).measure(ROWS).orderBy(1, true, false)))
                .containsExactly(List.of("sad", "3"), List.of("ok", "1"), List.of("happy", "1"), List.of(NULL, "1"));
        assertThat(answer(new Asked()
                        .by(KIND)
                        .measure(ROWS)
                        .orderBy(1, false, false)
                        .orderBy(0, true, true)))
                .containsExactly(List.of(NULL, "1"), List.of("happy", "1"), List.of("ok", "1"), List.of("sad", "3"));
    }

    @Test
    void limitAndOffsetCutAfterSorting() throws Exception {
        Asked asked = new Asked().by(KIND).measure(ROWS).orderBy(0, true, false);
        assertThat(answer(asked.limit(2, 1))).containsExactly(List.of("ok", "1"), List.of("sad", "3"));
        assertThat(answer(asked.limit(Long.MAX_VALUE, 9))).isEmpty();
        assertThat(answer(asked.limit(0, 0))).isEmpty();
    }

    @Test
    void oneRowOfNoKeysGoesByHavingLimitAndOffsetAlone() throws Exception {
        Condition<Integer, Literal> none = new Condition.Or<>(List.of());
        assertThat(answer(new Asked()
                        .measure(ROWS)
                        .measure(AMOUNT)
                        .measure(HIGHEST)
                        .where(none)))
                .containsExactly(List.of("0", NULL, NULL));
        assertThat(answer(new Asked().measure(ROWS).where(none).having(0, Condition.Operator.GREATER, int8(0))))
                .isEmpty();
        assertThat(answer(new Asked().measure(ROWS).limit(0, 0))).isEmpty();
        assertThat(answer(new Asked().measure(ROWS).limit(5, 1))).isEmpty();
    }

    @Test
    void aLimitDoesNotLiftTheBoundOnGroups() {
        assertThatThrownBy(() -> store.ask(new Asked().by(KIND).limit(1, 0).ask(), 3, Long.MAX_VALUE))
                .isInstanceOfSatisfying(
                        UnanswerableException.class,
                        refused -> assertThat(refused.tooLarge()).isTrue())
                .hasMessage("there are more than 3 groups to pick the answer's rows from");
        assertThatThrownBy(() -> store.ask(new Asked().by(KIND).ask(), 3, Long.MAX_VALUE))
                .hasMessage("the answer has more than 3 rows");
    }

    @Test
    void anAskTakesNoMoreRoomThanItMay() throws Exception {
        CheckedAsk ask = new Asked()
                .by(KIND)
                .measure(ROWS)
                .measure(AMOUNT)
                .measure(HIGHEST)
                .ask();
        assertThat(store.ask(ask, 100, 1 << 20).rows()).isPositive();
        assertThatThrownBy(() -> store.ask(ask, 100, 100))
                .isInstanceOfSatisfying(
                        UnanswerableException.class,
                        refused -> assertThat(refused.tooLarge()).isTrue())
                .hasMessage(
                        "the answer takes more memory than an ask may: it has too many groups for so many measures");
    }

    /** Account 2 is there twice, as us and as eu; of the row of no mood and no account it is unknown. */
    @Test
    void aNegationHoldsOfEachMatchApart() throws Exception {
        Condition<Integer, Literal> sadInUs = new Condition.And<>(List.of(
                compare(KIND, Condition.Operator.EQUAL, "sad"), compare(REGION, Condition.Operator.EQUAL, "us")));
        assertThat(answer(new Asked().measure(ROWS).measure(ROWS, new Condition.Not<>(sadInUs))))
                .containsExactly(List.of("6", "4"));
        assertThat(answer(new Asked().measure(ROWS).where(new Condition.Not<>(sadInUs))))
                .containsExactly(List.of("4"));
    }

    @Test
    void infiniteEdgesAreBeyondEveryBucketAndNullIsNone() throws Exception {
        assertThat(answer(new Asked()
                        .measure(ROWS, compare(CheckedAsk.BUCKET, Condition.Operator.LESS, "infinity"))
                        .measure(ROWS, compare(CheckedAsk.BUCKET, Condition.Operator.GREATER_OR_EQUAL, "-infinity"))
                        .measure(ROWS, compare(CheckedAsk.BUCKET, Condition.Operator.LESS, "-infinity"))
                        .measure(ROWS, compare(CheckedAsk.BUCKET, Condition.Operator.GREATER_OR_EQUAL, "infinity"))
                        .measure(
                                ROWS,
                                new Condition.Compare<>(
                                        CheckedAsk.BUCKET,
                                        Condition.Operator.GREATER_OR_EQUAL,
                                        new Literal.Null(),
                                        false))))
                .containsExactly(List.of("6", "6", "0", "0", "0"));
    }

    /** One row of account 1, one of none, asked through a ref of that kind to the accounts of a region. */
    private static List<List<String>> joined(Ref.Kind kind, String region) throws Exception {
        Condition<String, Literal> ofRegion =
                new Condition.Compare<>("region", Condition.Operator.EQUAL, text(region), false);
        Spec spec = Specs.of(Specs.fact("v", "app.t", "at")
                .key("id")
                .join("a", "app.accounts", kind, ofRegion, "id", "id")
                .count("rows")
                .build());
        TestTypes types = TestTypes.of(spec)
                .column("app.t", "at", ColumnType.TIMESTAMP)
                .column("app.t", "id", ColumnType.INT4)
                .column("app.accounts", "id", ColumnType.INT4)
                .column("app.accounts", "region", ColumnType.TEXT);
        Store store = new Store(spec);
        for (int table = 0; table < 2; table++) {
            store.setTypes(table, types.table(spec.tables().get(table).name().toString()));
        }
        store.addRows(
                spec.table(Specs.table("app.accounts")),
                TestRows.of(types.table("app.accounts"))
                        .row("1", "eu")
                        .row("1", "eu")
                        .row("1", "us")
                        .rows());
        store.addRows(
                spec.table(Specs.table("app.t")),
                TestRows.of(types.table("app.t"))
                        .row("2026-11-13 09:05:00", "1")
                        .row("2026-11-13 09:05:00", null)
                        .rows());
        return RowStore.texts(store.ask(new Asked().by(0).measure(0).ask(), 10, Long.MAX_VALUE));
    }

    @Test
    void aRefsConditionIsPartOfItsMatching() throws Exception {
        assertThat(joined(Ref.Kind.INNER, "eu")).containsExactly(List.of("1", "2"));
        assertThat(joined(Ref.Kind.LEFT, "us")).containsExactly(List.of("1", "1"), List.of(NULL, "1"));
        assertThat(joined(Ref.Kind.LEFT, "apac")).containsExactly(List.of("1", "1"), List.of(NULL, "1"));
    }

    @Test
    void existsPassesARowOnceHoweverManyMatch() throws Exception {
        assertThat(joined(Ref.Kind.SEMI, "eu")).containsExactly(List.of("1", "1"));
        assertThat(joined(Ref.Kind.SEMI, "apac")).isEmpty();
    }

    @Test
    void notExistsPassesWhatMatchesNothingNullsToo() throws Exception {
        assertThat(joined(Ref.Kind.ANTI, "eu")).containsExactly(List.of(NULL, "1"));
        assertThat(joined(Ref.Kind.ANTI, "apac")).containsExactly(List.of("1", "1"), List.of(NULL, "1"));
    }
}
