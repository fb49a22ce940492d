package straum.http;

/** Text as a terminal shows it: safe to print, and how wide it is. The rules are psql's (mbprint.c, pg_wcsformat). */
final class Display {
    private static final int TAB = 8;
    /** First and last code points of the ranges that take two columns (Unicode's East Asian Wide and Fullwidth). */
    private static final int[] WIDE = {
        0x1100, 0x115F, 0x2E80, 0x303E, 0x3041, 0x4DBF, 0x4E00, 0xA4CF, 0xA960, 0xA97F, 0xAC00, 0xD7A3, 0xF900, 0xFAFF,
        0xFE30, 0xFE6F, 0xFF00, 0xFF60, 0xFFE0, 0xFFE6, 0x1F300, 0x1F64F, 0x1F680, 0x1F6FF, 0x1F900, 0x1F9FF, 0x20000,
        0x3FFFD
    };

    private Display() {}

    /**
     * Appends a text without the characters that do something to a terminal: a carriage return as {@code \r}, other
     * controls by their code, a tab as the spaces to the next stop; a line feed stays.
     */
    static void escape(CharSequence text, StringBuilder out) {
        int width = 0;
        for (int i = 0; i < text.length(); ) {
            int c = Character.codePointAt(text, i);
            i += Character.charCount(c);
            int before = out.length();
            if (c == '\n') {
                out.append('\n');
                width = 0;
                continue;
            }
            if (c == '\t') {
                out.append(" ".repeat(TAB - width % TAB));
            } else if (c == '\r') {
                out.append("\\r");
            } else if (c < 0x20 || c == 0x7F) {
                out.append(String.format("\\x%02X", c));
            } else if (c < 0xA0 && c > 0x7F) {
                out.append(String.format("\\u%04X", c));
            } else {
                out.appendCodePoint(c);
            }
            width += width(out, before, out.length());
        }
    }

    /** The columns a terminal takes for a part of a text without controls. */
    static int width(CharSequence text, int start, int end) {
        int width = 0;
        for (int i = start; i < end; ) {
            char c = text.charAt(i);
            if (c < 0x300) {
                width++;
                i++;
                continue;
            }
            int codePoint = Character.codePointAt(text, i);
            width += width(codePoint);
            i += Character.charCount(codePoint);
        }
        return width;
    }

    private static int width(int codePoint) {
        int type = Character.getType(codePoint);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        for (int i = 0; i < WIDE.length; i += 2) {
            if (codePoint >= WIDE[i] && codePoint <= WIDE[i + 1]) {
                return 2;
            }
        }
        return 1;
    }
}
