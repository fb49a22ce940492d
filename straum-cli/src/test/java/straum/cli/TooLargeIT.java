package straum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import straum.cli.testing.AskClient;
import straum.cli.testing.StraumProcess;
import straum.pg.testing.PostgresServer;

/**
 * What is too large for the heap or for {@code --max-cells}, in the packaged jar against a real server: the process stays,
 * says so, holds no slot, and loads nothing again.
 */
class TooLargeIT {
    private static final String SPEC = """
            CREATE VIEW usage WITH (buckets = '1 hour') AS
            SELECT date_bin('1 hour', e.at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket, e.kind, count(*) AS events
            FROM app.events e
            GROUP BY bucket, e.kind;
            """;
    private static final String ASK = "SELECT kind, events FROM usage WHERE bucket IS NOT NULL GROUP BY kind";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

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

    /** Cells in a million buckets, which a collection finds in use bit by bit; and in one, whose one array has to grow. */
    @Test
    void aHeapTooSmallForTheLoadIsToldAndTheProcessStays() throws Exception {
        for (String step : List.of("1 hour", "1 microsecond")) {
            String database = database("SELECT timestamptz '2026-11-13 09:00Z' + n * interval '" + step + "',"
                    + " 'a kind of its own ' || n FROM generate_series(1, 1000000) n");
            try (StraumProcess straum = run(database, "48m")) {
                AskClient client = new AskClient(straum.awaitAddress());
                awaitReason(straum, client, "there is no start before Straum is restarted");
                assertThat(client.get("/readyz", "text/plain").body())
                        .containsAnyOf("the heap is too small: with ", "out of memory while loading: ")
                        .contains("Give the JVM more (STRAUM_JAVA_OPTS=-Xmx2g scripts/straum run gives it 2 GiB), or");
                assertStays(database, straum, client);
            }
        }
    }

    @Test
    void tooManyCellsByACommitAreToldAndTheProcessStays() throws Exception {
        String database =
                database("SELECT timestamptz '2026-11-13 09:00Z', 'kind ' || n FROM generate_series(1, 10) n");
        try (StraumProcess straum = run(database, "128m", "--max-cells", "12")) {
            AskClient client = new AskClient(straum.awaitAddress());
            Awaitility.await("ready")
                    .atMost(PATIENCE)
                    .until(() -> client.get("/readyz", "text/plain").status() == 200);
            server.execute(
                    database,
                    "INSERT INTO app.events SELECT '2026-11-13 09:00Z', 'kind ' || n FROM generate_series(11, 13) n");
            awaitReason(straum, client, "the views have 13, more than the 12 of --max-cells");
            assertStays(database, straum, client);
        }
    }

    private static void assertStays(String database, StraumProcess straum, AskClient client) {
        assertThat(client.get("/livez", "text/plain").status()).isEqualTo(200);
        assertThat(client.get("/status", "application/json").body())
                .contains("\"state\":\"waiting\"", "\"next_start_at\":null");
        assertThat(client.get("/status", "text/plain").body()).containsPattern("next start +none before a restart");
        assertThat(client.reply(ASK, List.of(), null).status()).isEqualTo(503);
        Awaitility.await("no slot is left")
                .atMost(PATIENCE)
                .until(() -> server.rows(database, "SELECT slot_name FROM pg_replication_slots")
                        .isEmpty());
        straum.terminate();
        StraumProcess.Ended ended = straum.awaitEnd();
        assertThat(ended.status()).as(ended.err()).isZero();
        assertThat(ended.err()).containsOnlyOnce("snapshot taken");
    }

    private static void awaitReason(StraumProcess straum, AskClient client, String reason) {
        Awaitility.await(reason).atMost(PATIENCE).until(() -> {
            assertThat(straum.isAlive()).as("it lives: %s", straum.err()).isTrue();
            return client.get("/readyz", "text/plain").body().contains(reason);
        });
    }

    private static StraumProcess run(String database, String heap, String... options) throws IOException {
        Path spec = Files.writeString(Files.createTempFile(folder, "usage", ".sql"), SPEC);
        String[] arguments = {"run", spec.toString(), "--dsn", server.dsn(database), "--listen", "127.0.0.1:0"};
        String[] all = new String[arguments.length + options.length];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        System.arraycopy(options, 0, all, arguments.length, options.length);
        return StraumProcess.start(heap, Map.of(), all);
    }

    private static String database(String rows) {
        String database = server.newDatabase();
        server.execute(
                database,
                "CREATE SCHEMA app",
                "CREATE TABLE app.events (at timestamptz, kind text)",
                "ALTER TABLE app.events REPLICA IDENTITY FULL",
                "INSERT INTO app.events " + rows,
                "CREATE PUBLICATION straum FOR TABLE app.events");
        return database;
    }
}
