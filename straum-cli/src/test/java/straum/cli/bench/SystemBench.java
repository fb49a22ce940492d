package straum.cli.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;
import straum.app.App;
import straum.app.Limits;
import straum.app.Lsn;
import straum.app.Source;
import straum.app.Status;
import straum.app.Writer;
import straum.domain.spec.Spec;
import straum.domain.spec.TableName;
import straum.pg.Dsn;
import straum.pg.Postgres;
import straum.pg.testing.PostgresServer;

/**
 * How fast the whole loads and follows a real PostgreSQL, beside PostgreSQL's own clients reading the same bytes in the
 * same run and throwing them away. Prints a Markdown table, ratios first. {@code scripts/bench [ROWS [RUNS [SAMPLE]]]} runs it.
 */
final class SystemBench {
    private static final String PUBLICATION = "straum";
    private static final int ROWS_PER_COMMIT = 1000;

    private final PostgresServer server;
    private final long rows;
    private final int runs;
    private final @Nullable String psql = onPath("psql");
    private final @Nullable String recvlogical = onPath("pg_recvlogical");

    private SystemBench(PostgresServer server, long rows, int runs) {
        this.server = server;
        this.rows = rows;
        this.runs = runs;
    }

    /** Takes the number of rows (2,000,000 if none is given) and of runs (5), and one sample's name to run it alone. */
    public static void main(String[] args) throws Exception {
        long rows = args.length > 0 ? Long.parseLong(args[0]) : 2_000_000;
        int runs = args.length > 1 ? Integer.parseInt(args[1]) : 5;
        try (PostgresServer server =
                PostgresServer.start("shared_buffers=1GB", "max_wal_size=16GB", "checkpoint_timeout=1h")) {
            SystemBench bench = new SystemBench(server, rows, runs);
            List<String> table = new ArrayList<>();
            for (Sample sample : List.of(Sample.DENSE, Sample.SPARSE)) {
                if (args.length > 2 && !args[2].equals(sample.name())) {
                    continue;
                }
                String database = server.newDatabase();
                sample.make(server, database, rows);
                table.addAll(bench.load(sample, database));
                table.addAll(bench.follow(sample, database));
                server.dropDatabase(database);
            }
            print(server, rows, runs, table);
        }
    }

    private static void print(PostgresServer server, long rows, int runs, List<String> table) {
        System.out.printf(
                Locale.ROOT,
                "%nPostgreSQL %d, Java %s, %d processors, %,d rows, median of %d runs, each beside its peer's:%n%n",
                server.major(),
                System.getProperty("java.version"),
                Runtime.getRuntime().availableProcessors(),
                rows,
                runs);
        System.out.println("| figure | ratio | rows/s | peer, rows/s | peer | run by run |");
        System.out.println("|---|---|---|---|---|---|");
        table.forEach(System.out::println);
    }

    private List<String> load(Sample sample, String database) throws Exception {
        double[] straum = new double[runs];
        double[] peer = new double[runs];
        for (int run = -1; run < runs; run++) {
            double peerSeconds = copyToNowhere(database);
            double seconds = loadOnce(database);
            progress(sample.name() + " load", run, rows / seconds, rows / peerSeconds);
            if (run >= 0) {
                straum[run] = rows / seconds;
                peer[run] = rows / peerSeconds;
            }
        }
        String peerName = (psql == null ? "pgjdbc" : "psql") + " COPY binary, discarded";
        return List.of(new Figures("Straum", straum).row("load, " + sample.name(), new Figures(peerName, peer)));
    }

    /** Reads the columns of the view by one binary COPY and throws them away; the seconds it took. */
    private double copyToNowhere(String database) throws Exception {
        String copy = "COPY app.events (" + Sample.COLUMNS + ") TO STDOUT (FORMAT binary)";
        if (psql != null) {
            return seconds(() -> runDiscarding(psql, "-qX", "-d", server.dsn(database), "-c", copy));
        }
        try (var connection = server.connect(database)) {
            CopyManager copies = connection.unwrap(PGConnection.class).getCopyAPI();
            return seconds(() -> copies.copyOut(copy, OutputStream.nullOutputStream()));
        }
    }

    /** One start of Straum over the events; the seconds from the first row asked for to the last one in its cells. */
    private double loadOnce(String database) throws Exception {
        Spec spec = Sample.spec("events");
        try (Running straum = new Running(spec, database)) {
            straum.start();
            Status status = straum.awaitReady();
            return status.load().stream()
                    .filter(load -> load.table().equals(new TableName("app", "events")))
                    .findFirst()
                    .orElseThrow()
                    .seconds();
        }
    }

