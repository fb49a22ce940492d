package straum.domain.store;

import java.util.Arrays;

/**
 * Some buckets, picked from the levels of a rollup for one ask: their edges, and the columns
 * their cells are in now.
 */
final class Buckets {
    private long[] edges = new long[16];
    private Columns[] columns = new Columns[16];
    private int size;
    private long cellCount;

    /** Adds a bucket. */
    void add(long edge, Columns of) {
        if (size == edges.length) {
            edges = Arrays.copyOf(edges, size * 2);
            columns = Arrays.copyOf(columns, size * 2);
        }
        edges[size] = edge;
        columns[size++] = of;
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

    /** The columns of a bucket's cells. */
    Columns columns(int bucket) {
        return columns[bucket];
    }

    /** The cells of all of them. */
    long cellCount() {
        return cellCount;
    }
}
