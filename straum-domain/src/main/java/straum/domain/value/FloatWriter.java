package straum.domain.value;

import java.math.BigInteger;

/**
 * Writes floats as PostgreSQL does with {@code extra_float_digits} at 1 (manual, 8.1.3): the fewest digits that lie
 * strictly nearer to the value than to any other float, the closest of those, and with an exponent where printf's
 * {@code %g} would use one. {@link Double#toString} is neither shortest nor closest before Java 19.
 */
final class FloatWriter {
    /** float8 takes an exponent from 10^15, float4 from 10^6 (DBL_DIG, FLT_DIG); both below 10^−4. */
    private static final int DOUBLE_DIGITS = 15;

    private static final int FLOAT_DIGITS = 6;
    private static final int LEAST_FIXED_EXPONENT = -4;

    private static final int DOUBLE_FRACTION_BITS = 52;
    private static final int FLOAT_FRACTION_BITS = 23;

    /** Below it, and times a power of ten that is a double, every decimal is its double's only one of so few digits. */
    private static final double FEW_DIGITS = 1e15;

    /** The powers of ten that are doubles. */
    private static final double[] POWERS_OF_TEN = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    private static final double LOG10_OF_2 = Math.log10(2);

    private FloatWriter() {}

    /** Appends a float8. */
    static void print(double value, StringBuilder out) {
        if (!printSign(value, out)) {
            return;
        }
        double positive = Math.abs(value);
        if (printFewDigits(positive, out)) {
            return;
        }
        long bits = Double.doubleToLongBits(positive);
        printShortest(bits, DOUBLE_FRACTION_BITS, Double.MAX_EXPONENT, DOUBLE_DIGITS, out);
    }

    /** Appends a float4. */
    static void print(float value, StringBuilder out) {
        if (printSign(value, out)) {
            int bits = Float.floatToIntBits(Math.abs(value));
            printShortest(bits, FLOAT_FRACTION_BITS, Float.MAX_EXPONENT, FLOAT_DIGITS, out);
        }
    }

    /** Appends a value without digits whole, of another the sign; whether digits are to follow. */
    private static boolean printSign(double value, StringBuilder out) {
        if (Double.isNaN(value)) {
            out.append("NaN");
            return false;
        }
        if (value < 0) {
            out.append('-');
        }
        if (Double.isInfinite(value)) {
            out.append("Infinity");
            return false;
        }
        if (value == 0) {
            out.append('0');
            return false;
        }
        return true;
    }

    /**
     * The usual case without big numbers: a decimal of at most 15 digits that is read as the value is the only one of so
     * few digits, so that with the fewest decimals it is the shortest.
     */
    private static boolean printFewDigits(double value, StringBuilder out) {
        for (int decimals = 0; decimals < POWERS_OF_TEN.length; decimals++) {
            double scaled = value * POWERS_OF_TEN[decimals];
            if (scaled >= FEW_DIGITS) {
                return false;
            }
            double whole = Math.rint(scaled);
            if (whole / POWERS_OF_TEN[decimals] == value) { // both exact, so this is what reading the decimal gives
                printDigits((long) whole, -decimals, DOUBLE_DIGITS, out);
                return true;
            }
        }
        return false;
    }

    /**
     * Any case, in whole numbers. The value is c·2^q, and what is read as it lies between the midpoints to its
     * neighbours, 2^q apart (the lower neighbour of a power of two is half as near). With 10^k the greatest power of ten
     * not above their distance, there is at most one multiple of 10^(k+1) between them, which is the shortest with its
     * zeros taken off, and else at least one of 10^k (R. Giulietti, "The Schubfach way to render doubles").
     */
    private static void printShortest(long bits, int fractionBits, int bias, int fixedDigits, StringBuilder out) {
        int biased = (int) (bits >>> fractionBits);
        long fraction = bits & ((1L << fractionBits) - 1);
        long c = biased == 0 ? fraction : fraction | 1L << fractionBits;
        int q = Math.max(biased, 1) - bias - fractionBits;
        boolean powerOfTwo = fraction == 0 && biased > 1;

        int k = (int) Math.floor(q * LOG10_OF_2 + (powerOfTwo ? Math.log10(0.75) : 0));
        // In units of 2^(q-2) over 10^k, as fractions of one denominator.
        BigInteger unit = power(2, q - 2).multiply(power(10, -k));
        BigInteger denominator = power(2, 2 - q).multiply(power(10, k));
        BigInteger value = unit.multiply(BigInteger.valueOf(4 * c));
        BigInteger low = unit.multiply(BigInteger.valueOf(4 * c - (powerOfTwo ? 1 : 2)));
        BigInteger high = unit.multiply(BigInteger.valueOf(4 * c + 2));

        BigInteger[] tens = high.divideAndRemainder(denominator.multiply(BigInteger.TEN));
        long ten = 10 * (tens[1].signum() == 0 ? tens[0].longValue() - 1 : tens[0].longValue());
        if (ten > 0 && isAbove(ten, low, denominator)) {
            printDigits(ten, k, fixedDigits, out);
            return;
        }
        BigInteger[] ones = value.divideAndRemainder(denominator);
        long one = ones[0].longValue();
        int half = ones[1].shiftLeft(1).compareTo(denominator);
        boolean up = half > 0 || (half == 0 && one % 2 != 0) || !isAbove(one, low, denominator);
        printDigits(up ? one + 1 : one, k, fixedDigits, out);
    }

    private static BigInteger power(int base, int exponent) {
        return exponent <= 0 ? BigInteger.ONE : BigInteger.valueOf(base).pow(exponent);
    }

    private static boolean isAbove(long digits, BigInteger numerator, BigInteger denominator) {
        return denominator.multiply(BigInteger.valueOf(digits)).compareTo(numerator) > 0;
    }

    /** Appends {@code digits · 10^exponent} without the zeros at the end of the digits. */
    private static void printDigits(long digits, int exponent, int fixedDigits, StringBuilder out) {
        while (digits % 10 == 0) {
            digits /= 10;
            exponent++;
        }
        String text = Long.toString(digits);
        int scientific = exponent + text.length() - 1;
        if (scientific < LEAST_FIXED_EXPONENT || scientific >= fixedDigits) {
            printScientific(text, scientific, out);
        } else if (exponent >= 0) {
            out.append(text).append("0".repeat(exponent));
        } else if (scientific >= 0) {
            out.append(text, 0, scientific + 1).append('.').append(text, scientific + 1, text.length());
        } else {
            out.append("0.").append("0".repeat(-scientific - 1)).append(text);
        }
    }

    private static void printScientific(String digits, int exponent, StringBuilder out) {
        out.append(digits.charAt(0));
        if (digits.length() > 1) {
            out.append('.').append(digits, 1, digits.length());
        }
        out.append('e').append(exponent < 0 ? '-' : '+');
        if (Math.abs(exponent) < 10) {
            out.append('0');
        }
        out.append(Math.abs(exponent));
    }
}
