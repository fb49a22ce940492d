package straum.domain.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import straum.domain.testing.TestRows;

/** Values of every type: read again as they print, and ordered as their models are. */
class ColumnTypeProperties {
    private static final ColumnType MOOD = ColumnType.enumOf("mood", List.of("sad", "ok", "happy"));
    private static final long FIRST_MICROS = -211_813_488_000_000_000L;
    private static final long END_MICROS = 9_223_371_331_200_000_000L;
    private static final LocalDateTime EPOCH = LocalDateTime.of(2000, 1, 1, 0, 0);

    /** A type and two values of it. */
    private record Pair(ColumnType type, byte[] a, byte[] b) {
        @Override
        public String toString() {
            return type.name() + " " + printed(type, a) + " and " + printed(type, b);
        }
    }

    @Property(tries = 3000)
    void aValueIsReadAgainAsItPrints(@ForAll("pairs") Pair pair) {
        assertThat(TestRows.value(pair.type, printed(pair.type, pair.a))).isEqualTo(pair.a);
        StringBuilder iso = new StringBuilder();
        pair.type.printIso(pair.a, 0, pair.a.length, iso);
        assertThat(TestRows.value(pair.type, iso.toString())).isEqualTo(pair.a);
    }

    @Property(tries = 3000)
    void valuesThatCompareEqualAreEqualKeysAndNoOthers(@ForAll("pairs") Pair pair) {
        boolean equal = Arrays.equals(key(pair.type, pair.a), key(pair.type, pair.b));

        assertThat(pair.type.compare(pair.a, pair.b) == 0).isEqualTo(equal);
        assertThat(pair.type.compare(pair.a, pair.b)).isEqualTo(-pair.type.compare(pair.b, pair.a));
        assertThat(pair.type.compare(pair.a, pair.a)).isZero();
    }

    @Property
    void aValueWithinOtherBytesPrintsAlike(@ForAll("pairs") Pair pair, @ForAll @IntRange(max = 9) int before) {
        byte[] within = new byte[before + pair.a.length + 3];
        Arrays.fill(within, (byte) 0x55);
        System.arraycopy(pair.a, 0, within, before, pair.a.length);
        StringBuilder out = new StringBuilder();
        pair.type.print(within, before, pair.a.length, out);

        assertThat(out.toString()).isEqualTo(printed(pair.type, pair.a));
    }

    @Property
    void aKeyIsAValueAgain(@ForAll("pairs") Pair pair) {
        byte[] key = key(pair.type, pair.a);
        byte[] value = pair.type.ofKey(key, 0, key.length);

        assertThat(key(pair.type, value)).isEqualTo(key);
        assertThat(pair.type.compare(value, pair.a)).isZero();
        if (pair.type.kind() == ColumnType.Kind.NUMERIC && Decimal.isFinite(value, 0)) {
            BigDecimal printed = new BigDecimal(printed(pair.type, value));
            assertThat(printed.scale())
                    .isEqualTo(Math.max(0, printed.stripTrailingZeros().scale()));
        }
    }

    @Property
    void aKeyOfAColumnWithAScalePrintsWithIt(@ForAll long cents) {
        ColumnType type = ColumnType.numeric(2);
        byte[] key = key(
                type,
                TestRows.value(
                        type, BigDecimal.valueOf(cents, 2).stripTrailingZeros().toPlainString()));

        assertThat(printed(type, type.ofKey(key, 0, key.length)))
                .isEqualTo(BigDecimal.valueOf(cents, 2).toPlainString());
    }

    @Property
    void numericsAreOrderedByValueAndTheSpecialOnesAboutThem(
            @ForAll("decimals") String a, @ForAll("decimals") String b) {
        Comparator<String> model = Comparator.comparingInt(ColumnTypeProperties::rank)
                .thenComparing(text -> rank(text) == 1 ? new BigDecimal(text) : BigDecimal.ZERO);

        int compared = ColumnType.NUMERIC.compare(
                TestRows.value(ColumnType.NUMERIC, a), TestRows.value(ColumnType.NUMERIC, b));

        assertThat(Integer.signum(compared)).isEqualTo(Integer.signum(model.compare(a, b)));
    }

