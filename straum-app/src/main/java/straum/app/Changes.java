package straum.app;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Spec;
import straum.domain.value.Rows;

/**
 * The changes of one transaction, in WAL order, over one batch of rows a table. Filled by whoever decodes the
 * transaction, then read only. A change is named by its index.
 */
public final class Changes {
    /** What a change does to its table. */
    public enum Kind {
        /** Adds {@link #row}. */
        INSERT,
        /** Replaces {@link #row} by the row after it. */
        UPDATE,
        /** Takes {@link #row} out. */
        DELETE,
        /** Takes all rows out. */
        TRUNCATE
    }

    private final int[] columns;
    private final @Nullable Rows[] rows;
    private Kind[] kinds = new Kind[4];
    private int[] tables = new int[4];
    private int[] rowNumbers = new int[4];
    private int size;

    /** No changes yet, to the tables of a spec. */
    public Changes(Spec spec) {
        this.columns =
                spec.tables().stream().mapToInt(table -> table.columns().size()).toArray();
        this.rows = new Rows[columns.length];
    }

    /** The number of changes. */
    public int size() {
        return size;
    }

    /** What the change does. */
    public Kind kind(int change) {
        return kinds[change];
    }

    /** The index in {@link Spec#tables} of the change's table. */
    public int table(int change) {
        return tables[change];
    }

    /** The change's row in {@link #rows} of its table; of an update the old one, and the new one is the next. */
    public int row(int change) {
        return rowNumbers[change];
    }

    /** The table's rows, made empty at the first call. */
    public Rows rows(int table) {
        Rows batch = rows[table];
        if (batch == null) {
            batch = new Rows(columns[table]);
            rows[table] = batch;
        }
        return batch;
    }

    /**
     * Adds a change. Its rows must be in {@link #rows} of the table.
     *
     * @param row the row, of an update the old one; anything for a truncate
     */
    public void add(Kind kind, int table, int row) {
        if (size == kinds.length) {
            int capacity = size * 2;
            kinds = Arrays.copyOf(kinds, capacity);
            tables = Arrays.copyOf(tables, capacity);
            rowNumbers = Arrays.copyOf(rowNumbers, capacity);
        }
        kinds[size] = kind;
        tables[size] = table;
        rowNumbers[size] = row;
        size++;
    }

    /** The bytes of the heap it holds. */
    public long heldBytes() {
        long bytes = 12L * kinds.length;
        for (Rows batch : rows) {
            bytes += batch == null ? 0 : batch.heldBytes();
        }
        return bytes;
    }
}
