package straum.app;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.app.Changes.Kind;
import straum.domain.spec.Spec;
import straum.domain.value.Rows;

/**
 * Packs the changes of one transaction after the other. What it holds grows by a chunk at a time and is never copied to
 * grow, so that the most it takes is what it holds in the end; the last chunk is cut to what is in it.
 *
 * <p>Mutable. Not thread-safe.
 */
public final class ChangesBuilder {
    /** Small enough for an object of the heap's ordinary regions, whatever its size. */
    private static final int CHUNK = 128 << 10;
    /** A batch that has grown larger than this by one row is not kept. */
    private static final long KEPT_BATCH = 1 << 20;
    /** The most bytes of a number of 32 bits, 7 to the byte. */
    private static final int MOST_NUMBER = 5;

    private final int[] columns;
    private final @Nullable Rows[] batches;
    private final List<byte[]> full = new ArrayList<>();
    private long fullBytes;
    /** Used again for the next transaction, unless it is filled. */
    private byte[] chunk = new byte[CHUNK];

    private int at;
    private long size;
    private BitSet truncated = new BitSet();
    /** By column, of the update that is being added. */
    private boolean[] same = new boolean[8];

    /** No changes yet, to the tables of a spec. */
    public ChangesBuilder(Spec spec) {
        this.columns =
                spec.tables().stream().mapToInt(table -> table.columns().size()).toArray();
        this.batches = new Rows[columns.length];
    }

    /** An empty batch for the row of the table's next change, and of an update for the old row and the new one. */
    public Rows rows(int table) {
        Rows batch = batches[table];
        if (batch == null || batch.heldBytes() > KEPT_BATCH) {
            batch = new Rows(columns[table]);
            batches[table] = batch;
        }
        batch.clear();
        return batch;
    }

    /** The number of changes added. */
    public long size() {
        return size;
    }

    /** The bytes of the heap that the changes added take, as they are held now. */
    public long heldBytes() {
        return fullBytes + at;
    }

    /** Adds an insert, update or delete of what {@link #rows} of the table holds. */
    public void add(Kind kind, int table) {
        Rows rows = batches[table];
        if (rows == null || rows.size() != (kind == Kind.UPDATE ? 2 : 1)) {
            throw new IllegalStateException(kind + " without its rows");
        }
        boolean update = kind == Kind.UPDATE;
        int packed = packedBytes(rows, 0, false);
        if (update) {
            compare(rows);
            packed = Math.addExact(packed, packedBytes(rows, 1, true));
        }
        makeRoom(Math.addExact(packed, 2 * MOST_NUMBER));
        number(header(kind, table));
        number(packed);
        pack(rows, 0, false);
        if (update) {
            pack(rows, 1, true);
        }
        size++;
    }

    /** Adds the removal of all rows of a table. */
    public void truncate(int table) {
        makeRoom(MOST_NUMBER);
        number(header(Kind.TRUNCATE, table));
        truncated.set(table);
        size++;
    }

    /** The changes added since the last call; from now on there are none. */
    public Changes done() {
        byte[][] chunks = Arrays.copyOf(full.toArray(byte[][]::new), full.size() + 1);
        chunks[full.size()] = Arrays.copyOf(chunk, at);
        Changes changes = new Changes(columns, chunks, size, truncated);
        full.clear();
        fullBytes = 0;
        at = 0;
        size = 0;
        truncated = new BitSet();
        if (chunk.length > CHUNK) {
            chunk = new byte[CHUNK];
        }
        return changes;
    }

    /** Notes which columns an update leaves as they are. */
    private void compare(Rows rows) {
        if (same.length < rows.columns()) {
            same = new boolean[rows.columns()];
        }
        byte[] bytes = rows.bytes();
        for (int column = 0; column < rows.columns(); column++) {
            int length = rows.length(0, column);
            int old = rows.start(0, column);
            int now = rows.start(1, column);
            same[column] = length == rows.length(1, column)
                    && (length <= 0 || old == now || Arrays.equals(bytes, old, old + length, bytes, now, now + length));
        }
    }

    private int packedBytes(Rows rows, int row, boolean shares) {
        int packed = 0;
        for (int column = 0; column < rows.columns(); column++) {
            int length = rows.length(row, column);
            boolean asNumber = (shares && same[column]) || length < 0;
            packed = Math.addExact(packed, asNumber ? 1 : numberBytes(Changes.LENGTH + length) + length);
        }
        return packed;
    }

    private static int numberBytes(int value) {
        return (38 - Integer.numberOfLeadingZeros(value | 1)) / 7;
    }

    private static int header(Kind kind, int table) {
        return 1 + (table << 2 | kind.code());
    }

    /** Begins another chunk where this one has no room for so many bytes. */
    private void makeRoom(int bytes) {
        if (bytes <= chunk.length - at) {
            return;
        }
        if (at > 0) {
            if (at < chunk.length) {
                chunk[at] = Changes.NO_MORE;
            }
            full.add(chunk);
            fullBytes += Changes.heldBytes(chunk);
        }
        chunk = new byte[Math.max(CHUNK, bytes)];
        at = 0;
    }

    private void pack(Rows rows, int row, boolean shares) {
        byte[] bytes = rows.bytes();
        for (int column = 0; column < rows.columns(); column++) {
            if (shares && same[column]) {
                number(Changes.SAME);
            } else if (rows.isNull(row, column)) {
                number(Changes.NULL);
            } else {
                int length = rows.length(row, column);
                number(Changes.LENGTH + length);
                System.arraycopy(bytes, rows.start(row, column), chunk, at, length);
                at += length;
            }
        }
    }

    /** Writes a number, 7 bits to the byte, the lowest first; every byte but the last has its highest bit set. */
    private void number(int value) {
        int left = value;
        while (left >>> 7 != 0) {
            chunk[at++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        chunk[at++] = (byte) left;
    }
}
