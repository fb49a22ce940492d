package straum.domain.store;

import java.util.Arrays;

/**
 * Counts, one a cell: a column of {@link Columns} whose entries are never negative, 0, 1, 2, 4 or 8 bytes wide. The codes
 * of keys are kept in such columns too.
 */
final class Counts {
    private Counts() {}

    /** The narrowest width that holds a count, in bytes. */
    static int widthOf(long count) {
        if (count >>> 8 == 0) {
            return count == 0 ? 0 : 1;
        }
        return count >>> 16 == 0 ? 2 : count >>> 32 == 0 ? 4 : 8;
    }

    /** The count at a position. */
    static long get(Columns cells, int column, int position) {
        int width = cells.width(column);
        return width == 0 ? 0 : at(cells.array(), cells.at(column, position, width), width);
    }

    /**
     * Adds to a count, or with a negative amount takes from it, and answers what it is then. Where that would be negative,
     * the answer is, and the count stays as it was (Invariant 4).
     */
    static long add(Columns cells, int column, int position, long amount) {
        int width = cells.width(column);
        long count = amount;
        if (width > 0) {
            byte[] bytes = cells.array();
            int at = cells.at(column, position, width);
            count = Math.addExact(at(bytes, at, width), amount);
            if (count < 0) {
                return count;
            }
            if (width == 8 || count >>> (8 * width) == 0) {
                put(bytes, at, width, count);
                return count;
            }
        }
        if (count > 0) {
            cells.widen(column, widthOf(count));
            put(cells, column, position, count);
        }
        return count;
    }

    /** Sets a count. */
    static void set(Columns cells, int column, int position, long count) {
        int needed = widthOf(count);
        if (needed > cells.width(column)) {
            cells.widen(column, needed);
        }
        put(cells, column, position, count);
    }

    /** Sets a count that fits the column's width. */
    static void put(Columns cells, int column, int position, long count) {
        int width = cells.width(column);
        if (width > 0) {
            put(cells.array(), cells.at(column, position, width), width, count);
        }
    }

    /** The counts of the cells picked. */
    static void read(Columns cells, int column, Picks picks, long[] out) {
        final int width = cells.width(column);
        if (width == 0) {
            Arrays.fill(out, 0, picks.count(), 0);
        } else if (picks.isRun()) {
            run(cells.array(), cells.at(column, picks.first(), width), width, picks.count(), out);
        } else {
            singles(cells.array(), cells.at(column, 0, width), width, picks, out);
        }
    }

    private static void run(byte[] bytes, int start, int width, int count, long[] out) {
        switch (width) {
            case 1 -> {
                for (int i = 0; i < count; i++) {
                    out[i] = bytes[start + i] & 0xff;
                }
            }
            case 2 -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (short) Columns.SHORT.get(bytes, start + 2 * i) & 0xffff;
                }
            }
            case 4 -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (int) Columns.INT.get(bytes, start + 4 * i) & 0xffff_ffffL;
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (long) Columns.LONG.get(bytes, start + 8 * i);
                }
            }
        }
    }

    private static void singles(byte[] bytes, int start, int width, Picks picks, long[] out) {
        final int[] positions = picks.singles();
        final int count = picks.count();
        switch (width) {
            case 1 -> {
                for (int i = 0; i < count; i++) {
                    out[i] = bytes[start + positions[i]] & 0xff;
                }
            }
            case 2 -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (short) Columns.SHORT.get(bytes, start + 2 * positions[i]) & 0xffff;
                }
            }
            case 4 -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (int) Columns.INT.get(bytes, start + 4 * positions[i]) & 0xffff_ffffL;
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (long) Columns.LONG.get(bytes, start + 8 * positions[i]);
                }
            }
        }
    }

    /** The count of so many bytes that lies there. */
    static long at(byte[] bytes, int at, int width) {
        return switch (width) {
            case 1 -> bytes[at] & 0xff;
            case 2 -> (short) Columns.SHORT.get(bytes, at) & 0xffff;
            case 4 -> (int) Columns.INT.get(bytes, at) & 0xffff_ffffL;
            default -> (long) Columns.LONG.get(bytes, at);
        };
    }

    /** Puts the lowest bytes of a number there, so many. */
    static void put(byte[] bytes, int at, int width, long number) {
        switch (width) {
            case 1 -> {
                bytes[at] = (byte) number;
            }
            case 2 -> {
                Columns.SHORT.set(bytes, at, (short) number);
            }
            case 4 -> {
                Columns.INT.set(bytes, at, (int) number);
            }
            default -> {
                Columns.LONG.set(bytes, at, number);
            }
        }
    }
}
