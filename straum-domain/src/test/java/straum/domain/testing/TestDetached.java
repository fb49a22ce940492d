package straum.domain.testing;

import java.util.TreeSet;
import straum.domain.store.Detached;

/** Detached asks on one thread. */
public final class TestDetached implements Detached {
    private final TreeSet<Long> underWay = new TreeSet<>();
    private long begun;
    private long copiedBytes;

    @Override
    public long begin(Runnable giveUp) {
        underWay.add(++begun);
        return begun;
    }

    /** Begins one that is not given up. */
    public long begin() {
        return begin(() -> {});
    }

    @Override
    public void end(long number) {
        if (!underWay.remove(number)) {
            throw new IllegalStateException(number + " is not under way");
        }
    }

    @Override
    public long stamp() {
        return begun;
    }

    @Override
    public boolean mayRead(long stamp) {
        return underWay.higher(stamp) != null;
    }

    @Override
    public boolean hadBegun(long stamp) {
        return underWay.floor(stamp) != null;
    }

    @Override
    public void copy(long bytes) {
        copiedBytes += bytes;
    }

    /** What has been copied. */
    public long copiedBytes() {
        return copiedBytes;
    }
}
