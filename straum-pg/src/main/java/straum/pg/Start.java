package straum.pg;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.jdbc.PgConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import straum.app.Event;
import straum.app.Limits;
import straum.app.Lsn;
import straum.app.Opened;
import straum.app.Reading;
import straum.app.Source.RowSink;
import straum.app.SourceException;
import straum.app.SourceException.Kind;
import straum.domain.spec.Spec;
import straum.domain.value.ColumnType;
import straum.pg.pgoutput.Layout;
import straum.pg.pgoutput.LayoutColumn;
import straum.pg.pgoutput.NewLabels;

/**
 * One start, from connecting to the end of its stream: a plain connection for questions, and a replication one that owns
 * the slot; and while a large table is read, {@link Further} ones. {@link #open} once, {@link #load} for each table,
 * {@link #loaded} once, then the rest; after any exception nothing but {@link #close}.
 *
 * <p>Threads: the writer's, but {@link #confirm}, {@link #wake}, {@link #waitingFor}, {@link #waitedForBy} and
 * {@link #close} are for any. The plain connection is used by the writer's thread alone. The replication connection is
 * handed on: to the thread that takes the snapshot, to that of each COPY, then for good to the stream's.
 */
final class Start implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Start.class);

    /** How long a COMMIT may take. */
    private static final int COMMIT_MILLIS = 30_000;

    private final Dsn dsn;
    private final Spec spec;
    private final String publication;
    private final Limits limits;
    private final LoadPlan plan;

    /** Guards what {@link #close} closes. */
    private final Object lock = new Object();

    private boolean closed;
    private @Nullable PgConnection plain;
    private @Nullable PgConnection replication;
    private @Nullable SnapshotTaker taking;
    private @Nullable Stream stream;
    /** Those that tables are read over besides; null when they are not. */
    private @Nullable Further further;

    /** Up to where the writer says the store is. */
    private volatile Lsn applied = Lsn.ZERO;

    /** Who waits for the load to end. */
    private volatile @Nullable String waitedForBy;

    /* The writer's thread's alone. */
    private @Nullable Snapshot snapshot;
    /** By which settings the server gives slots up. */
    private String slotLimits = "";

    private List<Layout> layouts = List.of();
    private @Nullable WalReader walReader;
    private @Nullable SilenceWatch silence;
    private @Nullable ReadTypes types;
    private @Nullable LabelsFirst events;

    /** A start that has not begun. */
    Start(Dsn dsn, Spec spec, String publication, Limits limits, LoadPlan plan) {
        this.dsn = dsn;
        this.spec = spec;
        this.publication = publication;
        this.limits = limits;
        this.plan = plan;
    }

    /** As {@link straum.app.Source#open}. */
    Opened open() throws SourceException, InterruptedException {
        Connector connector = new Connector(dsn);
        PgConnection questions = connector.plain();
        synchronized (lock) {
            plain = questions;
            checkOpen();
        }
        Server server = Server.of(questions, dsn);
        try {
            // Before the slot, which may have to wait long; and again in its snapshot.
            Catalog catalog = CatalogReader.read(questions, spec, publication, server.major());
            Unfits.refuse(SetupCheck.of(questions, spec, catalog).unfit());
            PgConnection slots = connector.replication(server);
            synchronized (lock) {
                replication = slots;
                checkOpen();
            }
            FingerprintQuery query = new FingerprintQuery(spec, publication, server.major());
            Snapshot.Taking work = new Snapshot.Taking(slots, spec, publication, server.major(), query, plan);
            slotLimits = WalReader.slotLimits(questions);
            Snapshot taken = take(new SnapshotTaker(work, questions, slots));
            // Whoever closed while it was being taken has left the rest to us.
            checkOpen();
            List<CatalogTable> tables = taken.catalog().tables(spec);
            layouts = layouts(tables);
            List<ColumnType[]> loaded = layouts.stream().map(Start::types).toList();
            types = new ReadTypes(loaded);
            walReader = new WalReader(query, taken.slot(), types, truncatable(tables), taken.fingerprint(), slotLimits);
            walReader.first(questions);
            snapshot = taken;
            SharedSnapshot shared = taken.shared();
            synchronized (lock) {
                further = shared == null ? null : new Further(connector, server, shared);
                checkOpen();
            }
            applied = taken.at();
            return new Opened(
                    taken.at(),
                    loaded,
                    tables.stream().map(CatalogTable::estimatedRows).toList(),
                    new Opened.Server(server.version(), server.database(), publication, taken.slot()));
        } catch (SQLException e) {
            throw Refusal.of("reading the catalog", e);
        }
    }

    private void checkOpen() throws SourceException {
        synchronized (lock) {
            if (closed) {
                throw new SourceException(Kind.LOST, "the connections to PostgreSQL were closed");
            }
        }
    }

    private Snapshot take(SnapshotTaker taker) throws SourceException, InterruptedException, SQLException {
        synchronized (lock) {
            checkOpen();
            taking = taker;
        }
        try {
            return taker.take();
        } catch (SourceException e) {
            throw hinted(e);
        } finally {
            synchronized (lock) {
                taking = null;
            }
        }
    }

    /**
     * Per table whether nothing but a truncate that the stream tells can give it a new file with other rows. Under a
     * publication that does not name it a table can also be unlogged, written to and logged again (commands/tablecmds.c,
     * ATPrepChangePersistence).
     */
    private static boolean[] truncatable(List<CatalogTable> tables) {
        boolean[] truncatable = new boolean[tables.size()];
        for (int i = 0; i < truncatable.length; i++) {
            CatalogTable.Published published = tables.get(i).published();
            truncatable[i] = !tables.get(i).isPartitioned() && published != null && published.byName();
        }
        return truncatable;
    }

    private List<Layout> layouts(List<CatalogTable> tables) {
        List<Layout> layouts = new ArrayList<>();
        for (int i = 0; i < tables.size(); i++) {
            layouts.add(tables.get(i).layout(i, spec.tables().get(i).columns()));
        }
        return layouts;
    }

    private static ColumnType[] types(Layout layout) {
        return layout.columns().stream().map(LayoutColumn::type).toArray(ColumnType[]::new);
    }

    /** As {@link straum.app.Source#load}. */
    void load(int table, RowSink sink) throws SourceException, InterruptedException {
        CatalogTable of = opened().catalog().tables(spec).get(table);
        boolean generated = spec.tables().get(table).columns().stream()
                .map(of::column)
                .anyMatch(column -> column != null && column.generated() != CatalogColumn.Generated.NO);
        List<PgConnection> connections = new ArrayList<>(List.of(replicating()));
        List<Piece> pieces = List.of(Piece.WHOLE);
        Further others = further();
        SharedSnapshot shared = opened().shared();
        if (others != null && shared != null) {
            Extent extent = shared.extents().get(table);
            connections.addAll(others.open(of.name(), plan.worth(extent) - 1));
            pieces = plan.pieces(extent.blocks(), connections.size());
        }
        TableLoad load = new TableLoad(connections, layouts.get(table), of.isPartitioned() || generated, pieces);
        try {
            load.run(sink, this::lookAround);
        } catch (SourceException e) {
            throw load.otherFailed() ? e : hinted(e);
        } finally {
            if (others != null) {
                others.close();
            }
        }
    }

    /** A failure on the slot's connection, with what may have ended that: the server's own words do not say it. */
    private SourceException hinted(SourceException e) {
        boolean ofTheSlot = e.getCause() instanceof SQLException cause && Refusal.maySlotBeGone(cause);
        String hint = !ofTheSlot ? "" : walReader == null ? WalReader.slotHint(slotLimits) : walReader.slotHint();
        return hint.isEmpty() ? e : new SourceException(e.kind(), e.getMessage() + hint, e);
    }

    /** Sees whether the server is there, and whether somebody waits for the tables. */
    private void lookAround() throws SourceException {
        try {
            List<Integer> reading = new ArrayList<>(List.of(replicating().getBackendPID()));
            Further others = further();
            if (others != null) {
                reading.addAll(others.pids());
            }
            String waiting = Holder.waiting(asking(), reading);
            if (waiting != null && !waiting.equals(waitedForBy)) {
                LOG.atWarn().addKeyValue("who", waiting).log("others wait for the load");
            }
            waitedForBy = waiting;
        } catch (SQLException e) {
            throw Refusal.of("asking whether the server is there", e);
        }
    }

    /** As {@link straum.app.Source#loaded}. */
    void loaded() throws SourceException {
        waitedForBy = null;
        Snapshot taken = opened();
        PgConnection slots = replicating();
        try (Statement statement = slots.createStatement()) {
            slots.setNetworkTimeout(Runnable::run, COMMIT_MILLIS);
            statement.execute("COMMIT");
        } catch (SQLException e) {
            throw hinted(Refusal.of("ending the snapshot's transaction", e));
        }
        NewLabels newLabels = new NewLabels();
        synchronized (lock) {
            checkOpen();
            Stream following =
                    Stream.start(slots, taken.slot(), publication, spec, layouts, taken.at(), limits, newLabels);
            stream = following;
            events = new LabelsFirst(
                    timeoutMillis -> polled(following, timeoutMillis),
                    newLabels,
                    types(),
                    layouts,
                    taken.at(),
                    this::wal);
            silence = new SilenceWatch(slots.getBackendPID(), stream.reads());
        }
    }

    /** As {@link straum.app.Source#next}. */
    @Nullable Event next(long timeoutMillis) throws SourceException, InterruptedException {
        if (events == null) {
            throw new IllegalStateException("next before loaded");
        }
        Event event = events.next(timeoutMillis);
        if (event instanceof Event.Commit commit) {
            noteTruncates(commit, reader());
        }
        return event;
    }

    private @Nullable Event polled(Stream following, long timeoutMillis) throws SourceException, InterruptedException {
        checkOpen();
        try {
            return following.next(timeoutMillis);
        } catch (SourceException e) {
            throw hinted(e);
        }
    }

    private void noteTruncates(Event.Commit commit, WalReader reader) {
        for (int table = 0; table < spec.tables().size(); table++) {
            if (commit.changes().truncates(table)) {
                reader.truncated(table, commit.xid());
            }
        }
    }

    /** As {@link straum.app.Source#wal}. */
    Reading wal() throws SourceException {
        try {
            PgConnection questions = asking();
            if (silence != null) {
                silence.look(questions, System.nanoTime());
            }
            return reader().read(questions, applied);
        } catch (SQLException e) {
            throw Refusal.of("reading the server's WAL position", e);
        }
    }

    /** As {@link straum.app.Source#flush}. */
    void flush() throws SourceException {
        try (Statement statement = asking().createStatement()) {
            // A commit that waits for no standby, and flushes all WAL before it.
            statement.execute("BEGIN; SET LOCAL synchronous_commit = local;"
                    + " SELECT pg_logical_emit_message(true, 'straum', ''); COMMIT");
        } catch (SQLException e) {
            throw Refusal.of("making the server flush its WAL", e);
        }
    }

    /** As {@link straum.app.Source#confirm}. */
    void confirm(Lsn upTo) {
        applied = upTo;
        Stream following = following();
        if (following != null) {
            following.confirm(upTo);
        }
    }

    /** As {@link straum.app.Source#waitingFor}. */
    @Nullable String waitingFor() {
        synchronized (lock) {
            return taking == null ? null : taking.waitingFor();
        }
    }

    /** As {@link straum.app.Source#waitedForBy}. */
    @Nullable String waitedForBy() {
        return waitedForBy;
    }

    /** As {@link straum.app.Source#wake}. */
    void wake() {
        Stream following = following();
        if (following != null) {
            following.wake();
        }
    }

    private @Nullable Stream following() {
        synchronized (lock) {
            return stream;
        }
    }

    private @Nullable Further further() {
        synchronized (lock) {
            return further;
        }
    }

    private Snapshot opened() {
        if (snapshot == null) {
            throw new IllegalStateException("not open");
        }
        return snapshot;
    }

    private WalReader reader() {
        if (walReader == null) {
            throw new IllegalStateException("not open");
        }
        return walReader;
    }

    private ReadTypes types() {
        if (types == null) {
            throw new IllegalStateException("not open");
        }
        return types;
    }

    private PgConnection asking() throws SourceException {
        synchronized (lock) {
            checkOpen();
            if (plain == null) {
                throw new IllegalStateException("not open");
            }
            return plain;
        }
    }

    private PgConnection replicating() throws SourceException {
        synchronized (lock) {
            checkOpen();
            if (replication == null) {
                throw new IllegalStateException("not open");
            }
            return replication;
        }
    }

    /**
     * Closes the connections, with which the slot goes; what the writer's thread does on them fails. While the snapshot is
     * being taken, that thread still needs the plain one, to end the server's process: it is told to, and closes when it
     * has.
     */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            if (taking != null) {
                taking.cancel();
                return;
            }
        }
        Stream following = following();
        if (following != null) {
            following.close();
        }
        Further others = further();
        if (others != null) {
            others.abort();
        }
        synchronized (lock) {
            if (replication != null) {
                Connector.abort(replication);
                replication = null;
            }
            if (plain != null) {
                Connector.abort(plain);
                plain = null;
            }
        }
    }
}
