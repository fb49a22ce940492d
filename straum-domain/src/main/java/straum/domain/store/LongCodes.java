package straum.domain.store;

import java.util.Arrays;
import straum.domain.value.ColumnType;
import straum.domain.value.Rows;

/** The codes of values of at most 8 bytes, kept as numbers: integers, times, booleans, and floats by their bits. */
final class LongCodes implements Codes {
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private final CodeUsers users;
    /** By code. */
    private long[] values = new long[8];
    /** Open addressing over codes, at most two thirds full; 0 is an empty slot. A power of two. */
    private int[] table = new int[16];

    private int shift = 64 - 4;

    /** No values yet, which these asks may be reading. */
    LongCodes(Detached asks) {
        this.users = new CodeUsers(asks);
    }

    @Override
    public int find(Rows rows, int row, int column) {
        int length = rows.length(row, column);
        if (length < 0) {
            return NULL;
        }
        int code = table[slotOf(ColumnType.longOf(rows.bytes(), rows.start(row, column), length))];
        return code == 0 ? UNKNOWN : code;
    }

    @Override
    public int find(byte[] value) {
        int code = table[slotOf(ColumnType.longOf(value, 0, value.length))];
        return code == 0 ? UNKNOWN : code;
    }

    @Override
    public int findOrAdd(Rows rows, int row, int column) {
        int length = rows.length(row, column);
        if (length < 0) {
            return NULL;
        }
        long value = ColumnType.longOf(rows.bytes(), rows.start(row, column), length);
        int slot = slotOf(value);
        return table[slot] != 0 ? table[slot] : add(value, slot);
    }

    private int add(long value, int slot) {
        int code = users.take();
        if (code >= values.length) {
            values = Arrays.copyOf(values, Math.addExact(code, code / 2 + 1));
        }
        values[code] = value;
        table[slot] = code;
        if (3L * users.size() > 2L * table.length) {
            grow();
        }
        return code;
    }

    private void grow() {
        table = new int[table.length * 2];
        shift--;
        for (int code = 1; code < users.limit(); code++) {
            if (users.isTaken(code)) {
                table[slotOf(values[code])] = code;
            }
        }
    }

    @Override
    public void use(int code) {
        users.use(code);
    }

    @Override
    public void release(int code) {
        if (users.release(code)) {
            remove(slotOf(values[code]));
        }
    }

    /** Empties a slot, and closes the run behind it. */
    private void remove(int slot) {
        final int mask = table.length - 1;
        int hole = slot;
        for (int next = hole + 1 & mask; table[next] != 0; next = next + 1 & mask) {
            int home = homeOf(values[table[next]]);
            if ((next - home & mask) >= (next - hole & mask)) {
                table[hole] = table[next];
                hole = next;
            }
        }
        table[hole] = 0;
    }

    @Override
    public LongValues values() {
        return new LongValues(values, users.limit());
    }

    @Override
    public int limit() {
        return users.limit();
    }

    @Override
    public int size() {
        return users.size();
    }

    @Override
    public long bytes() {
        return HeapSizes.object(3, 4)
                + users.bytes()
                + HeapSizes.array(values.length, Long.BYTES)
                + HeapSizes.array(table.length, Integer.BYTES);
    }

    /** The slot of a value, or the empty one where it would be. */
    private int slotOf(long value) {
        final int[] codes = table;
        final long[] of = values;
        final int mask = codes.length - 1;
        int slot = homeOf(value);
        while (codes[slot] != 0 && of[codes[slot]] != value) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private int homeOf(long value) {
        return (int) (((value ^ (value >>> 32)) * MULTIPLIER) >>> shift);
    }
}
