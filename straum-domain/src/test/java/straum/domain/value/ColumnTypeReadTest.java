package straum.domain.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import straum.domain.testing.TestRows;

/** What each type reads and refuses; the accepted texts print as PostgreSQL 15 prints them. */
class ColumnTypeReadTest {
    private static final ColumnType MOOD = ColumnType.enumOf("mood", List.of("sad", "ok", "happy"));

    @ParameterizedTest
    @CsvSource({
        "t, t",
        "TRUE, t",
        "tr, t",
        "y, t",
        "yes, t",
        "on, t",
        "1, t",
        "' true ', t",
        "f, f",
        "false, f",
        "n, f",
        "of, f",
        "off, f",
        "0, f",
        "o,",
        "truee,",
        "2,",
        "'',",
        "maybe,",
    })
    void bool(String text, @Nullable String printed) {
        assertThat(printed(ColumnType.BOOL, text)).isEqualTo(printed);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0, 0",
        "+7, 7",
        "007, 7",
        "' 5 ', 5",
        "2147483647, 2147483647",
        "-2147483648, -2147483648",
        "2147483648,",
        "-2147483649,",
        "1.0,",
        "1e2,",
        "0x5,",
        "1_0,",
        "'',",
        "-,",
        "'5 6',",
        "99999999999999999999999999,",
    })
    void int4(String text, @Nullable String printed) {
        assertThat(printed(ColumnType.INT4, text)).isEqualTo(printed);
    }

    @Test
    void whiteSpaceAroundANumberIsPassedOver() {
        assertThat(printed(ColumnType.INT4, " \t\n\u000b\f\r5\r\f\u000b\n\t ")).isEqualTo("5");
        for (String other : List.of("\u0008", "\u000e", "\u001f", "\u0085", "\u00a0")) {
            assertThat(printed(ColumnType.INT4, other + "5")).isNull();
            assertThat(printed(ColumnType.INT4, "5" + other)).isNull();
        }
    }

    @Test
    void integersReadTheirWholeRangeAndNoMore() {
        assertThat(printed(ColumnType.INT2, "-32768")).isEqualTo("-32768");
        assertThat(printed(ColumnType.INT2, "32768")).isNull();
        assertThat(printed(ColumnType.INT8, "-9223372036854775808")).isEqualTo("-9223372036854775808");
        assertThat(printed(ColumnType.INT8, "9223372036854775807")).isEqualTo("9223372036854775807");
        assertThat(printed(ColumnType.INT8, "9223372036854775808")).isNull();
        assertThat(printed(ColumnType.INT8, "-9223372036854775809")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "220, 220",
        "220.00, 220.00",
        "-.5, -0.5",
        "5., 5",
        "-0.00, 0.00",
        "1e3, 1000",
        "1.5e-3, 0.0015",
        "12e-2, 0.12",
        "00012.3400, 12.3400",
        "NaN, NaN",
        "nan, NaN",
        "NAN, NaN",
        "inf, Infinity",
        "+Infinity, Infinity",
        "-INF, -Infinity",
        "-NaN,",
        "1e,",
        "., ",
        "'1 0',",
        "0x1F,",
        "1_000,",
        "1e131072,",
        "1e-16384,",
        "0e-16384,",
        "60000000000000000000000000000000000000000000000.000000000000001, 60000000000000000000000000000000000000000000000.000000000000001",
    })
    void numeric(String text, @Nullable String printed) {
        assertThat(printed(ColumnType.NUMERIC, text)).isEqualTo(printed);
    }

    @Test
    void theLargestAndTheFinestNumericAreRead() {
        assertThat(printed(ColumnType.NUMERIC, "1e131071")).isEqualTo("1" + "0".repeat(131_071));
        assertThat(printed(ColumnType.NUMERIC, "1e-16383")).isEqualTo("0." + "0".repeat(16_382) + "1");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0, 0",
        "1, 1",
        "0.1, 0.1",
        "1e15, 1e+15",
        "123456789012345, 123456789012345",
        "1e-4, 0.0001",
        "1e-5, 1e-05",
        "0.00012345, 0.00012345",
        "1e23, 9.999999999999999e+22",
        "2.2250738585072014E-308, 2.2250738585072014e-308",
        "5e-324, 5e-324",
        "4.9e-324, 5e-324",
        "1.7976931348623157e308, 1.7976931348623157e+308",
        "2e-3, 0.002",
        "9007199254740993, 9.007199254740992e+15",
        "NaN, NaN",
        "infinity, Infinity",
        "-inf, -Infinity",
        "0e999, 0",
        "1e400,",
        "-1e400,",
        "1e-400,",
        "9e-400,",
        "NAN, NaN",
        "1d,",
        "0x1p3,",
        "'',",
        "1 2,",
    })
    void float8(String text, @Nullable String printed) {
        assertThat(printed(ColumnType.FLOAT8, text)).isEqualTo(printed);
    }

    @ParameterizedTest
    @CsvSource({
        "0.1, 0.1",
        "123456, 123456",
        "1234567, 1.234567e+06",
        "1e6, 1e+06",
        "999999, 999999",
        "16777217, 1.6777216e+07",
        "3.4028235e38, 3.4028235e+38",
        "1e-45, 1e-45",
        "0.0001, 0.0001",
        "9.5e-5, 9.5e-05",
        "1e39,",
        "1e-46,",
        "-0, 0",
    })
    void float4(String text, @Nullable String printed) {
        assertThat(printed(ColumnType.FLOAT4, text)).isEqualTo(printed);
    }

    @Test
    void equalFloatsAreEqualBytes() {
        assertThat(read(ColumnType.FLOAT8, "-0.0"))
                .isEqualTo(read(ColumnType.FLOAT8, "0"))
                .containsOnly(0);
        assertThat(read(ColumnType.FLOAT4, "-0.0"))
                .isEqualTo(read(ColumnType.FLOAT4, "0"))
                .containsOnly(0);
        assertThat(read(ColumnType.FLOAT8, "nan")).isEqualTo(ColumnType.bytesOf(0x7ff8_0000_0000_0000L, 8));
        assertThat(read(ColumnType.FLOAT4, "nan")).isEqualTo(ColumnType.bytesOf(0x7fc0_0000L, 4));
    }

    @Test
    void aWordIsOneInAsciiAlone() {
        for (ColumnType type : List.of(
                ColumnType.NUMERIC,
                ColumnType.FLOAT4,
                ColumnType.FLOAT8,
                ColumnType.DATE,
                ColumnType.TIMESTAMP,
                ColumnType.TIMESTAMPTZ)) {
            assertThat(read(type, "INFINITY")).as(type.name()).isNotNull();
            assertThat(read(type, "\u0131nfinity")).as(type.name()).isNull();
            assertThat(read(type, "-infin\u0130ty")).as(type.name()).isNull();
        }
    }

    @Test
    void aNumericEqualsAnotherOfAnotherScaleButForThatScale() {
        byte[] one = read(ColumnType.numeric(2), "220");
        byte[] other = read(ColumnType.numeric(2), "220.00");

        assertThat(one).isNotEqualTo(other);
        assertThat(ColumnType.numeric(2).compare(one, other)).isZero();
        assertThat(key(ColumnType.numeric(2), one)).isEqualTo(key(ColumnType.numeric(2), other));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
                "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11",
                "{a0eebc99-9c0b4ef8-bb6d6bb9-bd380a11}",
                "a0eebc999c0b4ef8bb6d6bb9bd380a11",
                "a0ee-bc99-9c0b-4ef8-bb6d-6bb9-bd38-0a11",
            })
    void uuidInEverySpelling(String text) {
        assertThat(printed(ColumnType.UUID, text)).isEqualTo("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "{",
                "a0ee",
                "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a1",
                "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a111",
                "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11-",
                "{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
                " a0eebc999c0b4ef8bb6d6bb9bd380a11",
                "a0-eebc999c0b4ef8bb6d6bb9bd380a11",
                "g0eebc999c0b4ef8bb6d6bb9bd380a11",
                "٠0eebc999c0b4ef8bb6d6bb9bd380a11",
            })
    void noUuidIsReadFrom(String text) {
        assertThat(read(ColumnType.UUID, text)).isNull();
    }

    @Test
    void textsAreTheirUtf8() {
        assertThat(read(ColumnType.TEXT, " é😀 ")).isEqualTo(" é😀 ".getBytes(StandardCharsets.UTF_8));
        assertThat(read(ColumnType.VARCHAR, "")).isEmpty();
        assertThat(read(ColumnType.TEXT, "a\0b"))
                .as("PostgreSQL has no such text")
                .isNull();
        assertThat(read(ColumnType.TEXT, "\0")).isNull();
        assertThat(read(ColumnType.TEXT, "a\ud83d")).as("half a pair").isNull();
    }

    @Test
    void aBpcharLosesItsPaddingAndPrintsWithIt() {
        ColumnType type = ColumnType.bpchar(4);

        assertThat(read(type, " é  ")).isEqualTo(" é".getBytes(StandardCharsets.UTF_8));
        assertThat(printed(type, "é😀")).isEqualTo("é😀  ");
        assertThat(printed(type, "longer")).isEqualTo("longer");
        assertThat(printed(new ColumnType(ColumnType.Kind.BPCHAR, "bpchar", -1, List.of()), "a "))
                .isEqualTo("a");
    }

    @Test
    void aNameIsCutAfterItsLastWholeCharacter() {
        assertThat(printed(ColumnType.NAME, "x".repeat(64))).isEqualTo("x".repeat(63));
        assertThat(printed(ColumnType.NAME, "x".repeat(62) + "é")).isEqualTo("x".repeat(62));
        assertThat(printed(ColumnType.NAME, "x".repeat(61) + "é")).isEqualTo("x".repeat(61) + "é");
    }

    @Test
    void anEnumReadsItsLabelsAlone() {
        assertThat(printed(MOOD, "ok")).isEqualTo("ok");
        assertThat(read(MOOD, "OK")).isNull();
        assertThat(read(MOOD, " ok")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-13, 2026-11-13",
        "' 2026-11-13 ', 2026-11-13",
        "0001-01-01 BC, 0001-01-01 BC",
        "4714-11-24 BC, 4714-11-24 BC",
        "15000-12-31, 15000-12-31",
        "5874897-12-31, 5874897-12-31",
        "infinity, infinity",
        "-Infinity, -infinity",
        "0001-02-29 BC, 0001-02-29 BC",
        "4714-11-23 BC,",
        "5874898-01-01,",
        "0000-01-01,",
        "2026-02-29,",
        "2026-13-01,",
        "2026-11-13 09:00:00,",
        "26-11-13,",
        "20261113,",
        "now,",
        "today,",
        "epoch,",
        "'',",
        "2026-1-1,",
    })
    void date(String text, @Nullable String printed) {
        assertThat(printed(ColumnType.DATE, text)).isEqualTo(printed);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-13T09:00:00Z,           2026-11-13 09:00:00+00",
        "2026-11-13 09:00:00+05:30,      2026-11-13 03:30:00+00",
        "2026-11-13 09:00:00-0530,       2026-11-13 14:30:00+00",
        "2026-11-13 09:00:00 UTC,        2026-11-13 09:00:00+00",
        "2026-11-13 09:00+15:59:59,      2026-11-12 17:00:01+00",
        "2026-11-13 09:00:00.5+00,       2026-11-13 09:00:00.5+00",
        "2026-11-13 09:00:00.1234567+00, 2026-11-13 09:00:00.123457+00",
        "2026-11-13 23:59:59.9999995+00, 2026-11-14 00:00:00+00",
        "2026-11-13 24:00:00+00,         2026-11-14 00:00:00+00",
        "2026-11-13 23:59:60+00,         2026-11-14 00:00:00+00",
        "0214-02-05 15:40:00+00 BC,      0214-02-05 15:40:00+00 BC",
        "0001-12-31 23:00:00-02 BC,      0001-01-01 01:00:00+00",
        "4714-11-24 00:00:00+00 BC,      4714-11-24 00:00:00+00 BC",
        "294276-12-31 23:59:59.999999Z,  294276-12-31 23:59:59.999999+00",
        "294277-01-01 00:30:00+01,       294276-12-31 23:30:00+00",
        "294277-01-01 00:30:00+00,",
        "300000-01-01 00:00:00+00,",
        "infinity,                       infinity",
        "2026-11-13 09:00:00,",
        "2026-11-13,",
        "2026-11-13 09:00:00+16,",
        "2026-11-13 09:00:00+05:60,",
        "2026-11-13 24:00:01+00,",
        "2026-11-13 25:00:00+00,",
        "2026-11-13 09:60:00+00,",
        "2026-11-13 23:59:60.5+00,",
        "4714-11-24 00:00:00+01 BC,",
        "294276-12-31 23:59:59-01,",
        "2026-11-13 09:00:00 Europe/Prague,",
        "now,",
    })
    void timestamptz(String text, @Nullable String printed) {
        assertThat(printed(ColumnType.TIMESTAMPTZ, text)).isEqualTo(printed);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-13T09:00:00,      2026-11-13 09:00:00",
        "2026-11-13 09:00,         2026-11-13 09:00:00",
        "2026-11-13,               2026-11-13 00:00:00",
        "1969-12-31 23:59:59.5,    1969-12-31 23:59:59.5",
        "0044-03-15 12:00:00 BC,   0044-03-15 12:00:00 BC",
        "-infinity,                -infinity",
        "2026-11-13 09:00:00Z,",
        "2026-11-13 09:00:00+00,",
        "294277-01-01,",
    })
    void timestamp(String text, @Nullable String printed) {
        assertThat(printed(ColumnType.TIMESTAMP, text)).isEqualTo(printed);
    }

    @Test
    void timesInJsonAreIsoAndBooleansAreWords() {
        assertThat(iso(ColumnType.TIMESTAMPTZ, "2026-11-13 09:00:00.25+00")).isEqualTo("2026-11-13T09:00:00.25Z");
        assertThat(iso(ColumnType.TIMESTAMPTZ, "0044-03-15 12:00:00+00 BC")).isEqualTo("0044-03-15T12:00:00Z BC");
        assertThat(iso(ColumnType.TIMESTAMPTZ, "infinity")).isEqualTo("infinity");
        assertThat(iso(ColumnType.TIMESTAMP, "2026-11-13 09:00")).isEqualTo("2026-11-13T09:00:00");
        assertThat(iso(ColumnType.DATE, "2026-11-13")).isEqualTo("2026-11-13");
        assertThat(iso(ColumnType.BOOL, "f")).isEqualTo("false");
    }

    @Test
    void aNumberFitsNumbersAlone() {
        Literal number = new Literal.Number("1.0");
        assertThat(ColumnType.INT4.read(number)).isEqualTo(read(ColumnType.INT4, "1"));
        assertThat(ColumnType.INT8.read(new Literal.Number("1e2"))).isEqualTo(read(ColumnType.INT8, "100"));
        assertThat(ColumnType.INT4.read(new Literal.Number("1.5"))).isNull();
        assertThat(ColumnType.INT8.read(new Literal.Number("1e999999999"))).isNull();
        assertThat(ColumnType.NUMERIC.read(number)).isEqualTo(read(ColumnType.NUMERIC, "1.0"));
        assertThat(ColumnType.FLOAT8.read(number)).isEqualTo(read(ColumnType.FLOAT8, "1"));
        for (ColumnType other : List.of(
                ColumnType.TEXT,
                ColumnType.VARCHAR,
                ColumnType.NAME,
                ColumnType.bpchar(3),
                ColumnType.BOOL,
                ColumnType.UUID,
                ColumnType.DATE,
                ColumnType.TIMESTAMP,
                ColumnType.TIMESTAMPTZ,
                MOOD)) {
            assertThat(other.read(number)).as(other.name()).isNull();
        }
    }

    @Test
    void aBooleanFitsBoolAlone() {
        assertThat(ColumnType.BOOL.read(new Literal.Bool(true))).containsExactly(1);
        assertThat(ColumnType.TEXT.read(new Literal.Bool(true))).isNull();
        assertThat(ColumnType.INT4.read(new Literal.Bool(true))).isNull();
    }

    @Test
    void aTypedTextFitsItsOwnType() {
        assertThat(ColumnType.NUMERIC.read(new Literal.Typed("numeric", "1.50")))
                .isEqualTo(read(ColumnType.NUMERIC, "1.50"));
        assertThat(ColumnType.VARCHAR.read(new Literal.Typed("text", "a"))).isEqualTo(read(ColumnType.TEXT, "a"));
        assertThat(ColumnType.TEXT.read(new Literal.Typed("varchar", "a"))).isEqualTo(read(ColumnType.TEXT, "a"));
        assertThat(MOOD.read(new Literal.Typed("mood", "ok"))).isEqualTo(read(MOOD, "ok"));
        assertThat(ColumnType.INT4.read(new Literal.Typed("int8", "1"))).isNull();
        assertThat(ColumnType.bpchar(3).read(new Literal.Typed("text", "a"))).isNull();
        assertThat(ColumnType.TIMESTAMPTZ.read(new Literal.Typed("timestamp", "2026-11-13 09:00:00")))
                .isNull();
    }

    @Test
    void aDateFitsATimestampAsItsMidnight() {
        Literal date = new Literal.Typed("date", "2026-11-13");
        assertThat(ColumnType.TIMESTAMP.read(date)).isEqualTo(read(ColumnType.TIMESTAMP, "2026-11-13 00:00:00"));
        assertThat(ColumnType.TIMESTAMPTZ.read(date))
                .as("its midnight hangs on a zone")
                .isNull();
        assertThat(ColumnType.TIMESTAMP.read(new Literal.Typed("date", "infinity")))
                .isEqualTo(read(ColumnType.TIMESTAMP, "infinity"));
        assertThat(ColumnType.TIMESTAMP.read(new Literal.Typed("date", "294277-01-01")))
                .isNull();
        assertThat(ColumnType.TIMESTAMP.read(new Literal.Typed("date", "2026-11-13 09:00:00")))
                .isNull();
    }

    @Test
    void whatCanBeReadCanBeCompared() {
        for (ColumnType type : List.of(
                ColumnType.BOOL,
                ColumnType.INT2,
                ColumnType.INT8,
                ColumnType.NUMERIC,
                ColumnType.FLOAT4,
                ColumnType.TEXT,
                ColumnType.bpchar(3),
                ColumnType.NAME,
                ColumnType.enumOf("size", List.of("small", "large")),
                ColumnType.UUID,
                ColumnType.DATE,
                ColumnType.TIMESTAMP,
                ColumnType.TIMESTAMPTZ)) {
            assertThat(type.isComparable()).as(type.name()).isTrue();
        }
    }

    @Test
    void numbersAreTheTypesThatAddUp() {
        assertThat(List.of(ColumnType.INT2, ColumnType.INT8, ColumnType.numeric(2), ColumnType.FLOAT4))
                .allMatch(ColumnType::isNumber);
        assertThat(List.of(ColumnType.BOOL, ColumnType.TEXT, ColumnType.DATE, ColumnType.OID, ColumnType.INTERVAL))
                .noneMatch(ColumnType::isNumber);
    }

    @Test
    void nothingFitsATypeThatCanOnlyBeCounted() {
        for (ColumnType type : List.of(
                ColumnType.INTERVAL,
                ColumnType.TIME,
                ColumnType.BYTEA,
                ColumnType.OID,
                ColumnType.INET,
                ColumnType.other("jsonb"))) {
            assertThat(type.isComparable()).as(type.name()).isFalse();
            assertThat(read(type, "1")).as(type.name()).isNull();
            assertThat(type.read(new Literal.Number("1"))).as(type.name()).isNull();
            assertThat(type.read(new Literal.Typed(type.name(), "1")))
                    .as(type.name())
                    .isNull();
        }
    }

    @Test
    void longNumbersAreReadInLinearTime() {
        String million = "9".repeat(1_000_000);
        assertThat(ColumnType.NUMERIC.read(new Literal.Number(million)))
                .as("beyond a numeric")
                .isNull();
        assertThat(ColumnType.INT8.read(new Literal.Number("0".repeat(1_000_000) + "7")))
                .isEqualTo(read(ColumnType.INT8, "7"));
        assertThat(ColumnType.FLOAT8.read(new Literal.Number(million))).isNull();
        assertThat(read(ColumnType.TIMESTAMPTZ, "2026-11-13 09:00:00." + million + "Z"))
                .isEqualTo(read(ColumnType.TIMESTAMPTZ, "2026-11-13 09:00:01Z"));
    }

    private static byte @Nullable [] read(ColumnType type, String text) {
        return type.read(new Literal.Text(text));
    }

    private static byte[] key(ColumnType type, byte[] value) {
        return Arrays.copyOfRange(value, type.keyOffset(), value.length);
    }

    private static @Nullable String printed(ColumnType type, String text) {
        byte[] value = read(type, text);
        if (value == null) {
            return null;
        }
        StringBuilder out = new StringBuilder();
        type.print(value, 0, value.length, out);
        return out.toString();
    }

    private static String iso(ColumnType type, String text) {
        byte[] value = TestRows.value(type, text);
        StringBuilder out = new StringBuilder();
        type.printIso(value, 0, value.length, out);
        return out.toString();
    }
}
