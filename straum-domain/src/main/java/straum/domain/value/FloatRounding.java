package straum.domain.value;

import java.math.BigInteger;

/** Rounds exact values to the nearest float, those halfway to the even one, as IEEE 754 does. */
public final class FloatRounding {
    private static final int DOUBLE_BITS = 53;
    private static final int DOUBLE_LEAST_POWER = -1074;
    private static final int FLOAT_BITS = 24;
    private static final int FLOAT_LEAST_POWER = -149;

    private FloatRounding() {}

    /**
     * The float8 nearest to {@code digits * 2^power}.
     *
     * @throws ArithmeticException when that is beyond every float8
     */
    public static double toDouble(BigInteger digits, int power) {
        return finite(nearest(digits, power, DOUBLE_BITS, DOUBLE_LEAST_POWER), "float8");
    }

    /**
     * The float4 nearest to {@code digits * 2^power}, rounded once.
     *
     * @throws ArithmeticException when that is beyond every float4
     */
    public static float toFloat(BigInteger digits, int power) {
        // The cast is exact, or makes an infinity of what is beyond.
        return (float) finite((float) nearest(digits, power, FLOAT_BITS, FLOAT_LEAST_POWER), "float4");
    }

    /**
     * The float8 nearest to {@code digits * 2^power / divisor}, rounded once.
     *
     * @param divisor greater than 0
     * @throws ArithmeticException when that is beyond every float8
     */
    public static double quotient(BigInteger digits, int power, BigInteger divisor) {
        // Two digits more than a float8 has, and a last one that says whether anything is left.
        int more = Math.max(0, DOUBLE_BITS + 2 + divisor.bitLength() - digits.bitLength());
        BigInteger[] divided = digits.abs().shiftLeft(more).divideAndRemainder(divisor);
        BigInteger rounded = divided[0].shiftLeft(1).or(divided[1].signum() == 0 ? BigInteger.ZERO : BigInteger.ONE);
        return toDouble(digits.signum() < 0 ? rounded.negate() : rounded, power - more - 1);
    }

    private static double finite(double value, String type) {
        if (Double.isInfinite(value)) {
            throw new ArithmeticException("beyond a " + type);
        }
        return value;
    }

    /** The nearest number of so many bits, the last of which counts 2^least or more. */
    private static double nearest(BigInteger digits, int power, int bits, int least) {
        BigInteger size = digits.abs();
        int last = Math.max(power + size.bitLength() - bits, least);
        int dropped = last - power;
        BigInteger kept = size.shiftRight(dropped); // to the left where it is negative
        if (dropped > 0 && size.testBit(dropped - 1)) {
            boolean aboveHalf = size.getLowestSetBit() < dropped - 1;
            kept = aboveHalf || kept.testBit(0) ? kept.add(BigInteger.ONE) : kept;
        }
        // A whole number of at most 53 bits, and a power that keeps all of them: no more rounding.
        double value = Math.scalb(kept.doubleValue(), last);
        return digits.signum() < 0 ? 0.0 - value : value; // never -0
    }
}
