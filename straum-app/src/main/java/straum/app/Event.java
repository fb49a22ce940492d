package straum.app;

import java.time.Instant;
import java.util.List;
import straum.domain.value.ColumnType;

/** What the stream tells next. */
public sealed interface Event {
    /** The position up to which everything has been told once this event has been. */
    Lsn end();

    /**
     * One transaction, whole.
     *
     * @param end the end of its commit record
     * @param xid its id at the server, unsigned and without its epoch: ids come round again
     * @param time when it committed, by the server's clock
     */
    record Commit(Lsn end, int xid, Instant time, Changes changes) implements Event {}

    /**
     * Enums have gained labels. It comes before the first commit that has one of them, and before the reading that saw
     * them; as the labels there were keep their order among themselves, it may be early and is never too late.
     *
     * @param end of the event before it: it moves no position
     * @param types per table of the spec, in its layout, the types of all columns, as {@link Opened#types} had them
     */
    record Types(Lsn end, List<ColumnType[]> types) implements Event {}

    /** Nothing of ours up to a position: the server has read its WAL that far, and no transaction is open between. */
    record Nothing(Lsn end) implements Event {}
}
