package straum.domain.store;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a {@link Projection} as they are at one moment: which a key has, and what their rows read.
 *
 * @param cells key and attributes, and beside them what the projection keeps of each entry
 * @param heads the first entries of the chains, of keys of one column; null of others
 * @param headIndex the same of keys of several columns; null of others
 * @param keys the columns of the key
 * @param rowsColumn the column that counts an entry's rows
 * @param nextColumn the column of the next entry in the chain, as position + 1; 0 for none
 */
record Entries(
        Cells cells, @Nullable Heads heads, @Nullable Index headIndex, int keys, int rowsColumn, int nextColumn) {
    /** No entry. */
    static final int ABSENT = Cells.ABSENT;

    /** The first entry of a key, whose codes are the first of these, or {@link #ABSENT}. */
    int first(int[] key) {
        return heads != null
                ? heads.first(key[0])
                : Objects.requireNonNull(headIndex).find(cells, key, Index.hash(key, keys));
    }

    /** The entry after one in its key's chain, or {@link #ABSENT}. */
    int next(int entry) {
        return (int) count(nextColumn, entry) - 1;
    }

    /** The code of an entry's attribute, by its index in the dim. */
    int attribute(int attribute, int entry) {
        return cells.code(keys + attribute, entry);
    }

    /** The number of rows that an entry stands for. */
    long rows(int entry) {
        return count(rowsColumn, entry);
    }

    private long count(int column, int entry) {
        return Counts.get(cells.page(entry), column, Cells.inPage(entry));
    }
}
