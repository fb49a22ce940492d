package straum.domain.value;

/**
 * The line of a text that a {@link Place} is in, and a line to print under it with a caret at the place. Both are safe to
 * print in a terminal: a tab, and any other control or format character, stands as one space.
 *
 * @param line the line, or of a long one the {@value #WIDTH} characters around the place, with an ellipsis where it is cut
 * @param caret spaces and a caret
 */
public record Excerpt(String line, String caret) {
    /** The characters (code points) shown of a line at most, ellipses not counted. */
    static final int WIDTH = 100;

    private static final String ELLIPSIS = "…";

    /**
     * The excerpt of a text at a place. A place past its line's end stands behind its last character, and one past the last
     * line in the last: so an error at the end of a text can be shown.
     */
    public static Excerpt of(String text, Place place) {
        int[] line = lineOf(text, place.line());
        int at = Math.min(place.column() - 1, line.length);
        int from = Math.max(0, Math.min(at - WIDTH / 2, line.length - WIDTH));
        int to = Math.min(line.length, from + WIDTH);
        StringBuilder shown = new StringBuilder(from > 0 ? ELLIPSIS : "");
        StringBuilder caret = new StringBuilder(from > 0 ? " " : "");
        for (int i = from; i < to; i++) {
            int character = printable(line[i]);
            shown.appendCodePoint(character);
            if (i < at && !isZeroWidth(character)) {
                caret.append(' ');
            }
        }
        return new Excerpt(
                shown.append(to < line.length ? ELLIPSIS : "").toString(),
                caret.append('^').toString());
    }

    /** The code points of the line of that number, from 1; lines end as {@link Place} says. */
    private static int[] lineOf(String text, int number) {
        int start = 0;
        int line = 1;
        int end = 0;
        for (; end < text.length(); end++) {
            if (Place.isLineEnd(text, end)) {
                if (line == number) {
                    break;
                }
                line++;
                start = end + 1;
            }
        }
        return text.substring(start, end).codePoints().filter(c -> c != '\r').toArray();
    }

    private static int printable(int character) {
        boolean control = Character.isISOControl(character)
                || Character.getType(character) == Character.SURROGATE
                || Character.getType(character) == Character.FORMAT
                || Character.getType(character) == Character.LINE_SEPARATOR
                || Character.getType(character) == Character.PARAGRAPH_SEPARATOR;
        return control ? ' ' : character;
    }

    /** Whether a character is drawn over the one before it. */
    private static boolean isZeroWidth(int character) {
        int type = Character.getType(character);
        return type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK;
    }

    /** The two lines, without a line end after the second. */
    @Override
    public String toString() {
        return line + "\n" + caret;
    }
}
