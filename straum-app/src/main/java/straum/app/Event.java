package straum.app;

import java.time.Instant;

/** What the stream tells next. */
public sealed interface Event {
    /** The position up to which everything has been told once this event has been. */
    Lsn end();

    /**
     * One transaction, whole.
     *
     * @param end the end of its commit record
     * @param time when it committed, by the server's clock
     */
    record Commit(Lsn end, Instant time, Changes changes) implements Event {}

    /** Nothing of ours up to a position: the server has read its WAL that far, and no transaction is open between. */
    record Nothing(Lsn end) implements Event {}
}