    private static int rank(String numeric) {
        return switch (numeric) {
            case "-Infinity" -> 0;
            case "Infinity" -> 2;
            case "NaN" -> 3;
            default -> 1;
        };
    }

    @Property
    void floatsAreOrderedByValueAndNanComesLast(@ForAll double a, @ForAll double b) {
        int compared = ColumnType.FLOAT8.compare(float8(a), float8(b));

        assertThat(Integer.signum(compared))
                .isEqualTo(
                        Double.isNaN(a) || Double.isNaN(b)
                                ? Boolean.compare(Double.isNaN(a), Double.isNaN(b))
                                : a < b ? -1 : a > b ? 1 : 0);
    }

    @Property
    void textsAreOrderedByTheirCodePoints(@ForAll("texts") String a, @ForAll("texts") String b) {
        int compared = ColumnType.TEXT.compare(TestRows.value(ColumnType.TEXT, a), TestRows.value(ColumnType.TEXT, b));

        assertThat(Integer.signum(compared))
                .isEqualTo(Integer.signum(
                        Arrays.compare(a.codePoints().toArray(), b.codePoints().toArray())));
    }

    @Property
    void enumsAreOrderedAsDeclaredAndUnknownLabelsBehindThem(@ForAll("labels") String a, @ForAll("labels") String b) {
        int compared = MOOD.compare(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
        List<String> order = List.of("sad", "ok", "happy", "angry", "zen");

        assertThat(Integer.signum(compared)).isEqualTo(Integer.signum(order.indexOf(a) - order.indexOf(b)));
    }

    @Property
    void aTimestampPrintsAsItsDateAndTime(@ForAll("micros") long micros) {
        LocalDateTime model = EPOCH.plus(micros, ChronoUnit.MICROS);
        String printed = printed(ColumnType.TIMESTAMP, ColumnType.bytesOf(micros, 8));

        boolean beforeChrist = printed.endsWith(" BC");
        String[] parts = printed.split("[- ]");
        assertThat(Integer.parseInt(parts[0])).isEqualTo(beforeChrist ? 1 - model.getYear() : model.getYear());
        assertThat(parts[1] + "-" + parts[2])
                .isEqualTo(model.toLocalDate().toString().replaceFirst("^.*(?=.{5}$)", ""));
        assertThat(LocalTime.parse(parts[3])).isEqualTo(model.toLocalTime());
        assertThat(printed(ColumnType.TIMESTAMPTZ, ColumnType.bytesOf(micros, 8)))
                .isEqualTo(beforeChrist ? printed.replace(" BC", "+00 BC") : printed + "+00");
    }

    @Property
    void aTimestamptzIsReadWithItsOffset(
            @ForAll("micros") long micros, @ForAll @IntRange(min = -57_599, max = 57_599) int offsetSeconds) {
        OffsetDateTime local =
                EPOCH.plus(micros, ChronoUnit.MICROS).atOffset(ZoneOffset.UTC).plusSeconds(offsetSeconds);
        if (local.getYear() < 1 || local.getYear() > 9999) {
            return;
        }
        int magnitude = Math.abs(offsetSeconds);
        String text = String.format(
                "%s%s%02d:%02d:%02d",
                local.toLocalDateTime(),
                offsetSeconds < 0 ? "-" : "+",
                magnitude / 3600,
                magnitude / 60 % 60,
                magnitude % 60);

        assertThat(TestRows.value(ColumnType.TIMESTAMPTZ, text)).isEqualTo(ColumnType.bytesOf(micros, 8));
    }

    private static byte[] float8(double value) {
        return TestRows.value(ColumnType.FLOAT8, Double.toString(value));
    }

    private static byte[] key(ColumnType type, byte[] value) {
        return Arrays.copyOfRange(value, type.keyOffset(), value.length);
    }

    private static String printed(ColumnType type, byte[] value) {
        StringBuilder out = new StringBuilder();
        type.print(value, 0, value.length, out);
        return out.toString();
    }

    @Provide
    Arbitrary<Pair> pairs() {
        return Arbitraries.oneOf(
                pairs(ColumnType.BOOL, Arbitraries.of("true", "false")),
                pairs(ColumnType.INT2, Arbitraries.shorts().map(Object::toString)),
                pairs(ColumnType.INT4, Arbitraries.integers().map(Object::toString)),
                pairs(ColumnType.INT8, Arbitraries.longs().map(Object::toString)),
                pairs(ColumnType.NUMERIC, decimals()),
                pairs(ColumnType.FLOAT4, Arbitraries.floats().map(Object::toString)),
                pairs(ColumnType.FLOAT8, doubles().map(Object::toString)),
                pairs(ColumnType.TEXT, texts()),
                pairs(ColumnType.bpchar(5), texts()),
                pairs(MOOD, Arbitraries.of(MOOD.labels())),
                pairs(
                        ColumnType.UUID,
                        Arbitraries.strings().withChars("0123456789abcdef").ofLength(32)),
                pairs(ColumnType.DATE, days(Integer.MIN_VALUE, Integer.MAX_VALUE, -2_451_545, 2_145_031_948, 4)),
                pairs(ColumnType.TIMESTAMP, days(Long.MIN_VALUE, Long.MAX_VALUE, FIRST_MICROS, END_MICROS - 1, 8)),
                pairs(ColumnType.TIMESTAMPTZ, days(Long.MIN_VALUE, Long.MAX_VALUE, FIRST_MICROS, END_MICROS - 1, 8)));
    }

    /** Two values of one type, now and then equal ones. */
    private static Arbitrary<Pair> pairs(ColumnType type, Arbitrary<?> values) {
        Arbitrary<byte[]> bytes =
                values.map(value -> value instanceof byte[] of ? of : TestRows.value(type, (String) value));
        return Combinators.combine(bytes, bytes, Arbitraries.integers().between(0, 4))
                .as((a, b, same) -> new Pair(type, a, same == 0 ? a : b));
    }

    private static Arbitrary<byte[]> days(long minus, long plus, long first, long last, int length) {
        return Arbitraries.oneOf(
                        Arbitraries.longs().between(first, last), Arbitraries.of(minus, plus, first, last, 0L, -1L))
                .map(value -> ColumnType.bytesOf(value, length));
    }

    @Provide
    Arbitrary<Long> micros() {
        return Arbitraries.longs().between(FIRST_MICROS, END_MICROS - 1);
    }

    @Provide
    Arbitrary<String> decimals() {
        Arbitrary<String> numbers = Combinators.combine(
                        Arbitraries.oneOf(
                                Arbitraries.integers().between(-100, 100).map(Integer::longValue), Arbitraries.longs()),
                        Arbitraries.integers().between(-30, 30))
                .as((digits, scale) -> BigDecimal.valueOf(digits, scale).toPlainString());
        return Arbitraries.frequencyOf(
                Tuple.of(9, numbers), Tuple.of(1, Arbitraries.of("NaN", "Infinity", "-Infinity", "0", "0.00")));
    }

    @Provide
    Arbitrary<Double> doubles() {
        return Arbitraries.longs().map(Double::longBitsToDouble);
    }

    @Provide
    Arbitrary<String> labels() {
        return Arbitraries.of("sad", "ok", "happy", "angry", "zen");
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of("a", "b", " ", "é", "日", "😀", "\uffee")
                .list()
                .ofMaxSize(5)
                .map(parts -> String.join("", parts));
    }
}
