package straum.domain.store;

import java.util.Arrays;

/** Some buckets, picked from the levels of a rollup for one ask: their edges and their cells. */
final class Buckets {
    private long[] edges = new long[16];
    private Cells[] cells = new Cells[16];
    private int size;
    private long cellCount;

    /** Adds a bucket. */
    void add(long edge, Cells of) {
        if (size == edges.length) {
            edges = Arrays.copyOf(edges, size * 2);
            cells = Arrays.copyOf(cells, size * 2);
        }
        edges[size] = edge;
        cells[size++] = of;
        cellCount += of.size();
    }

    /** The number of buckets. */
    int size() {
        return size;
    }

    /** Where a bucket begins, in epoch seconds. */
    long edge(int bucket) {
        return edges[bucket];
    }

    /** The cells of a bucket. */
    Cells cells(int bucket) {
        return cells[bucket];
    }

    /** The cells of all of them. */
    long cellCount() {
        return cellCount;
    }
}
