package straum.cli.bench;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import straum.app.App;
import straum.app.Changes;
import straum.app.Limits;
import straum.app.Lsn;
import straum.app.Writer;
import straum.cli.KeptAsks;
import straum.domain.spec.Spec;
import straum.http.HttpServer;
import straum.http.HttpSettings;
import straum.http.ReadAsk;
import straum.notation.AskSql;
import straum.notation.SpecReader;

/** A whole Straum that serves HTTP and follows a {@link MadeSource} instead of a PostgreSQL. */
final class MadeStraum implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int ROWS_A_MEASUREMENT = 200_000;

    private final MadeSource source;
    private final App app;
    private final Writer writer;
    private final Thread writing;
    private final HttpServer http;
    private final long cells;

    private MadeStraum(long cells, int hours) throws Exception {
        Spec spec = SpecReader.read(MadeSource.VIEW);
        this.cells = cells;
        source = new MadeSource(spec, cells, hours);
        app = new App(spec, Limits.defaults(), InstantSource.system());
        writer = new Writer(app, source);
        KeptAsks kept = new KeptAsks();
        http = HttpServer.start(
                app,
                ReadAsk.of(kept::read, kept::readAtOnce),
                AskSql::of,
                HttpSettings.defaults().listeningOn(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                "bench");
        writing = new Thread(writer, "straum-writer");
        writing.start();
    }

    /** Starts one with so many cells in so many hours, and waits until it is ready. */
    static MadeStraum start(long cells, int hours) throws Exception {
        MadeStraum straum = new MadeStraum(cells, hours);
        Awaitility.await().atMost(PATIENCE).until(() -> straum.app.status().readySince() != null);
        return straum;
    }

    InetSocketAddress address() {
        return http.address();
    }

    /** Asks for a row each, of hours and accounts all over the store. */
    List<byte[]> smallAsks() {
        List<byte[]> asks = new ArrayList<>();
        for (int i = 0; i < 256; i++) {
            long row = i * 7919L % cells;
            asks.add(HttpSocket.ask(
                    "SELECT events, amount FROM usage WHERE kind = $1 AND account_id = " + source.account(row)
                            + " AND bucket >= $2 AND bucket < $3",
                    MadeSource.kind(row),
                    source.hour(row).toString(),
                    source.hour(row).plusSeconds(3600).toString()));
        }
        return asks;
    }

    /** The rows a second that are applied, of commits of so many: new cells in all hours, and away again. */
    double applied(int perCommit) throws Exception {
        int commits = Math.max(2, ROWS_A_MEASUREMENT / perCommit);
        List<Changes> all = new ArrayList<>();
        for (Changes.Kind kind : List.of(Changes.Kind.INSERT, Changes.Kind.DELETE)) {
            for (int i = 0; i < commits; i++) {
                all.add(source.changes(kind, cells + (long) i * perCommit, perCommit));
            }
        }
        double seconds = Rounds.seconds(() -> {
            Lsn end = Lsn.ZERO;
            for (Changes changes : all) {
                end = source.commit(changes);
            }
            if (!app.whenReached(end, PATIENCE).join()) {
                throw new IllegalStateException("did not apply: " + app.status());
            }
        });
        return 2.0 * commits * perCommit / seconds;
    }

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
    }
}
