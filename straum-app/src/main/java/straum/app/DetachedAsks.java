package straum.app;

import java.time.Duration;
import java.util.Arrays;
import straum.domain.store.Detached;

/**
 * The asks under way outside of the lock, and how much has been copied for them: past a limit the writer waits until all of
 * them have ended. It does so under the write lock, so none begins meanwhile, and they need no lock to end. Those that take
 * longer than its patience are given up.
 */
final class DetachedAsks implements Detached {
    private static final long NANOS_A_MILLI = 1_000_000;

    /** As {@link #wait(long)} takes it. */
    private static final long FOR_EVER = 0;

    private final long maxCopiedBytes;
    private final long patienceNanos;

    /** The number of the last to begin. Written by asks and read by the writer, which the app's lock keeps apart. */
    private long begun;

    /** The numbers of those under way, ascending. */
    private long[] underWay = new long[4];
    /** Beside {@link #underWay}: has it end. */
    private Runnable[] giveUps = new Runnable[4];

    private int count;
    /** Copied while any was under way. */
    private long copiedBytes;

    /** None under way, for whom so many bytes may be copied, and whom the writer waits for so long. */
    DetachedAsks(long maxCopiedBytes, Duration patience) {
        this.maxCopiedBytes = maxCopiedBytes;
        this.patienceNanos = patience.toNanos();
    }

    @Override
    public synchronized long begin(Runnable giveUp) {
        if (count == underWay.length) {
            underWay = Arrays.copyOf(underWay, count * 2);
            giveUps = Arrays.copyOf(giveUps, count * 2);
        }
        begun++;
        underWay[count] = begun;
        giveUps[count++] = giveUp;
        return begun;
    }

    /** Gives up one that has ended. */
    private static void isGone() {}

    @Override
    public synchronized void end(long number) {
        int at = Arrays.binarySearch(underWay, 0, count, number);
        if (at < 0) {
            throw new IllegalStateException("the ask " + number + " is not under way");
        }
        System.arraycopy(underWay, at + 1, underWay, at, count - at - 1);
        System.arraycopy(giveUps, at + 1, giveUps, at, count - at - 1);
        count--;
        giveUps[count] = DetachedAsks::isGone;
        if (count == 0) {
            copiedBytes = 0;
            notifyAll();
        }
    }

    @Override
    public long stamp() {
        return begun;
    }

    @Override
    public synchronized boolean mayRead(long stamp) {
        return count > 0 && underWay[count - 1] > stamp;
    }

    @Override
    public synchronized boolean hadBegun(long stamp) {
        return count > 0 && underWay[0] <= stamp;
    }

    @Override
    public synchronized void copy(long bytes) {
        copiedBytes += bytes;
        boolean interrupted = false;
        boolean areGivenUp = false;
        long sinceNanos = System.nanoTime();
        while (copiedBytes > maxCopiedBytes && count > 0) {
            long leftNanos = patienceNanos - (System.nanoTime() - sinceNanos);
            if (leftNanos <= 0 && !areGivenUp) {
                areGivenUp = true;
                for (int ask = 0; ask < count; ask++) {
                    giveUps[ask].run();
                }
            }
            try {
                wait(areGivenUp ? FOR_EVER : leftNanos / NANOS_A_MILLI + 1);
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
