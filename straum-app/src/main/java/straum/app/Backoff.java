package straum.app;

import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/** How long to wait before the next start: a second at first, doubled each time up to a minute, less up to a quarter. */
final class Backoff {
    private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long MOST_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final RandomGenerator jitter;
    private long nanos = FIRST_NANOS;

    /** Waits that are spread by the generator, so that many who lost one server do not come back at once. */
    Backoff(RandomGenerator jitter) {
        this.jitter = jitter;
    }

    /** The next wait. */
    long next() {
        long wait = nanos - jitter.nextLong(nanos / 4);
        nanos = Math.min(nanos * 2, MOST_NANOS);
        return wait;
    }

    /** The longest wait, now and from now on. */
    long longest() {
        nanos = MOST_NANOS;
        return next();
    }

    /** Begins again with the first wait. */
    void reset() {
        nanos = FIRST_NANOS;
    }
}
