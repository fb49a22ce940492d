package straum.app;

import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import straum.domain.store.RowException;

/**
 * The one thread that changes the store (Invariant 3): starts, follows, and starts over after a failure. An exception that
 * is no failure of the source or of a row, and no want of room, is a bug, may have left the store half written, and ends
 * {@link #run}.
 *
 * <p>After a failure nothing is held. The next start waits a second, and after each failure twice as long ({@link
 * Backoff}). It waits a second again once Straum has followed for as long as the start took, or for a minute: then one
 * change of the catalog after the other costs a load each and no long wait, and loading never takes more than about half
 * of the time. A transaction over a limit waits not at all then, for it is in the next start's snapshot. The same failure at
 * the same position twice waits the longest at once. What has to be mended first is told
 * as long as it is looked for again. What is too large waits for a restart.
 */
public final class Writer implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Writer.class);

    /** Following for so long says that the last failure is over, however long the start took. */
    private static final long STEADY_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** No step has anything to do any more. */
    static final long FOR_EVER = Long.MAX_VALUE;

    private static final String THEN_RESTART = "; then restart Straum, which does not load again before";

    /** How long to wait after a failure. */
    private enum Pause {
        /** Not at all, where Straum had followed steadily. */
        NONE,
        /** As long as it is the turn of. */
        NEXT,
        LONGEST
    }

    private final App app;
    private final Source source;
    private final Heap heap;
    private final Backoff backoff;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private @Nullable Start start;
    private @Nullable Follow follow;
    private long startNanos;
    /** How long the last start took that made what is followed. */
    private long tookNanos;

    /** Whether the last failure has to be mended first. */
    private boolean mends;

    private boolean isFull;
    private @Nullable String lastMessage;
    private @Nullable Lsn lastAt;

    /** A writer that fills the app from the source. */
    public Writer(App app, Source source) {
        this(app, source, new SplittableRandom(), Heap.ofThisProcess());
    }

    /** A writer whose waits between two starts are spread by the generator. */
    Writer(App app, Source source, RandomGenerator jitter, Heap heap) {
        this.app = app;
        this.source = source;
        this.heap = heap;
        this.backoff = new Backoff(jitter);
        this.startNanos = app.nanos().getAsLong();
        app.fillFrom(source);
    }

    /** Runs until {@link #stop}, or until its thread is interrupted, which it then still is. */
    @Override
    public void run() {
        try {
            long pauseNanos = 0;
            while (!stopped.await(pauseNanos, TimeUnit.NANOSECONDS)) {
                pauseNanos = step();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        LOG.atInfo().log("writer stopped");
    }

    /**
     * Takes one step: a start while nothing is followed, else an event of the stream.
     *
     * @return the nanoseconds to wait before the next step has anything to do; 0 for none, {@link #FOR_EVER} when there is
     *     nothing to do before a restart
     */
    long step() throws InterruptedException {
        try {
            Follow followed = follow;
            if (followed != null) {
                followed.step();
                return 0;
            }
            return isFull ? FOR_EVER : start();
        } catch (SourceException e) {
            return fail(e);
        } catch (RowException e) {
            return fail(String.valueOf(e.getMessage()), Pause.NEXT, e);
        } catch (FullException e) {
            return fill(String.valueOf(e.getMessage()), e);
        } catch (OutOfMemoryError e) {
            return outOfMemory(e);
        }
    }

    private long start() throws SourceException, InterruptedException {
        long beginNanos = app.nanos().getAsLong();
        if (startNanos - beginNanos > 0) {
            return startNanos - beginNanos;
        }
        start = new Start(app, source, heap, mends);
        follow = start.run();
        tookNanos = app.nanos().getAsLong() - beginNanos;
        return 0;
    }

    /**
     * While loading, what is kept takes the memory, and would again. While following, asks may have taken it: a start says
     * whether what is kept has room.
     */
    private long outOfMemory(OutOfMemoryError e) {
        boolean loading = follow == null;
        app.drop();
        String message = "out of memory while " + (loading ? "loading" : "following") + ": " + e.getMessage() + ". "
                + FullException.MORE_HEAP;
        return loading ? fill(message + FullException.FEWER_CELLS, e) : fail(message, Pause.LONGEST, e);
    }

    private long fail(SourceException e) {
        String message = String.valueOf(e.getMessage());
        return switch (e.kind()) {
            case LOST -> fail(message, Pause.NEXT, e);
            case OVER_LIMIT -> fail(message, Pause.NONE, e);
            case UNFIT -> {
                long pauseNanos = fail("no start can succeed before this is mended: " + message, Pause.NEXT, e);
                mends = true;
                yield pauseNanos;
            }
        };
    }

    /** Follows no more, and says when to start over. */
    private long fail(String message, Pause pause, Throwable cause) {
        Lsn at = position();
        boolean repeated = at != null && at.equals(lastAt) && message.equals(lastMessage);
        lastAt = at;
        lastMessage = message;
        mends = false;
        boolean steady = follow != null && follow.nanos() >= Math.min(tookNanos, STEADY_NANOS);
        if (steady) {
            backoff.reset();
        }
        long pauseNanos = repeated || pause == Pause.LONGEST
                ? backoff.longest()
                : steady && pause == Pause.NONE ? 0 : backoff.next();
        startNanos = app.nanos().getAsLong() + pauseNanos;
        Instant now = app.clock().instant();
        return end(
                new Failure(now, message, follow != null, now.plus(Duration.ofNanos(pauseNanos))), cause, pauseNanos);
    }

    /** Follows no more, and never starts over. */
    private long fill(String message, Throwable cause) {
        isFull = true;
        Failure failure = new Failure(app.clock().instant(), message + THEN_RESTART, follow != null, null);
        return end(failure, cause, FOR_EVER);
    }

    /** Where what is held or loaded is; null while there is no snapshot. */
    private @Nullable Lsn position() {
        if (follow != null) {
            return follow.applied();
        }
        return start == null ? null : start.at();
    }

    /** Lets go of everything, and tells the failure, after which to pause; what fails because of {@link #stop} is none. */
    private long end(Failure failure, Throwable cause, long pauseNanos) {
        if (stopped.getCount() == 0) {
            return 0;
        }
        follow = null;
        start = null;
        app.state().fail(failure);
        app.drop();
        app.waiters().lost();
        source.letGo();
        LOG.atWarn()
                .setCause(cause)
                .addKeyValue("failure", failure.message())
                .addKeyValue("nextStartAt", failure.nextStartAt())
                .log(failure.what());
        return pauseNanos;
    }

    /** Makes {@link #run} return soon, and closes the source; for any thread. */
    public void stop() {
        LOG.atInfo().log("stopping");
        stopped.countDown();
        source.stop();
    }
}
