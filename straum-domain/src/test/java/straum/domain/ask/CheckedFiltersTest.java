package straum.domain.ask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static straum.domain.spec.Condition.Operator.EQUAL;
import static straum.domain.spec.Condition.Operator.GREATER;
import static straum.domain.spec.Condition.Operator.GREATER_OR_EQUAL;
import static straum.domain.spec.Condition.Operator.LESS;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import straum.domain.spec.Condition;
import straum.domain.spec.Spec;
import straum.domain.testing.Asks;
import straum.domain.testing.Specs;
import straum.domain.testing.TestTypes;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;
import straum.domain.value.Misfit;
import straum.domain.value.Place;

/** FILTER, HAVING, ORDER BY, LIMIT and OFFSET of an ask. */
class CheckedFiltersTest {
    private static final Spec USAGE = Specs.usage();
    private static final Types TYPES = TestTypes.usage();
    private static final Literal PURCHASE = new Literal.Text("purchase");
    private static final Literal TEN = new Literal.Number("10");

    private final Asks asks = Asks.of("usage").allBuckets();

    @Test
    void aMeasureIsFilteredByKeysAndByEdges() throws AskException {
        Literal nine = new Literal.Text("2026-11-13 09:00:00Z");
        CheckedAsk checked = check(asks.filtered(
                "amount",
                "bought",
                asks.compare("kind", EQUAL, PURCHASE),
                new Condition.Not<>(asks.compare("bucket", GREATER_OR_EQUAL, nine)),
                asks.compare("bucket", LESS, nine)));

        assertThat(checked.columns()).containsExactly(new CheckedAsk.Column.OfMeasure("bought", 0));
        assertThat(checked.measures())
                .containsExactly(new CheckedAsk.Asked(
                        1,
                        new Condition.And<>(List.of(
                                new Condition.Compare<>(0, EQUAL, PURCHASE, false),
                                new Condition.Not<>(
                                        new Condition.Compare<>(CheckedAsk.BUCKET, GREATER_OR_EQUAL, nine, false)),
                                new Condition.Compare<>(CheckedAsk.BUCKET, LESS, nine, false)))));
    }

    @Test
    void aMeasureIsComputedOnceAFilter() throws AskException {
        CheckedAsk checked = check(asks.outputs("amount")
                .filtered("amount", "plain")
                .filtered("amount", "bought", asks.compare("kind", EQUAL, PURCHASE))
                .filtered("amount", "again", asks.compare("kind", EQUAL, PURCHASE))
                .filtered("amount", "viewed", asks.compare("kind", EQUAL, new Literal.Text("view")))
                .filtered("events", "purchases", asks.compare("kind", EQUAL, PURCHASE)));

        assertThat(checked.columns())
                .containsExactly(
                        new CheckedAsk.Column.OfMeasure("amount", 0),
                        new CheckedAsk.Column.OfMeasure("plain", 0),
                        new CheckedAsk.Column.OfMeasure("bought", 1),
                        new CheckedAsk.Column.OfMeasure("again", 1),
                        new CheckedAsk.Column.OfMeasure("viewed", 2),
                        new CheckedAsk.Column.OfMeasure("purchases", 3));
        assertThat(checked.measures()).hasSize(4);
    }

    @Test
    void anEdgeInAFilterIsOne() {
        AskException refused = refusal(
                asks.filtered("events", "e", asks.compare("bucket", LESS, new Literal.Text("2026-11-13 09:15:00Z"))));

        assertThat(refused.error())
                .isEqualTo(new AskError.RangeUnaligned(
                        "'2026-11-13 09:15:00Z'", "1 hour", "2026-11-13T09:00:00Z", "2026-11-13T10:00:00Z"));
    }

    @Test
    void aFilterOnlyBoundsTheBucket() {
        Literal nine = new Literal.Text("2026-11-13 09:00:00Z");
        AskError expected = new AskError.BadCondition(
                "the bucket can only be bounded, also in FILTER", "write bucket >= a AND bucket < b");

        assertThat(refusal(asks.filtered("events", "e", asks.compare("bucket", GREATER, nine)))
                        .error())
                .isEqualTo(expected);
        Asks isNull = Asks.of("usage").allBuckets();
        assertThat(refusal(isNull.filtered("events", "e", new Condition.IsNull<>(new Name("bucket", new Place(1, 9)))))
                        .error())
                .isEqualTo(expected);
    }

    @Test
    void aFilterTestsNoMeasure() {
        assertThat(refusal(asks.filtered("events", "e", asks.compare("amount", LESS, TEN)))
                        .error())
                .isEqualTo(new AskError.UnknownName(
                        "amount is a measure, and FILTER can only test keys",
                        "the keys of usage are kind, account_id, region, bucket"));
    }

    @Test
    void onlyAMeasureOfTheViewIsFiltered() {
        assertThat(refusal(asks.filtered("amuont", "a")).error())
                .isEqualTo(new AskError.UnknownName("usage has no measure named amuont", "did you mean amount?"));
        assertThat(refusal(Asks.of("usage").allBuckets().filtered("kind", "a")).error())
                .isEqualTo(new AskError.UnknownName(
                        "kind is a key, and measure(...) takes measures", "the measures of usage are events, amount"));
    }

