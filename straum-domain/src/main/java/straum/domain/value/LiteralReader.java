package straum.domain.value;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a literal as a value of a column's type, by the rules of PostgreSQL's input functions (utils/adt). Where the
 * versions from 14 to 18 differ, what only some read is refused: hexadecimal numbers and underscores between digits.
 */
final class LiteralReader {
    private static final Pattern NUMBER = Pattern.compile("[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]{1,9})?");

    /** Every whole number of so many characters is a long. */
    private static final int LONG_DIGITS = 18;

    /** {@code namein} cuts off what is beyond so many bytes (NAMEDATALEN − 1). */
    private static final int NAME_BYTES = 63;

    private LiteralReader() {}

    /** The canonical bytes, or null when the literal does not fit the type. */
    static byte @Nullable [] read(ColumnType type, Literal literal) {
        if (literal instanceof Literal.Text text) {
            return readText(type, text.text());
        }
        if (literal instanceof Literal.Number number) {
            return readNumber(type.kind(), number.text());
        }
        if (literal instanceof Literal.Bool bool) {
            return type.kind() == ColumnType.Kind.BOOL ? bool(bool.value()) : null;
        }
        if (literal instanceof Literal.Typed typed) {
            return readTyped(type, typed);
        }
        throw new IllegalArgumentException(literal + " is a value of no type");
    }

    private static byte @Nullable [] readTyped(ColumnType type, Literal.Typed typed) {
        if (type.kind() == ColumnType.Kind.TIMESTAMP && typed.type().equals("date")) {
            Long days = TimeReader.date(trim(typed.text()));
            Long micros = days == null ? null : TimeReader.midnight(days);
            return micros == null ? null : ColumnType.bytesOf(micros, 8);
        }
        boolean own = switch (type.kind()) {
            case TEXT, VARCHAR -> typed.type().equals("text") || typed.type().equals("varchar");
            default -> typed.type().equals(type.name());
        };
        return own ? readText(type, typed.text()) : null;
    }

    private static byte @Nullable [] readNumber(ColumnType.Kind kind, String text) {
        return switch (kind) {
            case INT2, INT4, INT8 -> readWhole(kind, text);
            case NUMERIC -> NUMBER.matcher(text).matches() ? readNumeric(text) : null;
            case FLOAT4, FLOAT8 -> NUMBER.matcher(text).matches() ? readFloat(kind, text) : null;
            case BOOL, TEXT, VARCHAR, BPCHAR, NAME, ENUM, UUID, DATE, TIMESTAMP, TIMESTAMPTZ -> null;
            case INTERVAL, TIME, BYTEA, OID, INET, OTHER -> null;
        };
    }

    private static byte @Nullable [] readText(ColumnType type, String text) {
        return switch (type.kind()) {
            case BOOL -> readBool(trim(text).toLowerCase(Locale.ROOT));
            case INT2, INT4, INT8 -> isDigits(trim(text)) ? readWhole(type.kind(), trim(text)) : null;
            case NUMERIC -> readNumeric(trim(text));
            case FLOAT4, FLOAT8 -> readFloat(type.kind(), trim(text));
            case TEXT, VARCHAR -> utf8(text);
            case BPCHAR -> utf8(withoutTrailingSpaces(text));
            case NAME -> readName(text);
            case ENUM -> type.labels().contains(text) ? utf8(text) : null;
            case UUID -> readUuid(text);
            case DATE -> bytes(TimeReader.date(trim(text)), 4);
            case TIMESTAMP -> bytes(TimeReader.timestamp(trim(text)), 8);
            case TIMESTAMPTZ -> bytes(TimeReader.timestamptz(trim(text)), 8);
            case INTERVAL, TIME, BYTEA, OID, INET, OTHER -> null;
        };
    }

    /** As {@code boolin}: true, false, yes, no, on, off, 1, 0, and what begins only one of them. */
    private static byte @Nullable [] readBool(String text) {
        if (text.isEmpty() || text.equals("o")) {
            return null;
        }
        if ("true".startsWith(text) || "yes".startsWith(text) || text.equals("on") || text.equals("1")) {
            return bool(true);
        }
        boolean no = "false".startsWith(text) || "no".startsWith(text) || "off".startsWith(text) || text.equals("0");
        return no ? bool(false) : null;
    }

    private static byte[] bool(boolean value) {
        return new byte[] {(byte) (value ? 1 : 0)};
    }

    /** A whole number, however it is written: {@code 1e2} and {@code 1.0} too. */
    private static byte @Nullable [] readWhole(ColumnType.Kind kind, String text) {
        Long whole = isDigits(text) && text.length() <= LONG_DIGITS ? (Long) Long.parseLong(text) : wholeLong(text);
        if (whole == null) {
            return null;
        }
        long value = whole;
        return switch (kind) {
            case INT2 -> value == (short) value ? ColumnType.bytesOf(value, 2) : null;
            case INT4 -> value == (int) value ? ColumnType.bytesOf(value, 4) : null;
            default -> ColumnType.bytesOf(value, 8);
        };
    }

