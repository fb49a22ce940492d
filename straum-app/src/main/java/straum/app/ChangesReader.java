package straum.app;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import straum.app.Changes.Kind;
import straum.domain.value.Rows;

/**
 * Reads changes one after the other: {@link #begin}, then {@link #next} as long as there is one. Used again for the next
 * transaction.
 *
 * <p>Mutable. Not thread-safe.
 */
public final class ChangesReader {
    /** A batch that has grown larger than this by one row is not kept. */
    private static final long KEPT_BATCH = 1 << 20;

    private static final Changes NONE = new Changes(new int[0], new byte[0][], 0, new BitSet());

    /** By table; null until it has had a row. */
    private @Nullable Rows[] batches = new Rows[0];

    private Changes changes = NONE;
    /** The number of the chunk after {@link #chunk}. */
    private int nextChunk;

    private byte[] chunk = new byte[0];
    private int at;
    private Kind kind = Kind.TRUNCATE;
    private int table;

    /** Begins with the first of other changes, of the same spec as those before. */
    public void begin(Changes read) {
        if (batches.length < read.columns().length) {
            batches = new Rows[read.columns().length];
        }
        changes = read;
        nextChunk = 0;
        chunk = new byte[0];
        at = 0;
    }

    /** Lets go of the changes. */
    public void end() {
        begin(NONE);
    }

    /** Reads the next change; false when there is none. */
    public boolean next() {
        int header = at < chunk.length ? number() : Changes.NO_MORE;
        while (header == Changes.NO_MORE) {
            if (nextChunk == changes.chunks()) {
                return false;
            }
            chunk = changes.chunk(nextChunk++);
            at = 0;
            header = at < chunk.length ? number() : Changes.NO_MORE;
        }
        kind = Kind.of((header - 1) & 3);
        table = (header - 1) >>> 2;
        if (kind != Kind.TRUNCATE) {
            rowsOf(number());
        }
        return true;
    }

    /** What the change does. */
    public Kind kind() {
        return kind;
    }

    /** The index in {@link straum.domain.spec.Spec#tables} of the change's table. */
    public int table() {
        return table;
    }

    /**
     * The change's rows: its one row, of an update the old one and then the new one; anything for a truncate. Good until
     * {@link #next}.
     */
    public Rows rows() {
        return rows(table);
    }

    private Rows rows(int of) {
        Rows batch = batches[of];
        if (batch == null) {
            batch = new Rows(changes.columns()[of]);
            batches[of] = batch;
        }
        return batch;
    }

    /** Copies the rows' bytes at once, and says where in them the values are. */
    private void rowsOf(int length) {
        if (rows(table).heldBytes() > KEPT_BATCH) {
            batches[table] = null;
        }
        Rows rows = rows(table);
        rows.clear();
        int moved = rows.append(chunk, at, length) - at;
        row(rows, moved);
        if (kind == Kind.UPDATE) {
            row(rows, moved);
        }
    }

    private void row(Rows rows, int moved) {
        rows.addRow();
        for (int column = 0; column < rows.columns(); column++) {
            int length = number();
            if (length >= Changes.LENGTH) {
                rows.place(column, at + moved, length - Changes.LENGTH);
                at += length - Changes.LENGTH;
            } else if (length == Changes.SAME) {
                rows.placeLike(column, 0);
            }
        }
    }

    private int number() {
        int value = 0;
        int shift = 0;
        byte part = chunk[at++];
        while (part < 0) {
            value |= (part & 0x7f) << shift;
            shift += 7;
            part = chunk[at++];
        }
        return value | part << shift;
    }
}
