package straum.app;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The running state and, unless it is ready, one sentence for people on why not.
 *
 * @param reason null when ready
 * @param retryAfterSeconds when to look again, a guess
 */
record Readiness(Status.State state, @Nullable String reason, int retryAfterSeconds) {
    private static final int LOOK_AGAIN_SECONDS = 5;
    /** Somebody has to do something first. */
    private static final int RESTART_SECONDS = 60;

    /** The process ends. */
    static Readiness stopping() {
        return new Readiness(Status.State.STOPPING, "stopping: this Straum is about to end", LOOK_AGAIN_SECONDS);
    }

    /** Every table is loaded, and {@code as_of} is so old. */
    static Readiness following(Following following, double lagSeconds, Duration maxLag) {
        if (lagSeconds <= maxLag.toNanos() / 1e9) {
            return new Readiness(Status.State.READY, null, 0);
        }
        String reason = String.format(
                Locale.ROOT,
                "lagging: answers are as of %s, which is %.1f s ago and past the limit of %s",
                following.asOf().truncatedTo(ChronoUnit.MILLIS),
                lagSeconds,
                print(maxLag));
        return new Readiness(Status.State.LAGGING, reason, LOOK_AGAIN_SECONDS);
    }

    /** Following has stopped, or a start failed, and the next start, or a restart of the process, is waited for. */
    static Readiness waiting(Failure failure, Instant now) {
        Instant next = failure.nextStartAt();
        String start;
        long seconds = RESTART_SECONDS;
        if (next == null) {
            start = "there is no start before Straum is restarted";
        } else {
            seconds = Math.max(0, Duration.between(now, next).toSeconds()) + 1;
            start = now.isBefore(next)
                    ? "the next start is at " + next.truncatedTo(ChronoUnit.SECONDS)
                    : "a start is being tried";
        }
        String reason = String.format(
                Locale.ROOT,
                "waiting: %s at %s, and %s: %s",
                failure.what(),
                failure.at().truncatedTo(ChronoUnit.SECONDS),
                start,
                failure.message());
        return new Readiness(Status.State.WAITING, reason, (int) Math.min(seconds, 3600));
    }

    /**
     * The tables are being loaded.
     *
     * @param waitingFor what the source's open waits for; null when it does not
     * @param waitedForBy who waits for the load; null for nobody
     */
    static Readiness loading(LoadProgress load, @Nullable String waitingFor, @Nullable String waitedForBy) {
        String reason;
        LoadProgress.Current current = load.current();
        Status.Joined joined = load.joined();
        int tables = load.tables().size();
        if (current != null) {
            Status.TableLoad table = current.table();
            String share = table.estimatedRows() < 0
                    ? String.format(Locale.ROOT, "%,d rows", table.rows())
                    : String.format(Locale.ROOT, "%,d rows of about %,d", table.rows(), table.estimatedRows());
            reason = "loading " + table.table() + ", table " + current.number() + " of " + tables + ": " + share
                    + (waitedForBy == null ? "" : "; " + waitedForBy);
        } else if (joined != null && !joined.done()) {
            // Nobody looks meanwhile who waits for the load.
            reason = String.format(
                    Locale.ROOT,
                    "loading: every table is read, and %,d of %,d cells are joined with their dims",
                    joined.cells(),
                    joined.of());
        } else if (load.done() == tables) {
            reason = "loading: every table is read, and the stream is about to begin";
        } else if (waitingFor != null) {
            reason = "loading: waiting for " + waitingFor;
        } else {
            reason = "loading: connecting to PostgreSQL and taking a snapshot";
        }
        return new Readiness(Status.State.LOADING, reason, LOOK_AGAIN_SECONDS);
    }

    private static String print(Duration duration) {
        double seconds = duration.toMillis() / 1e3;
        return (seconds == Math.rint(seconds) ? String.valueOf((long) seconds) : String.valueOf(seconds)) + " s";
    }
}
