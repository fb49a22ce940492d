package straum.domain.store;

import org.jspecify.annotations.Nullable;

/**
 * Cells by their keys: the {@link Columns} they lie in, and the {@link Index} that finds one, which few cells do without:
 * they are looked through. The cells of a bucket are kept so, the rows of a dim, and the groups of an ask.
 *
 * <p>A key is a code a column, and is in no two cells. A removal gives the last cell the position of the one removed.
 * Mutable; one writer, and any number of readers while it does not write.
 */
final class Cells {
    /** No cell. */
    static final int ABSENT = Index.ABSENT;

    /** So many cells are looked through. */
    private static final int FEW = 8;

    private Columns columns;
    private @Nullable Index index;
    /** How many detached asks had begun when the columns were last made the writer's own. */
    private long stamp;

    /** No cells, of an owner with these layouts. */
    Cells(Layouts layouts) {
        this.columns = new Columns(layouts);
    }

    /** No cells, of an owner with these layouts; of which so many are expected. */
    Cells(Layouts layouts, int expected) {
        this.columns = new Columns(layouts, expected);
    }

    /** The hash of a key of cells of these layouts. */
    static long hash(int[] key) {
        return Index.hash(key, key.length);
    }

    /**
     * Makes the columns the writer's own before a change: detached asks that read them keep those they have. To be called
     * before each change of a cell that an ask can see.
     *
     * @return whether the columns are others now
     */
    boolean own(Detached asks) {
        return stamp != asks.stamp() && ownAnew(asks);
    }

    private boolean ownAnew(Detached asks) {
        boolean isRead = asks.mayRead(stamp);
        if (isRead) {
            asks.copy(columns.bytes());
            columns = columns.copy();
        }
        stamp = asks.stamp();
        return isRead;
    }

    /** Gives up room that is idle, unless a detached ask may be reading the columns: few more cells are expected. */
    void trim(Detached asks) {
        if (!asks.mayRead(stamp)) {
            columns.trim();
        }
    }

    /** The number of cells. */
    int size() {
        return columns.size();
    }

    /** Their columns, which are others after {@link #own} has said so. */
    Columns columns() {
        return columns;
    }

    /** The position of the cell of a key, or {@link #ABSENT}. */
    int find(int[] key, long hash) {
        final Index by = index;
        if (by != null) {
            return by.find(columns, key, hash);
        }
        final int keys = columns.keys();
        for (int position = 0; position < columns.size(); position++) {
            if (columns.startsWith(position, key, keys)) {
                return position;
            }
        }
        return ABSENT;
    }

    /** Adds the cell of a key that has none, all else zero, and answers its position. */
    int append(int[] key, long hash) {
        int position = columns.append(key);
        if (index != null) {
            index.add(columns, position, hash);
        } else if (position >= FEW) {
            Index made = new Index(columns.keys(), Math.max(position + 1, columns.capacity() / 2));
            for (int each = 0; each <= position; each++) {
                made.add(columns, each, made.hashAt(columns, each));
            }
            index = made;
        }
        return position;
    }

    /** Takes a cell out. The last cell takes its position. */
    void remove(int position) {
        final Index by = index;
        if (by != null) {
            int last = columns.size() - 1;
            by.remove(columns, position, by.hashAt(columns, position));
            if (last != position) {
                by.move(last, position, by.hashAt(columns, last));
            }
        }
        columns.remove(position);
        if (columns.size() == 0) {
            index = null;
        }
    }

    /** The bytes of the heap that they take. */
    long bytes() {
        return HeapSizes.object(2, 8) + columns.bytes() + (index == null ? 0 : index.bytes());
    }
}
