package straum.domain.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalTest {
    @Test
    void aSentNumericBecomesCanonicalInPlace() {
        // 12345.60 as PostgreSQL sends it: two digits before the point's group, one after, scale 2.
        byte[] sent = sent(1, 0x0000, 2, 1, 2345, 6000);
        Decimal.canonical(sent, 0, sent.length);

        byte[] canonical = Arrays.copyOfRange(sent, 2, sent.length);
        assertThat(canonical).isEqualTo(Decimal.of(BigInteger.valueOf(1_234_560), 2));
        assertThat(Decimal.scale(canonical, 0)).isEqualTo(2);
        assertThat(Decimal.unscaledLong(canonical, 0, canonical.length)).isEqualTo(1_234_560);
    }

    @Test
    void anInfinityIsSentWithAScaleAndKeptWithout() {
        byte[] sent = sent(0, 0xd000, 32);
        Decimal.canonical(sent, 0, sent.length);

        assertThat(Arrays.copyOfRange(sent, 2, sent.length)).isEqualTo(Decimal.infinity(false));
        assertThat(Decimal.isFinite(sent, 2)).isFalse();
        assertThat(Decimal.fitsLong(sent, 2, sent.length - 2)).isFalse();
    }

    @Test
    void whatIsNotFiniteIsSentWithoutDigits() {
        for (byte[] expected : new byte[][] {Decimal.nan(), Decimal.infinity(false), Decimal.infinity(true)}) {
            byte[] sent = sent(0, Decimal.u16(expected, 4), 0);
            Decimal.canonical(sent, 0, sent.length);

            assertThat(Arrays.copyOfRange(sent, 2, sent.length)).isEqualTo(expected);
        }
    }

    @Test
    void aZeroIsCanonicalWhateverItsWeightAndSign() {
        byte[] sent = sent(-5, 0x4000, 2);
        Decimal.canonical(sent, 0, sent.length);

        assertThat(Arrays.copyOfRange(sent, 2, sent.length)).isEqualTo(Decimal.of(BigInteger.ZERO, 2));
    }

    @Test
    void theFinestScaleIsSentAndHeld() {
        byte[] sent = sent(0, 0x0000, 0x3fff, 1);
        Decimal.canonical(sent, 0, sent.length);

        assertThat(Arrays.copyOfRange(sent, 2, sent.length))
                .isEqualTo(Decimal.of(BigInteger.TEN.pow(Decimal.MAX_SCALE), Decimal.MAX_SCALE));
        assertThatIllegalArgumentException().isThrownBy(() -> Decimal.of(BigInteger.ONE, Decimal.MAX_SCALE + 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Decimal.of(BigInteger.ONE, -1));
    }

    @Test
    void aNumericHas131072DigitsBeforeThePointAndNoMore() {
        BigInteger most = BigInteger.TEN.pow(Decimal.MAX_WHOLE_DIGITS).subtract(BigInteger.ONE);
        byte[] bytes = Decimal.of(most, 0);
        assertThat(Decimal.unscaled(bytes, 0, bytes.length)).isEqualTo(most);
        assertThat(Decimal.of(most.multiply(BigInteger.TEN), 1)).hasSameSizeAs(bytes);
        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> Decimal.of(most.add(BigInteger.ONE), 0))
                .withMessageContaining("131073 digits before the point");
        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> Decimal.of(most.add(BigInteger.ONE).multiply(BigInteger.TEN), 1))
                .withMessageContaining("131073 digits before the point");
    }

    @Test
    void theGreatestLongIsALongAtEveryScale() {
        for (int scale = 0; scale < 40; scale++) {
            byte[] greatest = Decimal.of(BigInteger.valueOf(Long.MAX_VALUE), scale);
            byte[] more = Decimal.of(BigInteger.valueOf(Long.MAX_VALUE).add(BigInteger.ONE), scale);

            assertThat(Decimal.unscaledLong(greatest, 0, greatest.length)).isEqualTo(Long.MAX_VALUE);
            assertThat(Decimal.fitsLong(greatest, 0, greatest.length)).isTrue();
            assertThat(Decimal.fitsLong(more, 0, more.length)).isFalse();
        }
    }

    @Test
    void whatIsNoNumericIsRefusedAndLeftAsItWas() {
        for (byte[] bad : new byte[][] {
            {0, 0, 0, 0, 0, 0, 0},
            sent(0, 0x0000, 0, 0, 1),
            sent(1, 0x0000, 0, 0, 1),
            sent(1, 0x0000, 0, 1, 0),
            sent(0, 0xc000, 0, 1),
            sent(0, 0xd000, 0, 1),
            sent(0, 0xf000, 0, 1),
            sent(0, 0x8000, 0),
            sent(0, 0x0000, 0, 1, 0),
            sent(0, 0x0000, 0, 10_000),
            sent(0, 0x1000, 0, 1),
            sent(-1, 0x0000, 2, 1),
            sent(-10, 0x0000, 2, 1),
            sent(0, 0x0000, 0x4000, 1),
        }) {
            byte[] before = bad.clone();
            assertThatIllegalArgumentException()
                    .as(Arrays.toString(bad))
                    .isThrownBy(() -> Decimal.canonical(bad, 0, bad.length));
            assertThat(bad).isEqualTo(before);
        }
    }

    @Test
    void zeroHasNoDigitsWhateverItsScale() {
        assertThat(Decimal.of(BigInteger.ZERO, 2)).containsExactly(0, 2, 0, 0, 0, 0);
        assertThat(Decimal.unscaledLong(Decimal.of(BigInteger.ZERO, 50), 0, 6)).isZero();
    }

    @Test
    void theSmallestLongIsLeftToBigNumbers() {
        byte[] smallest = Decimal.of(BigInteger.valueOf(Long.MIN_VALUE), 3);
        assertThat(Decimal.fitsLong(smallest, 0, smallest.length)).isFalse();
        assertThat(Decimal.unscaled(smallest, 0, smallest.length)).isEqualTo(BigInteger.valueOf(Long.MIN_VALUE));
    }

    /** A numeric in PostgreSQL's send format. */
    private static byte[] sent(int weight, int sign, int scale, int... digits) {
        ByteBuffer bytes = ByteBuffer.allocate(8 + 2 * digits.length)
                .putShort((short) digits.length)
                .putShort((short) weight)
                .putShort((short) sign)
                .putShort((short) scale);
        for (int digit : digits) {
            bytes.putShort((short) digit);
        }
        return bytes.array();
    }

    /** What PostgreSQL 18 answers for {@code avg} over these numerics. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0 -> 0.00000000000000000000",
                "0.00 -> 0.00000000000000000000",
                "1 -> 1.00000000000000000000",
                "1,2 -> 1.5000000000000000",
                "1,2,2 -> 1.6666666666666667",
                "1,0,0 -> 0.33333333333333333333",
                "-1,0,0 -> -0.33333333333333333333",
                "10000,10000,1 -> 6667.0000000000000000",
                "9999,9999,9999 -> 9999.0000000000000000",
                "10000,9999,9999 -> 9999.3333333333333333",
                "1.5,2.25,-2.25 -> 0.50000000000000000000",
                "0.1,0.2,0.3 -> 0.20000000000000000000",
                "1e-10,1e-10,2e-10 -> 0.0000000001333333333333333333",
                "1e40,1,1 -> 3333333333333333333333333333333333333334",
                "1e-20,0,0 -> 0.0000000000000000000033333333333333333333",
                "1.23456789012345678901234567890,1,1 -> 1.07818929670781892967078189297",
                "0.5,0.25,0.125 -> 0.29166666666666666667",
                "99999999.99,0.01,0 -> 33333333.333333333333",
                "7,7,7 -> 7.0000000000000000",
                "123456789012345678901234567890,1,0 -> 41152263004115226300411522630",
                "20000,1,1 -> 6667.3333333333333333",
                "1e8,0,0 -> 33333333.333333333333"
            })
    void anAverageHasTheDigitsThatPostgresqlPrints(String averageOf) {
        String[] sides = averageOf.split(" -> ");

        assertThat(average(sides[0])).isEqualTo(sides[1]);
    }

    /** As PostgreSQL 18 answers. */
    @Test
    void anAverageHasNoMoreThan1000Decimals() {
        assertThat(average("3e-1000,0")).isEqualTo("0." + "0".repeat(999) + "2");
        assertThat(average("-1e-1000,0")).isEqualTo("-0." + "0".repeat(999) + "1");
        assertThat(average("1e-1200,0")).isEqualTo("0." + "0".repeat(1000));
    }

    private static String average(String values) {
        BigDecimal sum = BigDecimal.ZERO;
        String[] of = values.split(",");
        for (String value : of) {
            sum = sum.add(new BigDecimal(value));
        }
        sum = sum.setScale(Math.max(0, sum.scale()));
        byte[] average = Decimal.average(sum.unscaledValue(), sum.scale(), BigInteger.valueOf(of.length));
        StringBuilder text = new StringBuilder();
        ColumnType.NUMERIC.print(average, 0, average.length, text);
        return text.toString();
    }
}