    private static @Nullable Long wholeLong(String text) {
        byte[] number = NUMBER.matcher(text).matches() ? DecimalText.read(text) : null;
        return number == null ? null : Decimal.wholeLong(number);
    }

    /** Whether a text is digits, with or without a sign before them, and nothing else. */
    private static boolean isDigits(String text) {
        int first = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        for (int i = first; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return text.length() > first;
    }

    private static byte @Nullable [] readNumeric(String text) {
        if (NUMBER.matcher(text).matches()) {
            return DecimalText.read(text);
        }
        if (isWord(text, "nan")) {
            return Decimal.nan();
        }
        int infinity = infinity(text);
        return infinity == 0 ? null : Decimal.infinity(infinity < 0);
    }

    /** 1 for a text of infinity, −1 of minus infinity, else 0. */
    private static int infinity(String text) {
        String unsigned = text.startsWith("+") || text.startsWith("-") ? text.substring(1) : text;
        if (!isWord(unsigned, "infinity") && !isWord(unsigned, "inf")) {
            return 0;
        }
        return text.startsWith("-") ? -1 : 1;
    }

    /** Whether a text is the word, in letters of either case: of ASCII alone, where Java knows of more. */
    static boolean isWord(String text, String word) {
        boolean is = text.length() == word.length();
        for (int i = 0; is && i < word.length(); i++) {
            char c = text.charAt(i);
            is = (c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) == word.charAt(i);
        }
        return is;
    }

    private static byte @Nullable [] readFloat(ColumnType.Kind kind, String text) {
        boolean single = kind == ColumnType.Kind.FLOAT4;
        int infinity = infinity(text);
        double value;
        if (isWord(text, "nan")) {
            value = Double.NaN;
        } else if (infinity != 0) {
            value = infinity / 0.0;
        } else if (NUMBER.matcher(text).matches()) {
            value = single ? Float.parseFloat(text) : Double.parseDouble(text);
            // Out of range is what is too large, and what is not 0 and would become it (float8in_internal).
            if (Double.isInfinite(value) || (value == 0 && hasDigit(text))) {
                return null;
            }
        } else {
            return null;
        }
        double canonical = value == 0 ? 0 : value; // -0 as 0
        return single
                ? ColumnType.bytesOf(Float.floatToIntBits((float) canonical), 4)
                : ColumnType.bytesOf(Double.doubleToLongBits(canonical), 8);
    }

    /** Whether a number's text has a digit but 0 before its exponent. */
    private static boolean hasDigit(String number) {
        for (int i = 0; i < number.length() && number.charAt(i) != 'e' && number.charAt(i) != 'E'; i++) {
            if (number.charAt(i) >= '1' && number.charAt(i) <= '9') {
                return true;
            }
        }
        return false;
    }

    private static byte @Nullable [] readName(String text) {
        byte[] bytes = utf8(text);
        if (bytes == null || bytes.length <= NAME_BYTES) {
            return bytes;
        }
        int end = NAME_BYTES;
        while ((bytes[end] & 0xc0) == 0x80) { // never within a character
            end--;
        }
        return Arrays.copyOf(bytes, end);
    }

    /** As {@code uuid_in}: 32 hexadecimal digits, a hyphen after any four of them, all in braces or not. */
    private static byte @Nullable [] readUuid(String text) {
        boolean braces = text.startsWith("{") && text.endsWith("}");
        String digits = braces ? text.substring(1, text.length() - 1) : text;
        byte[] uuid = new byte[16];
        int at = 0;
        for (int i = 0; i < 16; i++) {
            int high = at + 1 < digits.length() ? hex(digits.charAt(at)) : -1;
            int low = high < 0 ? -1 : hex(digits.charAt(at + 1));
            if (low < 0) {
                return null;
            }
            uuid[i] = (byte) (high << 4 | low);
            at += 2;
            if (i % 2 == 1 && i < 15 && at < digits.length() && digits.charAt(at) == '-') {
                at++;
            }
        }
        return at == digits.length() ? uuid : null;
    }

    private static int hex(char digit) {
        return digit < 128 ? Character.digit(digit, 16) : -1;
    }

    /** The text's bytes; null where PostgreSQL has no such text: a NUL, or half of a surrogate pair. */
    private static byte @Nullable [] utf8(String text) {
        if (text.indexOf('\0') >= 0) {
            return null;
        }
        if (!hasSurrogate(text)) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException halfAPair) {
            return null;
        }
    }

    private static boolean hasSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    private static String withoutTrailingSpaces(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == ' ') {
            end--;
        }
        return text.substring(0, end);
    }

    /** Without the white space that PostgreSQL's input functions pass over (isspace in the C locale). */
    private static String trim(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isSpace(text.charAt(from))) {
            from++;
        }
        while (to > from && isSpace(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    private static boolean isSpace(char c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    private static byte @Nullable [] bytes(@Nullable Long value, int length) {
        return value == null ? null : ColumnType.bytesOf(value.longValue(), length);
    }
}
