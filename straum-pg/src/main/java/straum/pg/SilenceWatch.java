package straum.pg;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import straum.app.SourceException;
import straum.app.SourceException.Kind;

/**
 * Notices from the plain connection that nothing comes any more on the replication connection while it catches up. There
 * a server may work for long before it sends a byte, so that silence alone says nothing: it does when the server's
 * process has ended, has finished, or waits to send what does not arrive. A server that does not answer the plain
 * connection either is noticed by that.
 *
 * <p>Confined to one thread.
 */
final class SilenceWatch {
    /** How long one read may take before the server's process is looked at. */
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final String QUERY =
            "SELECT coalesce(wait_event NOT IN ('ClientRead', 'ClientWrite'), true) FROM pg_catalog.pg_stat_activity"
                    + " WHERE pid = ?";

    private final int pid;
    private final Reads reads;
    private long seen = -1;
    private long sinceNanos;
    private boolean suspect;

    /** Watches the reads of what the process of that id sends. */
    SilenceWatch(int pid, Reads reads) {
        this.pid = pid;
        this.reads = reads;
    }

    /**
     * Looks, about once a second; most times without a question.
     *
     * @throws SourceException at the second look in a row that finds the process not at work for a read that waits
     */
    void look(Connection plain, long nanos) throws SQLException, SourceException {
        long current = reads.current();
        if (current != seen || !Reads.isUnderWay(current)) {
            seen = current;
            sinceNanos = nanos;
            suspect = false;
            return;
        }
        if (nanos - sinceNanos < SILENCE_NANOS) {
            return;
        }
        Boolean works = works(plain);
        if (works != null && works) {
            suspect = false;
            return;
        }
        // What it has just sent may be on its way.
        if (!suspect) {
            suspect = true;
            return;
        }
        throw new SourceException(
                Kind.LOST,
                "nothing has come on the replication connection for "
                        + TimeUnit.NANOSECONDS.toSeconds(nanos - sinceNanos) + " s, and the server's process, with pid "
                        + pid + (works == null ? ", has ended" : ", has sent what it had")
                        + ": the connection is lost");
    }

    /** Whether the process waits neither for a command nor to send; null when it has ended. */
    private @Nullable Boolean works(Connection plain) throws SQLException {
        try (PreparedStatement statement = plain.prepareStatement(QUERY)) {
            statement.setInt(1, pid);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? (Boolean) row.getBoolean(1) : null;
            }
        }
    }
}
