package straum.domain.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The canonical form of a numeric: display scale (2 bytes), weight (2), sign (2), then base-10000 digits of 2 bytes each
 * without leading or trailing zeros, all big-endian: PostgreSQL's send format with the digit count left out and the scale
 * moved to the front (utils/adt/numeric.c, numeric_send).
 *
 * <p>The first digit counts 10000^weight, the next 10000^(weight − 1), and so on. Zero has no digits, weight 0 and a
 * plus sign; NaN and the infinities have no digits, scale 0 and weight 0. A scale always covers the digits: no value has
 * more decimals than it prints. So equal values differ in their scale alone, and the bytes after it are a <em>key</em>.
 */
public final class Decimal {
    /** The bytes of the scale, which come first. */
    public static final int SCALE_BYTES = 2;

    /** What {@link #unscaledLong} answers for a value it cannot give. */
    public static final long NO_LONG = Long.MIN_VALUE;

    /** The largest scale a numeric can have (NUMERIC_DSCALE_MASK). */
    static final int MAX_SCALE = 0x3fff;

    /** The digits before the point that a numeric can have: 32,768 digits of base 10000. */
    static final int MAX_WHOLE_DIGITS = 131_072;

    private static final int POSITIVE = 0x0000;
    static final int NEGATIVE = 0x4000;
    static final int NAN = 0xc000;
    private static final int INFINITY = 0xd000;
    static final int MINUS_INFINITY = 0xf000;

    /** The digits of base 10000 have so many decimal digits. */
    private static final int GROUP = 4;

    private static final int BASE = 10_000;

    /** So many digits of a quotient say something at least (NUMERIC_MIN_SIG_DIGITS). */
    private static final int SIGNIFICANT_DIGITS = 16;

    /** The largest scale of a quotient (NUMERIC_MAX_DISPLAY_SCALE). */
    private static final int MAX_DIVIDED_SCALE = 1000;

    /** A number of so many decimal digits fits a long, whatever the digits. */
    private static final int SAFE_DIGITS = 18;

    /** Scale, weight and sign: where the digits begin. */
    static final int HEADER_BYTES = 6;

    /** The send format's count of digits, weight, sign and scale. */
    private static final int SENT_HEADER_BYTES = 8;

    private static final long[] POWERS_OF_TEN = new long[SAFE_DIGITS + 1];

    static {
        POWERS_OF_TEN[0] = 1;
        for (int i = 1; i < POWERS_OF_TEN.length; i++) {
            POWERS_OF_TEN[i] = 10 * POWERS_OF_TEN[i - 1];
        }
    }

    private Decimal() {}

    /**
     * Turns a numeric in the send format into its canonical form, in place: the canonical value is the bytes from
     * {@code start + 2} to the same end.
     *
     * @throws IllegalArgumentException when the bytes are no numeric, or one with a superfluous digit, which PostgreSQL
     *     never stores and so never sends; the bytes are as they were
     */
    public static void canonical(byte[] bytes, int start, int length) {
        int count = length < SENT_HEADER_BYTES ? -1 : u16(bytes, start);
        if (count < 0 || length != SENT_HEADER_BYTES + 2 * count) {
            throw new IllegalArgumentException("no numeric: " + length + " bytes for " + count + " digits");
        }
        int weight = s16(bytes, start + 2);
        int sign = u16(bytes, start + 4);
        int scale = u16(bytes, start + 6);
        if (sign == POSITIVE || sign == NEGATIVE) {
            checkDigits(bytes, start + SENT_HEADER_BYTES, count, weight, scale);
        } else if ((sign != NAN && sign != INFINITY && sign != MINUS_INFINITY) || count != 0) {
            throw new IllegalArgumentException("no numeric: sign " + sign + " with " + count + " digits");
        } else {
            scale = 0; // an infinity is sent with bits of its header for a scale
        }
        if (count == 0) {
            weight = 0;
            sign = sign == NEGATIVE ? POSITIVE : sign;
        }
        putHeader(bytes, start + 2, scale, weight, sign);
    }

    private static void checkDigits(byte[] bytes, int start, int count, int weight, int scale) {
        if (scale > MAX_SCALE) {
            throw new IllegalArgumentException("no numeric: scale " + scale);
        }
        int digit = 0;
        for (int i = 0; i < count; i++) {
            digit = u16(bytes, start + 2 * i);
            if (digit >= BASE || (digit == 0 && (i == 0 || i == count - 1))) {
                throw new IllegalArgumentException("no numeric: digit " + digit + " at " + i + " of " + count);
            }
        }
        int hidden = GROUP * (count - 1 - weight) - scale;
        if (count > 0 && hidden > 0 && (hidden >= GROUP || digit % POWERS_OF_TEN[hidden] != 0)) {
            throw new IllegalArgumentException("no numeric: more decimals than its scale of " + scale);
        }
    }

