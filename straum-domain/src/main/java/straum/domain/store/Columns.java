package straum.domain.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a page of cells, column by column, all in one array of bytes: the codes of the cells' keys, their
 * {@link Counts} and their {@link Sums}. Position {@code i} is cell {@code i}.
 *
 * <p>One array rather than one a column, since a view of one-minute buckets has half a million buckets of a few cells
 * each: an array and an object a column would cost such a bucket many times what its cells do. A column is as wide as its
 * widest entry needs, and not there at all while every entry is zero; which is which, the shared {@link Layout} says.
 * Widths only grow: a narrower one would have to look for the widest entry on every removal.
 *
 * <p>Mutable; one writer, and any number of readers while it does not write.
 */
final class Columns {
    /*
     * Column c of width w: the capacity * w bytes from capacity * layout.offset(c). Entries past size are zero.
     * Entries past 16 bytes are in big, by column, one object a position.
     */
    static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final byte[] NO_BYTES = {};

    /** Up to so many cells the room doubles; beyond, it grows by half, so that less lies idle. */
    private static final int DOUBLE_UNTIL = 8;

    private Layout layout;
    private byte[] bytes = NO_BYTES;
    private int capacity;
    private int size;
    private @Nullable Map<Integer, BigInteger[]> big;
    /** How many detached asks had begun when these were last made the writer's own. */
    private long stamp;

    /** No cells, of an owner with these layouts. */
    Columns(Layouts layouts) {
        this(layouts.empty(), 0);
    }

    /** No cells, with room for so many once there is one. */
    Columns(Layouts layouts, int expected) {
        this(layouts.empty(), expected);
    }

    private Columns(Layout layout, int expected) {
        this.layout = layout;
        this.capacity = expected;
        this.stamp = layout.asks().stamp();
        layout.hold(bytes());
        layout.take();
    }

    /** No cells, of the same widths, with room for so many. */
    Columns next(int expected) {
        Columns next = new Columns(layout, 0);
        next.relayout(layout, expected);
        return next;
    }

    /** Whether these are the writer's own, so that it may change them. */
    boolean isOwn() {
        return stamp == layout.asks().stamp();
    }

    /** These for the writer to change, or where a detached ask may be reading them, a copy. */
    Columns own() {
        Detached asks = layout.asks();
        Columns own = this;
        if (asks.mayRead(stamp)) {
            asks.copy(bytes());
            own = copy();
        }
        own.stamp = asks.stamp();
        return own;
    }

    private Columns copy() {
        Columns copy = new Columns(layout, capacity);
        // What only asks read from now on is counted no more.
        layout.hold(-copy.bytes());
        layout.leave();
        copy.bytes = bytes.length == 0 ? NO_BYTES : bytes.clone();
        copy.size = size;
        if (big != null) {
            copy.big = new HashMap<>();
            for (Map.Entry<Integer, BigInteger[]> entries : big.entrySet()) {
                copy.big.put(entries.getKey(), entries.getValue().clone());
            }
        }
        return copy;
    }

    /** Gives up room that is idle, unless it is little, or a detached ask may be reading these. */
    void trim() {
        if (capacity - size > DOUBLE_UNTIL
                && capacity - size > size / DOUBLE_UNTIL
                && !layout.asks().mayRead(stamp)) {
            relayout(layout, size);
        }
    }

    /** Says that nobody but a detached ask reads these any more; what they take of the heap is told apart. */
    void giveUp() {
        layout.leave();
    }

    /** The layouts that the owner's cells take. */
    Layouts layouts() {
        return layout.layouts();
    }

    /** The number of cells. */
    int size() {
        return size;
    }

    /** The number of columns in the key. */
    int keys() {
        return layout.keys();
    }

    /** The number of columns that any entry is not zero in, and those before them. */
    int count() {
        return layout.columns();
    }

    /** Whether a column holds sums, which have a sign. */
    boolean isSums(int column) {
        return layout.isSums(column);
    }

