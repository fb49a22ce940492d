package straum.domain.store;

import straum.domain.spec.Width;

/**
 * Which buckets answer a range: of each width the whole buckets inside it, the widest first, and what is left at both
 * ends from the next narrower one. So each instant of the range is read from exactly one level (Invariant 9); and since
 * the range begins and ends on edges of the narrowest width, no bucket is read in part (Invariant 8).
 */
final class Cover {
    private Cover() {}

    /**
     * The buckets that answer a range.
     *
     * @param levels narrowest first
     * @param from an edge of the narrowest level, or {@link Long#MIN_VALUE}
     * @param to an edge of the narrowest level, exclusive, or {@link Long#MAX_VALUE}
     * @param byBucket whether the answer tells the buckets apart, which only the narrowest level does
     */
    static Buckets of(Level[] levels, long from, long to, boolean byBucket) {
        Buckets buckets = new Buckets();
        collect(levels, byBucket ? 0 : levels.length - 1, from, to, buckets);
        return buckets;
    }

    private static void collect(Level[] levels, int level, long from, long to, Buckets into) {
        if (from >= to) {
            return;
        }
        if (level == 0) {
            levels[0].collect(from, to, into);
            return;
        }
        Width width = levels[level].width();
        long first = from == Long.MIN_VALUE ? from : ceiling(from, width);
        long last = to == Long.MAX_VALUE ? to : width.floor(to);
        if (first >= last) {
            collect(levels, level - 1, from, to, into);
            return;
        }
        collect(levels, level - 1, from, first, into);
        levels[level].collect(first, last, into);
        collect(levels, level - 1, last, to, into);
    }

    private static long ceiling(long seconds, Width width) {
        long floor = width.floor(seconds);
        return floor == seconds ? floor : floor + width.seconds();
    }
}
