package straum.pg;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import straum.app.Lsn;
import straum.app.SourceException;

/**
 * Reads what was written while the tables were loaded, before the stream starts: a binary COPY of the slot's changes
 * brings the same messages several times as fast as the walsender sends them one by one. In steps of WAL, each a session
 * of the plugin, since the server collects a step's changes before it sends the first.
 *
 * <p>The function moves the slot's confirmed position by itself, past what is applied: a slot that is lost means a load
 * anyway. Confined to the stream's thread.
 */
final class CatchUp {
    private static final Logger LOG = LoggerFactory.getLogger(CatchUp.class);

    /** The signature, flags and extension length a binary COPY begins with (PostgreSQL manual, COPY). */
    private static final int COPY_HEAD = 11 + 4 + 4;

    /** How long the server may take to say where it is. */
    private static final int ANSWER_MILLIS = 30_000;

    private final Connection connection;
    private final String slot;
    private final String publication;
    private final Steps steps;
    private final Reads reads;

    /**
     * How far to go at a time.
     *
     * @param stepBytes the WAL of one step
     * @param closeBytes the WAL that may be left for the stream
     */
    record Steps(long stepBytes, long closeBytes) {
        /** Two or three seconds of reading a step, and half a second for the stream. */
        static final Steps DEFAULT = new Steps(128L << 20, 8L << 20);
    }

    /** Takes what the slot has, in order. */
    interface Sink {
        /** A session of the plugin begins. */
        void session() throws SourceException;

        /** One of the plugin's messages. */
        void message(byte[] bytes, int offset, int length) throws SourceException, InterruptedException, SQLException;

        /** There is no more up to a position. */
        void reached(Lsn position) throws SourceException;
    }

    /** A catching up on the connection that owns the slot. */
    CatchUp(Connection connection, String slot, String publication, Steps steps, Reads reads) {
        this.connection = connection;
        this.slot = slot;
        this.publication = publication;
        this.steps = steps;
        this.reads = reads;
    }

    /**
     * Hands over all changes from a position on, until little is left.
     *
     * @return the position reached
     */
    Lsn run(Lsn from, Sink sink) throws SQLException, SourceException, InterruptedException {
        Lsn at = from;
        long begun = System.nanoTime();
        while (true) {
            Lsn flushed = flushed();
            if (at.bytesTo(flushed) <= steps.closeBytes()) {
                break;
            }
            Lsn to = at.bytesTo(flushed) <= steps.stepBytes() ? flushed : new Lsn(at.value() + steps.stepBytes());
            sink.session();
            step(to, sink);
            sink.session();
            sink.reached(to);
            at = to;
        }
        if (!at.equals(from)) {
            LOG.atInfo()
                    .addKeyValue("from", from)
                    .addKeyValue("to", at)
                    .addKeyValue("walBytes", from.bytesTo(at))
                    .addKeyValue("tookMillis", (System.nanoTime() - begun) / 1_000_000)
                    .log("caught up");
        }
        return at;
    }

    private Lsn flushed() throws SQLException {
        connection.setNetworkTimeout(Runnable::run, ANSWER_MILLIS);
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT pg_catalog.pg_current_wal_flush_lsn()")) {
            result.next();
            return Lsn.parse(result.getString(1));
        }
    }

    private void step(Lsn to, Sink sink) throws SQLException, SourceException, InterruptedException {
        String sql = "COPY (SELECT data FROM pg_catalog.pg_logical_slot_get_binary_changes('"
                + slot.replace("'", "''") + "', '" + to + "', NULL, 'proto_version', '1', 'binary', 'true',"
                + " 'publication_names', " + Publications.literal(publication) + ")) TO STDOUT (FORMAT binary)";
        // A step may take the server long before it sends anything: that it lives is seen from the other connection.
        connection.setNetworkTimeout(Runnable::run, 0);
        reads.begin();
        CopyOut copy = connection.unwrap(PGConnection.class).getCopyAPI().copyOut(sql);
        int offset = COPY_HEAD;
        byte[] part = copy.readFromCopy();
        reads.end();
        while (part != null) {
            rows(part, offset, sink);
            offset = 0;
            reads.begin();
            part = copy.readFromCopy();
            reads.end();
        }
    }

    /** Hands over the rows of one CopyData message: a count of columns, which is 1, then length and bytes. */
    private void rows(byte[] part, int offset, Sink sink) throws SourceException, InterruptedException, SQLException {
        ByteBuffer in = ByteBuffer.wrap(part);
        int at = offset;
        while (at < part.length) {
            if (part.length - at >= 2 && in.getShort(at) == -1) {
                return;
            }
            int length = part.length - at < 6 ? -1 : in.getInt(at + 2);
            if (length < 0 || length > part.length - at - 6 || in.getShort(at) != 1) {
                throw new SourceException(
                        SourceException.Kind.LOST, "a COPY of the slot's changes cannot be read at byte " + at);
            }
            sink.message(part, at + 6, length);
            at += 6 + length;
        }
    }
}
