package straum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import straum.cli.testing.Answered;
import straum.cli.testing.AskClient;
import straum.cli.testing.RunningStraum;
import straum.pg.LoadPlan;
import straum.pg.testing.PostgresServer;

/** Starts Straum in the middle of many sessions' commits: none of them may be missed, none counted twice, none halved. */
class SnapshotIT {
    private static final int SESSIONS = 4;
    private static final int COMMITS = 500;
    private static final int PURSES = 50;
    private static final long MONEY = PURSES * 1000L;

    /** Transfers keep the sum of {@code purse}; {@code book} grows and shrinks, and its owners change their {@code side}. */
    private static final String SPEC = """
            CREATE VIEW purses AS
            SELECT date_bin('1 hour', at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket, holder,
                   count(*) AS n, sum(money) AS money
            FROM purse GROUP BY 1, 2;
            CREATE VIEW books AS
            SELECT date_bin('1 hour', b.at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket, p.side,
                   count(*) AS n, sum(b.amount) AS amount
            FROM book b LEFT JOIN purse p ON p.holder = b.holder GROUP BY 1, 2;
            """;

    private static final String MONEY_NOW = "SELECT n, money FROM purses WHERE bucket IS NOT NULL";
    private static final String BOOKS_NOW = "SELECT side, n, amount FROM books WHERE bucket IS NOT NULL GROUP BY side";

    private final PostgresServer server = PostgresServer.shared();
    private final String database = server.newDatabase();
    private final ExecutorService sessions = Executors.newFixedThreadPool(SESSIONS + 1);
    private final AtomicInteger committed = new AtomicInteger();
    private volatile boolean followed;

    @BeforeEach
    void makeTables() {
        server.execute(
                database,
                "CREATE TABLE purse (holder int PRIMARY KEY, at timestamptz, side text, money int)",
                "CREATE TABLE book (id bigserial, at timestamptz, holder int, amount numeric)",
                "CREATE INDEX ON book (id)",
                "INSERT INTO purse SELECT n, '2026-11-13Z', 'left', 1000 FROM generate_series(1, " + PURSES + ") n",
                "INSERT INTO book (at, holder, amount) SELECT '2026-11-13Z', n % 60, n / 100.0"
                        + " FROM generate_series(1, 2000) n",
                "ALTER TABLE purse REPLICA IDENTITY FULL",
                "ALTER TABLE book REPLICA IDENTITY FULL",
                "CREATE PUBLICATION straum FOR TABLE purse, book");
    }

    @AfterEach
    void dropDatabase() {
        sessions.shutdownNow();
        server.dropDatabase(database);
    }

    /** By one connection, and by several that share the snapshot, in turn. */
    @RepeatedTest(10)
    void theSnapshotAndTheStreamSplitExactly(RepetitionInfo repetition) throws Exception {
        LoadPlan plan = new LoadPlan(1 + repetition.getCurrentRepetition() % 2 * 3, 1);
        CountDownLatch begin = new CountDownLatch(1);
        List<Future<?>> writers = new ArrayList<>();
        for (int session = 0; session < SESSIONS; session++) {
            int seed = session;
            writers.add(sessions.submit(() -> write(seed, begin)));
        }
        begin.countDown();
        Awaitility.await()
                .pollInterval(1, TimeUnit.MILLISECONDS)
                .until(() -> committed.get() >= SESSIONS * COMMITS / 8);
        try (RunningStraum straum = RunningStraum.start(server, database, server.dsn(database), SPEC, plan)) {
            Future<Integer> watcher = sessions.submit(() -> watch(straum, writers));
            Awaitility.await("commits by the stream")
                    .atMost(1, TimeUnit.MINUTES)
                    .until(() -> straum.status().appliedCommits() > COMMITS / 5);
            followed = true;
            for (Future<?> writer : writers) {
                writer.get();
            }

            assertThat(watcher.get()).as("answers while it was written").isPositive();
            assertThat(committed).hasValueGreaterThanOrEqualTo(SESSIONS * COMMITS);
            assertThat(straum.askNow(MONEY_NOW).rows()).containsExactly(List.of("" + PURSES, "" + MONEY));
            assertThat(straum.askNow(BOOKS_NOW).rows()).isEqualTo(server.rows(database, """
                    SELECT p.side, count(*), sum(b.amount) FROM book b LEFT JOIN purse p ON p.holder = b.holder
                    GROUP BY p.side ORDER BY p.side COLLATE "C" NULLS LAST
                    """));
            assertThat(straum.status().starts()).isEqualTo(1);
        }
    }

    /** Commits transactions of every kind, as fast as it can, until some have come by the stream; each keeps the sum of all purses. */
    private Void write(int seed, CountDownLatch begin) throws SQLException, InterruptedException {
        Random random = new Random(seed);
        try (Connection connection = server.connect(database);
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            begin.await();
            for (int commit = 0; commit < COMMITS || !followed; commit++) {
                transaction(random, statement);
                connection.commit();
                committed.incrementAndGet();
            }
        }
        return null;
    }

    private static void transaction(Random random, Statement statement) throws SQLException {
        // One order of locks for all sessions, so that none waits for another in a ring.
        int one = 1 + random.nextInt(PURSES - 1);
        int other = one + 1 + random.nextInt(PURSES - one);
        int money = random.nextInt(200) - 100;
        statement.execute("UPDATE purse SET money = money - " + money + " WHERE holder = " + one);
        statement.execute("UPDATE purse SET money = money + " + money + " WHERE holder = " + other);
        switch (random.nextInt(4)) {
            case 0 ->
                statement.execute("UPDATE purse SET side = CASE side WHEN 'left' THEN 'right' ELSE 'left' END"
                        + " WHERE holder = " + other);
            case 1 ->
                statement.execute("INSERT INTO book (at, holder, amount) SELECT '2026-11-13Z', " + one + ", n / 8.0"
                        + " FROM generate_series(1, " + (1 + random.nextInt(5)) + ") n");
            case 2 ->
                statement.execute("UPDATE book SET amount = amount + 0.25, holder = " + one
                        + " WHERE id IN (SELECT id FROM book WHERE id > " + random.nextInt(2000)
                        + " ORDER BY id LIMIT 3 FOR UPDATE SKIP LOCKED)");
            default ->
                statement.execute("DELETE FROM book WHERE id IN (SELECT id FROM book WHERE id > " + random.nextInt(2000)
                        + " ORDER BY id LIMIT 2 FOR UPDATE SKIP LOCKED)");
        }
    }

    /** Asks until the writers are done: every answer is of whole commits, and none goes back in time. */
    private static int watch(RunningStraum straum, List<Future<?>> writers) {
        int answers = 0;
        Instant asOf = Instant.EPOCH;
        boolean last = false;
        while (!last) {
            last = answers > 0 && writers.stream().allMatch(Future::isDone);
            AskClient.Reply reply = straum.client().reply(MONEY_NOW, List.of(), null);
            if (reply.status() == 503) {
                continue;
            }
            Answered answered = Answered.read(reply.body());
            assertThat(answered.rows()).containsExactly(List.of("" + PURSES, "" + MONEY));
            assertThat(answered.asOf()).isAfterOrEqualTo(asOf);
            asOf = answered.asOf();
            answers++;
        }
        return answers;
    }
}
