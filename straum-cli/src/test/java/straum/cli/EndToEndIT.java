package straum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import straum.app.Lsn;
import straum.cli.testing.AskClient;
import straum.cli.testing.StraumProcess;
import straum.pg.testing.PostgresServer;

/** The packaged jar, run as a process against a real server from its start to its end. */
class EndToEndIT {
    private static final String SPEC = """
            CREATE VIEW usage WITH (buckets = '1 hour, 1 day') AS
            SELECT date_bin('1 hour', e.at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket,
                   e.kind,
                   e.account_id,
                   a.region,
                   count(*)      AS events,
                   sum(e.amount) AS amount
            FROM app.events e
            LEFT JOIN app.accounts a ON a.id = e.account_id
            GROUP BY bucket, e.kind, e.account_id, a.region;
            """;
    private static final String ASK = """
            SELECT region, events, amount FROM usage
            WHERE kind = $1 AND region IN ($2, $3)
              AND bucket >= $4 AND bucket < $5
            GROUP BY region
            """;
    private static final List<String> PARAMETERS =
            List.of("\"purchase\"", "\"eu\"", "\"us\"", "\"2026-11-13T09:00:00Z\"", "\"2026-11-13T10:00:00Z\"");

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    static Path folder;

    private static PostgresServer server;

    @BeforeAll
    static void startServer() {
        server = PostgresServer.start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Test
    void theExampleOfTheGuideIsAnsweredThroughMovesLossesAndRestarts() throws Exception {
        String database = newUsage();
        try (StraumProcess straum = StraumProcess.start(
                "run", specFile(SPEC).toString(), "--dsn", server.dsn(database), "--listen", "127.0.0.1:0")) {
            AskClient client = new AskClient(straum.awaitAddress());
            awaitReady(client);

            assertThat(client.askAt(position(database), ASK, PARAMETERS).rows())
                    .containsExactly(List.of("eu", "2", "220.00"), List.of("us", "273", "14769.29"));

            server.execute(database, "UPDATE app.accounts SET region = 'eu' WHERE id = 132");
            assertThat(client.askAt(position(database), ASK, PARAMETERS).rows())
                    .containsExactly(List.of("eu", "103", "7331.19"), List.of("us", "172", "7658.10"));

            server.execute(
                    database, "SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE temporary");
            server.execute(
                    database,
                    "INSERT INTO app.events VALUES ('2026-11-13 09:59:59.999999Z', 'purchase', 138, 1.90),"
                            + " ('2026-11-13 10:00:00Z', 'purchase', 138, 1000)");
            awaitStarts(client, 2);
            assertThat(client.askAt(position(database), ASK, PARAMETERS).rows())
                    .containsExactly(List.of("eu", "103", "7331.19"), List.of("us", "173", "7660.00"));

            server.stop(PostgresServer.Stop.IMMEDIATE);
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> client.get("/readyz", "text/plain").status() == 503);
            assertThat(client.reply(ASK, PARAMETERS, null).status()).isEqualTo(503);
            server.startAgain();
            server.execute(database, "DELETE FROM app.events WHERE account_id = 7");
            awaitStarts(client, 3);
            assertThat(client.askAt(position(database), ASK, PARAMETERS).rows())
                    .containsExactly(List.of("eu", "101", "7111.19"), List.of("us", "173", "7660.00"));

            straum.terminate();
            StraumProcess.Ended ended = straum.awaitEnd();
            assertThat(ended.status()).as(ended.err()).isZero();
            assertThat(ended.err()).contains("stopped").doesNotContain(PostgresServer.PASSWORD + "@");
            // The server drops a temporary slot once it has noticed that the connection is gone.
            Awaitility.await("no slot is left")
                    .until(() -> server.rows(database, "SELECT slot_name FROM pg_replication_slots")
                            .isEmpty());
        }
    }