    @Test
    void valuesOfAFilterFitTheirKeys() {
        AskException refused =
                refusal(asks.filtered("events", "e", asks.compare("account_id", LESS, new Literal.Number("1.5"))));

        assertThat(refused.error())
                .isEqualTo(new AskError.WrongType(
                        "account_id",
                        new Misfit("1.5", "int4", "it holds whole numbers from -2147483648 to 2147483647")));
        assertThat(refused.place()).isEqualTo(new Place(1, 3));
    }

    @Test
    void likeMatchesText() throws AskException {
        assertThat(check(asks.outputs("events").where(asks.like("kind", new Literal.Text("p%\\%"))))
                        .where())
                .isEqualTo(new Condition.And<>(List.of(new Condition.Like<>(0, new Literal.Text("p%\\%")))));

        Asks number = Asks.of("usage").outputs("events").allBuckets();
        AskException refused = refusal(number.where(number.like("account_id", new Literal.Text("1%"))));
        assertThat(refused.error())
                .isEqualTo(new AskError.BadCondition(
                        "account_id is of type int4, and LIKE only matches text", "compare it with = or IN"));
        assertThat(refused.place()).isEqualTo(new Place(1, 3));
    }

    @Test
    void likeMatchesNoBpcharWithoutALength() {
        Types types = TestTypes.usage().column("app.events", "kind", ColumnType.bpchar(-1));
        Asks ask = asks.outputs("events").where(asks.like("kind", new Literal.Text("p%")));
        AskException refused = catchThrowableOfType(AskException.class, () -> CheckedAsk.of(USAGE, types, ask.ask()));

        assertThat(Objects.requireNonNull(refused).error())
                .isEqualTo(new AskError.BadCondition(
                        "kind is of type bpchar without a length, whose spaces at the end are not kept,"
                                + " and LIKE would tell them",
                        "compare it with = or IN, or declare the column as char(n) or text"));
        assertThat(refused.place()).isEqualTo(new Place(1, 3));
    }

    @Test
    void onlyABoolIsAConditionByItself() {
        AskException refused = refusal(asks.outputs("events").where(asks.holds("kind")));

        assertThat(refused.error())
                .isEqualTo(new AskError.BadCondition(
                        "kind is of type text, and only a bool is a condition by itself",
                        "compare it, or write kind IS NOT NULL"));
        assertThat(refused.place()).isEqualTo(new Place(1, 3));
    }

    @Test
    void aGroupIsComparedByMeasuresPutOutAndNot() throws AskException {
        CheckedAsk checked = check(asks.outputAs("events", "n")
                .filtered("amount", "bought", asks.compare("kind", EQUAL, PURCHASE))
                .having("events", GREATER, TEN)
                .having("n", LESS, new Literal.Text("20"))
                .having("bought", GREATER, new Literal.Number("1.50"))
                .having("amount", GREATER, new Literal.Null())
                .having("amount", asks.compare("kind", EQUAL, PURCHASE), LESS, TEN));

        assertThat(checked.measures()).hasSize(3);
        assertThat(checked.having()).extracting(CheckedAsk.Having::asked).containsExactly(0, 0, 1, 2, 1);
        assertThat(checked.having())
                .extracting(CheckedAsk.Having::operator)
                .containsExactly(GREATER, LESS, GREATER, GREATER, LESS);
        assertThat(checked.having().get(0).value()).isEqualTo(ColumnType.bytesOf(10, 8));
        assertThat(checked.having().get(1).value()).isEqualTo(ColumnType.bytesOf(20, 8));
        assertThat(checked.having().get(2).value()).isEqualTo(ColumnType.NUMERIC.read(new Literal.Number("1.50")));
        assertThat(checked.having().get(3).value()).isNull();
    }

    @Test
    void aMeasureOfTheViewComesBeforeAnOutputOfItsName() throws AskException {
        CheckedAsk checked = check(asks.outputAs("events", "amount").having("amount", GREATER, TEN));

        assertThat(checked.measures().get(checked.having().get(0).asked())).isEqualTo(new CheckedAsk.Asked(1, null));
    }

    @Test
    void aGroupIsNotComparedByWhatIsNoMeasure() {
        assertThat(refusal(asks.outputs("events").having("evnts", GREATER, TEN)).error())
                .isEqualTo(new AskError.UnknownName("usage has no measure named evnts", "did you mean events?"));
        AskException key =
                refusal(Asks.of("usage").allBuckets().outputs("events").having("kind", EQUAL, PURCHASE));
        assertThat(key.error())
                .isEqualTo(new AskError.UnknownName(
                        "kind is a key, and HAVING can only test measures",
                        "WHERE tests keys; the measures of usage are events, amount"));
        assertThat(key.place()).isEqualTo(new Place(1, 3));
    }

