package straum.app.testing;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import straum.app.Changes;
import straum.app.Event;
import straum.app.Lsn;
import straum.app.Opened;
import straum.app.Reading;
import straum.app.Source;
import straum.app.SourceException;
import straum.domain.value.Rows;

/**
 * A source over a {@link MemoryDatabase} that keeps the port's promises, and fails where it is told to. What the
 * database's other sessions do while the source is at something is up to the test: {@link Meanwhile}.
 */
public final class MemorySource implements Source {
    /** Where the source can be at something. */
    public enum Point {
        OPEN,
        LOAD,
        LOADED,
        NEXT,
        WAL,
        FLUSH
    }

    /** What happens while the source is at something. */
    @FunctionalInterface
    public interface Meanwhile {
        /**
         * Lets others act, and may end the call with a failure.
         *
         * @param millis how long the source waits at most when nothing comes; 0 where it does not wait
         */
        void at(Point point, long millis) throws SourceException, InterruptedException;
    }

    private static final int BATCH = 3;

    private final MemoryDatabase database;
    private final Meanwhile meanwhile;
    private final Consumer<Lsn> onConfirm;
    private final boolean waits;
    private final Deque<Event> extra = new ArrayDeque<>();
    private Lsn snapshot = Lsn.ZERO;
    private @Nullable Lsn nextSnapshot;
    private Lsn told = Lsn.ZERO;
    /** The ends of what the stream had not told of what the snapshot has. */
    private Set<Lsn> catalog = Set.of();

    private int readings;
    private Instant readAt = Instant.MIN;
    /** Up to where the last good reading of this opening has seen everything. */
    private Lsn seen = Lsn.ZERO;
    /** Where the server was at a reading, until another sees everything up to there; null when there was none. */
    private @Nullable Lsn horizon;

    private boolean vouches = true;
    /** How many slots were made. */
    private int slots;
    /** How many tables are loaded, and one more once the stream has begun. */
    private int stage;

    private boolean open;
    private final AtomicInteger flushes = new AtomicInteger();
    private volatile boolean woken;
    private volatile boolean stopped;
    private volatile @Nullable String waitingFor;

    /**
     * A source whose waiting is up to the test.
     *
     * @param onConfirm told each position confirmed
     */
    public MemorySource(MemoryDatabase database, Meanwhile meanwhile, Consumer<Lsn> onConfirm) {
        this(database, meanwhile, onConfirm, false);
    }

    private MemorySource(MemoryDatabase database, Meanwhile meanwhile, Consumer<Lsn> onConfirm, boolean waits) {
        this.database = database;
        this.meanwhile = meanwhile;
        this.onConfirm = onConfirm;
        this.waits = waits;
    }

    /** A source that waits by the real clock, for as long as nothing is committed. */
    public MemorySource(MemoryDatabase database) {
        this(database, (point, millis) -> {}, lsn -> {}, true);
    }

    @Override
    public Opened open() throws SourceException, InterruptedException {
        open = false;
        stage = 0;
        extra.clear();
        at(Point.OPEN, 0);
        String misfit = database.misfit();
        if (misfit != null) {
            throw new SourceException(SourceException.Kind.UNFIT, misfit);
        }
        slots++;
        database.write(56, true);
        snapshot = nextSnapshot == null ? database.end() : nextSnapshot;
        nextSnapshot = null;
        told = snapshot;
        catalog = ends(database.unsaid(snapshot));
        seen = Lsn.ZERO;
        horizon = null;
        open = true;
        List<Long> estimates = new ArrayList<>();
        for (int table = 0; table < database.spec().tables().size(); table++) {
            estimates.add(table == 0 ? -1L : database.rows(table).size());
        }
        at(Point.OPEN, 0);
        return new Opened(
                snapshot,
                database.types(),
                estimates,
                new Opened.Server("18.0", "memory", "straum", "straum_" + snapshot.value()));
    }

    @Override
    public void load(int table, RowSink sink) throws SourceException, InterruptedException {
        if (stage++ != table) {
            throw new IllegalStateException("table " + table + " is loaded after " + (stage - 1) + " others");
        }
        at(Point.LOAD, 0);
        Rows batch = new Rows(database.spec().tables().get(table).columns().size());
        for (List<@Nullable String> row : database.rows(table, snapshot)) {
            database.addRow(batch, table, row);
            if (batch.size() == BATCH) {
                sink.accept(batch);
                batch.clear();
                at(Point.LOAD, 0);
            }
        }
        sink.accept(batch);
    }

    @Override
    public void loaded() throws SourceException, InterruptedException {
        if (stage++ != database.spec().tables().size()) {
            throw new IllegalStateException("loaded after " + (stage - 1) + " tables");
        }
        at(Point.LOADED, 0);
    }