    /** Whether it is a number, and neither NaN nor an infinity. */
    public static boolean isFinite(byte[] bytes, int start) {
        return u16(bytes, start + 4) <= NEGATIVE;
    }

    /** The display scale. */
    public static int scale(byte[] bytes, int start) {
        return u16(bytes, start);
    }

    /** Whether {@link #unscaledLong} gives the value. Whoever wants the value as well asks for it, and not this first. */
    public static boolean fitsLong(byte[] bytes, int start, int length) {
        return unscaledLong(bytes, start, length) != NO_LONG;
    }

    /**
     * The value times 10^scale, its own display scale, or {@link #NO_LONG} where that is beyond a long, or the value is
     * not finite. Allocates nothing up to 18 digits; every other value is {@link #unscaled}'s, unless it is not finite.
     */
    public static long unscaledLong(byte[] bytes, int start, int length) {
        return unscaledLong(bytes, start, length, u16(bytes, start));
    }

    /** As {@link #unscaledLong(byte[], int, int)}, times 10^scale with a scale not less than its own. */
    public static long unscaledLong(byte[] bytes, int start, int length, int scale) {
        int weight = s16(bytes, start + 2);
        if (GROUP * (weight + 1) + scale > SAFE_DIGITS || !isFinite(bytes, start)) {
            return unscaledLongOfMany(bytes, start, length, scale);
        }
        long value = 0;
        int last = start + length - 2;
        for (int at = start + HEADER_BYTES; at < last; at += 2) {
            value = value * BASE + u16(bytes, at);
        }
        if (last >= start + HEADER_BYTES) {
            int exponent = GROUP * (weight + 1) - 2 * (length - HEADER_BYTES) + scale;
            value = exponent >= 0
                    ? (value * BASE + u16(bytes, last)) * POWERS_OF_TEN[exponent]
                    : value * POWERS_OF_TEN[GROUP + exponent] + u16(bytes, last) / POWERS_OF_TEN[-exponent];
        }
        return u16(bytes, start + 4) == NEGATIVE ? -value : value;
    }

    /** The value whose weight and scale alone would allow for more than 18 digits, so that only its digits can tell. */
    private static long unscaledLongOfMany(byte[] bytes, int start, int length, int scale) {
        if (!isFinite(bytes, start) || GROUP * s16(bytes, start + 2) + scale > SAFE_DIGITS) {
            return length == HEADER_BYTES && isFinite(bytes, start) ? 0 : NO_LONG;
        }
        BigInteger value = unscaled(bytes, start, length, scale);
        return value.bitLength() < Long.SIZE ? value.longValue() : NO_LONG;
    }

    /** The finite value times 10^scale, its own display scale. */
    public static BigInteger unscaled(byte[] bytes, int start, int length) {
        return unscaled(bytes, start, length, u16(bytes, start));
    }

    /** The finite value times 10^scale, with a scale not less than its own. */
    public static BigInteger unscaled(byte[] bytes, int start, int length, int scale) {
        return bigDecimal(bytes, start, length).setScale(scale).unscaledValue();
    }

    /** The finite value, with the fewest decimals whole digits of base 10000 allow. */
    private static BigDecimal bigDecimal(byte[] bytes, int start, int length) {
        assert isFinite(bytes, start) : "not finite";
        int count = (length - HEADER_BYTES) / 2;
        StringBuilder digits = new StringBuilder(GROUP * count + 2);
        digits.append(u16(bytes, start + 4) == NEGATIVE ? '-' : '+').append('0');
        for (int i = 0; i < count; i++) {
            appendGroup(u16(bytes, start + HEADER_BYTES + 2 * i), digits);
        }
        return new BigDecimal(new BigInteger(digits.toString()), GROUP * (count - 1 - s16(bytes, start + 2)));
    }

    /** Appends a digit of base 10000 as four decimal digits. */
    static void appendGroup(int digit, StringBuilder out) {
        out.append((char) ('0' + digit / 1000))
                .append((char) ('0' + digit / 100 % 10))
                .append((char) ('0' + digit / 10 % 10))
                .append((char) ('0' + digit % 10));
    }

