package straum.app;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * How far back the store is, by the server's clock: the readings of its WAL that what is applied has not reached yet, and
 * {@link #asOf}, the clock of the latest one that it has.
 *
 * <p>Never says the store is younger than it is (Invariant 13). A reading's clock counts once all WAL up to its insert
 * position is applied; forgetting a reading only leaves {@code asOf} older for a while, so that is what is done when there
 * are many. Confined to the writer's thread.
 */
final class Lag {
    /** Readings kept: an hour of them at one a second. */
    static final int READINGS = 3600;

    private final int most;
    private final ArrayDeque<Mark> unreached = new ArrayDeque<>();
    private Instant asOf;

    /** A lag that begins with what a snapshot holds: every commit made before {@code asOf}. */
    Lag(Instant asOf) {
        this(asOf, READINGS);
    }

    /**
     * A lag that keeps fewer readings.
     *
     * @param most how many, at least 2
     */
    Lag(Instant asOf, int most) {
        this.asOf = asOf;
        this.most = most;
    }

    /**
     * Takes a reading in. Its clock counts from the next {@link #reach} on.
     *
     * <p>When the server's clock has been set back, commits made since carry times before the readings kept, so those are
     * dropped, and {@code asOf} goes back with it.
     */
    void read(Instant clock, Lsn insert) {
        Lsn at = insert;
        Mark last = unreached.peekLast();
        if (clock.isBefore(asOf) || (last != null && clock.isBefore(last.clock))) {
            asOf = clock.isBefore(asOf) ? clock : asOf;
            unreached.clear();
        } else if (last != null) {
            at = insert.max(last.at);
        }
        if (unreached.size() == most) {
            thin();
        }
        unreached.addLast(new Mark(at, clock));
    }

    /** Forgets every other reading, the oldest first. */
    private void thin() {
        boolean forget = true;
        for (Iterator<Mark> marks = unreached.iterator(); marks.hasNext(); forget = !forget) {
            marks.next();
            if (forget) {
                marks.remove();
            }
        }
    }

    /** Says that all WAL up to a position is applied, and answers {@link #asOf}. */
    Instant reach(Lsn applied) {
        for (Mark oldest = unreached.peekFirst();
                oldest != null && applied.covers(oldest.at);
                oldest = unreached.peekFirst()) {
            asOf = oldest.clock;
            unreached.removeFirst();
        }
        return asOf;
    }

    /** Every commit made before this instant of the server's clock is in the store. */
    Instant asOf() {
        return asOf;
    }

    /** A reading: its clock, and the position from which on it counts. */
    private record Mark(Lsn at, Instant clock) {}
}
