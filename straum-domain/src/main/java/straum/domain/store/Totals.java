package straum.domain.store;

import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Exact totals, one a group of an ask: a long each, and what has gone beyond it kept apart, so that adding is an addition,
 * and where amounts are not small a test that never holds.
 */
final class Totals {
    /** An int times this is far from the end of a long. */
    private static final long SMALL = 1L << 32;

    private static final long FAR = 1L << 62;

    private long[] sums;
    /** The magnitude that no sum goes beyond: while it is not far, small amounts are added without a look at each sum. */
    private long reach;
    /** What is to be added to the sums beside it, where a sum has overflowed; null while none has. */
    private @Nullable BigInteger @Nullable [] beyond;

    /** Totals of nothing, for so many groups. */
    Totals(int groups) {
        this.sums = new long[groups];
    }

    /** Makes room for so many groups. */
    void reserve(int groups) {
        if (groups > sums.length) {
            sums = Arrays.copyOf(sums, Math.max(groups, sums.length + sums.length / 2));
        }
    }

    /**
     * Adds an amount to each of so many groups.
     *
     * @param most the magnitude that none of the amounts goes beyond
     */
    void add(int[] groups, long[] amounts, int count, long most) {
        final long[] into = sums;
        if (most <= SMALL && reach <= FAR) {
            reach += most * count;
            for (int i = 0; i < count; i++) {
                into[groups[i]] += amounts[i];
            }
            return;
        }
        reach = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            int group = groups[i];
            long before = into[group];
            long after = before + amounts[i];
            if (((before ^ after) & (amounts[i] ^ after)) < 0) {
                addBeyond(group, BigInteger.valueOf(before));
                after = amounts[i];
            }
            into[group] = after;
        }
    }

    /** Adds an amount to a group, so many times. */
    void add(int group, long amount, long times) {
        reach = Long.MAX_VALUE;
        long high = Math.multiplyHigh(amount, times);
        long product = amount * times;
        if (high != product >> 63) {
            addBeyond(group, BigInteger.valueOf(amount).multiply(BigInteger.valueOf(times)));
            return;
        }
        long before = sums[group];
        long after = before + product;
        if (((before ^ after) & (product ^ after)) < 0) {
            addBeyond(group, BigInteger.valueOf(before));
            after = product;
        }
        sums[group] = after;
    }

    /** Adds an amount to a group, so many times. */
    void add(int group, BigInteger amount, long times) {
        addBeyond(group, times == 1 ? amount : amount.multiply(BigInteger.valueOf(times)));
    }

    /** Adds the totals of the same groups; there is room for them. */
    void add(Totals other) {
        for (int group = 0; group < other.sums.length; group++) {
            if (other.sums[group] != 0) {
                add(group, other.sums[group], 1);
            }
        }
        @Nullable BigInteger[] more = other.beyond;
        for (int group = 0; more != null && group < more.length; group++) {
            BigInteger amount = more[group];
            if (amount != null) {
                addBeyond(group, amount);
            }
        }
    }

    private void addBeyond(int group, BigInteger amount) {
        @Nullable BigInteger[] of = beyond == null ? new BigInteger[sums.length] : beyond;
        if (group >= of.length) {
            of = Arrays.copyOf(of, sums.length);
        }
        BigInteger before = of[group];
        of[group] = before == null ? amount : before.add(amount);
        beyond = of;
    }

    /** The total of a group; 0 of one that nothing was added to. */
    BigInteger get(int group) {
        if (group >= sums.length) {
            return BigInteger.ZERO;
        }
        BigInteger sum = BigInteger.valueOf(sums[group]);
        BigInteger more = beyond == null || group >= beyond.length ? null : beyond[group];
        return more == null ? sum : sum.add(more);
    }

    /** Whether the total of a group is a long, which {@link #sum} answers. */
    boolean isLong(int group) {
        return beyond == null || group >= beyond.length || beyond[group] == null;
    }

    /** The total of a group, of which it is a long; 0 of one that nothing was added to. */
    long sum(int group) {
        return group < sums.length ? sums[group] : 0;
    }

    /** Whether the total of a group is 0. */
    boolean isZero(int group) {
        return beyond == null ? sums[group] == 0 : get(group).signum() == 0;
    }
}
