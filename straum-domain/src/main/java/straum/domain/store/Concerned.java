package straum.domain.store;

import java.util.Arrays;

/**
 * Which cells of a page the changes of dims may concern: all that they do, and few others. Mostly none of many is: so
 * columns are looked through, and no cell by itself. For the writer alone.
 */
final class Concerned {
    private final long[] marks = new long[Cells.PAGE / Long.SIZE + 1];

    /** Looks through a page, and answers whether any of its cells may be concerned. */
    boolean look(BoundRef[] refs, Columns page) {
        Arrays.fill(marks, 0);
        boolean any = false;
        for (BoundRef ref : refs) {
            any |= ref.mark(page, marks);
        }
        return any;
    }

    /** The first position from there on that may be concerned, of the page that was looked through; −1 if there is none. */
    int next(int from) {
        int word = from >>> 6;
        if (word >= marks.length) {
            return -1;
        }
        long left = marks[word] & -1L << from;
        while (left == 0) {
            if (++word == marks.length) {
                return -1;
            }
            left = marks[word];
        }
        return word * Long.SIZE + Long.numberOfTrailingZeros(left);
    }

    /** The bytes of the heap that it takes. */
    long bytes() {
        return HeapSizes.object(1, 0) + HeapSizes.array(marks.length, Long.BYTES);
    }
}
