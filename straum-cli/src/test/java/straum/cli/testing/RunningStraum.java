package straum.cli.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import straum.app.App;
import straum.app.Limits;
import straum.app.LongestHolds;
import straum.app.Lsn;
import straum.app.Opened;
import straum.app.SlowAsk;
import straum.app.Status;
import straum.app.Writer;
import straum.cli.KeptAsks;
import straum.domain.spec.SpecException;
import straum.http.HttpServer;
import straum.http.HttpSettings;
import straum.http.ReadAsk;
import straum.notation.AskSql;
import straum.notation.SpecReader;
import straum.pg.Dsn;
import straum.pg.DsnException;
import straum.pg.LoadPlan;
import straum.pg.Postgres;
import straum.pg.PostgresZones;
import straum.pg.testing.PostgresServer;

/** A whole Straum in this process, that follows one database of a test's server and serves HTTP. */
public final class RunningStraum implements AutoCloseable {
    private static final String PUBLICATION = "straum";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final PostgresServer server;
    private final String database;
    private final App app;
    private final Writer writer;
    private final Thread writing;
    private final HttpServer http;
    private final AskClient client;
    private volatile @Nullable Throwable thrown;

    private RunningStraum(PostgresServer server, String database, String dsn, String spec, Limits limits, LoadPlan plan)
            throws SpecException, DsnException, IOException, InterruptedException {
        this.server = server;
        this.database = database;
        Dsn followed = Dsn.read(dsn, Map.of());
        app = new App(SpecReader.read(spec), limits, InstantSource.system(), new PostgresZones(followed));
        writer = new Writer(app, new Postgres(followed, app.spec(), PUBLICATION, limits, plan));
        KeptAsks kept = new KeptAsks();
        http = HttpServer.start(
                app,
                ReadAsk.of(kept::read, kept::readAtOnce),
                AskSql::of,
                HttpSettings.defaults().listeningOn(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                "test");
        client = new AskClient(http.address());
        writing = new Thread(writer, "straum-writer");
        writing.setUncaughtExceptionHandler((thread, bug) -> thrown = bug);
        writing.start();
    }

    /** Starts one that keeps the spec; it need not be ready yet. */
    public static RunningStraum start(PostgresServer server, String database, String spec) {
        return start(server, database, server.dsn(database), spec);
    }

    /** Starts one that is told to follow the database of a DSN. */
    public static RunningStraum start(PostgresServer server, String database, String dsn, String spec) {
        return start(server, database, dsn, spec, Limits.defaults());
    }

    /** Starts one with limits of its own. */
    public static RunningStraum start(PostgresServer server, String database, String dsn, String spec, Limits limits) {
        return start(server, database, dsn, spec, limits, LoadPlan.over(1));
    }

    /** Starts one that is told to follow the database of a DSN, and loads as planned. */
    public static RunningStraum start(PostgresServer server, String database, String dsn, String spec, LoadPlan plan) {
        return start(server, database, dsn, spec, Limits.defaults(), plan);
    }

    private static RunningStraum start(
            PostgresServer server, String database, String dsn, String spec, Limits limits, LoadPlan plan) {
        try {
            return new RunningStraum(server, database, dsn, spec, limits, plan);
        } catch (SpecException e) {
            throw new AssertionError(
                    "the spec is refused at " + e.place() + ": " + e.error().message() + "\n" + spec, e);
        } catch (DsnException e) {
            throw new AssertionError(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while starting", e);
        }
    }

    /** Where it serves. */
    public InetSocketAddress address() {
        return http.address();
    }

    /** Who asks it. */
    public AskClient client() {
        return client;
    }

    /** An ask that does not end until it is told to: no commit is applied meanwhile. */
    public SlowAsk slowAsk() throws InterruptedException {
        return SlowAsk.begin(app);
    }

    /** Its running state. */
    public Status status() {
        return app.status();
    }

    /** The longest that its lock was held since the last call. */
    public LongestHolds takeLongestHolds() {
        return app.takeLongestHolds();
    }

    /** Waits until it has failed once, and answers why. */
    public String awaitFailure() {
        Awaitility.await("a failure").atMost(PATIENCE).until(() -> app.status().lastFailure() != null);
        return Objects.requireNonNull(app.status().lastFailure()).message();
    }

    /** Waits until it is ready for the first time. */
    public RunningStraum awaitReady() {
        return awaitStarts(1);
    }

    /** Waits until it has started so often and follows. */
    public RunningStraum awaitStarts(long starts) {
        Awaitility.await("following")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    checkAlive();
                    Status status = app.status();
                    return status.starts() >= starts && status.state() == Status.State.READY;
                });
        return this;
    }

    /** The answer to an ask that holds everything committed before this call. */
    public Answered askNow(String query, String... parameters) {
        checkAlive();
        return client.askAt(position(), query, List.of(parameters));
    }

    /** A position that every commit made before this call is at or before. */
    public Lsn position() {
        return Lsn.parse(server.value(database, "SELECT pg_current_wal_insert_lsn()"));
    }

    /** Ends the server's process that sends to this one, as a lost connection would. */
    public void cutStream() {
        String slot = Objects.requireNonNull(app.status().server()).slot();
        server.rows(
                database,
                "SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE slot_name = '" + slot
                        + "' AND active_pid IS NOT NULL");
    }

    private void checkAlive() {
        Throwable bug = thrown;
        if (bug != null) {
            throw new AssertionError("the writer ended by a bug", bug);
        }
    }

    /** Stops it, and waits until the server has let its slot go, which follows the end of the connection. */
    @Override
    public void close() {
        app.stopping();
        try {
            http.stop(Duration.ofSeconds(10));
            writer.stop();
            writing.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        checkAlive();
        Opened.Server opened = app.status().server();
        if (opened != null && opened.slot() != null) {
            String slot = "SELECT 1 FROM pg_replication_slots WHERE slot_name = '" + opened.slot() + "'";
            Awaitility.await("the slot is gone")
                    .until(() -> server.rows(database, slot).isEmpty());
        }
    }
}
