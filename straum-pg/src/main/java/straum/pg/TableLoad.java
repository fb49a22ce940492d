package straum.pg;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.postgresql.jdbc.PgConnection;
import straum.app.Source.RowSink;
import straum.app.SourceException;
import straum.domain.value.Rows;
import straum.pg.pgoutput.Layout;

/**
 * Loads one table over one connection or several. Each has a thread of its own, {@code straum-copy}, that reads one piece of
 * the table after the other until none is left, while the calling thread has the sink take the batches. A failure of
 * anyone's ends them all, and with a failure of any kind all the connections are closed. For one run.
 */
final class TableLoad {
    /** How often the one who looks around is called, whether rows come or not. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final List<PgConnection> connections;
    private final Queue<Piece> pieces;
    private final Batches batches;
    private final List<CopyReader> readers = new ArrayList<>();
    /** Why reading ended early, first of all. */
    private final AtomicReference<@Nullable Failed> failure = new AtomicReference<>();

    private long lookedNanos = System.nanoTime();

    /**
     * A load of one table.
     *
     * @param connections in one snapshot, used by nobody else until {@link #run} returns
     * @param pieces together the whole table
     * @param selected whether the rows have to be selected, and cannot be copied by the table's name
     */
    TableLoad(List<PgConnection> connections, Layout layout, boolean selected, List<Piece> pieces) {
        this.connections = List.copyOf(connections);
        this.pieces = new ConcurrentLinkedQueue<>(pieces);
        this.batches = new Batches(connections.size(), layout.columns().size());
        for (int i = 0; i < connections.size(); i++) {
            String of = connections.size() == 1
                    ? ""
                    : " of those that connection " + (i + 1) + " of " + connections.size() + " to "
                            + Server.at(connections.get(i)) + " reads";
            readers.add(new CopyReader(connections.get(i), layout, selected, batches, of));
        }
    }

    /** What is looked at about once a second while a COPY goes on: whether the server answers, too. */
    @FunctionalInterface
    interface Look {
        /** Throws when the server does not answer. */
        void around() throws SourceException;
    }

    /** What a reader met. */
    private record Failed(CopyReader reader, Throwable thrown) {}

    /** Hands the whole table to the sink, on the calling thread. */
    void run(RowSink sink, Look look) throws SourceException, InterruptedException {
        List<Thread> threads = start();
        boolean whole = false;
        try {
            int reading = threads.size();
            while (reading > 0) {
                Rows batch = next(look);
                if (batches.isEnd(batch)) {
                    refuseFailure();
                    reading--;
                } else {
                    sink.accept(batch);
                    batches.taken(batch);
                }
            }
            whole = true;
        } finally {
            if (!whole) {
                // A read that waits for the server ends only with its connection.
                connections.forEach(Connector::abort);
                threads.forEach(Thread::interrupt);
            }
            threads.forEach(Threads::join);
        }
    }

    private List<Thread> start() {
        List<Thread> threads = new ArrayList<>();
        for (CopyReader reader : readers) {
            String number = threads.isEmpty() ? "" : "-" + (threads.size() + 1);
            Thread thread = new Thread(() -> read(reader), "straum-copy" + number);
            thread.setDaemon(true);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
        return threads;
    }

    private void read(CopyReader reader) {
        try {
            for (Piece piece = pieces.poll(); piece != null && failure.get() == null; piece = pieces.poll()) {
                reader.read(piece);
            }
        } catch (SQLException | SourceException | InterruptedException | RuntimeException | Error e) {
            failure.compareAndSet(null, new Failed(reader, e));
        } finally {
            batches.ended();
        }
    }

    private Rows next(Look look) throws SourceException, InterruptedException {
        while (true) {
            long left = LOOK_NANOS - (System.nanoTime() - lookedNanos);
            Rows batch = left > 0 ? batches.next(left) : null;
            if (batch != null) {
                return batch;
            }
            look.around();
            lookedNanos = System.nanoTime();
        }
    }

    private void refuseFailure() throws SourceException {
        Failed failed = failure.get();
        if (failed != null) {
            throw failed.reader.failed(failed.thrown);
        }
    }

    /** Whether it failed for another connection than the first. */
    boolean otherFailed() {
        Failed failed = failure.get();
        return failed != null && failed.reader != readers.get(0);
    }
}
