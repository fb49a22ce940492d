package straum.domain.store;

import java.util.Arrays;

/**
 * The asks that read a store outside of its lock. Each is told what it reads while it has the lock: columns of cells, entries
 * of dims, values of codes. From then on these stay as they are for it: the writer copies what a detached ask may be
 * reading before it changes it, and gives no code to another value that such an ask may have met.
 *
 * <p>Asks are numbered as they begin. What can be copied has a <em>stamp</em>, the number of asks that had begun when the
 * writer last made it its own: only asks with a higher number may be reading it. So a change costs the comparison of two
 * numbers, but for the first after an ask has begun.
 *
 * <p>What is copied takes memory until the asks that read the old have ended, so there is a limit: the writer waits for all
 * detached asks to end once it has copied so much.
 *
 * <p>Thread-safe; but {@link #begin} must not run beside the writer.
 */
final class Detached {
    private final long maxCopiedBytes;

    /** The number of the last to begin. Written by readers and read by the writer, which the lock keeps apart. */
    private long begun;

    /** The numbers of those under way, ascending. */
    private long[] underWay = new long[4];

    private int count;
    /** Copied while any was under way. */
    private long copiedBytes;

    /** None under way, for whom so many bytes may be copied. */
    Detached(long maxCopiedBytes) {
        this.maxCopiedBytes = maxCopiedBytes;
    }

    /** Begins one, and answers its number. The caller has the lock, shared. */
    synchronized long begin() {
        if (count == underWay.length) {
            underWay = Arrays.copyOf(underWay, count * 2);
        }
        begun++;
        underWay[count++] = begun;
        return begun;
    }

    /** Ends one, that holds nothing of the store any more. */
    synchronized void end(long number) {
        int at = Arrays.binarySearch(underWay, 0, count, number);
        if (at < 0) {
            throw new IllegalStateException("the ask " + number + " is not under way");
        }
        System.arraycopy(underWay, at + 1, underWay, at, count - at - 1);
        count--;
        if (count == 0) {
            copiedBytes = 0;
            notifyAll();
        }
    }

    /** The stamp of what the writer makes its own now; for the writer. */
    long stamp() {
        return begun;
    }

    /** Whether one that is under way may be reading what has this stamp. */
    synchronized boolean mayRead(long stamp) {
        return count > 0 && underWay[count - 1] > stamp;
    }

    /** Whether one that is under way had begun by the time of this stamp, and so may read what was given up then. */
    synchronized boolean hadBegun(long stamp) {
        return count > 0 && underWay[0] <= stamp;
    }

    /** Takes note that so many bytes are about to be copied, and waits for those under way to end when it is too much; for the writer. */
    synchronized void copy(long bytes) {
        copiedBytes += bytes;
        boolean interrupted = false;
        while (copiedBytes > maxCopiedBytes && count > 0) {
            try {
                wait();
            } catch (InterruptedException stop) {
                // They end by themselves, and a commit is applied whole.
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