    /**
     * The canonical form of {@code unscaled / 10^scale} printed with that scale.
     *
     * @param scale 0 to 16,383
     * @throws ArithmeticException when the value is beyond a numeric, of 131,072 digits before the point
     */
    public static byte[] of(BigInteger unscaled, int scale) {
        if (scale < 0 || scale > MAX_SCALE) {
            throw new IllegalArgumentException("no scale of a numeric: " + scale);
        }
        String digits = unscaled.abs().toString();
        if (digits.length() - scale > MAX_WHOLE_DIGITS) {
            throw new ArithmeticException(
                    "beyond a numeric: " + (digits.length() - scale) + " digits before the point");
        }
        return ofDigits(unscaled.signum() < 0, digits, digits.length() - scale, scale);
    }

    /**
     * As {@link #of(BigInteger, int)}, and quicker.
     *
     * @param scale 0 to 16,383
     */
    public static byte[] of(long unscaled, int scale) {
        int filled = Math.floorMod(-scale, GROUP);
        if (scale < 0 || scale > MAX_SCALE || Math.abs(unscaled) - 1 >= Long.MAX_VALUE / POWERS_OF_TEN[filled]) {
            return of(BigInteger.valueOf(unscaled), scale);
        }
        long digits = Math.abs(unscaled) * POWERS_OF_TEN[filled];
        if (digits == 0) {
            return special(scale, POSITIVE);
        }
        int weight = -1 - (scale + filled) / GROUP;
        for (; digits % BASE == 0; digits /= BASE) {
            weight++;
        }
        int count = 0;
        for (long rest = digits; rest > 0; rest /= BASE) {
            count++;
        }
        byte[] bytes = new byte[HEADER_BYTES + 2 * count];
        putHeader(bytes, 0, scale, weight + count, unscaled < 0 ? NEGATIVE : POSITIVE);
        for (int i = count - 1; i >= 0; i--) {
            put16(bytes, HEADER_BYTES + 2 * i, (int) (digits % BASE));
            digits /= BASE;
        }
        return bytes;
    }

    /**
     * The average of so many values that add up to {@code unscaled / 10^scale}, with the digits that PostgreSQL divides to:
     * at least 16 that say something, by the estimate of the quotient's magnitude that it makes from the first digits of
     * base 10000, at least the sum's scale, at most 1000; what is halfway is rounded away from zero
     * (utils/adt/numeric.c, numeric_avg and select_div_scale).
     *
     * @param count greater than 0
     * @throws ArithmeticException when the average is beyond a numeric
     */
    public static byte[] average(BigInteger unscaled, int scale, BigInteger count) {
        String digits = unscaled.abs().toString();
        String by = count.toString();
        int weight = unscaled.signum() == 0 ? 0 : weight(digits.length() - scale);
        int first = group(digits, digits.length() - scale - GROUP * (weight + 1));
        int byWeight = weight(by.length());
        int byFirst = group(by, by.length() - GROUP * (byWeight + 1));
        int quotient = weight - byWeight - (first <= byFirst ? 1 : 0);
        int decimals = Math.min(MAX_DIVIDED_SCALE, Math.max(SIGNIFICANT_DIGITS - GROUP * quotient, scale));
        BigDecimal average = new BigDecimal(unscaled, scale)
                .divide(new BigDecimal(count), Math.max(0, decimals), RoundingMode.HALF_UP);
        return of(average.unscaledValue(), average.scale());
    }

    /** The weight of the first digit of {@code 0.digits · 10^point}. */
    private static int weight(int point) {
        return Math.floorDiv(point - 1, GROUP);
    }

    /**
     * The canonical form of {@code 0.digits · 10^point}.
     *
     * @param digits decimal ones, the first not 0; for zero there may be none, or one
     */
    static byte[] ofDigits(boolean negative, String digits, int point, int scale) {
        int end = digits.length();
        while (end > 0 && digits.charAt(end - 1) == '0') {
            end--;
        }
        if (end == 0) {
            return special(scale, POSITIVE);
        }
        // Groups lie about the point, so the first takes what is left of the digits before it, and the last is filled
        // up.
        int weight = weight(point);
        int lead = GROUP * (weight + 1) - point;
        int count = (lead + end + GROUP - 1) / GROUP;
        byte[] bytes = new byte[HEADER_BYTES + 2 * count];
        putHeader(bytes, 0, scale, weight, negative ? NEGATIVE : POSITIVE);
        for (int i = 0; i < count; i++) {
            put16(bytes, HEADER_BYTES + 2 * i, group(digits, GROUP * i - lead));
        }
        return bytes;
    }

    /** The four decimal digits from there as a number; those outside the text are zeros. */
    private static int group(String digits, int from) {
        int group = 0;
        for (int i = from; i < from + GROUP; i++) {
            group = 10 * group + (i < 0 || i >= digits.length() ? 0 : digits.charAt(i) - '0');
        }
        return group;
    }

