package straum.domain.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

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
    void whatIsNoNumericIsRefusedAndLeftAsItWas() {
        for (byte[] bad : new byte[][] {
            {0, 0, 0, 0, 0, 0, 0},
            sent(0, 0x0000, 0, 0, 1),
            sent(0, 0x0000, 0, 1, 0),
            sent(0, 0x0000, 0, 10_000),
            sent(0, 0x1000, 0, 1),
            sent(0, 0xc000, 0, 1),
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
}
