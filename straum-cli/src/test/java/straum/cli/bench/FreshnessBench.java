package straum.cli.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import straum.app.Lsn;
import straum.cli.testing.Answered;
import straum.cli.testing.AskClient;
import straum.cli.testing.RunningStraum;
import straum.pg.testing.PostgresServer;

/**
 * How long after a commit has returned an ask over HTTP sees it, beside writers that commit one row at a time at a steady
 * rate. Prints a Markdown table. {@code scripts/bench-freshness [SECONDS [COMMITS]]} runs it.
 */
final class FreshnessBench {
    private static final int WRITERS = 2;
    private static final int WARM_UP_SECONDS = 5;
    /** So that a probe falls anywhere between two commits of the others. */
    private static final int MOST_PAUSE_MICROS = 10_000;

    private static final String SPEC = """
            CREATE VIEW usage WITH (buckets = '1 hour, 1 day') AS
            SELECT date_bin('1 hour', e.at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket,
                   e.kind, e.account_id, a.region, count(*) AS events, sum(e.amount) AS amount
            FROM app.live e LEFT JOIN app.accounts a ON a.id = e.account_id
            GROUP BY bucket, e.kind, e.account_id, a.region;

            CREATE VIEW probes AS
            SELECT date_bin('1 hour', at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket, count(*) AS probes
            FROM app.probes GROUP BY bucket;
            """;

    private static final String ASK = "SELECT probes FROM probes WHERE bucket IS NOT NULL";
    private static final String PROBE = "INSERT INTO app.probes VALUES (now())";

    private final PostgresServer server;
    private final String database;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final AtomicLong commits = new AtomicLong();
    private long probes;

    private FreshnessBench(PostgresServer server) {
        this.server = server;
        this.database = server.newDatabase();
    }

    /** Takes the seconds to measure for, each of two ways (60), and the commits a second (2,000). */
    public static void main(String[] args) throws Exception {
        int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 60;
        int rate = args.length > 1 ? Integer.parseInt(args[1]) : 2000;
        try (PostgresServer server =
                PostgresServer.start("shared_buffers=1GB", "max_wal_size=16GB", "checkpoint_timeout=1h")) {
            new FreshnessBench(server).run(seconds, rate);
        }
    }

    private void run(int seconds, int rate) throws Exception {
        server.execute(database, Sample.DENSE.statements(0).toArray(String[]::new));
        server.execute(
                database,
                "CREATE TABLE app.probes (at timestamptz)",
                "ALTER TABLE app.probes REPLICA IDENTITY FULL",
                "ALTER PUBLICATION straum ADD TABLE app.probes");
        try (RunningStraum straum = RunningStraum.start(server, database, SPEC);
                Connection connection = server.connect(database);
                Statement statement = connection.createStatement()) {
            straum.awaitReady();
            List<Thread> writers = writers(rate);
            measure(() -> visible(statement, straum.client()), WARM_UP_SECONDS);
            measure(() -> reached(statement, straum.client()), WARM_UP_SECONDS);
            long before = commits.get();
            long begun = System.nanoTime();
            long[] visible = measure(() -> visible(statement, straum.client()), seconds);
            long[] reached = measure(() -> reached(statement, straum.client()), seconds);
            double achieved = (commits.get() - before) / ((System.nanoTime() - begun) / 1e9);
            long[] alone = measure(() -> ask(straum.client(), null), WARM_UP_SECONDS);
            ended.set(true);
            for (Thread writer : writers) {
                writer.join();
            }
            System.out.printf(
                    Locale.ROOT,
                    "%nPostgreSQL %d, Java %s, %d processors, %,.0f commits of one row a second:%n%n",
                    server.major(),
                    System.getProperty("java.version"),
                    Runtime.getRuntime().availableProcessors(),
                    achieved);
            System.out.println("| from a commit's return to the answer that has it | times | median | p99 | longest |");
            System.out.println("|---|---|---|---|---|");
            print("asked again and again", visible);
            print("asked once, with its position as `Straum-Min-LSN`", reached);
            print("(such an ask alone)", alone);
        }
    }

    private List<Thread> writers(int rate) {
        List<Thread> writers = IntStream.range(0, WRITERS)
                .mapToObj(writer -> new Thread(() -> write(writer, WRITERS * TimeUnit.SECONDS.toNanos(1) / rate)))
                .toList();
        writers.forEach(Thread::start);
        return writers;
    }

    private void write(int writer, long everyNanos) {
        Random random = new Random(writer);
        try (Connection connection = server.connect(database);
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO app.live VALUES (0, now() - ? * interval '1 second', 'click', ?, 1.25, 7)")) {
            long due = System.nanoTime();
            while (!ended.get()) {
                insert.setInt(1, random.nextInt(30 * 86_400));
                insert.setInt(2, random.nextInt(500));
                insert.execute();
                commits.incrementAndGet();
                due += everyNanos;
                for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** One measurement; the nanoseconds it found. */
    private interface Probe {
        long nanos() throws SQLException;
    }

    private static long[] measure(Probe probe, int seconds) throws SQLException {
        Random random = new Random(1);
        long[] nanos = new long[1024];
        int count = 0;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() < end) {
            if (count == nanos.length) {
                nanos = Arrays.copyOf(nanos, 2 * count);
            }
            nanos[count] = probe.nanos();
            count++;
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(MOST_PAUSE_MICROS)));
        }
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return sorted;
    }

    private long visible(Statement statement, AskClient client) throws SQLException {
        statement.execute(PROBE);
        probes++;
        long from = System.nanoTime();
        while (seen(client, null) < probes) {
            Thread.onSpinWait();
        }
        return System.nanoTime() - from;
    }

    private long reached(Statement statement, AskClient client) throws SQLException {
        statement.execute(PROBE);
        probes++;
        Lsn position;
        try (var row = statement.executeQuery("SELECT pg_current_wal_insert_lsn()")) {
            row.next();
            position = Lsn.parse(row.getString(1));
        }
        long nanos = ask(client, position);
        if (seen(client, null) < probes) {
            throw new IllegalStateException("an ask for " + position + " was answered from before it");
        }
        return nanos;
    }

    private static long ask(AskClient client, @Nullable Lsn least) {
        long from = System.nanoTime();
        seen(client, least);
        return System.nanoTime() - from;
    }

    /** How many probes an ask counts; none while there is no row. */
    private static long seen(AskClient client, @Nullable Lsn least) {
        AskClient.Reply reply = client.reply(ASK, List.of(), least);
        if (reply.status() != 200) {
            throw new IllegalStateException(reply.status() + ": " + reply.body());
        }
        List<List<@Nullable String>> rows = Answered.read(reply.body()).rows();
        return rows.isEmpty()
                ? 0
                : Long.parseLong(Objects.requireNonNull(rows.get(0).get(0)));
    }

    private static void print(String what, long[] sorted) {
        System.out.printf(
                Locale.ROOT,
                "| %s | %,d | %.2f ms | %.2f ms | %.1f ms |%n",
                what,
                sorted.length,
                sorted[sorted.length / 2] / 1e6,
                sorted[(int) (sorted.length * 0.99)] / 1e6,
                sorted[sorted.length - 1] / 1e6);
    }
}