    @Override
    public @Nullable Event next(long timeoutMillis) throws SourceException, InterruptedException {
        at(Point.NEXT, 0);
        long seen = database.events();
        Event event = poll();
        if (event == null && !woken) {
            at(Point.NEXT, timeoutMillis);
            if (waits) {
                database.await(seen, timeoutMillis);
            }
            event = woken ? null : poll();
        }
        woken = false;
        return event;
    }

    private @Nullable Event poll() {
        Event told = extra.poll();
        if (told != null) {
            return told;
        }
        MemoryDatabase.Entry entry = database.next(this.told);
        if (entry != null) {
            this.told = entry.end();
            return new Event.Commit(entry.end(), 1, entry.time(), database.changes(entry));
        }
        Lsn flushed = database.flushed();
        if (!this.told.reaches(flushed)) {
            this.told = flushed;
            return new Event.Nothing(flushed);
        }
        return null;
    }

    /** Says whether readings vouch for the catalog from now on. */
    public void vouch(boolean forIt) {
        vouches = forIt;
    }

    /** Makes the stream tell something out of order next. */
    public void tell(Event event) {
        extra.add(event);
    }

    @Override
    public Reading wal() throws SourceException, InterruptedException {
        Instant clock = database.now();
        readings++;
        readAt = clock;
        at(Point.WAL, 0);
        if (!ends(database.unsaid()).equals(catalog)) {
            open = false;
            throw new SourceException(SourceException.Kind.LOST, "the catalog has changed");
        }
        boolean awaited = isTruncateAwaited();
        boolean seesAll = horizon != null && database.isSeenUpTo(horizon);
        at(Point.WAL, 0);
        Lsn insert = database.insert();
        if (!vouches || awaited) {
            return new Reading(clock, insert, database.flushed(), null);
        }
        if (horizon != null && seesAll) {
            seen = horizon;
            horizon = null;
        }
        if (horizon == null) {
            horizon = insert;
        }
        return new Reading(clock, insert, database.flushed(), seen);
    }

    private static Set<Lsn> ends(Set<MemoryDatabase.Entry> entries) {
        return entries.stream().map(MemoryDatabase.Entry::end).collect(Collectors.toSet());
    }

    /** Whether a table has a new file, and the stream has not told why. */
    private boolean isTruncateAwaited() {
        return database.last(entry -> entry.streamed()
                        && entry.seenSince() != null
                        && !told.reaches(entry.end())
                        && entry.changes().stream().anyMatch(change -> change.kind() == Changes.Kind.TRUNCATE))
                != null;
    }

    @Override
    public void flush() throws SourceException, InterruptedException {
        at(Point.FLUSH, 0);
        flushes.incrementAndGet();
        database.write(72, true);
    }

    private void at(Point point, long millis) throws SourceException, InterruptedException {
        if (stopped) {
            throw new SourceException(SourceException.Kind.LOST, "stopped");
        }
        if (!open && point != Point.OPEN) {
            throw new IllegalStateException(point + " without an open source");
        }
        if (stage <= database.spec().tables().size() && point.compareTo(Point.LOADED) > 0) {
            throw new IllegalStateException(point + " before everything is loaded");
        }
        try {
            meanwhile.at(point, millis);
        } catch (SourceException | Error e) {
            open = false;
            throw e;
        }
    }

    @Override
    public void confirm(Lsn applied) {
        onConfirm.accept(applied);
    }

    @Override
    public void letGo() {
        open = false;
    }

    /** Whether a start holds something: a slot. */
    public boolean isOpen() {
        return open;
    }

    /** The position of the last snapshot. */
    public Lsn snapshot() {
        return snapshot;
    }

    /** How many readings have begun. */
    public int readings() {
        return readings;
    }

    /** When the last reading began; long ago when there was none. */
    public Instant readAt() {
        return readAt;
    }

    /** How many slots were made. */
    public int slots() {
        return slots;
    }

    /** How often the server was made to flush. */
    public int flushes() {
        return flushes.get();
    }

    /** Makes the next snapshot be at a position, whatever the database's is. */
    public void snapshotAt(Lsn position) {
        nextSnapshot = position;
    }

    /** Says what open waits for from now on. */
    public void waitFor(@Nullable String what) {
        waitingFor = what;
    }

    @Override
    public @Nullable String waitingFor() {
        return waitingFor;
    }

    @Override
    public void wake() {
        woken = true;
        database.wake();
    }

    @Override
    public void stop() {
        stopped = true;
        database.wake();
    }
}