    /** Adds a cell with this key, and zero in every other column, and answers its position. */
    int append(int[] codes) {
        Layout needed = layout;
        for (int column = 0; column < layout.keys(); column++) {
            int width = Counts.widthOf(codes[column]);
            if (width > needed.width(column)) {
                needed = needed.with(column, width);
            }
        }
        if (needed != layout || size == capacity) {
            int room = size < capacity ? capacity : grown(capacity);
            relayout(needed, room);
        }
        int position = size++;
        for (int column = 0; column < layout.keys(); column++) {
            Counts.put(this, column, position, codes[column]);
        }
        return position;
    }

    private static int grown(int capacity) {
        int more = capacity <= DOUBLE_UNTIL ? Math.max(1, capacity * 2) : capacity + capacity / 2;
        return capacity < Cells.PAGE ? Math.min(more, Cells.PAGE) : more;
    }

    /** Takes the cell out; the last one takes its position. */
    void remove(int position) {
        assert position < size : position + " of " + size;
        int last = --size;
        for (int column = 0; column < layout.columns(); column++) {
            int width = layout.width(column);
            if (width == Layout.BIG) {
                setBig(column, position, big(column)[last]);
                setBig(column, last, BigInteger.ZERO);
            } else if (width > 0) {
                int from = at(column, last, width);
                System.arraycopy(bytes, from, bytes, at(column, position, width), width);
                Arrays.fill(bytes, from, from + width, (byte) 0);
            }
        }
    }

    /** Has one cell be as a cell of another page is, of the same owner. */
    void replace(int position, Columns from, int at) {
        for (int column = 0; column < Math.max(layout.columns(), from.layout.columns()); column++) {
            if (isSums(column)) {
                Sums.set(this, column, position, from, at);
            } else {
                Counts.set(this, column, position, Counts.get(from, column, at));
            }
        }
    }

    /** Whether the cell's first columns are these codes. */
    boolean startsWith(int position, int[] codes, int columns) {
        for (int column = 0; column < columns; column++) {
            if (code(column, position) != codes[column]) {
                return false;
            }
        }
        return true;
    }

    /** The code in a column of the key. */
    int code(int column, int position) {
        return switch (layout.width(column)) {
            case 0 -> 0;
            case 1 -> bytes[at(column, position, 1)] & 0xff;
            case 2 -> (short) SHORT.get(bytes, at(column, position, 2)) & 0xffff;
            default -> (int) INT.get(bytes, at(column, position, 4));
        };
    }

    /** The codes of a column in the cells picked. */
    void codes(int column, Picks picks, int[] out) {
        final byte[] from = bytes;
        final int width = layout.width(column);
        final int count = picks.count();
        if (width == 0) {
            Arrays.fill(out, 0, count, 0);
        } else if (picks.isRun()) {
            run(from, at(column, picks.first(), width), width, count, out);
        } else {
            singles(from, at(column, 0, width), width, picks.singles(), count, out);
        }
    }

