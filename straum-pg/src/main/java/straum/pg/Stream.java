package straum.pg;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import straum.app.Event;
import straum.app.Limits;
import straum.app.Lsn;
import straum.app.SourceException;
import straum.domain.spec.Spec;
import straum.pg.pgoutput.Decoder;
import straum.pg.pgoutput.Layout;
import straum.pg.pgoutput.NewLabels;

/**
 * Every commit after the load, in order and each once: the end of the stream that the writer sees. A thread of its own,
 * {@code straum-stream}, reads ahead of the writer, at most {@link #MAX_COMMITS} commits, and no more bytes with the one
 * being read and the one being applied than a transaction may take; it lives until {@link #close}.
 *
 * <p>{@link #next} is for one thread, the rest for any.
 */
final class Stream implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Stream.class);

    /** How many commits are read ahead at most. */
    static final int MAX_COMMITS = 64;

    private static final long JOIN_MILLIS = TimeUnit.SECONDS.toMillis(10);

    private final Connection connection;
    private final EventQueue queue;
    private final Confirmed confirmed;
    private final Reads reads;
    private final Thread thread;

    private Stream(Connection connection, EventQueue queue, Confirmed confirmed, Reads reads, StreamThread work) {
        this.connection = connection;
        this.queue = queue;
        this.confirmed = confirmed;
        this.reads = reads;
        this.thread = new Thread(work, "straum-stream");
        thread.setDaemon(true);
    }

    /**
     * Begins to read what comes after a position.
     *
     * @param connection the replication connection that owns the slot, in no transaction; the stream's from now on, and
     *     closed with it
     * @param layouts of each table of the spec
     * @param start the slot's consistent point
     * @param newLabels where labels go that enums had not when they were loaded
     */
    static Stream start(
            Connection connection,
            String slot,
            String publication,
            Spec spec,
            List<Layout> layouts,
            Lsn start,
            Limits limits,
            NewLabels newLabels) {
        return start(connection, slot, publication, spec, layouts, start, limits, newLabels, CatchUp.Steps.DEFAULT);
    }

    /** As the other, catching up in steps of another size. */
    static Stream start(
            Connection connection,
            String slot,
            String publication,
            Spec spec,
            List<Layout> layouts,
            Lsn start,
            Limits limits,
            NewLabels newLabels,
            CatchUp.Steps steps) {
        EventQueue queue = new EventQueue(start, MAX_COMMITS, limits.maxTransactionBytes());
        Confirmed confirmed = new Confirmed(start);
        Decoder decoder = new Decoder(spec, layouts, start, limits, newLabels);
        Reads reads = new Reads();
        StreamThread work = new StreamThread(connection, slot, publication, steps, decoder, queue, confirmed, reads);
        Stream stream = new Stream(connection, queue, confirmed, reads, work);
        stream.thread.start();
        return stream;
    }

    /**
     * The next event; null when there is none in time, or after {@link #wake}.
     *
     * @throws SourceException what ended the stream, also with events left
     */
    @Nullable Event next(long timeoutMillis) throws SourceException, InterruptedException {
        return queue.poll(timeoutMillis);
    }

    /**
     * Says that everything up to a position is in the store, which the server is told soon. Of a position that
     * {@link #next} has not reached yet, only as much as it has.
     */
    void confirm(Lsn applied) {
        Lsn handedOut = queue.handedOut();
        Lsn upTo = handedOut.reaches(applied) ? applied : handedOut;
        confirmed.raise(upTo);
    }

    /** The reads of catching up, by which a server is noticed that has gone silent. */
    Reads reads() {
        return reads;
    }

    /** Makes the {@link #next} that waits, or the one to come, answer null. */
    void wake() {
        queue.wake();
    }

    /** Closes the connection, with which the slot goes, and waits for the thread to end. */
    @Override
    public void close() {
        queue.close();
        try {
            // The only call that ends a read which another thread waits in.
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            LOG.atWarn().setCause(e).log("could not close the replication connection");
        }
        thread.interrupt();
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            LOG.atWarn().addKeyValue("thread", thread.getName()).log("the stream's thread has not ended");
        }
    }
}
