package straum.domain.value;

import java.math.BigInteger;

/**
 * The canonical form of a numeric: display scale (2 bytes), weight (2), sign (2), then base-10000 digits of 2 bytes each
 * without leading or trailing zeros, all big-endian: PostgreSQL's send format with the digit count left out and the scale
 * moved to the front (utils/adt/numeric.c, numeric_send).
 */
public final class Decimal {
    /** The bytes of the scale, which come first. */
    public static final int SCALE_BYTES = 2;

    private Decimal() {}

    /**
     * Turns a numeric in the send format into its canonical form, in place: the canonical value is the bytes from
     * {@code start + 2} to the same end.
     *
     * @throws IllegalArgumentException when the bytes are no numeric
     */
    public static void canonical(byte[] bytes, int start, int length) {
        throw new AssertionError("contract");
    }

    /** Whether it is a number, and neither NaN nor an infinity. */
    public static boolean isFinite(byte[] bytes, int start) {
        throw new AssertionError("contract");
    }

    /** The display scale. */
    public static int scale(byte[] bytes, int start) {
        return (bytes[start] & 0xff) << 8 | (bytes[start + 1] & 0xff);
    }

    /** Whether the finite value times 10^scale fits a long: so that {@link #unscaledLong} gives it. */
    public static boolean fitsLong(byte[] bytes, int start, int length) {
        throw new AssertionError("contract");
    }

    /** The finite value times 10^scale, its own display scale; only where {@link #fitsLong}. */
    public static long unscaledLong(byte[] bytes, int start, int length) {
        throw new AssertionError("contract");
    }

    /** The finite value times 10^scale, its own display scale. */
    public static BigInteger unscaled(byte[] bytes, int start, int length) {
        throw new AssertionError("contract");
    }

    /** The canonical form of {@code unscaled / 10^scale} printed with that scale. */
    public static byte[] of(BigInteger unscaled, int scale) {
        throw new AssertionError("contract");
    }
}
