package straum.app;

/**
 * How an ask is answered, by the cells it reads.
 *
 * @param fewest one of no more groups, and no more buckets, is answered at once where the lock is free
 * @param fewCells one of no more is answered under the lock
 * @param partCells a larger one is split into parts of at least so many
 * @param maxParts and into no more than these
 */
record AskSizes(long fewest, long fewCells, long partCells, int maxParts) {
    /** At once some tens of microseconds, under the lock less than a millisecond mostly; and a part is worth a thread's waking up. */
    static AskSizes defaults() {
        return new AskSizes(1 << 10, 1 << 14, 1 << 17, Runtime.getRuntime().availableProcessors());
    }

    /** Whether an ask of so many cells and groups at most is answered at once. */
    boolean isQuick(long cells, long groups) {
        return isSmall(cells) && Math.min(cells, groups) <= fewest;
    }

    /** Whether an ask of so many cells is answered under the lock. */
    boolean isSmall(long cells) {
        return cells <= fewCells;
    }

    /** How many parts an ask of so many cells is split into. */
    int parts(long cells) {
        return (int) Math.max(1, Math.min(maxParts, cells / partCells));
    }
}
