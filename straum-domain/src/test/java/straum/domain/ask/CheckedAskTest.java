package straum.domain.ask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import straum.domain.spec.Condition;
import straum.domain.spec.Spec;
import straum.domain.testing.Asks;
import straum.domain.testing.Specs;
import straum.domain.testing.TestTypes;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;
import straum.domain.value.Misfit;
import straum.domain.value.Place;

class CheckedAskTest {
    private static final Spec USAGE = Specs.usage();
    private static final Types TYPES = TestTypes.usage();

    /** 2026-11-13 09:00 UTC in epoch seconds. */
    private static final long NINE = 1_794_560_400;

    @Test
    void namesBecomePlacesInTheView() throws AskException {
        CheckedAsk checked = check(Asks.of("usage")
                .outputs("region", "events")
                .outputAs("bucket", "hour")
                .outputs("amount")
                .groupBy("bucket", "region", "kind")
                .allBuckets());

        assertThat(checked.fact()).isZero();
        assertThat(checked.columns())
                .containsExactly(
                        new CheckedAsk.Column.OfKey("region", 1),
                        new CheckedAsk.Column.OfMeasure("events", 0),
                        new CheckedAsk.Column.OfKey("hour", 0),
                        new CheckedAsk.Column.OfMeasure("amount", 1));
        assertThat(checked.groupBy())
                .containsExactly(
                        new CheckedAsk.Grouping.ByTime(new TimeKey.Bucket()),
                        new CheckedAsk.Grouping.ByKey(2),
                        new CheckedAsk.Grouping.ByKey(0));
        assertThat(checked.measures()).containsExactly(new CheckedAsk.Asked(0, null), new CheckedAsk.Asked(1, null));
    }

    @Test
    void conditionsComeToKeysAndKeepTheirValues() throws AskException {
        CheckedAsk checked = check(Asks.of("usage")
                .outputs("events")
                .where("account_id", new Literal.Number("7"), new Literal.Text("18"), new Literal.Null())
                .whereNotNull("region")
                .allBuckets());

        assertThat(checked.where())
                .isEqualTo(new Condition.And<>(List.of(
                        new Condition.In<>(
                                1, List.of(new Literal.Number("7"), new Literal.Text("18"), new Literal.Null())),
                        new Condition.Not<>(new Condition.IsNull<>(2)))));
    }

