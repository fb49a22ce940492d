package straum.domain.value;

/**
 * A place in a text a person wrote, to point at in an error. A line ends with a line feed, with a carriage return and a
 * line feed, or with a carriage return alone.
 *
 * @param line from 1
 * @param column in characters (Unicode code points), from 1; a tab is one
 */
public record Place(int line, int column) {
    public Place {
        if (line < 1 || column < 1) {
            throw new IllegalArgumentException("no such place: " + line + ":" + column);
        }
    }

    /** Whether the character (UTF-16 unit) at an index of a text ends its line; of a CR and LF only the LF does. */
    public static boolean isLineEnd(String text, int index) {
        char character = text.charAt(index);
        return character == '\n'
                || (character == '\r' && (index + 1 == text.length() || text.charAt(index + 1) != '\n'));
    }
}
