package straum.app;

import java.time.Duration;
import java.time.Instant;

/**
 * How far the store is, while every table is loaded; where there is none, Straum is not ready. Immutable: the writer
 * replaces it.
 *
 * @param applied the store holds every commit up to it and none after
 * @param asOf every commit made before this instant of the server's clock is in the store
 * @param reading the last reading of the server's WAL
 * @param readNanos when it was asked for, by the monotonic clock
 * @param since when the tables were loaded, by this machine's clock
 */
record Following(Lsn applied, Instant asOf, Reading reading, long readNanos, Instant since) {
    /** The same, moved on to another position. */
    Following at(Lsn moved, Instant asOfThere) {
        return new Following(moved, asOfThere, reading, readNanos, since);
    }

    /** The same after another reading. */
    Following read(Reading latest, long nanos, Instant asOfNow) {
        return new Following(applied, asOfNow, latest, nanos, since);
    }

    /** The server's clock at that moment of the monotonic clock, or a little later than it: never earlier. */
    Instant serverClock(long nanos) {
        return reading.clock().plusNanos(nanos - readNanos);
    }

    /** The seconds from {@link #asOf} to the server's clock at that moment. */
    double lagSeconds(long nanos) {
        return Math.max(0, Duration.between(asOf, serverClock(nanos)).toNanos() / 1e9);
    }

    /** The bytes of WAL the server has written and the store does not hold. */
    long retainedWalBytes() {
        Lsn insert = reading.insert();
        return applied.covers(insert) ? 0 : applied.bytesTo(insert);
    }
}