    @Test
    void boundsAreEdgesInEpochSecondsAndOpenOnesTheEndsOfTime() throws AskException {
        CheckedAsk both = check(events().from("2026-11-13T09:00:00Z").to("2026-11-13 12:00:00+01"));
        assertThat(both.from()).isEqualTo(NINE);
        assertThat(both.to()).isEqualTo(NINE + 7200);

        CheckedAsk open = check(events().allBuckets());
        assertThat(open.from()).isEqualTo(Long.MIN_VALUE);
        assertThat(open.to()).isEqualTo(Long.MAX_VALUE);

        assertThat(check(events().from("1969-12-31 23:00:00Z")).from()).isEqualTo(-3600);
        assertThat(check(events().to("0214-02-05 15:00:00Z BC")).to()).isEqualTo(-68_885_715_600L);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-13 09:00:00.000001Z, 2026-11-13T09:00:00Z, 2026-11-13T10:00:00Z",
        "2026-11-13 08:59:59.999999Z, 2026-11-13T08:00:00Z, 2026-11-13T09:00:00Z",
        "1969-12-31 23:59:59.5Z,      1969-12-31T23:00:00Z, 1970-01-01T00:00:00Z",
        "0001-01-01 00:30:00Z BC,     0001-01-01T00:00:00Z BC, 0001-01-01T01:00:00Z BC",
    })
    void aBoundOffAnEdgeIsRefusedWithTheEdgesAboutIt(String bound, String below, String above) {
        AskException refused = refusal(events().from(bound));

        assertThat(refused.error()).isEqualTo(new AskError.RangeUnaligned("'" + bound + "'", "1 hour", below, above));
        assertThat(refused.place()).isEqualTo(new Place(1, 3));
    }

    @Test
    void aBoundOnAnEdgeOfTheNarrowestWidthIsEnough() throws AskException {
        assertThat(check(events().from("2026-11-13 09:00:00Z")).from()).isEqualTo(NINE);
    }

    @Test
    void anEmptyRangeIsRefused() {
        assertThat(refusal(events().from("2026-11-13 09:00:00Z").to("2026-11-13 09:00:00Z"))
                        .error())
                .isEqualTo(new AskError.RangeEmpty("2026-11-13T09:00:00Z", "2026-11-13T09:00:00Z"));
        assertThat(refusal(events().from("2026-11-13 09:00:00Z").to("2026-11-13 08:00:00Z"))
                        .error())
                .isInstanceOf(AskError.RangeEmpty.class);
    }

    @ParameterizedTest
    @CsvSource({"infinity", "-infinity", "294276-12-31 00:00:00Z"})
    void aBoundBeyondEveryBucketIsRefused(String bound) {
        assertThat(refusal(events().from(bound)).error()).isEqualTo(new AskError.RangeBeyond("'" + bound + "'"));
        assertThat(refusal(events().to(bound)).error()).isEqualTo(new AskError.RangeBeyond("'" + bound + "'"));
    }

    @Test
    void theFarthestBoundsAreAnswered() throws AskException {
        assertThat(check(events().from("4714-11-24 00:00:00Z BC")).from()).isEqualTo(-210_866_803_200L);
        assertThat(check(events().to("294247-01-10 04:00:00Z")).to()).isEqualTo(9_223_372_036_800L);
    }

    @Test
    void anAskWithoutAnyBoundMustSaySo() {
        assertThat(refusal(events()).error()).isEqualTo(new AskError.NoRange());
    }

    @Test
    void aBoundMustBeOfTheBucketsType() {
        AskException withoutZone = refusal(events().from("2026-11-13 09:00:00"));
        assertThat(withoutZone.error())
                .isEqualTo(new AskError.WrongType(
                        "bucket",
                        new Misfit(
                                "'2026-11-13 09:00:00'",
                                "timestamptz",
                                "write it with its time and zone: '2026-11-13 09:00:00Z'")));
        assertThat(refusal(events().from(new Literal.Null())).error().message())
                .isEqualTo("bucket is of type timestamptz, and null is not a value of it");
        assertThat(refusal(events().to(new Literal.Typed("date", "2026-11-13"))).error())
                .isInstanceOf(AskError.WrongType.class);
    }

    @Test
    void aDateAndATimestampHaveBucketsWithoutAZone() throws AskException {
        Spec spec = Specs.of(
                Specs.fact("days", "app.days", "day").widths(86_400).count("n").build());
        for (ColumnType time : List.of(ColumnType.DATE, ColumnType.TIMESTAMP)) {
            Types types = TestTypes.of(spec).column("app.days", "day", time);
            Ask ask = Asks.of("days")
                    .outputs("n")
                    .from("2026-11-13")
                    .to(new Literal.Typed("date", "2026-11-14"))
                    .ask();

            CheckedAsk checked = CheckedAsk.of(spec, types, ask);

            assertThat(checked).isNotNull();
            assertThat(checked.to() - checked.from()).isEqualTo(86_400);
            assertThat(CheckedAsk.keyType(spec, types, 0, CheckedAsk.BUCKET)).isEqualTo(ColumnType.TIMESTAMP);
        }
    }

    @Test
    void whatNamesSayIsCheckedBeforeAnyTypesAreKnown() throws AskException {
        assertThat(CheckedAsk.of(USAGE, null, events().from("nonsense").ask())).isNull();
        assertThat(catchThrowableOfType(
                                AskException.class,
                                () -> CheckedAsk.of(
                                        USAGE,
                                        null,
                                        Asks.of("usage")
                                                .outputs("evnets")
                                                .allBuckets()
                                                .ask()))
                        .error())
                .isInstanceOf(AskError.UnknownName.class);
        assertThat(catchThrowableOfType(AskException.class, () -> CheckedAsk.of(USAGE, null, events().ask()))
                        .error())
                .isEqualTo(new AskError.NoRange());
    }

    @Test
    void anUnknownViewIsRefusedWithTheNearest() {
        AskException refused = refusal(Asks.of("usge").outputs("events").allBuckets());

        assertThat(refused.error()).isEqualTo(new AskError.UnknownView("usge", "did you mean usage?"));
        assertThat(refused.place()).isEqualTo(new Place(1, 1));
        assertThat(refusal(Asks.of("sales").outputs("events").allBuckets())
                        .error()
                        .hint())
                .isEqualTo("the views are usage");
    }

    @ParameterizedTest
    @CsvSource({
        "regoin, region",
        "Region, region",
        "ammount, amount",
        "event, events",
        "buckte, bucket",
        "account, account_id",
    })
    void anUnknownOutputIsRefusedWithTheNearest(String written, String nearest) {
        AskException refused = refusal(Asks.of("usage").outputs(written).allBuckets());

        assertThat(refused.error().message()).isEqualTo("usage has no key or measure named " + written);
        assertThat(refused.error().hint()).isEqualTo("did you mean " + nearest + "?");
        assertThat(refused.place()).isEqualTo(new Place(1, 2));
    }

    @Test
    void anOutputLikeNoOtherIsRefusedWithAllThereAre() {
        assertThat(refusal(Asks.of("usage").outputs("price").allBuckets())
                        .error()
                        .hint())
                .isEqualTo("the keys of usage are kind, account_id, region, bucket, its measures events, amount");
    }

    @Test
    void aNameAskedTwiceIsRefusedWhereItIsSaidAgain() {
        AskException output =
                refusal(Asks.of("usage").outputs("events", "amount", "events").allBuckets());
        assertThat(output.error()).isEqualTo(new AskError.AskedTwice("events"));
        assertThat(output.place()).isEqualTo(new Place(1, 4));

        AskException alias = refusal(
                Asks.of("usage").outputs("events").outputAs("amount", "events").allBuckets());
        assertThat(alias.error()).isEqualTo(new AskError.AskedTwice("events"));

        AskException grouped = refusal(
                Asks.of("usage").outputs("events").groupBy("kind", "kind").allBuckets());
        assertThat(grouped.error()).isEqualTo(new AskError.AskedTwice("kind"));
        assertThat(grouped.place()).isEqualTo(new Place(1, 4));
    }

    @ParameterizedTest
    @CsvSource({"region", "bucket"})
    void aKeyPutOutMustBeGroupedBy(String key) {
        AskException refused =
                refusal(Asks.of("usage").outputs("events", key).groupBy("kind").allBuckets());

        assertThat(refused.error())
                .isEqualTo(
                        new AskError.Grouping(key + " is put out and not grouped by", "add " + key + " to GROUP BY"));
        assertThat(refused.place()).isEqualTo(new Place(1, 3));
    }

    @Test
    void aMeasureCannotBeGroupedBy() {
        AskException refused =
                refusal(Asks.of("usage").outputs("events").groupBy("amount").allBuckets());

        assertThat(refused.error()).isInstanceOf(AskError.Grouping.class);
        assertThat(refused.error().message()).startsWith("amount is a measure");
    }

    @Test
    void aKeyCanBeGroupedByUnderTheNameItIsPutOutAs() throws AskException {
        CheckedAsk checked =
                check(Asks.of("usage").outputAs("region", "r").groupBy("r").allBuckets());
        assertThat(checked.groupBy()).containsExactly(new CheckedAsk.Grouping.ByKey(2));

        CheckedAsk theKeyFirst = check(Asks.of("usage")
                .outputAs("region", "kind")
                .groupBy("kind", "region")
                .allBuckets());
        assertThat(theKeyFirst.groupBy())
                .containsExactly(new CheckedAsk.Grouping.ByKey(0), new CheckedAsk.Grouping.ByKey(2));

        assertThat(refusal(Asks.of("usage").outputAs("events", "e").groupBy("e").allBuckets())
                        .error()
                        .message())
                .isEqualTo("e is a measure, and only keys can be grouped by");
    }

    @Test
    void aConditionOnAMeasureIsRefused() {
        AskException refused = refusal(events().where("amount", "1").allBuckets());

        assertThat(refused.error())
                .isEqualTo(new AskError.UnknownName(
                        "amount is a measure, and WHERE can only test keys",
                        "HAVING tests measures; the keys of usage are kind, account_id, region, bucket"));
    }

    @Test
    void aConditionOnAnUnknownKeyOrTheBucketIsRefused() {
        assertThat(refusal(events().whereNull("regin").allBuckets()).error())
                .isEqualTo(new AskError.UnknownName("usage has no key named regin", "did you mean region?"));
        assertThat(refusal(events().whereNull("bucket").allBuckets()).error().message())
                .isEqualTo("the bucket can only be bounded");
    }

    @Test
    void anAskOfNothingIsRefused() {
        assertThat(refusal(Asks.of("usage").allBuckets()).error().type()).isEqualTo("invalid-query");
    }

    @Test
    void aValueOfAnotherTypeIsRefusedWhereItStands() {
        AskException number =
                refusal(events().where("kind", new Literal.Number("5")).allBuckets());
        assertThat(number.error())
                .isEqualTo(new AskError.WrongType(
                        "kind", new Misfit("5", "text", "write it in single quotes, or send it as a string")));
        assertThat(number.place()).isEqualTo(new Place(1, 4));

        AskException beyond =
                refusal(events().where("account_id", "1", "2147483648").allBuckets());
        assertThat(beyond.error())
                .isEqualTo(new AskError.WrongType(
                        "account_id",
                        new Misfit("'2147483648'", "int4", "it holds whole numbers from -2147483648 to 2147483647")));
        assertThat(beyond.place()).isEqualTo(new Place(1, 5));
    }

    @Test
    void aLongValueIsShownInPart() {
        AskError error = refusal(events().where("account_id", "😀".repeat(1000)).allBuckets())
                .error();

        assertThat(error.message().length()).isLessThan(200);
        assertThat(error.message()).doesNotContain("\ufffd").contains("😀...'");
    }

    @Test
    void measuresHaveTheTypesOfPostgresqlsAggregates() {
        Spec spec = Specs.of(Specs.fact("v", "app.t", "at")
                .count("rows")
                .count("c", "label")
                .sum("s2", "i2")
                .sum("s4", "i4")
                .sum("s8", "i8")
                .sum("n", "num")
                .build());
        Types types = TestTypes.of(spec)
                .column("app.t", "label", ColumnType.TEXT)
                .column("app.t", "i2", ColumnType.INT2)
                .column("app.t", "i4", ColumnType.INT4)
                .column("app.t", "i8", ColumnType.INT8)
                .column("app.t", "num", ColumnType.numeric(2));

        assertThat(List.of(0, 1, 2, 3, 4, 5))
                .extracting(measure -> CheckedAsk.measureType(spec, types, 0, measure))
                .containsExactly(
                        ColumnType.INT8,
                        ColumnType.INT8,
                        ColumnType.INT8,
                        ColumnType.INT8,
                        ColumnType.NUMERIC,
                        ColumnType.NUMERIC);
    }

    @Test
    void keysHaveTheTypesOfTheirColumnsInTheirTables() {
        assertThat(CheckedAsk.keyType(USAGE, TYPES, 0, 1)).isEqualTo(ColumnType.INT4);
        assertThat(CheckedAsk.keyType(USAGE, TYPES, 0, 2)).isEqualTo(ColumnType.TEXT);
        assertThat(CheckedAsk.keyType(USAGE, TYPES, 0, CheckedAsk.BUCKET)).isEqualTo(ColumnType.TIMESTAMPTZ);
    }

    private static Asks events() {
        return Asks.of("usage").outputs("events");
    }

    private static CheckedAsk check(Asks asks) throws AskException {
        @Nullable CheckedAsk checked = CheckedAsk.of(USAGE, TYPES, asks.ask());
        if (checked == null) {
            throw new AssertionError("not checked, although the types are known");
        }
        return checked;
    }

    private static AskException refusal(Asks asks) {
        return catchThrowableOfType(AskException.class, () -> CheckedAsk.of(USAGE, TYPES, asks.ask()));
    }
}
