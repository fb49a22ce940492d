package straum.app;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import straum.domain.store.RowException;

/**
 * The following of one stream, from a loaded store until something ends it: one event or reading after the other.
 * Confined to the writer's thread.
 */
final class Follow {
    private static final Logger LOG = LoggerFactory.getLogger(Follow.class);

    /** Between two readings of the server's WAL. */
    private static final long READING_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Between two readings at least, however many wait for one. */
    private static final long EARLY_READING_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Between two measurings of the store's bytes. */
    private static final long MEASURE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** A commit that takes so long is told. */
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final App app;
    private final Source source;
    private final Lag lag;
    private final Unflushed unflushed = new Unflushed();
    private final long beginNanos;
    private Following following;
    private long readNanos;
    private long measureNanos;
    private boolean lagging;

    /**
     * Follows from where a store was loaded.
     *
     * @param following what the app has been told
     * @param lag begun with the snapshot, and with the reading of {@code following} taken in
     */
    Follow(App app, Source source, Following following, Lag lag) {
        this.app = app;
        this.source = source;
        this.following = following;
        this.lag = lag;
        this.readNanos = following.readNanos();
        this.beginNanos = now();
        this.measureNanos = beginNanos - MEASURE_NANOS;
        unflushed.read(following.reading(), following.applied(), beginNanos);
    }

    /**
     * Takes one step: a reading if one is due, then the next event, waited for at most until the next reading is due.
     *
     * @throws SourceException when the source cannot go on, or tells what cannot be
     * @throws RowException when a commit does not fit the store, which has to be discarded
     * @throws FullException when a commit has made more cells than the limit
     */
    void step() throws SourceException, RowException, InterruptedException {
        long due = nanosUntilReading();
        if (due <= 0) {
            read();
            due = nanosUntilReading();
        }
        Event event = source.next(Math.max(0, (due + 999_999) / 1_000_000));
        if (event instanceof Event.Commit commit) {
            apply(commit);
        } else if (event instanceof Event.Types types) {
            app.write(state -> state.addLabels(types.types()));
        } else if (event != null && !following.applied().reaches(event.end())) {
            move(following.at(event.end(), lag.reach(event.end())));
        }
    }

    /** How far the store is. */
    Lsn applied() {
        return following.applied();
    }

    /** How long it has gone on. */
    long nanos() {
        return now() - beginNanos;
    }

    private long nanosUntilReading() {
        long due = readNanos + READING_NANOS;
        if (app.waiters().wantsReading()) {
            due = readNanos + EARLY_READING_NANOS;
        }
        if (unflushed.waits() && unflushed.dueNanos() - due < 0) {
            due = unflushed.dueNanos();
        }
        return due - now();
    }

    private void apply(Event.Commit commit) throws SourceException, RowException {
        Lsn end = commit.end();
        if (following.applied().reaches(end)) {
            throw new SourceException(
                    SourceException.Kind.LOST,
                    "the stream tells a commit that ends at " + end + ", and everything up to " + following.applied()
                            + " is applied already");
        }
        Following after = following.at(end, lag.reach(end));
        long begunNanos = now();
        try {
            app.write(state -> state.apply(commit.changes(), after));
        } catch (RowException e) {
            throw new RowException("the commit that ends at " + end + " does not fit: " + e.getMessage());
        }
        following = after;
        app.refuseCells(app.state().store(), "the commit that ends at " + end);
        moved();
        tellLong(commit, now() - begunNanos);
    }

    /** Says how long a commit kept asks waiting, where they may have noticed. */
    private static void tellLong(Event.Commit commit, long nanos) {
        if (nanos >= LONG_NANOS) {
            LOG.atInfo()
                    .addKeyValue("end", commit.end())
                    .addKeyValue("rows", commit.changes().size())
                    .addKeyValue("heldBytes", commit.changes().heldBytes())
                    .addKeyValue("tookMillis", nanos / 1_000_000)
                    .log("large commit applied");
        }
    }

    private void move(Following to) {
        following = to;
        app.state().move(to);
        moved();
    }

    private void moved() {
        source.confirm(following.applied());
        app.waiters().applied(following.applied());
    }

    private void read() throws SourceException, InterruptedException {
        app.waiters().reading();
        readNanos = now();
        Reading reading = source.wal();
        Lsn seen = reading.seen();
        if (seen != null) {
            lag.read(reading.clock(), reading.insert());
        }
        following = following.read(reading, readNanos, lag.reach(following.applied()));
        app.state().move(following);
        if (seen != null) {
            app.waiters().read(reading.insert(), seen);
        }
        refuseTooMuchWal();
        if (unflushed.read(reading, following.applied(), readNanos)) {
            source.flush();
        }
        tellLagging();
        measure();
    }

    private void refuseTooMuchWal() throws SourceException {
        long retained = following.retainedWalBytes();
        long most = app.limits().maxRetainedWal();
        if (retained > most) {
            throw new SourceException(
                    SourceException.Kind.LOST,
                    "the server is at " + following.reading().insert() + " and what is applied at "
                            + following.applied() + ": " + retained
                            + " bytes of WAL are retained for Straum, more than "
                            + most + " (--max-retained-wal), and a new load is quicker than to catch up");
        }
    }

    private void tellLagging() {
        double lagSeconds = following.lagSeconds(now());
        boolean lags = lagSeconds > app.limits().maxLag().toNanos() / 1e9;
        if (lags && !lagging) {
            LOG.atWarn()
                    .addKeyValue("lagSeconds", lagSeconds)
                    .addKeyValue("asOf", following.asOf())
                    .addKeyValue("appliedLsn", following.applied())
                    .addKeyValue("retainedWalBytes", following.retainedWalBytes())
                    .log("lagging");
        } else if (lagging && !lags) {
            LOG.atInfo()
                    .addKeyValue("lagSeconds", lagSeconds)
                    .addKeyValue("appliedLsn", following.applied())
                    .log("caught up");
        }
        lagging = lags;
    }

    /** Measures the store without a lock: nobody but this thread changes it. */
    private void measure() {
        if (readNanos - measureNanos >= MEASURE_NANOS) {
            measureNanos = readNanos;
            app.state().measured(app.state().store().held().bytes());
        }
    }

    private long now() {
        return app.nanos().getAsLong();
    }
}
