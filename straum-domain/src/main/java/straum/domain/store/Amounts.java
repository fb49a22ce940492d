package straum.domain.store;

import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What one row adds to its cell: 1 to some counts, and amounts to some sums. Read from the row once, and added to a cell
 * of every width. Reused from row to row; for the writer alone.
 */
final class Amounts {
    private static final BigInteger MINUS_LOWEST =
            BigInteger.valueOf(Long.MIN_VALUE).negate();

    private int[] counts = new int[4];
    private int countsSize;
    private int[] sums = new int[4];
    /** Beside {@link #sums}: the amounts. */
    private long[] amounts = new long[4];
    /** Beside {@link #sums}: the amount where a long does not hold it. */
    private @Nullable BigInteger[] bigAmounts = new BigInteger[4];

    private int sumsSize;

    /** Forgets the last row. */
    void clear() {
        countsSize = 0;
        sumsSize = 0;
    }

    /** Counts the row in a column. */
    void count(int column) {
        if (countsSize == counts.length) {
            counts = Arrays.copyOf(counts, countsSize * 2);
        }
        counts[countsSize++] = column;
    }

    /** Adds an amount in a column. */
    void sum(int column, long amount) {
        reserveSum();
        sums[sumsSize] = column;
        amounts[sumsSize] = amount;
        bigAmounts[sumsSize++] = null;
    }

    /** Adds an amount in a column. */
    void sum(int column, BigInteger amount) {
        reserveSum();
        sums[sumsSize] = column;
        amounts[sumsSize] = 0;
        bigAmounts[sumsSize++] = amount;
    }

    private void reserveSum() {
        if (sumsSize == sums.length) {
            sums = Arrays.copyOf(sums, sumsSize * 2);
            amounts = Arrays.copyOf(amounts, sumsSize * 2);
            bigAmounts = Arrays.copyOf(bigAmounts, sumsSize * 2);
        }
    }

    /** Adds them to a cell. */
    void addTo(Columns cells, int position) {
        for (int i = 0; i < countsSize; i++) {
            Counts.add(cells, counts[i], position, 1);
        }
        for (int i = 0; i < sumsSize; i++) {
            BigInteger big = bigAmounts[i];
            if (big == null) {
                Sums.add(cells, sums[i], position, amounts[i]);
            } else {
                Sums.add(cells, sums[i], position, big);
            }
        }
    }

    /**
     * Adds them to a cell whose columns have numbers so much higher, so many times; a negative number of times takes them
     * from it.
     *
     * @throws IllegalStateException when they were not in it
     */
    void addTo(Columns cells, int position, int shift, long times) {
        for (int i = 0; i < countsSize; i++) {
            if (Counts.add(cells, counts[i] + shift, position, times) < 0) {
                throw new IllegalStateException("a cell has lost rows that it never had");
            }
        }
        for (int i = 0; i < sumsSize; i++) {
            BigInteger big = bigAmounts[i];
            if (big == null) {
                Sums.add(cells, sums[i] + shift, position, amounts[i], times);
            } else {
                Sums.add(cells, sums[i] + shift, position, big, times);
            }
        }
    }

    /** Takes them from a cell, and answers whether they were in it (Invariant 4); if not, the cell is half changed. */
    boolean takeFrom(Columns cells, int position) {
        for (int i = 0; i < countsSize; i++) {
            if (Counts.add(cells, counts[i], position, -1) < 0) {
                return false;
            }
        }
        for (int i = 0; i < sumsSize; i++) {
            BigInteger big = bigAmounts[i];
            if (big == null && amounts[i] != Long.MIN_VALUE) {
                Sums.add(cells, sums[i], position, -amounts[i]);
            } else {
                Sums.add(cells, sums[i], position, big == null ? MINUS_LOWEST : big.negate());
            }
        }
        return true;
    }
}
