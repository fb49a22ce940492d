package straum.domain.store;

import java.util.Arrays;

/**
 * How wide each column of some cells is, and where among their bytes it begins. What it says never changes; kept once by its
 * {@link Layouts} and shared by all cells that look alike, so that a bucket of one cell need not pay for it.
 */
final class Layout {
    /** The width of a column of sums past 16 bytes, which are objects and take no room among the bytes. */
    static final int BIG = 127;

    private final Layouts all;
    private final byte[] widths;
    /** Of each column, the bytes that one cell takes in the columns before it. */
    private final int[] offsets;

    private final int cellBytes;
    /** How many have it, as the writer counts them. */
    private int pages;

    Layout(Layouts all, byte[] widths) {
        this.all = all;
        this.widths = widths;
        this.offsets = new int[widths.length];
        int offset = 0;
        for (int column = 0; column < widths.length; column++) {
            offsets[column] = offset;
            offset += byteWidth(column);
        }
        this.cellBytes = offset;
    }

    /** Those it is of. */
    Layouts layouts() {
        return all;
    }

    /** The number of columns in the key. */
    int keys() {
        return all.keys();
    }

    /** Whether a column holds sums, which have a sign, and neither codes nor counts. */
    boolean isSums(int column) {
        return all.isSums(column);
    }

    /** The asks that may be reading the cells outside of the lock. */
    Detached asks() {
        return all.asks();
    }

    /** Takes note of so many bytes more that cells take of the heap, or with a negative number less. */
    void hold(long bytes) {
        all.hold(bytes);
    }

    /** The columns it says something of; those after them are 0 wide. */
    int columns() {
        return widths.length;
    }

    /** The width of a column: 0, 1, 2, 4, 8 or 16 bytes an entry, or {@link #BIG}. */
    int width(int column) {
        return column < widths.length ? widths[column] : 0;
    }

    /** The bytes an entry of the column takes among the cells' bytes. */
    int byteWidth(int column) {
        int width = width(column);
        return width == BIG ? 0 : width;
    }

    /** The bytes that one cell takes in the columns before this one, which must be wider than 0. */
    int offset(int column) {
        return offsets[column];
    }

    /** The bytes of one cell. */
    int cellBytes() {
        return cellBytes;
    }

    /** The bytes of the heap that it takes. */
    long bytes() {
        return HeapSizes.object(3, 8)
                + HeapSizes.array(widths.length, 1)
                + HeapSizes.array(offsets.length, Integer.BYTES);
    }

    /** Says that one more page has it. */
    void take() {
        pages++;
    }

    /** Says that a page has it no more; of what asks read outside of the lock, the page that the writer has stands for both. */
    void leave() {
        pages--;
        if (pages == 0 && this != all.empty()) {
            all.forget(widths);
        }
    }

    /** This layout, but with the column so wide. */
    Layout with(int column, int width) {
        byte[] changed = Arrays.copyOf(widths, Math.max(widths.length, column + 1));
        changed[column] = (byte) width;
        return all.of(changed);
    }
}
