package straum.app;

import org.jspecify.annotations.Nullable;

/**
 * Notices WAL that a quiet server leaves unflushed: an asynchronous commit is seen by readings before it is on disk, and
 * only what is on disk is streamed. Confined to the writer's thread.
 */
final class Unflushed {
    /** How long a position may wait for its flush; the server's own WAL writer sleeps as long by default. */
    static final long PATIENCE_NANOS = 200_000_000L;

    /** The insert position that waits; null when none does. */
    private @Nullable Lsn target;

    private long sinceNanos;

    /**
     * Takes a reading in.
     *
     * @return whether the server has to be made to flush now; true once for what waits, which then counts as flushed
     */
    boolean read(Reading reading, Lsn applied, long nanos) {
        Lsn waiting = target;
        if (waiting == null || reading.flush().covers(waiting) || applied.covers(waiting)) {
            target = reading.flush().covers(reading.insert()) ? null : reading.insert();
            sinceNanos = nanos;
            return false;
        }
        if (nanos - sinceNanos < PATIENCE_NANOS) {
            return false;
        }
        target = null;
        return true;
    }

    /** Whether something waits, so that a reading is due at {@link #dueNanos}. */
    boolean waits() {
        return target != null;
    }

    /** When a reading tells whether to flush. */
    long dueNanos() {
        return sinceNanos + PATIENCE_NANOS;
    }
}
