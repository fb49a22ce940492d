package straum.pg.pgoutput;

import org.jspecify.annotations.Nullable;
import straum.app.Changes;
import straum.app.Changes.Kind;
import straum.app.ChangesBuilder;
import straum.app.Limits;
import straum.app.Lsn;
import straum.app.SourceException;
import straum.domain.value.Rows;

/**
 * One open transaction: its changes so far, within the limits. A transaction begins to be told when it has committed, so
 * one that passes a limit is refused at once, and the snapshot of the next start is after it.
 *
 * <p>Mutable. Not thread-safe.
 */
final class Transaction {
    private final ChangesBuilder changes;
    private final int xid;
    private final Lsn commit;
    private final long micros;
    private final Limits limits;

    /**
     * A transaction without changes.
     *
     * @param changes takes them, and holds none now
     * @param xid its id, unsigned and without its epoch: ids come round again
     * @param commit where its commit record begins, which its Commit message must say too
     * @param micros when it committed, in microseconds since 2000-01-01
     */
    Transaction(ChangesBuilder changes, int xid, Lsn commit, long micros, Limits limits) {
        this.changes = changes;
        this.xid = xid;
        this.commit = commit;
        this.micros = micros;
        this.limits = limits;
    }

    /** Its id, unsigned and without its epoch. */
    int xid() {
        return xid;
    }

    /** Where its commit record begins. */
    Lsn commit() {
        return commit;
    }

    /** When it committed, in microseconds since 2000-01-01. */
    long micros() {
        return micros;
    }

    /** An empty batch for the row of the table's next change, and of an update for the old row and the new one. */
    Rows rows(int table) {
        return changes.rows(table);
    }

    /**
     * Adds a change of what {@link #rows} holds.
     *
     * @throws SourceException when the transaction passes a limit
     */
    void add(Kind kind, int table) throws SourceException {
        changes.add(kind, table);
        check();
    }

    /**
     * Adds the removal of all rows of a table.
     *
     * @throws SourceException when the transaction passes a limit
     */
    void truncate(int table) throws SourceException {
        changes.truncate(table);
        check();
    }

    private void check() throws SourceException {
        if (changes.size() > limits.maxTransactionRows()) {
            throw over("changes more than " + limits.maxTransactionRows() + " rows", "rows");
        }
        if (changes.heldBytes() > limits.maxTransactionBytes()) {
            throw over(
                    "takes more than " + limits.maxTransactionBytes() + " bytes of memory, with the first "
                            + changes.size() + " rows that it changes",
                    "bytes");
        }
    }

    private SourceException over(String what, String option) {
        return new SourceException(
                SourceException.Kind.OVER_LIMIT,
                "the transaction with xid " + Integer.toUnsignedString(xid) + " " + what
                        + ", the limit that --max-transaction-" + option
                        + " sets; the next start loads what it changed");
    }

    /** Its changes, now that it is whole; null when there are none. */
    @Nullable Changes whole() {
        return changes.size() == 0 ? null : changes.done();
    }
}
