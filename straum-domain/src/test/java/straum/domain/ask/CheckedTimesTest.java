package straum.domain.ask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import straum.domain.spec.Spec;
import straum.domain.spec.Width;
import straum.domain.testing.Asks;
import straum.domain.testing.Specs;
import straum.domain.testing.TestTypes;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;
import straum.domain.value.Place;

/** The times an ask may group by; the view's buckets are an hour wide. */
class CheckedTimesTest {
    private static final Spec USAGE = Specs.usage();
    private static final Types TYPES = TestTypes.usage();

    private final Asks asks = Asks.of("usage").outputs("events").allBuckets();

    @ParameterizedTest
    @CsvSource({
        "1 hour, 3600",
        "6 hours, 21600",
        "1 DAY, 86400",
        "1 week, 604800",
        "1 day 01:00, 90000",
        "7200, 7200",
    })
    void aTimeIsBinnedByAnyMultipleOfTheWidth(String width, long seconds) throws AskException {
        assertThat(time(asks.time(asks.bin(width), "t").groupBy("t"))).isEqualTo(new TimeKey.Bin(seconds, 0));
    }

    @Test
    void aTimeIsBinnedFromAnyEdge() throws AskException {
        Ask.Time time = asks.bin(new Literal.Typed("interval", "1 day"), new Literal.Text("2026-11-13 06:00:00+01"));

        assertThat(time(asks.time(time, "t").groupBy("t"))).isEqualTo(new TimeKey.Bin(86_400, 1_794_546_000));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "90 minutes | '90 minutes' is not a multiple of the view's buckets of 1 hour | date_bin puts whole buckets together:"
                        + " write 1 hour, or a multiple of it",
                "0 s | '0 s' is not a multiple of the view's buckets of 1 hour | date_bin puts whole buckets together:"
                        + " write 1 hour, or a multiple of it",
                "1 month | '1 month' is not always as long, and date_bin takes no months or years"
                        + " | write date_trunc('month', bucket), or 'quarter' or 'year'",
                "1 fortnight | '1 fortnight' is not read as an interval | write it as '1 day' or '6 hours'",
                "999999999 w | '999999999 w' is longer than PostgreSQL's date_bin takes |",
            })
    void aTimeIsNotBinnedByOtherWidths(String width, String message, @Nullable String hint) {
        AskException refused = refusal(asks.time(asks.bin(width), "t").groupBy("t"));

        assertThat(refused.error()).isEqualTo(new AskError.BadTime(message.replace("''", "'"), hint));
        assertThat(refused.place()).isEqualTo(new Place(1, 4));
    }

    @Test
    void aWidthIsNoNumber() {
        Ask.Time time = asks.bin(new Literal.Number("3600"), null);

        assertThat(refusal(asks.time(time, "t").groupBy("t")).error().message())
                .isEqualTo("3600 is not read as an interval");
    }

    @Test
    void anOriginIsOnAnEdge() {
        Ask.Time time = asks.bin(new Literal.Text("1 day"), new Literal.Text("2026-11-13 06:30:00Z"));
        AskException refused = refusal(asks.time(time, "t").groupBy("t"));

        assertThat(refused.error())
                .isEqualTo(new AskError.RangeUnaligned(
                        "'2026-11-13 06:30:00Z'", "1 hour", "2026-11-13T06:00:00Z", "2026-11-13T07:00:00Z"));
        assertThat(refused.place()).isEqualTo(new Place(1, 5));
    }

    @Test
    void anOriginIsATimeOfTheBucketsType() {
        Ask.Time wall = asks.bin(new Literal.Text("1 day"), new Literal.Text("2026-11-13"));
        assertThat(refusal(asks.time(wall, "t").groupBy("t")).error().message())
                .isEqualTo("the origin is of type timestamptz, and '2026-11-13' is not a value of it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"infinity", "-infinity", "294276-12-31 00:00:00Z"})
    void anOriginIsFinite(String origin) {
        Ask.Time time = asks.bin(new Literal.Text("1 day"), new Literal.Text(origin));

        assertThat(refusal(asks.time(time, "t").groupBy("t")).error())
                .isEqualTo(new AskError.BadTime(
                        "'" + origin + "' is beyond every bucket, and an origin is an edge of one",
                        "leave it out: it is 1970-01-01 00:00 then"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "86400 | buckets of 1 day are wider than an hour",
                "21600 | buckets of 6 hours are wider than an hour",
                "2700 | buckets of 45 minutes do not fill an hour",
            })
    void hoursAreToldByBucketsThatFillThemAlone(int width, String message) throws Exception {
        AskException refused = catchThrowableOfType(
                AskException.class,
                () -> new TimeChecker(new Width(width), ColumnType.TIMESTAMPTZ)
                        .check(asks.trunc("hour", "Europe/Prague")));

        assertThat(Objects.requireNonNull(refused).error())
                .isEqualTo(new AskError.BadTime(message, "group by bucket, or by day"));
        assertThat(new TimeChecker(new Width(width), null).check(asks.trunc("day")))
                .isEqualTo(new TimeKey.Trunc(TimeKey.Unit.DAY, ZoneOffset.UTC));
        assertThat(new TimeChecker(new Width(900), null).check(asks.trunc("hour")))
                .isEqualTo(new TimeKey.Trunc(TimeKey.Unit.HOUR, ZoneOffset.UTC));
    }

    @ParameterizedTest
    @CsvSource({"hour, HOUR", "day, DAY", "Week, WEEK", "MONTH, MONTH", "quarter, QUARTER", "year, YEAR"})
    void aTimeIsTruncatedInUtcUnlessAZoneIsNamed(String unit, TimeKey.Unit expected) throws AskException {
        assertThat(time(asks.time(asks.trunc(unit), "t").groupBy("t")))
                .isEqualTo(new TimeKey.Trunc(expected, ZoneOffset.UTC));
    }

    @Test
    void aTimeIsTruncatedInAZone() throws AskException {
        assertThat(time(asks.time(asks.trunc("day", "Europe/Prague"), "t").groupBy("t")))
                .isEqualTo(new TimeKey.Trunc(TimeKey.Unit.DAY, ZoneId.of("Europe/Prague")));
    }

    @Test
    void theZoneUtcIsNone() throws AskException {
        assertThat(time(asks.time(asks.trunc("day", "UTC"), "t").groupBy("t")))
                .isEqualTo(new TimeKey.Trunc(TimeKey.Unit.DAY, ZoneOffset.UTC));
    }

    @ParameterizedTest
    @CsvSource({
        "moth, did you mean month?",
        "decade, 'the units are hour, day, week, month, quarter, year'",
        "minute, 'the view''s buckets are of 1 hour: nothing narrower can be told, and bucket itself is each'",
    })
    void anotherUnitIsRefused(String unit, String hint) {
        AskException refused = refusal(asks.time(asks.trunc(unit), "t").groupBy("t"));

        assertThat(refused.error())
                .isEqualTo(new AskError.BadTime("'" + unit + "' is no unit of date_trunc here", hint));
        assertThat(refused.place()).isEqualTo(new Place(1, 4));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Europe/Pragu | did you mean Europe/Prague?",
                "europe/prague | did you mean Europe/Prague?",
                "utc | did you mean UTC?",
                "UTC+3 | zones are named by their region, as 'Europe/Prague', or 'UTC'",
                "CET | zones are named by their region, as 'Europe/Prague', or 'UTC'",
                "EST5EDT | zones are named by their region, as 'Europe/Prague', or 'UTC'",
                "+03:00 | zones are named by their region, as 'Europe/Prague', or 'UTC'",
                "SystemV/EST5 | zones are named by their region, as 'Europe/Prague', or 'UTC'",
            })
    void anotherZoneIsRefused(String zone, String hint) {
        AskException refused = refusal(asks.time(asks.trunc("day", zone), "t").groupBy("t"));

        assertThat(refused.error().message()).isEqualTo("'" + zone + "' is not a zone that is taken");
        assertThat(refused.error().hint()).isEqualTo(hint.replace("''", "'"));
        assertThat(refused.place()).isEqualTo(new Place(1, 5));
    }

    @Test
    void aBucketWithoutAZoneIsTruncatedInNone() throws AskException {
        Types wall = TestTypes.usage().column("app.events", "at", ColumnType.TIMESTAMP);
        Ask zoned = asks.time(asks.trunc("day", "UTC"), "t").groupBy("t").ask();
        AskException refused = catchThrowableOfType(AskException.class, () -> CheckedAsk.of(USAGE, wall, zoned));
        assertThat(refused.error())
                .isEqualTo(new AskError.Zone(
                        "the bucket is of type timestamp, which has no zone, and date_trunc takes none for it",
                        "leave the zone out: times are cut off as they read"));

        Asks unzoned = Asks.of("usage").outputs("events").allBuckets();
        CheckedAsk checked = CheckedAsk.of(
                USAGE,
                wall,
                unzoned.time(unzoned.trunc("day"), "t").groupBy("t").ask());
        assertThat(Objects.requireNonNull(checked).groupBy())
                .containsExactly(new CheckedAsk.Grouping.ByTime(new TimeKey.Trunc(TimeKey.Unit.DAY, ZoneOffset.UTC)));
    }

    @Test
    void aTimeIsGroupedByUnderItsNameByItsPlaceAndAsItself() throws AskException {
        TimeKey day = new TimeKey.Trunc(TimeKey.Unit.DAY, ZoneOffset.UTC);

        assertThat(time(asks.time(asks.trunc("day"), "t").groupBy("t"))).isEqualTo(day);
        assertThat(time(asks.groupBy().time(asks.trunc("day"), "u"))).isEqualTo(day);
        Asks byPlace = Asks.of("usage").outputs("events").allBuckets();
        assertThat(time(byPlace.time(byPlace.trunc("day"), "t").groupByPosition(2)))
                .isEqualTo(day);
        Asks asItself = Asks.of("usage").outputs("events").allBuckets();
        assertThat(time(asItself.time(asItself.trunc("day"), "t").groupByTime(asItself.trunc("day"))))
                .isEqualTo(day);
        Asks notPutOut = Asks.of("usage").outputs("events").allBuckets();
        assertThat(time(notPutOut.groupByTime(notPutOut.trunc("day")))).isEqualTo(day);
    }

    @Test
    void twoTimesAreRefused() {
        Asks grouped = asks.groupBy("bucket").groupByTime(asks.trunc("day", "Europe/Prague"));
        assertThat(refusal(grouped).error())
                .isEqualTo(new AskError.TwoTimes("bucket", "date_trunc('day', bucket, 'Europe/Prague')"));
        assertThat(refusal(grouped).error().message())
                .isEqualTo(
                        "an ask groups by one time, and this one has bucket and date_trunc('day', bucket, 'Europe/Prague')");

        Asks putOut = Asks.of("usage").outputs("events", "bucket").allBuckets();
        assertThat(refusal(putOut.time(putOut.bin("1 day"), "t").groupByPosition(3))
                        .error())
                .isEqualTo(new AskError.TwoTimes("date_bin('1 day', bucket)", "bucket"));

        Asks origins = Asks.of("usage").outputs("events").allBuckets();
        Ask.Time other = origins.bin(new Literal.Text("1 day"), new Literal.Text("2026-11-13 00:00:00Z"));
        assertThat(refusal(origins.time(origins.bin("1 day"), "t").groupByTime(other))
                        .error())
                .isInstanceOf(AskError.TwoTimes.class);
    }

    @Test
    void aTimePutOutIsGroupedBy() {
        AskException refused = refusal(asks.time(asks.trunc("day"), "day"));

        assertThat(refused.error())
                .isEqualTo(new AskError.Grouping(
                        "date_trunc('day', bucket) is put out and not grouped by", "add day to GROUP BY"));
        assertThat(refused.place()).isEqualTo(new Place(1, 3));
    }

    @Test
    void unitsAndZonesAreCheckedBeforeAnyTypesAreKnown() {
        Ask ask = asks.time(asks.trunc("day", "Europe/Pragu"), "t").groupBy("t").ask();

        assertThat(catchThrowableOfType(AskException.class, () -> CheckedAsk.of(USAGE, null, ask))
                        .error())
                .isInstanceOf(AskError.Zone.class);
    }

    private static TimeKey time(Asks asks) throws AskException {
        CheckedAsk checked = Objects.requireNonNull(CheckedAsk.of(USAGE, TYPES, asks.ask()));
        return ((CheckedAsk.Grouping.ByTime) checked.groupBy().get(0)).time();
    }

    private static AskException refusal(Asks asks) {
        return catchThrowableOfType(AskException.class, () -> CheckedAsk.of(USAGE, TYPES, asks.ask()));
    }
}
