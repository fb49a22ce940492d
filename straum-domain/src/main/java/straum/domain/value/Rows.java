package straum.domain.value;

import java.util.Arrays;

/**
 * A batch of rows: one byte array, and a table of offsets into it, row by column. Values are in the canonical form of
 * their column's type ({@link ColumnType}); which column is which is known to whoever filled it, there are no names.
 *
 * <p>Mutable and reused from batch to batch ({@link #clear}); a row is never an object. Not thread-safe.
 */
public final class Rows {
    /** The length that stands for null. */
    private static final int NULL = -1;

    private final int columns;
    private byte[] bytes = new byte[1 << 12];
    private int used;
    /** Of row r and column c, at {@code 2 * (r * columns + c)}: where the value starts; after it: its length. */
    private int[] places = new int[128];

    private int size;

    /** An empty batch of rows of so many columns; none is right for a table of which only the existence of rows counts. */
    public Rows(int columns) {
        this.columns = columns;
    }

    /** The number of columns. */
    public int columns() {
        return columns;
    }

    /** The number of rows. */
    public int size() {
        return size;
    }

    /** Whether nothing is in it. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** The bytes its values take, without the table of offsets. */
    public int usedBytes() {
        return used;
    }

    /** The bytes it holds of the heap. */
    public long heldBytes() {
        return bytes.length + 4L * places.length;
    }

    /** Empties it and keeps its arrays. */
    public void clear() {
        size = 0;
        used = 0;
    }

    /** Starts a row in which every value is null, and answers its number. */
    public int addRow() {
        int from = 2 * size * columns;
        int to = from + 2 * columns;
        if (to > places.length) {
            places = Arrays.copyOf(places, Math.max(to, places.length * 2));
        }
        for (int i = from; i < to; i += 2) {
            places[i] = 0;
            places[i + 1] = NULL;
        }
        return size++;
    }

    /** Takes the last row out again; its bytes stay until {@link #clear}. */
    public void dropRow() {
        size--;
    }

    /**
     * Copies bytes in and answers where they begin in {@link #bytes}; {@link #place} then names the values among them.
     * So a whole message is copied once, however many values lie in it.
     */
    public int append(byte[] source, int offset, int length) {
        int at = reserve(length);
        System.arraycopy(source, offset, bytes, at, length);
        return at;
    }

    /** Makes room for so many bytes at the end, to be written into {@link #bytes}, and answers where they begin. */
    public int reserve(int length) {
        int at = used;
        int needed = Math.addExact(used, length);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 16, Math.max(needed, bytes.length * 2L)));
        }
        used = needed;
        return at;
    }

    /** Says that the last row's value of the column lies at {@code start} of {@link #bytes}. */
    public void place(int column, int start, int length) {
        assert start >= 0 && length >= 0 && start + length <= used : start + " + " + length + " of " + used;
        int at = 2 * ((size - 1) * columns + column);
        places[at] = start;
        places[at + 1] = length;
    }

    /** Gives the last row the value that {@code row} has in the column, null included, without copying its bytes. */
    public void placeLike(int column, int row) {
        int to = 2 * ((size - 1) * columns + column);
        int from = 2 * (row * columns + column);
        places[to] = places[from];
        places[to + 1] = places[from + 1];
    }

    /** Copies a value into the last row. */
    public void set(int column, byte[] source, int offset, int length) {
        place(column, append(source, offset, length), length);
    }

    /** The bytes the values lie in; another array after the next row is added. */
    public byte[] bytes() {
        return bytes;
    }

    /** Whether the value is null. */
    public boolean isNull(int row, int column) {
        return places[2 * (row * columns + column) + 1] == NULL;
    }

    /** Where the value starts in {@link #bytes}; 0 for null. */
    public int start(int row, int column) {
        return places[2 * (row * columns + column)];
    }

    /** The value's length in bytes; −1 for null. */
    public int length(int row, int column) {
        return places[2 * (row * columns + column) + 1];
    }

    /** The number that a value of 1 to 8 bytes is ({@link ColumnType#longOf}); not null. */
    public long longAt(int row, int column) {
        int at = 2 * (row * columns + column);
        return ColumnType.longOf(bytes, places[at], places[at + 1]);
    }
}
