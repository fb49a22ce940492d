package straum.app;

import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import straum.domain.spec.Spec;
import straum.domain.store.Store;
import straum.domain.value.Rows;

/**
 * One start: a new snapshot, loaded into a new store outside the lock, and swapped in once it is whole. Confined to the
 * writer's thread.
 */
final class Start {
    private static final Logger LOG = LoggerFactory.getLogger(Start.class);

    /** Between two lines on how far the load is. */
    private static final long TELL_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** So many cells are joined between two looks at the limits and the clock. */
    private static final long LOOK_CELLS = 1 << 12;

    /** Of what asks read outside of the lock may be copied so many times what one ask may take. */
    private static final int COPIES = 2;

    /** How long a commit waits for such asks once so much is copied. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final App app;
    private final Source source;
    private final Heap heap;
    private final boolean mends;
    private final LongSupplier nanos;
    private final LoadProgress progress;
    private @Nullable Lsn at;
    private long toldNanos;
    /** Joined since the last look. */
    private long unlooked;

    /**
     * A start of the app, which holds nothing, from the source.
     *
     * @param mends whether the last one failed of what had to be mended first, which is told until the source is open: until
     *     then nothing but that is looked at
     */
    Start(App app, Source source, Heap heap, boolean mends) {
        this.app = app;
        this.source = source;
        this.heap = heap;
        this.mends = mends;
        this.nanos = app.nanos();
        this.progress = new LoadProgress(app.spec(), nanos);
    }

    /**
     * Loads everything, and makes the app ready.
     *
     * @throws SourceException when any step fails; the app holds nothing then
     * @throws FullException when there are more cells than the limit, or no room for more
     */
    Follow run() throws SourceException, InterruptedException {
        Spec spec = app.spec();
        if (!mends) {
            app.state().load(progress);
        }
        LOG.atInfo().log("starting");
        long beginNanos = nanos.getAsLong();
        Opened opened = source.open();
        at = opened.at();
        app.state().load(progress);
        app.state().opened(opened.server());
        progress.estimate(opened.estimatedRows());
        LOG.atInfo()
                .addKeyValue("lsn", opened.at())
                .addKeyValue("slot", opened.server().slot())
                .addKeyValue("postgres", opened.server().version())
                .addKeyValue("database", opened.server().database())
                .log("snapshot taken");
        Store store = new Store(spec, new DetachedAsks(COPIES * app.limits().maxAskBytes(), PATIENCE));
        for (int table = 0; table < spec.tables().size(); table++) {
            store.setTypes(table, opened.types().get(table));
        }
        for (int table = 0; table < spec.tables().size(); table++) {
            load(store, table);
        }
        join(store);
        app.refuseCells(store, "every table loaded and joined");
        source.loaded();
        return follow(store, opened.at(), beginNanos);
    }

    /** The snapshot's position; null until it is taken. */
    @Nullable Lsn at() {
        return at;
    }

    private void load(Store store, int table) throws SourceException, InterruptedException {
        progress.begin();
        toldNanos = nanos.getAsLong();
        source.load(table, rows -> add(store, table, rows));
        Status.TableLoad done = progress.end();
        LOG.atInfo()
                .addKeyValue("table", done.table())
                .addKeyValue("rows", done.rows())
                .addKeyValue("seconds", done.seconds())
                .log("loaded");
    }

    private void add(Store store, int table, Rows rows) {
        store.addRows(table, rows);
        progress.add(rows.size());
        Status.TableLoad loaded = current().table();
        refuseMore(store, String.format(Locale.ROOT, "%,d rows of %s loaded", loaded.rows(), loaded.table()));
        if (isTimeToTell()) {
            tell(loaded);
        }
    }

    /** Makes the bound cells, if any view has some: that may take as long as a table. */
    private void join(Store store) {
        long cells = store.cellsToBind();
        if (cells == 0) {
            store.bind();
            return;
        }
        progress.beginJoining(cells);
        toldNanos = nanos.getAsLong();
        store.bind(more -> addJoined(store, more));
        progress.addJoined(unlooked);
        Status.Joined done = progress.endJoining();
        LOG.atInfo()
                .addKeyValue("cells", done.cells())
                .addKeyValue("seconds", done.seconds())
                .log("joined");
    }

    private void addJoined(Store store, long more) {
        unlooked += more;
        if (unlooked < LOOK_CELLS) {
            return;
        }
        progress.addJoined(unlooked);
        unlooked = 0;
        refuseMore(
                store,
                String.format(
                        Locale.ROOT,
                        "every table loaded and %,d of %,d cells joined",
                        joined().cells(),
                        joined().of()));
        if (isTimeToTell()) {
            Status.Joined joined = joined();
            LOG.atInfo()
                    .addKeyValue("cells", joined.cells())
                    .addKeyValue("of", joined.of())
                    .addKeyValue("seconds", joined.seconds())
                    .log("joining");
        }
    }

    private Status.Joined joined() {
        return Objects.requireNonNull(progress.joined(), "once it has begun");
    }

    private boolean isTimeToTell() {
        long now = nanos.getAsLong();
        if (now - toldNanos < TELL_NANOS) {
            return false;
        }
        toldNanos = now;
        return true;
    }

    private LoadProgress.Current current() {
        return Objects.requireNonNull(progress.current(), "between begin and end");
    }

    /** Refuses more cells than the limit, and a full heap, once that has been done, for people. */
    private void refuseMore(Store store, String done) {
        app.refuseCells(store, done);
        String used = heap.full();
        if (used != null) {
            throw FullException.ofHeap(done, used, store);
        }
    }

    private static void tell(Status.TableLoad table) {
        LOG.atInfo()
                .addKeyValue("table", table.table())
                .addKeyValue("rows", table.rows())
                .addKeyValue("estimatedRows", table.estimatedRows())
                .addKeyValue("seconds", table.seconds())
                .log("loading");
    }

    /**
     * Swaps the store in. The snapshot is younger than the call that took it, so {@code as_of} begins with the server's
     * clock at that call: the reading's clock, less all the time that has gone by since.
     */
    private Follow follow(Store store, Lsn at, long beginNanos) throws SourceException, InterruptedException {
        app.waiters().reading();
        long readNanos = nanos.getAsLong();
        Reading reading = source.wal();
        Lag lag = new Lag(reading.clock().minusNanos(nanos.getAsLong() - beginNanos));
        Lsn seen = reading.seen();
        if (seen != null) {
            lag.read(reading.clock(), reading.insert());
        }
        Following following =
                new Following(at, lag.reach(at), reading, readNanos, app.clock().instant());
        app.write(state -> state.swap(store, following));
        app.waiters().applied(at);
        if (seen != null) {
            app.waiters().read(reading.insert(), seen);
        }
        LOG.atInfo()
                .addKeyValue("lsn", at)
                .addKeyValue("asOf", following.asOf())
                .addKeyValue("seconds", (nanos.getAsLong() - beginNanos) / 1e9)
                .log("ready");
        return new Follow(app, source, following, lag);
    }
}