    private static void run(byte[] from, int start, int width, int count, int[] out) {
        switch (width) {
            case 1 -> {
                for (int i = 0; i < count; i++) {
                    out[i] = from[start + i] & 0xff;
                }
            }
            case 2 -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (short) SHORT.get(from, start + 2 * i) & 0xffff;
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (int) INT.get(from, start + 4 * i);
                }
            }
        }
    }

    private static void singles(byte[] from, int start, int width, int[] positions, int count, int[] out) {
        switch (width) {
            case 1 -> {
                for (int i = 0; i < count; i++) {
                    out[i] = from[start + positions[i]] & 0xff;
                }
            }
            case 2 -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (short) SHORT.get(from, start + 2 * positions[i]) & 0xffff;
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (int) INT.get(from, start + 4 * positions[i]);
                }
            }
        }
    }

    /** Whether every column that is not of the key is zero. */
    boolean isZero(int position) {
        for (int column = layout.keys(); column < layout.columns(); column++) {
            int width = layout.width(column);
            if (width == Layout.BIG) {
                if (big(column)[position].signum() != 0) {
                    return false;
                }
                continue;
            }
            int from = width == 0 ? 0 : at(column, position, width);
            for (int i = from; i < from + width; i++) {
                if (bytes[i] != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The bytes that entries lie in, at {@link #at}; another array after the next change. */
    byte[] array() {
        return bytes;
    }

    /** The width of a column. */
    int width(int column) {
        return layout.width(column);
    }

    /** Where an entry lies in {@link #array}, of a column that is so wide, and wider than 0. */
    int at(int column, int position, int width) {
        return layout.offset(column) * capacity + position * width;
    }

    /** The entries of a column that is {@link Layout#BIG}, by position. */
    BigInteger[] big(int column) {
        BigInteger[] entries = big == null ? null : big.get(column);
        if (entries == null) {
            throw new IllegalStateException("column " + column + " is not big");
        }
        return entries;
    }

    /** Sets an entry of a column that is {@link Layout#BIG}. */
    void setBig(int column, int position, BigInteger value) {
        BigInteger[] entries = big(column);
        layout.hold(bigBytes(value) - bigBytes(entries[position]));
        entries[position] = value;
    }

    /** Makes a column so wide, which is wider than it is. */
    void widen(int column, int width) {
        relayout(layout.with(column, width), capacity);
    }

    /** Takes on a layout nowhere narrower, and a capacity not smaller. */
    private void relayout(Layout to, int room) {
        long before = bytes();
        int needed = Math.multiplyExact(room, to.cellBytes());
        byte[] moved = needed == 0 ? NO_BYTES : new byte[needed];
        for (int column = 0; column < to.columns(); column++) {
            int oldWidth = layout.width(column);
            int width = to.width(column);
            if (width == Layout.BIG) {
                relayoutBig(column, room);
            } else if (width == oldWidth && width > 0) {
                System.arraycopy(bytes, at(column, 0, width), moved, to.offset(column) * room, size * width);
            } else if (oldWidth > 0) {
                convert(column, oldWidth, moved, to.offset(column) * room, width);
            }
        }
        to.take();
        layout.leave();
        layout = to;
        bytes = moved;
        capacity = room;
        layout.hold(bytes() - before);
    }

    private void relayoutBig(int column, int room) {
        BigInteger[] entries = new BigInteger[room];
        Arrays.fill(entries, BigInteger.ZERO);
        for (int position = 0; position < size; position++) {
            entries[position] = Sums.get(this, column, position);
        }
        Map<Integer, BigInteger[]> kept = big == null ? new HashMap<>(2) : big;
        kept.put(column, entries);
        big = kept;
    }

    /** Copies a column into a wider one. */
    private void convert(int column, int oldWidth, byte[] to, int start, int width) {
        boolean sums = layout.isSums(column);
        for (int position = 0; position < size; position++) {
            int at = start + position * width;
            long value = sums
                    ? Sums.longAt(bytes, at(column, position, oldWidth), oldWidth)
                    : Counts.at(bytes, at(column, position, oldWidth), oldWidth);
            if (width == 16) {
                LONG.set(to, at, value);
                LONG.set(to, at + 8, value >> 63);
            } else {
                Counts.put(to, at, width, value);
            }
        }
    }

    /** The bytes of the heap that it takes. */
    long bytes() {
        long held = HeapSizes.object(3, 16) + (bytes.length == 0 ? 0 : HeapSizes.array(bytes.length, 1));
        if (big != null) {
            held += HeapSizes.hashMap(big.size());
            for (BigInteger[] entries : big.values()) {
                held += HeapSizes.references(entries.length);
                for (BigInteger entry : entries) {
                    held += bigBytes(entry);
                }
            }
        }
        return held;
    }

    private static long bigBytes(BigInteger entry) {
        // All that are zero are one object.
        return entry.signum() == 0
                ? 0
                : HeapSizes.object(1, 20) + HeapSizes.array(entry.bitLength() / 32 + 1, Integer.BYTES);
    }
}
