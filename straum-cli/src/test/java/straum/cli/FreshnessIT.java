package straum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import straum.app.Lsn;
import straum.cli.testing.Answered;
import straum.cli.testing.AskClient;
import straum.cli.testing.RunningStraum;
import straum.pg.testing.PostgresServer;

/** What an answer says of its age is true, whoever writes meanwhile. */
class FreshnessIT {
    private static final int WRITERS = Way.values().length;
    private static final int COMMITS = 400;

    private static final String SPEC = """
            CREATE VIEW marks AS
            SELECT date_bin('1 hour', at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket, writer, count(*) AS commits
            FROM mark GROUP BY 1, 2;
            """;
    private static final String ALL = "SELECT writer, commits FROM marks WHERE bucket IS NOT NULL GROUP BY writer";

    private final PostgresServer server = PostgresServer.shared();
    private final String database = server.newDatabase();
    private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS + 1);
    private final List<WriterOfMarks> writers = new ArrayList<>();

    @BeforeEach
    void makeTable() {
        server.execute(
                database,
                "CREATE TABLE mark (at timestamptz, writer int)",
                "CREATE TABLE other (x int)",
                "ALTER TABLE mark REPLICA IDENTITY FULL",
                "CREATE PUBLICATION straum FOR TABLE mark");
    }

    @AfterEach
    void dropDatabase() {
        threads.shutdownNow();
        server.dropDatabase(database);
    }

    @Test
    void noAnswerLacksACommitMadeBeforeItsAsOfNorOneItsClientWaitedFor() throws Exception {
        try (RunningStraum straum = RunningStraum.start(server, database, SPEC)) {
            straum.awaitReady();
            List<Future<?>> running = new ArrayList<>();
            for (int number = 0; number < WRITERS; number++) {
                WriterOfMarks writer = new WriterOfMarks(number, straum);
                writers.add(writer);
                running.add(threads.submit(writer::write));
            }
            Future<List<Answered>> answers = threads.submit(() -> watch(straum, running));

            // A start over in the midst of it changes nothing of what answers may say.
            Awaitility.await().until(() -> writers.stream().allMatch(writer -> writer.committed.get() > COMMITS / 3));
            straum.cutStream();
            for (Future<?> writer : running) {
                writer.get();
            }

            assertThat(answers.get()).hasSizeGreaterThan(10).allSatisfy(this::checkAge);
            assertThat(straum.status().starts()).isEqualTo(2);
        }
    }

    private static List<Answered> watch(RunningStraum straum, List<Future<?>> writers) {
        List<Answered> answers = new ArrayList<>();
        while (!writers.stream().allMatch(Future::isDone)) {
            AskClient.Reply reply = straum.client().reply(ALL, List.of(), null);
            if (reply.status() == 200) {
                answers.add(Answered.read(reply.body()));
            }
        }
        return answers;
    }

    /** Each commit adds one row, in order: so the count says which commits an answer holds. */
    private void checkAge(Answered answered) {
        for (WriterOfMarks writer : writers) {
            long held = answered.rows().stream()
                    .filter(row -> ("" + writer.number).equals(row.get(0)))
                    .mapToLong(row -> Long.parseLong(String.valueOf(row.get(1))))
                    .sum();
            long before = writer.returned.stream()
                    .filter(instant -> instant.isBefore(answered.asOf()))
                    .count();
            assertThat(held)
                    .as("commits of writer %d in an answer as of %s", writer.number, answered.asOf())
                    .isGreaterThanOrEqualTo(before);
        }
    }

    /** How a session commits its one row. */
    private enum Way {
        PLAINLY("INSERT INTO mark VALUES ('2026-11-13Z', %d)"),
        PLAINLY_TOO("INSERT INTO mark VALUES ('2026-11-13Z', %d)"),
        /** The row is written long before, and comes with the second commit. */
        PREPARED(
                "BEGIN",
                "INSERT INTO mark VALUES ('2026-11-13Z', %d)",
                "PREPARE TRANSACTION 'mark'",
                "COMMIT PREPARED 'mark'"),
        /** Among much that is rolled back or is no row of the table. */
        NESTED(
                "BEGIN",
                "INSERT INTO other SELECT generate_series(1, 200)",
                "SAVEPOINT a",
                "INSERT INTO mark SELECT '2026-11-13Z', %d FROM generate_series(1, 50)",
                "ROLLBACK TO a",
                "INSERT INTO mark VALUES ('2026-11-13Z', %d)",
                "COMMIT"),
        /** Visible before it is flushed. */
        ASYNCHRONOUSLY("INSERT INTO mark VALUES ('2026-11-13Z', %d)");

        private final List<String> statements;

        Way(String... statements) {
            this.statements = List.of(statements);
        }
    }

    /** One session. */
    private final class WriterOfMarks {
        private final int number;
        private final RunningStraum straum;
        private final AtomicInteger committed = new AtomicInteger();

        /** The server's clock once each commit had returned; read when the session has ended. */
        private final List<Instant> returned = new ArrayList<>();

        WriterOfMarks(int number, RunningStraum straum) {
            this.number = number;
            this.straum = straum;
        }

        Void write() throws SQLException {
            try (Connection connection = server.connect(database);
                    Statement statement = connection.createStatement()) {
                Way way = Way.values()[number];
                statement.execute("SET synchronous_commit = " + (way == Way.ASYNCHRONOUSLY ? "off" : "on"));
                for (int commit = 1; commit <= COMMITS; commit++) {
                    for (String sql : way.statements) {
                        statement.execute(sql.formatted(number));
                    }
                    committed.set(commit);
                    try (ResultSet clock =
                            statement.executeQuery("SELECT clock_timestamp(), pg_current_wal_insert_lsn()::text")) {
                        clock.next();
                        returned.add(clock.getObject(1, OffsetDateTime.class).toInstant());
                        if (commit % 20 == 0) {
                            readOwnWrites(commit, Lsn.parse(clock.getString(2)));
                        }
                    }
                }
            }
            return null;
        }

        private void readOwnWrites(int commit, Lsn position) {
            Answered answered = straum.client()
                    .askAt(
                            position,
                            "SELECT commits FROM marks WHERE bucket IS NOT NULL AND writer = $1",
                            List.of("" + number));
            assertThat(answered.number()).isEqualTo(commit);
        }
    }
}
