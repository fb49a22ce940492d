package straum.domain.store;

import java.util.Arrays;

/**
 * Some buckets, picked from the levels of a rollup for one ask: the pages that their cells are in now, each with its
 * bucket's edge; those of one bucket come one after the other.
 */
final class Buckets {
    private long[] edges = new long[16];
    private Columns[] columns = new Columns[16];
    private int size;
    private long cellCount;

    /** Adds a bucket's only page, or its next one, of so many cells. */
    void add(long edge, Columns of, int cells) {
        if (size == edges.length) {
            edges = Arrays.copyOf(edges, size * 2);
            columns = Arrays.copyOf(columns, size * 2);
        }
        edges[size] = edge;
        columns[size++] = of;
        cellCount += cells;
    }

    /** The number of pages. */
    int size() {
        return size;
    }

    /** Where a page's bucket begins, in epoch seconds. */
    long edge(int page) {
        return edges[page];
    }

    /** The columns of a page's cells. */
    Columns columns(int page) {
        return columns[page];
    }

    /** The cells of all of them. */
    long cellCount() {
        return cellCount;
    }
}
