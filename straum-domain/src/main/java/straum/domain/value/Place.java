package straum.domain.value;

/**
 * A place in a text a person wrote, to point at in an error.
 *
 * @param line from 1
 * @param column in characters (Unicode code points), from 1
 */
public record Place(int line, int column) {
    public Place {
        if (line < 1 || column < 1) {
            throw new IllegalArgumentException("no such place: " + line + ":" + column);
        }
    }
}
