package straum.pg;

import java.util.Arrays;

/**
 * Which transactions a statement saw as committed or aborted: the server's {@code pg_snapshot} (PostgreSQL's manual,
 * Transaction ID and Snapshot Information Functions), asked by the ids of 32 bits that pgoutput tells. The stream may tell
 * of a commit before anybody sees it: always for a moment, and under synchronous replication for as long as the standby
 * takes.
 *
 * <p>Immutable.
 */
final class Visibility {
    private final int xmin;
    private final int xmax;
    /** Of those from xmin on and before xmax, the ones not seen, sorted. */
    private final int[] running;

    private Visibility(int xmin, int xmax, int[] running) {
        this.xmin = xmin;
        this.xmax = xmax;
        this.running = running;
    }

    /** As PostgreSQL prints it: {@code xmin:xmax:xip,xip}, each an id of 64 bits. */
    static Visibility parse(String snapshot) {
        String[] parts = snapshot.split(":", -1);
        int[] running = parts[2].isEmpty()
                ? new int[0]
                : Arrays.stream(parts[2].split(","))
                        .mapToInt(xid -> (int) Long.parseUnsignedLong(xid))
                        .sorted()
                        .toArray();
        return new Visibility((int) Long.parseUnsignedLong(parts[0]), (int) Long.parseUnsignedLong(parts[1]), running);
    }

    /** Whether every transaction with an id before that one was over, and seen. */
    boolean seesAllBefore(int xid) {
        return xmin - xid >= 0;
    }

    /**
     * Whether it saw what that transaction did.
     *
     * @param xid unsigned and without its epoch, of a transaction fewer than 2^31 before or after: ids are compared modulo
     *     2^32
     */
    boolean sees(int xid) {
        return xid - xmin < 0 || (xid - xmax < 0 && Arrays.binarySearch(running, xid) < 0);
    }
}
