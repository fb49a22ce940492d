package straum.app;

import java.time.Duration;

/**
 * The limits of the writer and of asks.
 *
 * @param maxLag how far {@code as_of} may lie back before Straum counts as lagging; default 30 s
 * @param maxRetainedWal bytes of WAL between what is applied and where the server is, past which Straum starts over;
 *     default 4 GiB
 * @param maxTransactionRows rows of one transaction past which Straum starts over; by default none, for its bytes bound it
 * @param maxTransactionBytes bytes of the heap that one transaction may take, past which Straum starts over, and all that
 *     are read ahead together; default a quarter of the heap
 * @param maxCells cells of all views at all widths, value cells and bound cells counted, past which Straum follows no more
 *     and waits for a restart; {@link #NO_LIMIT} by default
 * @param maxGroups rows of one answer, past which an ask is refused; default 1 million
 * @param maxAskBytes bytes of the heap that one ask may take for its groups, past which it is refused; default a sixteenth
 *     of the heap, and at least 32 MiB. Twice as many may be copied of what asks read, past which a commit waits for them
 */
public record Limits(
        Duration maxLag,
        long maxRetainedWal,
        long maxTransactionRows,
        long maxTransactionBytes,
        long maxCells,
        int maxGroups,
        long maxAskBytes) {
    /** No limit of cells: the heap is one. */
    public static final long NO_LIMIT = Long.MAX_VALUE;

    /** The defaults, for the heap this process has. */
    public static Limits defaults() {
        return new Limits(
                Duration.ofSeconds(30),
                4L << 30,
                NO_LIMIT,
                Runtime.getRuntime().maxMemory() / 4,
                NO_LIMIT,
                1_000_000,
                Math.max(32L << 20, Runtime.getRuntime().maxMemory() / 16));
    }
}