    /** P19 and P6: nothing that was confirmed, or is still held, is in the way of the one that comes after. */
    @ParameterizedTest(name = "while following: {0}")
    @ValueSource(booleans = {true, false})
    void oneThatIsKilledIsFollowedByAnotherAtOnceAndLeavesNothing(boolean following) throws Exception {
        String database = newUsage();
        String[] arguments = {"run", specFile(SPEC).toString(), "--dsn", server.dsn(database), "--listen", "127.0.0.1:0"
        };
        String slots = "SELECT slot_name FROM pg_replication_slots WHERE database = current_database()";
        try (StraumProcess killed = StraumProcess.start(arguments)) {
            if (following) {
                AskClient client = new AskClient(killed.awaitAddress());
                awaitReady(client);
                server.execute(database, "UPDATE app.accounts SET region = 'eu' WHERE id = 132");
                client.askAt(position(database), ASK, PARAMETERS);
                server.execute(database, "DELETE FROM app.events WHERE account_id = 7");
            } else {
                Awaitility.await("a slot")
                        .atMost(PATIENCE)
                        .until(() -> !server.rows(database, slots).isEmpty());
                server.execute(
                        database,
                        "UPDATE app.accounts SET region = 'eu' WHERE id = 132",
                        "DELETE FROM app.events WHERE account_id = 7");
            }
            killed.kill();
        }
        try (StraumProcess again = StraumProcess.start(arguments)) {
            AskClient client = new AskClient(again.awaitAddress());
            awaitReady(client);

            assertThat(client.askAt(position(database), ASK, PARAMETERS).rows())
                    .containsExactly(List.of("eu", "101", "7111.19"), List.of("us", "172", "7658.10"));
            assertThat(client.get("/status", "application/json").body()).contains("\"starts\":1");
            Awaitility.await("the killed one's slot is gone")
                    .until(() -> server.rows(database, slots).size() == 1);
        }
    }

    @Test
    void theCommandsPrintWhatTheServerHolds() throws Exception {
        String database = newUsage();
        try (StraumProcess straum = StraumProcess.start(
                "run", specFile(SPEC).toString(), "--dsn", server.dsn(database), "--listen", "127.0.0.1:0")) {
            AskClient client = new AskClient(straum.awaitAddress());
            awaitReady(client);
            String url = "http://127.0.0.1:" + straum.awaitAddress().getPort();

            StraumProcess.Ended ask = StraumProcess.run(
                    "ask", "--url", url, ASK, "purchase", "eu", "us", "2026-11-13T09:00:00Z", "2026-11-13T10:00:00Z");
            assertThat(ask).isEqualTo(new StraumProcess.Ended(0, """
                     region | events |  amount \s
                    --------+--------+----------
                     eu     |      2 |   220.00
                     us     |    273 | 14769.29
                    (2 rows)
                    """, ""));

            StraumProcess.Ended views = StraumProcess.run("views", "--url", url);
            assertThat(views.status()).isZero();
            assertThat(views.out()).contains("usage", "1 hour", "1 day", "app.accounts");

            StraumProcess.Ended view = StraumProcess.run("views", "usage", "--url", url);
            assertThat(view.status()).isZero();
            assertThat(view.out()).contains("7658.10", "(6 rows)");

            StraumProcess.Ended status = StraumProcess.run("status", "--url", url, "--format", "json");
            assertThat(status.status()).isZero();
            assertThat(status.out()).contains("\"state\":\"ready\"", "\"starts\":1");
        }
    }

    @Test
    void checkAndPlanSayWhatIsMissingUntilNothingIs() throws Exception {
        String database = newUsage();
        server.execute(database, "DROP PUBLICATION straum", "ALTER TABLE app.events REPLICA IDENTITY DEFAULT");
        String spec = specFile(SPEC).toString();

        StraumProcess.Ended alone = StraumProcess.run("check", spec);
        assertThat(alone.status()).as(alone.err()).isZero();
        assertThat(alone.out()).contains("usage", "app.events", "app.accounts");

        StraumProcess.Ended lacking = StraumProcess.run("check", spec, "--dsn", server.dsn(database));
        assertThat(lacking.status()).isEqualTo(1);
        assertThat(lacking.out()).contains("publication straum", "REPLICA IDENTITY FULL");

        StraumProcess.Ended plan = StraumProcess.run("plan", spec, "--dsn", server.dsn(database));
        assertThat(plan.status()).as(plan.err()).isZero();
        server.execute(database, plan.out());

        StraumProcess.Ended mended = StraumProcess.run("check", spec, "--dsn", server.dsn(database));
        assertThat(mended.status()).as(mended.out() + mended.err()).isZero();
        assertThat(StraumProcess.run("plan", spec, "--dsn", server.dsn(database))
                        .out()
                        .lines())
                .as("only warnings")
                .allSatisfy(line -> assertThat(line).startsWith("-- "));
    }

