package straum.domain.store;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Exact sums, one a cell: a column of {@link Columns} whose entries are whole numbers of 0, 1, 2, 4, 8 or 16 bytes, and
 * objects past that. A sum never overflows: its column widens.
 */
final class Sums {
    private static final BigInteger LOWEST_64 = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

    private Sums() {}

    /** The sum at a position. */
    static BigInteger get(Columns cells, int column, int position) {
        int width = cells.width(column);
        if (width == 0) {
            return BigInteger.ZERO;
        }
        if (width == Layout.BIG) {
            return cells.big(column)[position];
        }
        int at = cells.at(column, position, width);
        byte[] bytes = cells.array();
        return width < 16
                ? BigInteger.valueOf(longAt(bytes, at, width))
                : wide((long) Columns.LONG.get(bytes, at + 8), (long) Columns.LONG.get(bytes, at));
    }

    /** The number of 128 bits. */
    private static BigInteger wide(long high, long low) {
        return BigInteger.valueOf(high).shiftLeft(64).or(BigInteger.valueOf(low).and(LOWEST_64));
    }

    /** Adds to a sum. */
    static void add(Columns cells, int column, int position, long amount) {
        int width = cells.width(column);
        if (width > 8) {
            addWide(cells, column, position, width, amount);
            return;
        }
        long sum = amount;
        if (width > 0) {
            byte[] bytes = cells.array();
            int at = cells.at(column, position, width);
            long before = longAt(bytes, at, width);
            sum = before + amount;
            if (((before ^ sum) & (amount ^ sum)) < 0) {
                cells.widen(column, 16);
                addWide(cells, column, position, 16, amount);
                return;
            }
            if (isHeld(sum, width)) {
                Counts.put(bytes, at, width, sum);
                return;
            }
        }
        if (sum != 0) {
            int needed = widthOf(sum);
            cells.widen(column, needed);
            Counts.put(cells.array(), cells.at(column, position, needed), needed, sum);
        }
    }

    private static void addWide(Columns cells, int column, int position, int width, long amount) {
        if (width == 16) {
            byte[] bytes = cells.array();
            int at = cells.at(column, position, width);
            long low = (long) Columns.LONG.get(bytes, at);
            long high = (long) Columns.LONG.get(bytes, at + 8);
            long newLow = low + amount;
            long carry = Long.compareUnsigned(newLow, low) < 0 ? 1 : 0;
            long added = (amount >> 63) + carry;
            long newHigh = high + added;
            if (((high ^ newHigh) & (added ^ newHigh)) >= 0) {
                Columns.LONG.set(bytes, at, newLow);
                Columns.LONG.set(bytes, at + 8, newHigh);
                return;
            }
        }
        add(cells, column, position, BigInteger.valueOf(amount));
    }

    /** Adds to a sum. */
    static void add(Columns cells, int column, int position, BigInteger amount) {
        BigInteger sum = get(cells, column, position).add(amount);
        int needed = widthOf(sum);
        int width = cells.width(column);
        if (needed > width) {
            cells.widen(column, needed);
            width = needed;
        }
        if (width == Layout.BIG) {
            cells.setBig(column, position, sum);
        } else if (width == 16) {
            int at = cells.at(column, position, width);
            Columns.LONG.set(cells.array(), at, sum.longValue());
            Columns.LONG.set(cells.array(), at + 8, sum.shiftRight(64).longValue());
        } else if (width > 0) {
            Counts.put(cells.array(), cells.at(column, position, width), width, sum.longValue());
        }
    }

    /** Adds to a sum, so many times; a negative number of times takes from it. */
    static void add(Columns cells, int column, int position, BigInteger amount, long times) {
        add(cells, column, position, amount.multiply(BigInteger.valueOf(times)));
    }

    /** Adds to a sum, so many times; a negative number of times takes from it. */
    static void add(Columns cells, int column, int position, long amount, long times) {
        long product = amount * times;
        if (Math.multiplyHigh(amount, times) == product >> 63) {
            add(cells, column, position, product);
        } else {
            add(cells, column, position, BigInteger.valueOf(amount), times);
        }
    }

    /** Adds to a sum what a cell of others has in a column, so many times; a negative number of times takes that from it. */
    static void add(Columns cells, int column, int position, Columns from, int fromColumn, int at, long times) {
        int width = from.width(fromColumn);
        if (width > 8) {
            add(cells, column, position, get(from, fromColumn, at), times);
        } else if (width > 0) {
            add(cells, column, position, longAt(from.array(), from.at(fromColumn, at, width), width), times);
        }
    }

    /** Sets a sum to what a cell of another page has. */
    static void set(Columns cells, int column, int position, Columns from, int at) {
        if (areLongs(cells, column) && areLongs(from, column)) {
            int width = from.width(column);
            Counts.put(cells, column, position, 0);
            add(cells, column, position, width == 0 ? 0 : longAt(from.array(), from.at(column, at, width), width));
            return;
        }
        BigInteger before = get(cells, column, position);
        if (before.signum() != 0) {
            add(cells, column, position, before.negate());
        }
        if (from.width(column) > 0) {
            add(cells, column, position, get(from, column, at));
        }
    }

    /** Whether the column's sums are longs, so that {@link #read} reads them. */
    static boolean areLongs(Columns cells, int column) {
        return cells.width(column) <= 8;
    }

    /** The sums of the cells picked, of a column for which {@link #areLongs}. */
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
                    out[i] = bytes[start + i];
                }
            }
            case 2 -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (short) Columns.SHORT.get(bytes, start + 2 * i);
                }
            }
            case 4 -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (int) Columns.INT.get(bytes, start + 4 * i);
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
                    out[i] = bytes[start + positions[i]];
                }
            }
            case 2 -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (short) Columns.SHORT.get(bytes, start + 2 * positions[i]);
                }
            }
            case 4 -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (int) Columns.INT.get(bytes, start + 4 * positions[i]);
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    out[i] = (long) Columns.LONG.get(bytes, start + 8 * positions[i]);
                }
            }
        }
    }

    /** The sum of at most 8 bytes that lies there. */
    static long longAt(byte[] bytes, int at, int width) {
        return switch (width) {
            case 1 -> bytes[at];
            case 2 -> (short) Columns.SHORT.get(bytes, at);
            case 4 -> (int) Columns.INT.get(bytes, at);
            default -> (long) Columns.LONG.get(bytes, at);
        };
    }

    /** Whether a number is the same after so many bytes of it are kept. */
    private static boolean isHeld(long number, int width) {
        int lost = 64 - 8 * width;
        return number << lost >> lost == number;
    }

    private static int widthOf(long sum) {
        if (sum == (byte) sum) {
            return sum == 0 ? 0 : 1;
        }
        return sum == (short) sum ? 2 : sum == (int) sum ? 4 : 8;
    }

    private static int widthOf(BigInteger sum) {
        int bits = sum.bitLength();
        return bits < 64 ? widthOf(sum.longValue()) : bits < 128 ? 16 : Layout.BIG;
    }
}
