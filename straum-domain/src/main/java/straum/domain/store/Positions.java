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

    /** Sorts them, and leaves each once. */
    void sortOnce() {
        Arrays.sort(positions, 0, size);
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (kept == 0 || positions[kept - 1] != positions[i]) {
                positions[kept++] = positions[i];
            }
        }
        size = kept;
    }

    /** The bytes of the heap that it takes. */
    long bytes() {
        return HeapSizes.object(1, 4) + HeapSizes.array(positions.length, Integer.BYTES);
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
