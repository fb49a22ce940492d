package straum.pg;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.postgresql.jdbc.PgConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import straum.app.SourceException;
import straum.app.SourceException.Kind;

/**
 * Has a thread of its own take the snapshot, which may have to wait for as long as others like, and meanwhile looks for
 * who holds it up. Threads: {@link #take} is for one, once; the rest is for any.
 */
final class SnapshotTaker {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotTaker.class);

    /** How often those who hold the snapshot up are looked for. */
    private static final long LOOK_MILLIS = 1_000;

    private final Snapshot.Taking work;
    private final FutureTask<Snapshot> task;
    private final PgConnection questions;
    private final PgConnection slots;

    private volatile @Nullable String waitingFor;

    /**
     * Takes nothing yet.
     *
     * @param questions the plain connection, on the same server
     * @param slots the replication connection that the work is done on
     */
    SnapshotTaker(Snapshot.Taking work, PgConnection questions, PgConnection slots) {
        this.work = work;
        this.task = new FutureTask<>(work);
        this.questions = questions;
        this.slots = slots;
    }

    /**
     * The snapshot. Without one, the replication connection is closed and its process ended: closing alone would leave
     * the process waiting for the others.
     */
    Snapshot take() throws SourceException, InterruptedException, SQLException {
        Thread thread = new Thread(task, "straum-snapshot");
        thread.setDaemon(true);
        thread.start();
        boolean taken = false;
        try {
            Snapshot snapshot = await();
            taken = true;
            return snapshot;
        } catch (CancellationException e) {
            throw new SourceException(Kind.LOST, "taking the snapshot was stopped", e);
        } finally {
            waitingFor = null;
            if (!taken) {
                terminate(slots.getBackendPID());
                Connector.abort(slots);
                Threads.join(thread);
            }
        }
    }

    private Snapshot await() throws SourceException, InterruptedException, SQLException {
        while (true) {
            try {
                return task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                look();
            } catch (ExecutionException e) {
                Throwable cause = e.getCause();
                if (cause instanceof SourceException failure) {
                    throw failure;
                }
                throw new IllegalStateException("taking the snapshot failed", cause);
            }
        }
    }

    private void look() throws SQLException {
        String doing = work.doing();
        String holder = Holder.of(questions, slots.getBackendPID());
        String before = waitingFor;
        waitingFor =
                doing == null || holder == null ? null : holder + " to end before it can " + doing + standby(questions);
        if (waitingFor != null && !waitingFor.equals(before)) {
            LOG.atInfo().addKeyValue("for", waitingFor).log("waiting");
        }
    }

    /** A commit that waits for a standby, and would take Straum for one, waits for what waits for it. */
    private static String standby(Connection questions) throws SQLException {
        String setting = SyncStandbys.takingIn(questions);
        return setting == null
                ? ""
                : "; synchronous_standby_names is " + setting + ", which takes Straum in: a commit that waits for a"
                        + " standby may be waiting for Straum, so name the standbys that are meant, without it";
    }

    private void terminate(int pid) {
        try (Statement statement = questions.createStatement()) {
            statement.execute("SELECT pg_terminate_backend(" + pid + ")");
        } catch (SQLException e) {
            LOG.atWarn()
                    .addKeyValue("pid", pid)
                    .addKeyValue("reason", e.getMessage())
                    .log("could not end the server's process that makes the slot");
        }
    }

    /** Has {@link #take} end with an exception as soon as it can. */
    void cancel() {
        task.cancel(false);
    }

    /** Whom the snapshot waits for and why, for people; null while it waits for nobody. */
    @Nullable String waitingFor() {
        return waitingFor;
    }
}
