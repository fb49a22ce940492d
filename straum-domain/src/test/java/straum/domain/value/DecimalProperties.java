package straum.domain.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Decimals against {@link BigDecimal}. */
class DecimalProperties {
    @Property
    void holdsWhatABigDecimalHolds(@ForAll("decimals") BigDecimal decimal) {
        byte[] bytes = Decimal.of(decimal.unscaledValue(), decimal.scale());

        assertThat(Decimal.isFinite(bytes, 0)).isTrue();
        assertThat(Decimal.scale(bytes, 0)).isEqualTo(decimal.scale());
        assertThat(Decimal.unscaled(bytes, 0, bytes.length)).isEqualTo(decimal.unscaledValue());
    }

    /** The rule of utils/adt/numeric.c, select_div_scale, written out over digits of base 10000 found by division. */
    @Property
    void anAverageIsDividedAsPostgresqlDoes(
            @ForAll("decimals") BigDecimal sum, @ForAll @IntRange(min = 1, max = 2_000_000) int count) {
        BigDecimal divisor = new BigDecimal(count);
        int weight = weight(sum.abs()) - weight(divisor);
        if (firstDigit(sum.abs()).compareTo(firstDigit(divisor)) <= 0) {
            weight--;
        }
        int scale = Math.min(1000, Math.max(Math.max(0, 16 - 4 * weight), sum.scale()));
        BigDecimal average = sum.divide(divisor, scale, RoundingMode.HALF_UP);

        assertThat(Decimal.average(sum.unscaledValue(), sum.scale(), BigInteger.valueOf(count)))
                .isEqualTo(Decimal.of(average.unscaledValue(), scale));
    }

    private static int weight(BigDecimal number) {
        int weight = 0;
        while (number.compareTo(BigDecimal.valueOf(1, -4 * (weight + 1))) >= 0) {
            weight++;
        }
        while (number.signum() != 0 && number.compareTo(BigDecimal.valueOf(1, -4 * weight)) < 0) {
            weight--;
        }
        return weight;
    }

    private static BigInteger firstDigit(BigDecimal number) {
        return number.scaleByPowerOfTen(-4 * weight(number)).toBigInteger();
    }

    @Property
    void isALongWhereALongHoldsIt(@ForAll("decimals") BigDecimal decimal, @ForAll @IntRange(max = 6) int more) {
        byte[] bytes = Decimal.of(decimal.unscaledValue(), decimal.scale());
        BigInteger unscaled = decimal.setScale(decimal.scale() + more).unscaledValue();
        boolean fits = unscaled.bitLength() < Long.SIZE && !unscaled.equals(BigInteger.valueOf(Long.MIN_VALUE));

        assertThat(Decimal.unscaledLong(bytes, 0, bytes.length, decimal.scale() + more))
                .isEqualTo(fits ? unscaled.longValue() : Decimal.NO_LONG);
    }

    @Property
    void aLongIsWrittenAsTheSameNumberOfAnyLengthIs(
            @ForAll long unscaled, @ForAll @IntRange(max = 18) int zeros, @ForAll @IntRange(max = 40) int scale) {
        long number = unscaled / (long) Math.pow(10, zeros);
        for (long each : new long[] {number, number * (long) Math.pow(10, zeros), Long.MIN_VALUE, Long.MAX_VALUE, 0}) {
            assertThat(Decimal.of(each, scale)).isEqualTo(Decimal.of(BigInteger.valueOf(each), scale));
        }
    }

    @Property
    void equalValuesAreEqualKeys(@ForAll("decimals") BigDecimal decimal, @ForAll @IntRange(max = 9) int more) {
        BigDecimal wider = decimal.setScale(decimal.scale() + more);

        assertThat(key(wider)).isEqualTo(key(decimal));
    }

    @Property
    void differentValuesAreDifferentKeys(@ForAll("decimals") BigDecimal decimal, @ForAll("decimals") BigDecimal other) {
        assertThat(Arrays.equals(key(decimal), key(other))).isEqualTo(decimal.compareTo(other) == 0);
    }

    @Property
    void keysCompareAsTheirValuesDo(
            @ForAll("decimals") BigDecimal decimal,
            @ForAll("decimals") BigDecimal other,
            @ForAll @IntRange(max = 5) int before) {
        byte[] a = within(before, key(decimal));
        byte[] b = within(before + 1, key(other));

        // The bytes before a key may be another value's: they are not looked at.
        int compared = Decimal.compareKeys(a, before + 2, a.length - before - 4, b, before + 3, b.length - before - 5);
        assertThat(Integer.signum(compared)).isEqualTo(decimal.compareTo(other));
    }

    private static byte[] within(int before, byte[] key) {
        byte[] within = new byte[before + 2 + key.length + 2];
        Arrays.fill(within, (byte) 0x55);
        System.arraycopy(key, 0, within, before + 2, key.length);
        return within;
    }

    @Property
    void aKeyIsAValueAgainWithTheScaleItNeeds(@ForAll("decimals") BigDecimal decimal) {
        byte[] key = key(decimal);
        BigDecimal shortest = decimal.signum() == 0 ? BigDecimal.ZERO : decimal.stripTrailingZeros();
        int minimal = Math.max(0, shortest.scale());

        assertThat(Decimal.minimalScale(key, 0, key.length)).isEqualTo(minimal);
        assertThat(Decimal.withScale(key, 0, key.length, decimal.scale()))
                .isEqualTo(Decimal.of(decimal.unscaledValue(), decimal.scale()));
    }

    private static byte[] key(BigDecimal decimal) {
        byte[] bytes = Decimal.of(decimal.unscaledValue(), decimal.scale());
        return Arrays.copyOfRange(bytes, Decimal.SCALE_BYTES, bytes.length);
    }

    /** Decimals of all sizes: about a long's ends, with many zeros within and behind, far from the point on either side. */
    @Provide
    Arbitrary<BigDecimal> decimals() {
        Arbitrary<BigInteger> unscaled = Arbitraries.oneOf(
                Arbitraries.longs().map(BigInteger::valueOf),
                Arbitraries.bigIntegers().between(BigInteger.TEN.pow(40).negate(), BigInteger.TEN.pow(40)),
                Arbitraries.of(Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1)
                        .map(BigInteger::valueOf)
                        .flatMap(edge ->
                                Arbitraries.integers().between(-1, 1).map(by -> edge.add(BigInteger.valueOf(by)))),
                Combinators.combine(
                                Arbitraries.integers().between(-9999, 9999),
                                Arbitraries.integers().between(0, 40))
                        .as((digits, zeros) -> BigInteger.valueOf(digits).multiply(BigInteger.TEN.pow(zeros))));
        return Combinators.combine(unscaled, Arbitraries.integers().between(0, 50))
                .as(BigDecimal::new);
    }
}
