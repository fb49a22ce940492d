package straum.cli.bench;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import straum.app.App;
import straum.app.Limits;
import straum.app.Lsn;
import straum.app.Source;
import straum.app.Status;
import straum.app.Writer;
import straum.domain.spec.Spec;
import straum.pg.Dsn;
import straum.pg.Postgres;
import straum.pg.testing.PostgresServer;

/** A Straum that loads and follows, without HTTP. */
final class Follower implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final App app;
    private final HeldSource source;
    private final Writer writer;
    private final Thread thread;

    /** One that is not started. */
    Follower(PostgresServer server, String database, Spec spec) throws Exception {
        Limits limits = Limits.defaults();
        app = new App(spec, limits, InstantSource.system());
        Source postgres = new Postgres(Dsn.read(server.dsn(database), Map.of()), spec, Bench.PUBLICATION, limits);
        source = new HeldSource(postgres);
        writer = new Writer(app, source);
        thread = new Thread(writer, "straum-writer");
    }

    void start() {
        thread.start();
    }

    /** Lets it stop between the load and the stream, until {@link #release}. */
    void holdAfterLoad() {
        source.hold();
    }

    void awaitHeld() throws InterruptedException {
        source.awaitHeld();
    }

    void release() {
        source.release();
    }

    /** Waits until everything up to a position is in the store. */
    void awaitReached(Lsn end) {
        if (!app.whenReached(end, PATIENCE).join()) {
            throw new IllegalStateException("did not reach " + end + ": " + app.status());
        }
    }

    Status awaitReady() {
        Awaitility.await().atMost(PATIENCE).until(() -> app.status().readySince() != null);
        return app.status();
    }

    /** The slot it reads from. */
    String slot() {
        return Objects.requireNonNull(
                Objects.requireNonNull(app.status().server()).slot());
    }

    @Override
    public void close() {
        source.release();
        writer.stop();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