    @Test
    void aGroupIsComparedWithAValueOfTheMeasuresType() {
        AskException refused = refusal(asks.outputs("events").having("events", GREATER, new Literal.Number("1.5")));

        assertThat(refused.error())
                .isEqualTo(new AskError.WrongType(
                        "events",
                        new Misfit(
                                "1.5",
                                "int8",
                                "it holds whole numbers from -9223372036854775808 to 9223372036854775807")));
        assertThat(refused.place()).isEqualTo(new Place(1, 4));
    }

    @Test
    void anAnswerIsSortedByOutputsAndByWhatTheyAre() throws AskException {
        Ask.Time day = asks.trunc("day");
        CheckedAsk checked = check(asks.outputAs("region", "r")
                .outputAs("events", "kind")
                .filtered("amount", "bought", asks.compare("kind", EQUAL, PURCHASE))
                .outputAs("amount", "a")
                .time(day, "day")
                .groupBy("region", "day")
                .orderBy(new Ask.Item.Output(2, new Place(1, 90)), true, false)
                .orderBy("r", "region", "kind", "events", "a", "amount", "day")
                .orderBy(new Ask.Item.Timed(asks.trunc("day")), false, true));

        assertThat(checked.orderBy())
                .containsExactly(
                        new CheckedAsk.Order(2, true, false),
                        new CheckedAsk.Order(0, false, false),
                        new CheckedAsk.Order(0, false, false),
                        new CheckedAsk.Order(1, false, false),
                        new CheckedAsk.Order(1, false, false),
                        new CheckedAsk.Order(3, false, false),
                        new CheckedAsk.Order(3, false, false),
                        new CheckedAsk.Order(4, false, false),
                        new CheckedAsk.Order(4, false, true));
    }

    @ParameterizedTest
    @ValueSource(strings = {"region", "amount", "bucket"})
    void anAnswerIsNotSortedByWhatIsNotPutOut(String name) {
        AskException refused = refusal(asks.outputs("events").groupBy("region").orderBy(name));

        assertThat(refused.error())
                .isEqualTo(new AskError.Ordering(
                        name + " is sorted by and not put out", "add " + name + " to the outputs, or sort by another"));
        assertThat(refused.place()).isEqualTo(new Place(1, 4));
    }

    @Test
    void anAnswerIsNotSortedByATimeThatIsNotPutOut() {
        Ask.Item day = new Ask.Item.Timed(asks.trunc("day"));

        assertThat(refusal(asks.outputs("events").orderBy(day, false, false))
                        .error()
                        .message())
                .isEqualTo("date_trunc('day', bucket) is sorted by and not put out");
    }

    @Test
    void anUnknownNameToSortByIsRefusedWithTheNearestOutput() {
        assertThat(refusal(asks.outputAs("events", "total").orderBy("totl")).error())
                .isEqualTo(new AskError.UnknownName(
                        "usage has no key, measure or output named totl", "did you mean total?"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "5.0", "05"})
    void rowsAreCountedByNumbersAndTexts(String five) throws AskException {
        CheckedAsk checked =
                check(asks.outputs("events").limit(new Literal.Number(five)).offset(new Literal.Text("5")));

        assertThat(checked.limit()).isEqualTo(5);
        assertThat(checked.offset()).isEqualTo(5);
    }

    @Test
    void withoutALimitAllRowsAreAnswered() throws AskException {
        CheckedAsk checked = check(asks.outputs("events"));

        assertThat(checked.limit()).isEqualTo(Long.MAX_VALUE);
        assertThat(checked.offset()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"-1, -1", "1.5, 1.5", "9223372036854775808, 9223372036854775808", "1e3x, 1e3x"})
    void rowsAreWholeAndNotLessThanNone(String count, String shown) {
        assertThat(refusal(asks.outputs("events").limit(new Literal.Number(count)))
                        .error())
                .isEqualTo(new AskError.BadCount(
                        "LIMIT takes a whole number, 0 or more, and not " + shown, "leave LIMIT out for all rows"));
        AskException offset =
                refusal(Asks.of("usage").allBuckets().outputs("events").offset(new Literal.Text(count)));
        assertThat(offset.error())
                .isEqualTo(new AskError.BadCount(
                        "OFFSET takes a whole number, 0 or more, and not '" + shown + "'",
                        "leave OFFSET out for none"));
        assertThat(offset.place()).isEqualTo(new Place(1, 3));
    }

    @Test
    void rowsAreNotCountedByNull() {
        assertThat(refusal(asks.outputs("events").limit(new Literal.Null()))
                        .error()
                        .message())
                .isEqualTo("LIMIT takes a whole number, 0 or more, and not null");
        assertThat(refusal(asks.limit(new Literal.Bool(true))).error().message())
                .isEqualTo("LIMIT takes a whole number, 0 or more, and not true");
    }

    private static CheckedAsk check(Asks asks) throws AskException {
        return Objects.requireNonNull(CheckedAsk.of(USAGE, TYPES, asks.ask()));
    }

    private static AskException refusal(Asks asks) {
        return catchThrowableOfType(AskException.class, () -> CheckedAsk.of(USAGE, TYPES, asks.ask()));
    }
}
