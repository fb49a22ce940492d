package straum.domain.store;

import java.util.Arrays;
import straum.domain.value.Rows;

/**
 * The codes of values of any length. A value is hashed and compared as it lies in the batch, and kept in one arena, so a
 * known one costs no allocation. The values of codes given back stay in the arena until they are the larger part of it,
 * which is then made anew.
 */
final class ByteCodes implements Codes {
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    /** An arena smaller than this is never made anew. */
    private static final int SMALL_ARENA = 1 << 12;

    private final CodeUsers users;
    /** The bytes at the start of a value that are left out: they make no difference. */
    private final int offset;

    private byte[] arena = new byte[64];
    private int used;
    /** The bytes in the arena of codes given back. */
    private int idle;

    /* By code: where its value starts in the arena, its length, and its hash. */
    private int[] starts = new int[8];
    private int[] lengths = new int[8];
    private int[] hashes = new int[8];
    /** Open addressing over codes, at most two thirds full; 0 is an empty slot. A power of two. */
    private int[] table = new int[16];

    /** No values yet, which these asks may be reading, and of which the first {@code offset} bytes make no difference. */
    ByteCodes(int offset, Detached asks) {
        this.users = new CodeUsers(asks);
        this.offset = offset;
    }

    @Override
    public int find(Rows rows, int row, int column) {
        int length = rows.length(row, column);
        return length < 0 ? NULL : find(rows.bytes(), rows.start(row, column), length);
    }

    @Override
    public int find(byte[] value) {
        return find(value, 0, value.length);
    }

    private int find(byte[] bytes, int start, int length) {
        int from = start + offset;
        int to = start + length;
        int code = table[slotOf(bytes, from, to, hash(bytes, from, to))];
        return code == 0 ? UNKNOWN : code;
    }

    @Override
    public int findOrAdd(Rows rows, int row, int column) {
        int length = rows.length(row, column);
        if (length < 0) {
            return NULL;
        }
        byte[] bytes = rows.bytes();
        int from = rows.start(row, column) + offset;
        int to = from + length - offset;
        int hash = hash(bytes, from, to);
        int slot = slotOf(bytes, from, to, hash);
        return table[slot] != 0 ? table[slot] : add(bytes, from, to, hash, slot);
    }

    private int add(byte[] bytes, int from, int to, int hash, int slot) {
        int length = to - from;
        int code = users.take();
        if (code >= starts.length) {
            int capacity = Math.addExact(code, code / 2 + 1);
            starts = Arrays.copyOf(starts, capacity);
            lengths = Arrays.copyOf(lengths, capacity);
            hashes = Arrays.copyOf(hashes, capacity);
        }
        int needed = Math.addExact(used, length);
        if (needed > arena.length) {
            arena = Arrays.copyOf(
                    arena, (int) Math.min(Integer.MAX_VALUE - 16, Math.max(needed, arena.length * 3L / 2)));
        }
        System.arraycopy(bytes, from, arena, used, length);
        starts[code] = used;
        lengths[code] = length;
        hashes[code] = hash;
        used = needed;
        table[slot] = code;
        if (3L * users.size() > 2L * table.length) {
            grow();
        }
        return code;
    }

    private void grow() {
        table = new int[table.length * 2];
        final int mask = table.length - 1;
        for (int code = 1; code < users.limit(); code++) {
            if (users.isTaken(code)) {
                int slot = hashes[code] & mask;
                while (table[slot] != 0) {
                    slot = slot + 1 & mask;
                }
                table[slot] = code;
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
            remove(code);
            idle += lengths[code];
            if (idle > used / 2 && used > SMALL_ARENA) {
                compact();
            }
        }
    }

    /** Takes a code out of the table, and closes the run behind its slot. */
    private void remove(int code) {
        final int mask = table.length - 1;
        int hole = hashes[code] & mask;
        while (table[hole] != code) {
            hole = hole + 1 & mask;
        }
        for (int next = hole + 1 & mask; table[next] != 0; next = next + 1 & mask) {
            int home = hashes[table[next]] & mask;
            if ((next - home & mask) >= (next - hole & mask)) {
                table[hole] = table[next];
                hole = next;
            }
        }
        table[hole] = 0;
    }

    /** Leaves the arrays as they are, for whoever still reads them, and makes new ones. */
    private void compact() {
        byte[] kept = new byte[Math.max(64, used - idle)];
        int[] keptStarts = new int[starts.length];
        int at = 0;
        for (int code = 1; code < users.limit(); code++) {
            if (users.isTaken(code)) {
                System.arraycopy(arena, starts[code], kept, at, lengths[code]);
                keptStarts[code] = at;
                at += lengths[code];
            }
        }
        arena = kept;
        starts = keptStarts;
        used = at;
        idle = 0;
    }

    @Override
    public ByteValues values() {
        return new ByteValues(arena, starts, lengths, users.limit());
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
        return HeapSizes.object(6, 12)
                + users.bytes()
                + HeapSizes.array(arena.length, 1)
                + 3 * HeapSizes.array(starts.length, Integer.BYTES)
                + HeapSizes.array(table.length, Integer.BYTES);
    }

    /** The slot of a value, or the empty one where it would be. */
    private int slotOf(byte[] bytes, int from, int to, int hash) {
        final int[] codes = table;
        final int mask = codes.length - 1;
        int slot = hash & mask;
        while (codes[slot] != 0 && !isAt(codes[slot], bytes, from, to, hash)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private boolean isAt(int code, byte[] bytes, int from, int to, int hash) {
        if (hashes[code] != hash || lengths[code] != to - from) {
            return false;
        }
        int start = starts[code];
        return Arrays.equals(arena, start, start + lengths[code], bytes, from, to);
    }

    private static int hash(byte[] bytes, int from, int to) {
        long hash = (long) to - from;
        int at = from;
        for (; at <= to - 8; at += 8) {
            hash = (hash ^ (long) Columns.LONG.get(bytes, at)) * MULTIPLIER;
            hash ^= hash >>> 32;
        }
        long rest = 0;
        for (; at < to; at++) {
            rest = (rest << 8) | (bytes[at] & 0xff);
        }
        hash = (hash ^ rest) * MULTIPLIER;
        return (int) (hash >>> 32);
    }
}
