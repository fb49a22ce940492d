package straum.app.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until it is advanced; both the wall clock and the monotonic one. Thread-safe. */
public final class ManualClock implements InstantSource {
    private static final Instant BEGIN = Instant.parse("2026-11-13T09:00:00Z");

    private long nanos;

    @Override
    public synchronized Instant instant() {
        return BEGIN.plusNanos(nanos);
    }

    /** The monotonic clock; begins near its end, so that who compares readings of it wrongly is found out. */
    public synchronized long nanos() {
        return Long.MAX_VALUE - 1_000_000_000L + nanos;
    }

    /** Moves on. */
    public synchronized void advance(Duration by) {
        nanos += by.toNanos();
    }
}
