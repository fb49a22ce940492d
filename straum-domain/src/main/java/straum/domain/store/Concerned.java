package straum.domain.store;

import java.util.Arrays;

/**
 * Finds the cells of a bucket that changes of dims may concern: all that they do, and few others. Mostly none of many is.
 * Where a changed key leads to few keys of cells, these are looked up; else the columns that joins go through are looked
 * through, and no cell by itself. For the writer alone.
 */
final class Concerned {
    /** A key is looked up in the time in which about so many cells are looked through, 64; tests, of small pages, do both. */
    private static final int LOOKUP_CELLS = Math.max(1, Cells.PAGE / 32);

    private final BoundRef[] refs;
    /** Of the columns of the cells' key. */
    private final Codes[] codes;

    private final int[] key;
    private final long[] marks = new long[Cells.PAGE / Long.SIZE + 1];
    private final Positions found = new Positions();
    /** The keys that cells concerned may have. */
    private long keys;

    /** The cells of a key of these columns that changes of these refs concern. */
    Concerned(BoundRef[] refs, Codes[] codes) {
        this.refs = refs;
        this.codes = codes;
        this.key = new int[codes.length];
    }

    /** Is about to be asked, while no key changes. */
    void begin() {
        keys = 0;
        for (BoundRef ref : refs) {
            ref.settling();
            long each = ref.changedCount();
            for (int column = 0; column < codes.length; column++) {
                each = ref.joins(column) ? each : Math.min(each * codes[column].limit(), Integer.MAX_VALUE);
            }
            keys = Math.min(keys + each, Integer.MAX_VALUE);
        }
    }

    /**
     * The positions in a bucket, each once; good until the next call.
     *
     * @param areValueCells whether the key has the code of a value behind the columns, so that no cell is found by these
     */
    Positions find(Cells bucket, boolean areValueCells) {
        found.clear();
        if (areValueCells || keys * LOOKUP_CELLS > bucket.size()) {
            lookThrough(bucket);
        } else {
            for (BoundRef ref : refs) {
                for (int changed = 0; changed < ref.changedCount(); changed++) {
                    ref.putChanged(changed, key);
                    lookUp(bucket, ref, 0);
                }
            }
            // Several refs may concern a cell.
            found.sortOnce();
        }
        return found;
    }

    /** Looks up all keys that have what is in the columns joined by, and before this column. */
    private void lookUp(Cells bucket, BoundRef ref, int column) {
        if (column == key.length) {
            int position = bucket.find(key, Cells.hash(key));
            if (position != Cells.ABSENT) {
                found.add(position);
            }
        } else if (ref.joins(column)) {
            lookUp(bucket, ref, column + 1);
        } else {
            for (int code = 0; code < codes[column].limit(); code++) {
                key[column] = code;
                lookUp(bucket, ref, column + 1);
            }
        }
    }

    private void lookThrough(Cells bucket) {
        for (int first = 0; first < bucket.size(); first += Cells.PAGE) {
            Columns page = bucket.page(first);
            Arrays.fill(marks, 0);
            boolean any = false;
            for (BoundRef ref : refs) {
                any |= ref.mark(page, marks);
            }
            for (int word = 0; any && word < marks.length; word++) {
                for (long left = marks[word]; left != 0; left &= left - 1) {
                    found.add(first + word * Long.SIZE + Long.numberOfTrailingZeros(left));
                }
            }
        }
    }

    /** The bytes of the heap that it takes. */
    long bytes() {
        return HeapSizes.object(5, 8)
                + HeapSizes.array(marks.length, Long.BYTES)
                + HeapSizes.array(key.length, Integer.BYTES)
                + found.bytes();
    }
}
