package straum.pg;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.jdbc.PgConnection;
import straum.app.Event;
import straum.app.Limits;
import straum.app.Lsn;
import straum.app.Opened;
import straum.app.Reading;
import straum.app.Source;
import straum.app.SourceException;
import straum.app.SourceException.Kind;
import straum.domain.spec.Spec;

/**
 * A PostgreSQL database as a source: one {@link Start} after the other. After any exception the start is closed at once,
 * not only at the next {@link #open}: a slot that nobody reads makes the server keep its WAL.
 */
public final class Postgres implements Source {
    private final Dsn dsn;
    private final Spec spec;
    private final String publication;
    private final Limits limits;
    private final LoadPlan plan;

    private final Object lock = new Object();
    private boolean stopped;
    private @Nullable Start start;

    /**
     * A source that is not connected yet.
     *
     * @param publication the name of the publication that carries the spec's tables
     */
    public Postgres(Dsn dsn, Spec spec, String publication, Limits limits) {
        this(dsn, spec, publication, limits, LoadPlan.defaults());
    }

    /**
     * A source that is not connected yet, and loads as planned.
     *
     * @param publication the name of the publication that carries the spec's tables
     */
    public Postgres(Dsn dsn, Spec spec, String publication, Limits limits, LoadPlan plan) {
        this.dsn = dsn;
        this.spec = spec;
        this.publication = publication;
        this.limits = limits;
        this.plan = plan;
    }

    /**
     * Checks a server and its catalog against a spec for the role that the DSN logs in as, on one plain connection and
     * without a slot; and that a replication connection is to be had.
     *
     * @throws SourceException when the server cannot be reached, or cannot be followed whatever its tables
     */
    public static Checkup check(Dsn dsn, Spec spec, String publication) throws SourceException {
        return check(dsn, spec, publication, null);
    }

    /**
     * Checks as {@link #check(Dsn, Spec, String)} does, for another role than that which asks.
     *
     * @param role need not exist; null for the one that asks
     * @throws SourceException when the server cannot be reached, or cannot be followed whatever its tables
     */
    public static Checkup check(Dsn dsn, Spec spec, String publication, @Nullable String role) throws SourceException {
        Connector connector = new Connector(dsn);
        PgConnection plain = connector.plain();
        try {
            Server server = Server.of(plain, dsn);
            Catalog catalog = CatalogReader.read(plain, spec, publication, server.major(), role);
            SetupCheck.Result found = SetupCheck.of(plain, spec, catalog);
            List<Unfit> unfit = new ArrayList<>(found.unfit());
            if (role == null && unfit.stream().noneMatch(Postgres::keepsFromReplicating)) {
                unfit.addAll(tryReplication(connector, server));
            }
            return new Checkup(server.version(), server.database(), unfit, Warnings.read(plain, spec, catalog, found));
        } catch (SQLException e) {
            throw Refusal.of("reading the catalog", e);
        } finally {
            Connector.close(plain);
        }
    }

    private static boolean keepsFromReplicating(Unfit unfit) {
        return unfit instanceof Unfit.Setting || unfit instanceof Unfit.NoReplication;
    }

    /** What else keeps from it no catalog says: {@code pg_hba.conf}, a host's own rules. */
    private static List<Unfit> tryReplication(Connector connector, Server server) {
        try {
            Connector.close(connector.replication(server));
            return List.of();
        } catch (SourceException e) {
            return List.of(new Unfit.NoConnection(String.valueOf(e.getMessage())));
        }
    }

    @Override
    public Opened open() throws SourceException, InterruptedException {
        Start begun = new Start(dsn, spec, publication, limits, plan);
        Start before;
        synchronized (lock) {
            before = start;
            start = begun;
            if (stopped) {
                begun.close();
            }
        }
        if (before != null) {
            before.close();
        }
        return closingOnFailure(begun, begun::open);
    }

    @Override
    public void load(int table, RowSink sink) throws SourceException, InterruptedException {
        Start current = current();
        closingOnFailure(current, () -> {
            current.load(table, sink);
            return current;
        });
    }

    @Override
    public void loaded() throws SourceException, InterruptedException {
        Start current = current();
        closingOnFailure(current, () -> {
            current.loaded();
            return current;
        });
    }

    @Override
    public @Nullable Event next(long timeoutMillis) throws SourceException, InterruptedException {
        Start current = current();
        boolean going = false;
        try {
            Event event = current.next(timeoutMillis);
            going = true;
            return event;
        } finally {
            if (!going) {
                current.close();
            }
        }
    }

    @Override
    public Reading wal() throws SourceException, InterruptedException {
        Start current = current();
        return closingOnFailure(current, current::wal);
    }

    @Override
    public void flush() throws SourceException, InterruptedException {
        Start current = current();
        closingOnFailure(current, () -> {
            current.flush();
            return current;
        });
    }

    private Start current() throws SourceException {
        synchronized (lock) {
            if (stopped) {
                throw new SourceException(Kind.LOST, "the source is stopped");
            }
            if (start == null) {
                throw new IllegalStateException("not open");
            }
            return start;
        }
    }

    /** A step of a start. */
    @FunctionalInterface
    private interface Step<T> {
        T run() throws SourceException, InterruptedException;
    }

    private static <T> T closingOnFailure(Start start, Step<T> step) throws SourceException, InterruptedException {
        boolean going = false;
        try {
            T result = step.run();
            going = true;
            return result;
        } finally {
            if (!going) {
                start.close();
            }
        }
    }

    @Override
    public void letGo() {
        Start current = currentOrNull();
        if (current != null) {
            current.close();
        }
    }

    @Override
    public void confirm(Lsn applied) {
        Start current = currentOrNull();
        if (current != null) {
            current.confirm(applied);
        }
    }

    @Override
    public @Nullable String waitingFor() {
        Start current = currentOrNull();
        return current == null ? null : current.waitingFor();
    }

    @Override
    public @Nullable String waitedForBy() {
        Start current = currentOrNull();
        return current == null ? null : current.waitedForBy();
    }

    @Override
    public void wake() {
        Start current = currentOrNull();
        if (current != null) {
            current.wake();
        }
    }

    @Override
    public void stop() {
        Start current;
        synchronized (lock) {
            stopped = true;
            current = start;
        }
        if (current != null) {
            current.close();
        }
    }

    private @Nullable Start currentOrNull() {
        synchronized (lock) {
            return start;
        }
    }
}
