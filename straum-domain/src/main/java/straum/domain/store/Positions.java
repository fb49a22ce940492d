package straum.domain.store;

import java.util.Arrays;

/** A growing list of positions of cells. */
final class Positions {
    private int[] positions = new int[16];
    private int size;

    /** Forgets them. */
    void clear() {
        size = 0;
    }

    /** Adds one. */
    void add(int position) {
        if (size == positions.length) {
            positions = Arrays.copyOf(positions, size * 2);
        }
        positions[size++] = position;
    }

    /** How many there are. */
    int size() {
        return size;
    }

    /** One of them. */
    int get(int index) {
        return positions[index];
    }
}
