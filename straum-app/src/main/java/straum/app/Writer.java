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
 * The one thread that changes the store (Invariant 3): starts, follows, and starts over after a failure, later each time.
 * An exception that is no failure of the source or of a row is a bug, may have left the store half written, and ends
 * {@link #run}.
 */
public final class Writer implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Writer.class);

    /** Following for so long says that the last failure is over. */
    private static final long STEADY_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final App app;
    private final Source source;
    private final Backoff backoff;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private @Nullable Follow follow;
    private long startNanos;

    /** A writer that fills the app from the source. */
    public Writer(App app, Source source) {
        this(app, source, new SplittableRandom());
    }

    /** A writer whose waits between two starts are spread by the generator. */
    Writer(App app, Source source, RandomGenerator jitter) {
        this.app = app;
        this.source = source;
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
     * @return the nanoseconds to wait before the next step has anything to do; 0 for none
     */
    long step() throws InterruptedException {
        try {
            Follow followed = follow;
            if (followed != null) {
                followed.step();
                return 0;
            }
            long pauseNanos = startNanos - app.nanos().getAsLong();
            if (pauseNanos <= 0) {
                follow = new Start(app, source).run();
            }
            return Math.max(0, pauseNanos);
        } catch (SourceException e) {
            return fail(e.kind() == SourceException.Kind.UNFIT ? mendFirst(e) : String.valueOf(e.getMessage()), e);
        } catch (RowException e) {
            return fail(String.valueOf(e.getMessage()), e);
        }
    }

    private static String mendFirst(SourceException unfit) {
        return "no start can succeed before this is mended: " + unfit.getMessage();
    }

    /** Follows no more, and says when to start over; what fails because of {@link #stop} is no failure. */
    private long fail(String message, Exception cause) {
        if (stopped.getCount() == 0) {
            return 0;
        }
        if (follow != null && follow.nanos() >= STEADY_NANOS) {
            backoff.reset();
        }
        follow = null;
        long pauseNanos = backoff.next();
        startNanos = app.nanos().getAsLong() + pauseNanos;
        Instant now = app.clock().instant();
        Failure failure = new Failure(now, message, now.plus(Duration.ofNanos(pauseNanos)));
        app.write(state -> state.fail(failure));
        app.waiters().lost();
        LOG.atWarn()
                .setCause(cause)
                .addKeyValue("failure", message)
                .addKeyValue("nextStartAt", failure.nextStartAt())
                .log("following stopped");
        return pauseNanos;
    }

    /** Makes {@link #run} return soon, and closes the source; for any thread. */
    public void stop() {
        LOG.atInfo().log("stopping");
        stopped.countDown();
        source.stop();
    }
}
