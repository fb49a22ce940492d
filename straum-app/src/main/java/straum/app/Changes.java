package straum.app;

import java.util.BitSet;

/**
 * The changes of one transaction, in WAL order, packed into chunks of bytes: made by a {@link ChangesBuilder}, read by a
 * {@link ChangesReader}. Of an update's new row only what differs from the old one is in it. Immutable.
 *
 * <p>A chunk is changes one after the other, none of them cut. A change is its kind and table, and unless it is a truncate
 * the length of what follows: its row, and of an update the old row and the new one. A row is, column by column, the
 * value's length and the value; lengths are told from null and from a value that is the old row's.
 */
public final class Changes {
    /** What a change does to its table. */
    public enum Kind {
        /** Adds a row. */
        INSERT(0),
        /** Replaces a row by another. */
        UPDATE(1),
        /** Takes a row out. */
        DELETE(2),
        /** Takes all rows out. */
        TRUNCATE(3);

        private static final Kind[] BY_CODE = {INSERT, UPDATE, DELETE, TRUNCATE};

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        /** What stands for it in two bits. */
        int code() {
            return code;
        }

        /** The kind of that code. */
        static Kind of(int code) {
            return BY_CODE[code];
        }
    }

    /** In place of a kind and table: the chunk has no more changes. */
    static final int NO_MORE = 0;
    /** In place of a length: the value is null. */
    static final int NULL = 0;
    /** In place of a length: the value is the old row's. */
    static final int SAME = 1;
    /** What is added to a length, to be told from these. */
    static final int LENGTH = 2;

    /** What an object takes of the heap beside its chunks, and each chunk beside its bytes, about. */
    private static final long OBJECT_BYTES = 64;

    private static final long CHUNK_BYTES = 24;

    private final int[] columns;
    private final byte[][] chunks;
    private final long size;
    private final long heldBytes;
    private final BitSet truncated;

    /**
     * Takes over the chunks.
     *
     * @param columns by table, how many it has
     */
    Changes(int[] columns, byte[][] chunks, long size, BitSet truncated) {
        this.columns = columns;
        this.chunks = chunks;
        this.size = size;
        this.truncated = truncated;
        long bytes = OBJECT_BYTES;
        for (byte[] chunk : chunks) {
            bytes += heldBytes(chunk);
        }
        this.heldBytes = bytes;
    }

    /** The bytes of the heap that a chunk takes. */
    static long heldBytes(byte[] chunk) {
        return CHUNK_BYTES + chunk.length;
    }

    /** The number of changes. */
    public long size() {
        return size;
    }

    /** Whether one of them takes all rows out of the table. */
    public boolean truncates(int table) {
        return truncated.get(table);
    }

    /** The bytes of the heap it holds. */
    public long heldBytes() {
        return heldBytes;
    }

    /** By table, how many columns it has; to be read only. */
    int[] columns() {
        return columns;
    }

    /** The number of chunks. */
    int chunks() {
        return chunks.length;
    }

    /** A chunk, to be read only. */
    byte[] chunk(int number) {
        return chunks[number];
    }
}