    /** The value of a whole number that fits a long; null for every other. */
    static @Nullable Long wholeLong(byte[] bytes) {
        boolean whole = isFinite(bytes, 0) && minimalScale(bytes, SCALE_BYTES, bytes.length - SCALE_BYTES) == 0;
        if (!whole || GROUP * s16(bytes, 2) > SAFE_DIGITS) {
            return null;
        }
        BigInteger value = bigDecimal(bytes, 0, bytes.length).setScale(0).unscaledValue();
        return value.bitLength() < Long.SIZE ? (Long) value.longValue() : null;
    }

    /** NaN, greater than every number and equal to itself. */
    public static byte[] nan() {
        return special(0, NAN);
    }

    /** An infinity. */
    public static byte[] infinity(boolean negative) {
        return special(0, negative ? MINUS_INFINITY : INFINITY);
    }

    private static byte[] special(int scale, int sign) {
        byte[] bytes = new byte[HEADER_BYTES];
        putHeader(bytes, 0, scale, 0, sign);
        return bytes;
    }

    /** The fewest decimals that show the whole value of a key, a canonical form without its scale; 0 if it is not finite. */
    public static int minimalScale(byte[] key, int start, int length) {
        int count = (length - HEADER_BYTES + SCALE_BYTES) / 2;
        if (count == 0) {
            return 0;
        }
        int decimals = GROUP * (count - 1 - s16(key, start));
        for (int last = u16(key, start + length - 2); last % 10 == 0; last /= 10) {
            decimals--;
        }
        return Math.max(0, decimals);
    }

    /**
     * The canonical form of a key, a canonical form without its scale.
     *
     * @param scale not less than {@link #minimalScale}; of no matter if the key is not finite
     */
    public static byte[] withScale(byte[] key, int start, int length, int scale) {
        assert scale >= minimalScale(key, start, length) : scale + " of " + minimalScale(key, start, length);
        byte[] bytes = new byte[SCALE_BYTES + length];
        System.arraycopy(key, start, bytes, SCALE_BYTES, length);
        put16(bytes, 0, isFinite(bytes, 0) ? scale : 0);
        return bytes;
    }

    /** Orders two values by what they are: minus infinity, the numbers, infinity, NaN (manual, 8.1.2). */
    static int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
        int sign = u16(a, aStart + 4);
        int other = u16(b, bStart + 4);
        int rank = rank(sign);
        if (rank != rank(other) || !isFinite(a, aStart)) {
            return Integer.compare(rank, rank(other));
        }
        boolean negative = sign == NEGATIVE;
        if (negative != (other == NEGATIVE)) {
            return negative ? -1 : 1;
        }
        int bySize = compareSize(a, aStart, aLength, b, bStart, bLength);
        return negative ? -bySize : bySize;
    }

    /** As {@link #compare}, of keys, canonical forms without their scale. */
    public static int compareKeys(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
        // The scales, which are not there, are not looked at.
        return compare(a, aStart - SCALE_BYTES, aLength + SCALE_BYTES, b, bStart - SCALE_BYTES, bLength + SCALE_BYTES);
    }

    private static int rank(int sign) {
        return switch (sign) {
            case MINUS_INFINITY -> -1;
            case INFINITY -> 1;
            case NAN -> 2;
            default -> 0;
        };
    }

    /** Compares what is left of the signs: no digits are nothing, then the weight tells, then the digits. */
    private static int compareSize(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
        if (aLength == HEADER_BYTES || bLength == HEADER_BYTES) {
            return Integer.compare(aLength, bLength);
        }
        int byWeight = Integer.compare(s16(a, aStart + 2), s16(b, bStart + 2));
        return byWeight != 0
                ? byWeight
                : Arrays.compareUnsigned(
                        a, aStart + HEADER_BYTES, aStart + aLength, b, bStart + HEADER_BYTES, bStart + bLength);
    }

    private static void putHeader(byte[] bytes, int start, int scale, int weight, int sign) {
        put16(bytes, start, scale);
        put16(bytes, start + 2, weight);
        put16(bytes, start + 4, sign);
    }

    private static void put16(byte[] bytes, int at, int value) {
        bytes[at] = (byte) (value >> 8);
        bytes[at + 1] = (byte) value;
    }

    /** The unsigned number in two bytes. */
    static int u16(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 8 | (bytes[at + 1] & 0xff);
    }

    /** The signed number in two bytes. */
    static int s16(byte[] bytes, int at) {
        return bytes[at] << 8 | (bytes[at + 1] & 0xff);
    }
}
