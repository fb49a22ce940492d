package straum.app;

import java.util.Arrays;
import straum.domain.store.Detached;

/**
 * The asks under way outside of the lock, and how much has been copied for them: past a limit the writer waits until all of
 * them have ended. It does so under the write lock, so none begins meanwhile, and they need no lock to end.
 */
final class DetachedAsks implements Detached {
    private final long maxCopiedBytes;

    /** The number of the last to begin. Written by asks and read by the writer, which the app's lock keeps apart. */
    private long begun;

    /** The numbers of those under way, ascending. */
    private long[] underWay = new long[4];

    private int count;
    /** Copied while any was under way. */
    private long copiedBytes;

    /** None under way, for whom so many bytes may be copied. */
    DetachedAsks(long maxCopiedBytes) {
        this.maxCopiedBytes = maxCopiedBytes;
    }

    @Override
    public synchronized long begin() {
        if (count == underWay.length) {
            underWay = Arrays.copyOf(underWay, count * 2);
        }
        begun++;
        underWay[count++] = begun;
        return begun;
    }

    @Override
    public synchronized void end(long number) {
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
