package straum.app;

/**
 * How an ask is answered, by what it takes to read, in cells.
 *
 * @param fewest one of no more groups, and no more buckets, is answered at once where the lock is free
 * @param fewCells one of no more is answered under the lock
 * @param fewBytes one that takes no more of the heap is
 * @param partCells a larger one is split into parts of at least so many
 * @param maxParts and into no more than these
 */
record AskSizes(long fewest, long fewCells, long fewBytes, long partCells, int maxParts) {
    /** At once some tens of microseconds, under the lock less than a millisecond mostly; and a part is worth a thread's waking up. */
    static AskSizes defaults() {
        return new AskSizes(
                1 << 10, 1 << 14, 1 << 20, 1 << 17, Runtime.getRuntime().availableProcessors());
    }

    /** Whether an ask of so many cells, and groups at most, which has taken so many bytes, is answered at once. */
    boolean isQuick(long cells, long groups, long bytes) {
        return isSmall(cells, bytes) && Math.min(cells, groups) <= fewest;
    }

    /** Whether an ask of so many cells, which has taken so many bytes, is answered under the lock. */
    boolean isSmall(long cells, long bytes) {
        return cells <= fewCells && bytes <= fewBytes;
    }

    /** How many parts an ask of so many cells is split into. */
    int parts(long cells) {
        return (int) Math.max(1, Math.min(maxParts, cells / partCells));
    }
}