    @Test
    void theDemoLeavesNoProcessAndNoFolder() throws Exception {
        try (StraumProcess demo = StraumProcess.start(
                Map.of("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + folder), "demo", "--listen", "127.0.0.1:0")) {
            Pattern answersAt = Pattern.compile("Straum answers at +http://127\\.0\\.0\\.1:(\\d+)");
            Awaitility.await("the demo answers").atMost(Duration.ofMinutes(2)).until(() -> {
                assertThat(demo.isAlive())
                        .as("the demo runs: %s%s", demo.out(), demo.err())
                        .isTrue();
                return answersAt.matcher(demo.out()).find();
            });
            Matcher answers = answersAt.matcher(demo.out());
            assertThat(answers.find()).isTrue();
            AskClient client = new AskClient(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(answers.group(1))));
            assertThat(client.ask(
                                    "SELECT events FROM usage WHERE kind = 'signup' AND bucket >= '2026-11-09 00:00Z'"
                                            + " AND bucket < '2026-11-16 00:00Z'",
                                    List.of())
                            .number())
                    .isEqualTo(57_600);
            List<ProcessHandle> postgres = processesIn(folder);
            assertThat(postgres).isNotEmpty();
            assertThat(left()).isNotEmpty();

            demo.terminate();

            assertThat(demo.awaitEnd().status()).isZero();
            // Orphans that have ended are there until init has collected them.
            Awaitility.await("the processes are gone")
                    .untilAsserted(() -> assertThat(postgres).noneMatch(ProcessHandle::isAlive));
            assertThat(left()).isEmpty();
        }
    }

    /** The processes that name a folder on their command line, whoever started them; Straum itself is not among them. */
    private static List<ProcessHandle> processesIn(Path folder) {
        String under = folder + "/straum-demo";
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(under))
                .toList();
    }

    /** What the demo has in the temporary folder. */
    private static List<Path> left() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("straum-demo"))
                    .toList();
        }
    }

    /** The cells the guide shows, as rows: all of one amount but the last, which makes up the sum. */
    private static String newUsage() {
        String database = server.newDatabase();
        server.execute(
                database,
                "CREATE SCHEMA app",
                "CREATE TABLE app.accounts (id int PRIMARY KEY, region text)",
                "INSERT INTO app.accounts VALUES (7, 'eu'), (18, 'apac'), (132, 'us'), (138, 'us')",
                "CREATE TABLE app.events (at timestamptz, kind text, account_id int, amount numeric(12,2))",
                cell("purchase", 7, 2, "220.00"),
                cell("signup", 7, 1, "0.00"),
                cell("purchase", 18, 2, "70.00"),
                cell("purchase", 132, 101, "7111.19"),
                cell("refund", 132, 45, "2229.10"),
                cell("purchase", 138, 172, "7658.10"),
                "ALTER TABLE app.accounts REPLICA IDENTITY FULL",
                "ALTER TABLE app.events REPLICA IDENTITY FULL",
                "CREATE PUBLICATION straum FOR TABLE app.accounts, app.events");
        return database;
    }

    private static String cell(String kind, int account, int events, String amount) {
        return "INSERT INTO app.events SELECT timestamptz '2026-11-13 09:00:00Z' + n * interval '20 s', '" + kind
                + "', "
                + account + ", CASE WHEN n < " + (events - 1) + " THEN floor(" + amount + " / " + events + ") ELSE "
                + amount + " - " + (events - 1) + " * floor(" + amount + " / " + events + ") END"
                + " FROM generate_series(0, " + (events - 1) + ") n";
    }

    private static Path specFile(String spec) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "usage", ".sql"), spec);
    }

    private static Lsn position(String database) {
        return Lsn.parse(server.value(database, "SELECT pg_current_wal_insert_lsn()"));
    }

    private static void awaitReady(AskClient client) {
        Awaitility.await("ready")
                .atMost(PATIENCE)
                .until(() -> client.get("/readyz", "text/plain").status() == 200);
    }

    private static void awaitStarts(AskClient client, int starts) {
        Awaitility.await("start " + starts)
                .atMost(PATIENCE)
                .until(() -> client.get("/status", "application/json").body().contains("\"starts\":" + starts)
                        && client.get("/readyz", "text/plain").status() == 200);
    }
}
