package straum.domain.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Printed floats against the slow search for the shortest decimal between the midpoints to a float's neighbours. */
class FloatWriterProperties {
    private static final BigDecimal TWO = BigDecimal.valueOf(2);

    @Property(tries = 3000)
    void aDoublePrintsAsTheClosestOfTheShortestDecimalsThatAreIt(@ForAll("doubles") double value) {
        BigDecimal exact = new BigDecimal(value);
        BigDecimal low = exact.add(new BigDecimal(Math.nextDown(value))).divide(TWO);
        BigDecimal high = Double.isInfinite(Math.nextUp(value))
                ? exact.add(exact.subtract(low))
                : exact.add(new BigDecimal(Math.nextUp(value))).divide(TWO);
        StringBuilder printed = new StringBuilder();
        FloatWriter.print(value, printed);

        assertThat(printed.toString()).isEqualTo(format(shortest(exact, low, high), 15));
        assertThat(Double.parseDouble(printed.toString())).isEqualTo(value);
    }

    @Property(tries = 3000)
    void aFloatPrintsAsTheClosestOfTheShortestDecimalsThatAreIt(@ForAll("floats") float value) {
        BigDecimal exact = new BigDecimal(value);
        BigDecimal low = exact.add(new BigDecimal(Math.nextDown(value))).divide(TWO);
        BigDecimal high = Float.isInfinite(Math.nextUp(value))
                ? exact.add(exact.subtract(low))
                : exact.add(new BigDecimal(Math.nextUp(value))).divide(TWO);
        StringBuilder printed = new StringBuilder();
        FloatWriter.print(value, printed);

        assertThat(printed.toString()).isEqualTo(format(shortest(exact, low, high), 6));
        assertThat(Float.parseFloat(printed.toString())).isEqualTo(value);
    }

    /** Only below the powers of two from twice that on are the neighbours nearer. */
    @Example
    void theLeastThatIsNotSubnormalHasNeighboursAsFarOnEitherSide() {
        for (int times = 1; times <= 4; times++) {
            aDoublePrintsAsTheClosestOfTheShortestDecimalsThatAreIt(times * Double.MIN_NORMAL);
            aFloatPrintsAsTheClosestOfTheShortestDecimalsThatAreIt(times * Float.MIN_NORMAL);
        }
    }

    @Property
    void aMinusIsWrittenBefore(@ForAll("doubles") double value) {
        StringBuilder plus = new StringBuilder();
        StringBuilder minus = new StringBuilder();
        FloatWriter.print(value, plus);
        FloatWriter.print(-value, minus);

        assertThat(minus.toString()).isEqualTo("-" + plus);
    }

    /** The decimal of fewest digits strictly within, and of those the closest to the value, of two as close the even. */
    private static BigDecimal shortest(BigDecimal value, BigDecimal low, BigDecimal high) {
        for (int digits = 1; ; digits++) {
            BigDecimal down = value.round(new MathContext(digits, RoundingMode.DOWN));
            BigDecimal up = value.round(new MathContext(digits, RoundingMode.UP));
            BigDecimal closest = value.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            for (BigDecimal candidate : new BigDecimal[] {closest, down, up}) {
                if (candidate.compareTo(low) > 0 && candidate.compareTo(high) < 0) {
                    return candidate;
                }
            }
        }
    }

    /** As C's {@code %g} would, were it given just the digits there are. */
    private static String format(BigDecimal decimal, int precision) {
        BigDecimal stripped = decimal.stripTrailingZeros();
        int exponent = stripped.precision() - stripped.scale() - 1;
        if (exponent >= -4 && exponent < precision) {
            return stripped.toPlainString();
        }
        String digits = stripped.unscaledValue().toString();
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        return mantissa + (exponent < 0 ? "e-" : "e+") + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
    }

    /** Positive ones: of any bits, powers of two, whole numbers, decimals of few digits, and the tiniest. */
    @Provide
    Arbitrary<Double> doubles() {
        Arbitrary<Double> decimals = Combinators.combine(
                        Arbitraries.longs().between(1, 1_000_000_000L),
                        Arbitraries.integers().between(-30, 30))
                .as((digits, exponent) -> Double.parseDouble(digits + "e" + exponent));
        return Arbitraries.oneOf(
                Arbitraries.longs()
                        .between(1, Double.doubleToLongBits(Double.MAX_VALUE))
                        .map(Double::longBitsToDouble),
                Arbitraries.integers().between(-1074, 1023).map(exponent -> Math.scalb(1.0, exponent)),
                Arbitraries.longs().between(1, Long.MAX_VALUE).map(Long::doubleValue),
                Arbitraries.longs().between(1, 1000).map(Double::longBitsToDouble),
                Arbitraries.of(1e23, 9.5e-3, 2e-3, 1e15, 999_999_999_999_999.9, 1e-4, 9.999e-5, Double.MIN_NORMAL),
                decimals);
    }

    /** Positive ones, alike. */
    @Provide
    Arbitrary<Float> floats() {
        return Arbitraries.oneOf(
                Arbitraries.integers()
                        .between(1, Float.floatToIntBits(Float.MAX_VALUE))
                        .map(Float::intBitsToFloat),
                Arbitraries.integers().between(-149, 127).map(exponent -> Math.scalb(1f, exponent)),
                Arbitraries.integers().between(1, Integer.MAX_VALUE).map(Integer::floatValue),
                Arbitraries.integers().between(1, 100_000).map(cents -> cents / 100f));
    }
}
