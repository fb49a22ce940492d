package straum.domain.store;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The layouts that the cells of one owner take: each kept once, while any page has it, so that the thousands of buckets that
 * look alike share one. Numbers the columns too: first those of the key, then whatever the owner asks for, at any time; a bucket that has
 * nothing in a column takes no note of it.
 *
 * <p>Mutable; changed by whoever may change the cells.
 */
final class Layouts {
    /** Of a ByteBuffer beside its array. */
    private static final long BUFFER_BYTES = HeapSizes.object(2, 31);

    private final int keys;
    private final Map<ByteBuffer, Layout> layouts = new HashMap<>();
    private final BitSet sums = new BitSet();
    private final Layout empty;
    private final Detached asks;
    /** Whose columns behind the key these are; null where they are its own. */
    private final @Nullable Layouts base;

    private int columns;
    private long cellBytes;

    /** No layouts yet, of cells with so many columns in their key, which nobody reads outside of the lock. */
    Layouts(int keys) {
        this(keys, Detached.NONE);
    }

    /** No layouts yet, of cells with so many columns in their key, which these asks may be reading outside of the lock. */
    Layouts(int keys, Detached asks) {
        this(keys, asks, null);
    }

    /** No layouts yet, of cells with so many columns in their key, and behind it the columns that others have behind theirs. */
    Layouts(int keys, Layouts base) {
        this(keys, base.asks, base);
    }

    private Layouts(int keys, Detached asks, @Nullable Layouts base) {
        this.keys = keys;
        this.asks = asks;
        this.base = base;
        this.columns = keys;
        this.empty = of(new byte[keys]);
    }

    /** The number of columns in a cell's key, which are the first. */
    int keys() {
        return keys;
    }

    /** The asks that may be reading the cells outside of the lock. */
    Detached asks() {
        return asks;
    }

    /** The number of columns so far. */
    int columns() {
        return columns;
    }

    /** The number of one more column, of {@link Counts}. */
    int newCounts() {
        return columns++;
    }

    /** The number of one more column, of {@link Sums}. */
    int newSums() {
        sums.set(columns);
        return columns++;
    }

    /** Whether a column holds sums, which have a sign, and neither codes nor counts. */
    boolean isSums(int column) {
        return base == null ? sums.get(column) : column >= keys && base.isSums(column - keys + base.keys);
    }

    /** The layout in which nothing takes any room. */
    Layout empty() {
        return empty;
    }

    /** The layout of these widths, which a page is to take; the array is the layout's from now on. */
    Layout of(byte[] widths) {
        return layouts.computeIfAbsent(ByteBuffer.wrap(widths), key -> new Layout(this, widths));
    }

    /** No page has the layout of these widths any more. */
    void forget(byte[] widths) {
        layouts.remove(ByteBuffer.wrap(widths));
    }

    /** Takes note of so many bytes more, or with a negative number less, that the owner's cells take of the heap. */
    void hold(long bytes) {
        cellBytes += bytes;
    }

    /** The bytes of the heap that the owner's cells take: counted as they come and go, for there may be many. */
    long cellBytes() {
        return cellBytes;
    }

    /** The bytes of the heap that the layouts take. */
    long bytes() {
        long bytes = HeapSizes.object(5, 16)
                + HeapSizes.object(1, 5)
                + HeapSizes.array(columns / Long.SIZE + 1, Long.BYTES)
                + HeapSizes.hashMap(layouts.size());
        for (Layout layout : layouts.values()) {
            bytes += layout.bytes() + BUFFER_BYTES;
        }
        return bytes;
    }
}
