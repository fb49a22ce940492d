package straum.domain.store;

/**
 * Finds the cell of a key: open addressing over positions, probed one slot after the other. The keys themselves stay in
 * the {@link Cells}, which every call is given; the caller hashes a key once ({@link #hash}) for all the buckets it
 * looks in.
 *
 * <p>A slot is two bytes while the positions fit, four beyond, and the table is at most three quarters full. A removal
 * closes the run of slots behind it, so nothing is left to step over.
 */
final class Index {
    /** The position that stands for none. */
    static final int ABSENT = -1;

    private static final int SMALLEST = 16;

    /** Positions below this fit a slot of two bytes, which holds one more. */
    private static final int NARROW_POSITIONS = 0xffff;

    private static final char[] NO_NARROW = {};
    private static final int[] NO_WIDE = {};

    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    /*
     * Entries are position + 1, and 0 is an empty slot. One of the two tables is empty and not in use. The home slot of a hash is
     * its highest bits, so shift is 64 less the bits of a slot number.
     */
    private final int keys;
    private char[] narrow = NO_NARROW;
    private int[] wide = NO_WIDE;
    private int shift;
    private int size;

    /** An index of cells by the first {@code keys} of their columns, with room for so many. */
    Index(int keys, int expected) {
        this.keys = keys;
        make(Math.max(SMALLEST, slotsFor(expected)), expected);
    }

    /** The same positions once more, apart from these. */
    Index copy() {
        Index copy = new Index(keys, 0);
        copy.narrow = narrow.length == 0 ? NO_NARROW : narrow.clone();
        copy.wide = wide.length == 0 ? NO_WIDE : wide.clone();
        copy.shift = shift;
        copy.size = size;
        return copy;
    }

    /** The hash of the first codes, so many. */
    static long hash(int[] codes, int keys) {
        long hash = 0;
        for (int i = 0; i < keys; i++) {
            hash = (hash + codes[i]) * MULTIPLIER;
            hash ^= hash >>> 32;
        }
        return hash * MULTIPLIER;
    }

    /** The position of the cell whose first columns are these codes, or {@link #ABSENT}. */
    int find(Cells cells, int[] codes, long hash) {
        final char[] narrowTable = narrow;
        final int[] wideTable = wide;
        final boolean isNarrow = narrowTable.length > 0;
        final int mask = slots() - 1;
        for (int slot = (int) (hash >>> shift); ; slot = slot + 1 & mask) {
            int position = isNarrow ? narrowTable[slot] - 1 : wideTable[slot] - 1;
            if (position == ABSENT || cells.startsWith(position, codes, keys)) {
                return position;
            }
        }
    }

    /** Adds a position, which is not there yet, and answers how many bytes more it takes of the heap. */
    long add(Cells cells, int position, long hash) {
        boolean full = 4L * (size + 1) > 3L * slots();
        long more = 0;
        if (full || (isNarrow() && position >= NARROW_POSITIONS)) {
            more -= bytes();
            rebuild(cells, full ? slots() * 2 : slots(), position);
            more += bytes();
        }
        put(emptyFrom((int) (hash >>> shift)), position);
        size++;
        return more;
    }

    /** Takes a position out, which is there, while its cell still is. */
    void remove(Cells cells, int position, long hash) {
        final int mask = slots() - 1;
        int hole = slotOf(position, hash);
        for (int slot = hole + 1 & mask; at(slot) != ABSENT; slot = slot + 1 & mask) {
            int home = (int) (hashAt(cells, at(slot)) >>> shift);
            // It may move back into the hole unless that is before its home, going round.
            if ((slot - home & mask) >= (slot - hole & mask)) {
                put(hole, at(slot));
                hole = slot;
            }
        }
        put(hole, ABSENT);
        size--;
    }

    /** Says that a cell has another position now, or another cell of the same key stands for it. */
    void move(int from, int to, long hash) {
        int slot = slotOf(from, hash);
        if (isNarrow() && to >= NARROW_POSITIONS) {
            widen();
        }
        put(slot, to);
    }

    /** Gives every slot four bytes. */
    private void widen() {
        int[] wider = new int[narrow.length];
        for (int slot = 0; slot < wider.length; slot++) {
            wider[slot] = narrow[slot];
        }
        wide = wider;
        narrow = NO_NARROW;
    }

    /** The hash of a cell's key. */
    long hashAt(Cells cells, int position) {
        long hash = 0;
        for (int column = 0; column < keys; column++) {
            hash = (hash + cells.code(column, position)) * MULTIPLIER;
            hash ^= hash >>> 32;
        }
        return hash * MULTIPLIER;
    }

    /** The bytes of the heap that it takes. */
    long bytes() {
        return HeapSizes.object(2, 12)
                + (isNarrow()
                        ? HeapSizes.array(narrow.length, Character.BYTES)
                        : HeapSizes.array(wide.length, Integer.BYTES));
    }

    private int slotOf(int position, long hash) {
        final int mask = slots() - 1;
        int slot = (int) (hash >>> shift);
        while (at(slot) != position) {
            if (at(slot) == ABSENT) {
                // Without end it would go round, the lock held.
                throw new IllegalStateException(position + " is not in the index");
            }
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private int emptyFrom(int home) {
        final int mask = slots() - 1;
        int slot = home;
        while (at(slot) != ABSENT) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void rebuild(Cells cells, int slots, int highest) {
        int[] positions = new int[size];
        int count = 0;
        int top = highest;
        for (int slot = 0; slot < slots(); slot++) {
            if (at(slot) != ABSENT) {
                positions[count++] = at(slot);
                top = Math.max(top, at(slot));
            }
        }
        make(slots, top);
        for (int i = 0; i < count; i++) {
            put(emptyFrom((int) (hashAt(cells, positions[i]) >>> shift)), positions[i]);
        }
    }

    private void make(int slots, int highest) {
        shift = 64 - Integer.numberOfTrailingZeros(slots);
        if (highest < NARROW_POSITIONS) {
            narrow = new char[slots];
            wide = NO_WIDE;
        } else {
            narrow = NO_NARROW;
            wide = new int[slots];
        }
    }

    private int slots() {
        return 1 << (64 - shift);
    }

    private int at(int slot) {
        return isNarrow() ? narrow[slot] - 1 : wide[slot] - 1;
    }

    private void put(int slot, int position) {
        if (isNarrow()) {
            narrow[slot] = (char) (position + 1);
        } else {
            wide[slot] = position + 1;
        }
    }

    private boolean isNarrow() {
        return narrow.length > 0;
    }

    private static int slotsFor(int expected) {
        long needed = Math.max(1, expected * 4L / 3 + 1);
        return Math.toIntExact(Long.highestOneBit(needed) << (Long.bitCount(needed) == 1 ? 0 : 1));
    }
}
