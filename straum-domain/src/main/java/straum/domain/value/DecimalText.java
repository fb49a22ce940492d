package straum.domain.value;

import org.jspecify.annotations.Nullable;

/** Reads and writes finite decimals as text, and writes the others, as PostgreSQL does; in time linear in the length. */
final class DecimalText {
    private DecimalText() {}

    /**
     * Reads a number: {@code 12}, {@code -12.50}, {@code .5}, {@code 1.5e-7}; printed with the scale that PostgreSQL's
     * {@code numeric_in} gives it.
     *
     * @param text digits about an optional point, with an optional sign before and an exponent below 10^9 behind
     * @return null when it is beyond a numeric
     */
    static byte @Nullable [] read(String text) {
        int sign = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        int exponentAt = Math.max(text.indexOf('e'), text.indexOf('E'));
        String mantissa = text.substring(sign, exponentAt < 0 ? text.length() : exponentAt);
        int exponent = exponentAt < 0 ? 0 : Integer.parseInt(text.substring(exponentAt + 1));
        int pointAt = mantissa.indexOf('.');
        int whole = pointAt < 0 ? mantissa.length() : pointAt;
        String digits = pointAt < 0 ? mantissa : mantissa.substring(0, whole) + mantissa.substring(whole + 1);
        int scale = Math.max(0, digits.length() - whole - exponent);
        int zeros = 0;
        while (zeros < digits.length() && digits.charAt(zeros) == '0') {
            zeros++;
        }
        int point = zeros == digits.length() ? 0 : whole + exponent - zeros;
        return scale > Decimal.MAX_SCALE || point > Decimal.MAX_WHOLE_DIGITS
                ? null
                : Decimal.ofDigits(text.startsWith("-"), digits.substring(zeros), point, scale);
    }

    /** Appends the value with as many decimals as its scale says. */
    static void print(byte[] bytes, int start, int length, StringBuilder out) {
        int sign = Decimal.u16(bytes, start + 4);
        if (sign == Decimal.NAN) {
            out.append("NaN");
            return;
        }
        if (sign == Decimal.NEGATIVE || sign == Decimal.MINUS_INFINITY) {
            out.append('-');
        }
        if (sign > Decimal.NEGATIVE) {
            out.append("Infinity");
            return;
        }
        int weight = Decimal.s16(bytes, start + 2);
        int end = start + length;
        int at = start + Decimal.HEADER_BYTES;
        if (weight < 0 || at == end) {
            out.append('0');
        } else {
            out.append(Decimal.u16(bytes, at));
            for (int i = 1; i <= weight; i++) {
                Decimal.appendGroup(at + 2 * i < end ? Decimal.u16(bytes, at + 2 * i) : 0, out);
            }
        }
        int scale = Decimal.u16(bytes, start);
        if (scale > 0) {
            out.append('.');
            int to = out.length() + scale;
            for (int i = 1; out.length() < to; i++) {
                int digit = at + 2 * (weight + i);
                Decimal.appendGroup(weight + i >= 0 && digit < end ? Decimal.u16(bytes, digit) : 0, out);
            }
            out.setLength(to);
        }
    }
}
