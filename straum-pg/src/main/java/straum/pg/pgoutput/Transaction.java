package straum.pg.pgoutput;

import org.jspecify.annotations.Nullable;
import straum.app.Changes;
import straum.app.Changes.Kind;
import straum.app.Lsn;
import straum.app.SourceException;
import straum.domain.spec.Spec;
import straum.domain.value.Rows;

/**
 * One open transaction: its changes so far, within the limits. Past a limit it holds nothing any more and only waits for
 * its commit, which is then refused: what it changed comes in by the load of the next start.
 *
 * <p>Mutable. Not thread-safe.
 */
final class Transaction {
    /** The most entries an array of a batch may have. */
    private static final long MAX_ARRAY = Integer.MAX_VALUE - 16;

    private final Spec spec;
    private final Lsn commit;
    private final long micros;
    private final long maxRows;
    private final long maxBytes;
    private @Nullable Changes changes;
    private long rows;
    private long usedBytes;
    private @Nullable String over;

    /**
     * A transaction without changes.
     *
     * @param commit where its commit record begins, which its Commit message must say too
     * @param micros when it committed, in microseconds since 2000-01-01
     */
    Transaction(Spec spec, Lsn commit, long micros, long maxRows, long maxBytes) {
        this.spec = spec;
        this.commit = commit;
        this.micros = micros;
        this.maxRows = maxRows;
        this.maxBytes = maxBytes;
    }

    /** Where its commit record begins. */
    Lsn commit() {
        return commit;
    }

    /** When it committed, in microseconds since 2000-01-01. */
    long micros() {
        return micros;
    }

    /**
     * The rows of a table, to take what a message of so many bytes brings; null when the transaction is over a limit.
     */
    @Nullable Rows room(int table, int messageBytes) {
        if (over != null) {
            return null;
        }
        Rows batch = changes().rows(table);
        long places = 2L * batch.columns() * (batch.size() + 2L);
        if ((long) batch.usedBytes() + messageBytes > MAX_ARRAY || places > MAX_ARRAY) {
            passBytes();
            return null;
        }
        return batch;
    }

    /**
     * Adds a change to rows.
     *
     * @param row the row, of an update the old one
     * @param bytes what its values take
     */
    void add(Kind kind, int table, int row, int bytes) {
        Changes held = changes();
        held.add(kind, table, row);
        rows++;
        int columns = held.rows(table).columns();
        usedBytes += bytes + 9L + 8L * columns * (kind == Kind.UPDATE ? 2 : 1);
        if (rows > maxRows) {
            pass("changes more than " + maxRows + " rows", "rows");
        } else if (2 * usedBytes > maxBytes) {
            // Arrays grow by doubling, so they hold up to twice of what is in them.
            passBytes();
        }
    }

    /** Adds the removal of all rows of a table. */
    void truncate(int table) {
        if (over == null) {
            changes().add(Kind.TRUNCATE, table, 0);
        }
    }

    private Changes changes() {
        if (changes == null) {
            changes = new Changes(spec);
        }
        return changes;
    }

    private void passBytes() {
        pass("takes more than " + maxBytes + " bytes of memory", "bytes");
    }

    private void pass(String what, String option) {
        over = "a transaction " + what + ", the limit that --max-transaction-" + option
                + " sets; the next start loads what it changed";
        changes = null;
    }

    /**
     * Its changes, now that it is whole; null when there are none.
     *
     * @throws SourceException when it is over a limit
     */
    @Nullable Changes whole() throws SourceException {
        if (over != null) {
            throw new SourceException(SourceException.Kind.LOST, over);
        }
        return changes;
    }
}
