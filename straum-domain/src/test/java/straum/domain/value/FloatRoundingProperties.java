package straum.domain.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Rounding to floats beside that of Java's decimals. */
class FloatRoundingProperties {
    private static final BigDecimal TWO = new BigDecimal(2);
    private static final BigDecimal HALF = new BigDecimal("0.5");

    private static BigDecimal exact(BigInteger digits, int power) {
        BigDecimal of = new BigDecimal(digits);
        return power >= 0 ? of.multiply(TWO.pow(power)) : of.multiply(HALF.pow(-power));
    }

    private static BigInteger digits(Random random, int bits) {
        BigInteger digits = new BigInteger(bits, random);
        if (random.nextInt(3) == 0) {
            // Halfway between two floats, or next to it.
            digits = digits.shiftLeft(1).add(BigInteger.ONE).shiftLeft(random.nextInt(60));
            digits = digits.add(BigInteger.valueOf(random.nextInt(3) - 1));
        }
        return random.nextBoolean() ? digits : digits.negate();
    }

    @Property(tries = 5000)
    void sumsAreRoundedToTheNearest(
            @ForAll long seed,
            @ForAll @IntRange(max = 130) int bits,
            @ForAll @IntRange(min = -1200, max = 1000) int power) {
        BigInteger digits = digits(new Random(seed), bits);
        BigDecimal exact = exact(digits, power);
        double expected = exact.doubleValue() + 0.0;
        if (Double.isInfinite(expected)) {
            assertThatThrownBy(() -> FloatRounding.toDouble(digits, power)).isInstanceOf(ArithmeticException.class);
        } else {
            assertThat(FloatRounding.toDouble(digits, power)).isEqualTo(expected);
        }
        float single = exact.floatValue() + 0f;
        if (Float.isInfinite(single)) {
            assertThatThrownBy(() -> FloatRounding.toFloat(digits, power)).isInstanceOf(ArithmeticException.class);
        } else {
            assertThat(FloatRounding.toFloat(digits, power)).isEqualTo(single);
        }
    }

    @Property(tries = 3000)
    void quotientsAreRoundedToTheNearest(
            @ForAll long seed,
            @ForAll @IntRange(max = 130) int bits,
            @ForAll @IntRange(min = -1100, max = 900) int power) {
        Random random = new Random(seed);
        BigInteger digits = digits(random, bits);
        BigInteger divisor = BigInteger.valueOf(1 + random.nextInt(random.nextBoolean() ? 10 : Integer.MAX_VALUE - 1));
        // Halfway between two of the smallest doubles is a number of some 770 digits: fewer here would miss that it is
        // halfway. No quotient of 200 bits by 31 is so near to halfway without being there.
        BigDecimal quotient = exact(digits, power).divide(new BigDecimal(divisor), new MathContext(1000));
        double expected = quotient.doubleValue() + 0.0;
        if (Double.isInfinite(expected)) {
            assertThatThrownBy(() -> FloatRounding.quotient(digits, power, divisor))
                    .isInstanceOf(ArithmeticException.class);
        } else {
            assertThat(FloatRounding.quotient(digits, power, divisor)).isEqualTo(expected);
        }
    }

    @Example
    void aQuotientHalfwayBetweenTheSmallestIsRoundedToTheEvenOne() {
        // 80,658.5 and 80,657.5 times the smallest double, 2^-1074.
        assertThat(FloatRounding.quotient(BigInteger.valueOf(161_317 * 3), -1075, BigInteger.valueOf(3)))
                .isEqualTo(80_658 * Double.MIN_VALUE);
        assertThat(FloatRounding.quotient(BigInteger.valueOf(-161_315 * 3), -1075, BigInteger.valueOf(3)))
                .isEqualTo(-80_658 * Double.MIN_VALUE);
    }

    @Example
    void aQuotientJustPastHalfwayIsRoundedUp() {
        // 2^53 + 1 is halfway to 2^53 + 2; a quotient a trifle more is not.
        BigInteger divisor = BigInteger.valueOf(1_000_003);
        BigInteger halfway = BigInteger.TWO.pow(53).add(BigInteger.ONE).multiply(divisor);
        assertThat(FloatRounding.quotient(halfway, 0, divisor)).isEqualTo(0x1p53);
        assertThat(FloatRounding.quotient(halfway.add(BigInteger.ONE), 0, divisor))
                .isEqualTo(0x1p53 + 2);
    }
}
