package straum.app;

import org.jspecify.annotations.Nullable;
import straum.domain.value.Rows;

/**
 * The port to PostgreSQL. One start is {@link #open}, {@link #load} for each table, {@link #loaded}, then
 * {@link #next} again and again, all by the writer's thread; after any exception {@link #letGo}, and then {@link #open}
 * again. {@link #stop}, {@link #wake}, {@link #waitingFor} and {@link #waitedForBy} are for any thread.
 */
public interface Source {
    /**
     * Connects, takes a new slot with its snapshot, checks the catalog against the spec and locks the tables against
     * being rewritten. The catalog is checked before anything is taken: as long as it does not fit the spec, there is
     * neither slot nor lock. Whatever an earlier start held is closed first. May wait long for the server's transactions.
     */
    Opened open() throws SourceException, InterruptedException;

    /**
     * Loads one table from the snapshot: hands its rows over in batches and any order, each to be read before the call
     * returns. Reading goes on meanwhile.
     *
     * @param table its index in {@link straum.domain.spec.Spec#tables}
     */
    void load(int table, RowSink sink) throws SourceException, InterruptedException;

    /** Takes the rows of a load. */
    @FunctionalInterface
    interface RowSink {
        /** Takes all rows of the batch; the batch is reused after the call. */
        void accept(Rows rows);
    }

    /** Ends the load: the snapshot's transaction commits, and the stream begins. */
    void loaded() throws SourceException, InterruptedException;

    /**
     * The next event of the stream; null when there was none in time, or after {@link #wake}.
     *
     * @param timeoutMillis how long to wait at most
     */
    @Nullable Event next(long timeoutMillis) throws SourceException, InterruptedException;

    /**
     * Reads the server's WAL and compares the catalog with what it was when it was checked. While {@link #next} still has to
     * tell what explains a change, {@link Event.Types} or a truncate, a reading has no {@link Reading#seen}.
     *
     * @throws SourceException also when the catalog has changed
     */
    Reading wal() throws SourceException, InterruptedException;

    /**
     * Makes the server flush its WAL up to where it has been written, by a message of our own: for a quiet server whose
     * asynchronous commits would wait.
     */
    void flush() throws SourceException, InterruptedException;

    /** Says that everything up to a position is in the store, so that the server may recycle its WAL. */
    void confirm(Lsn applied);

    /**
     * Ends the start, whether it has failed or not: its connections close, and the slot goes, for which the server would
     * have to keep its WAL. Nothing where there is no start.
     */
    void letGo();

    /** What {@link #open} is waiting for, for people; null when it is waiting for nothing in particular. */
    @Nullable String waitingFor();

    /** Who waits for the load to end, for people; null when nobody is known to. */
    default @Nullable String waitedForBy() {
        return null;
    }

    /** Ends a {@link #next} that waits, without an event. */
    void wake();

    /** Closes everything: whatever the writer's thread does in the source ends with an exception soon. Stays stopped. */
    void stop();
}