    private List<String> follow(Sample sample, String database) throws Exception {
        if (recvlogical == null) {
            System.err.println("pg_recvlogical is not on the path: following is not measured");
            return List.of();
        }
        List<String> table = new ArrayList<>();
        table.add(follow(sample, database, rows, ROWS_PER_COMMIT, "commits of 1,000 rows"));
        table.add(follow(sample, database, rows / 10, 1, "commits of one row"));
        return table;
    }

    private String follow(Sample sample, String database, long count, int perCommit, String shape) throws Exception {
        double[] straum = new double[runs];
        double[] peer = new double[runs];
        for (int run = -1; run < runs; run++) {
            String slot = "peer_" + (run + 1) + "_" + perCommit;
            server.execute(database, "TRUNCATE app.live");
            server.value(database, "SELECT pg_create_logical_replication_slot('" + slot + "', 'pgoutput')");
            try (Running source = new Running(Sample.spec("live"), database)) {
                source.holdAfterLoad();
                source.start();
                source.awaitHeld();
                write(sample, database, count, perCommit);
                Lsn end = Lsn.parse(server.value(database, "SELECT pg_current_wal_insert_lsn()"));
                double peerSeconds = seconds(() -> runDiscarding(
                        Objects.requireNonNull(recvlogical),
                        "--start",
                        "-n",
                        "-d",
                        server.dsn(database),
                        "-S",
                        slot,
                        "-f",
                        "/dev/null",
                        "-o",
                        "proto_version=1",
                        "-o",
                        "publication_names=" + PUBLICATION,
                        "-o",
                        "binary=true",
                        "-E",
                        end.toString()));
                double seconds = seconds(() -> source.followTo(end));
                progress(sample.name() + " " + shape, run, count / seconds, count / peerSeconds);
                if (run >= 0) {
                    straum[run] = count / seconds;
                    peer[run] = count / peerSeconds;
                }
            }
            server.value(database, "SELECT pg_drop_replication_slot('" + slot + "')");
        }
        return new Figures("Straum", straum)
                .row(
                        "follow when behind, " + sample.name() + ", " + shape,
                        new Figures("pg_recvlogical, discarded", peer));
    }

    private void write(Sample sample, String database, long count, int perCommit) throws Exception {
        try (var connection = server.connect(database);
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (long from = 0; from < count; from += perCommit) {
                statement.execute(sample.insert("app.live", from, from + perCommit, count));
                connection.commit();
            }
        }
    }

    private static void progress(String what, int run, double rate, double peer) {
        System.err.printf(
                Locale.ROOT,
                "%s, %s: %,.0f rows/s, peer %,.0f, ratio %.2f%n",
                what,
                run < 0 ? "warm-up" : "run " + (run + 1),
                rate,
                peer,
                rate / peer);
    }

    private static double seconds(Step step) throws Exception {
        long from = System.nanoTime();
        step.run();
        return (System.nanoTime() - from) / 1e9;
    }

    private static void runDiscarding(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " ended with " + process.exitValue());
        }
    }

    private static @Nullable String onPath(String program) {
        for (String folder : System.getenv().getOrDefault("PATH", "").split(":")) {
            Path file = Path.of(folder, program);
            if (Files.isExecutable(file)) {
                return file.toString();
            }
        }
        return null;
    }

    /** Something timed. */
    private interface Step {
        void run() throws Exception;
    }

    /** One Straum over the server, without HTTP. */
    private final class Running implements AutoCloseable {
        private final App app;
        private final HeldSource source;
        private final Writer writer;
        private final Thread thread;

        Running(Spec spec, String database) throws Exception {
            Limits limits = Limits.defaults();
            app = new App(spec, limits, InstantSource.system());
            Source postgres = new Postgres(Dsn.read(server.dsn(database), Map.of()), spec, PUBLICATION, limits);
            source = new HeldSource(postgres);
            writer = new Writer(app, source);
            thread = new Thread(writer, "straum-writer");
        }

        void start() {
            thread.start();
        }

        void holdAfterLoad() {
            source.hold();
        }

        void awaitHeld() throws InterruptedException {
            source.awaitHeld();
        }

        void followTo(Lsn end) throws InterruptedException {
            source.release();
            if (!app.whenReached(end, Duration.ofMinutes(10)).join()) {
                throw new IllegalStateException("did not reach " + end + ": " + app.status());
            }
        }

        Status awaitReady() {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(10))
                    .until(() -> app.status().readySince() != null);
            return app.status();
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
}
