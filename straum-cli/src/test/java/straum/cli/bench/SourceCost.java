package straum.cli.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import straum.app.Limits;
import straum.cli.testing.RunningStraum;
import straum.domain.spec.Spec;
import straum.notation.SpecReader;
import straum.pg.Dsn;
import straum.pg.Postgres;
import straum.pg.testing.PostgresServer;

/**
 * What Straum costs the server it follows, on a server of its own: the query it asks once a second by the number of
 * leaves, the WAL that the replica identity and its own messages add, what a load and following hold back. Prints Markdown
 * tables. {@code scripts/source-cost} runs it; takes about five minutes.
 */
final class SourceCost {
    private static final String SPEC = """
            CREATE VIEW usage AS
            SELECT date_bin('1 hour', at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket, kind, count(*) AS events
            FROM app.events GROUP BY 1, 2;
            """;

    private static final String READING = "FROM pg_stat_statements WHERE query LIKE '%spec_table%' AND calls > 1";

    private static final long QUIET_SECONDS = 20;

    private final PostgresServer server;
    private final List<String> lines = new ArrayList<>();

    private SourceCost(PostgresServer server) {
        this.server = server;
    }

    /** Takes no arguments. */
    public static void main(String[] args) throws Exception {
        try (PostgresServer server = PostgresServer.start(
                "shared_preload_libraries=pg_stat_statements",
                "pg_stat_statements.track_planning=on",
                "track_activity_query_size=1MB",
                "max_locks_per_transaction=512",
                "shared_buffers=512MB",
                "max_wal_size=8GB",
                "checkpoint_timeout=1h")) {
            SourceCost cost = new SourceCost(server);
            cost.line(
                    "| the reading, once a second | to run on the server, least mean of three | to plan | sent to it |");
            cost.line("|---|---|---|---|");
            for (int leaves : new int[] {0, 100, 1000}) {
                cost.reading(leaves);
            }
            cost.line("");
            cost.line("| WAL a row | DEFAULT | FULL | ratio |");
            cost.line("|---|---|---|---|");
            cost.identity("INSERT, 100 bytes", "INSERT INTO app.narrow SELECT * FROM app.rows", 100);
            cost.identity("UPDATE of one column, 100 bytes", "UPDATE app.narrow SET amount = amount + 1", 100);
            cost.identity("DELETE, 100 bytes", "DELETE FROM app.narrow", 100);
            cost.identity("UPDATE of one column, 1,000 bytes", "UPDATE app.narrow SET amount = amount + 1", 1000);
            cost.identity("DELETE, 1,000 bytes", "DELETE FROM app.narrow", 1000);
            cost.line("");
            cost.line("| what | how much |");
            cost.line("|---|---|");
            cost.message();
            cost.following();
            cost.loading();
            System.out.printf(Locale.ROOT, "%nPostgreSQL %s%n%n", server.value("postgres", "SHOW server_version"));
            cost.lines.forEach(System.out::println);
        }
    }

    private void line(String format, @Nullable Object... values) {
        lines.add(String.format(Locale.ROOT, format, values));
    }

    private String events(int leaves) {
        String database = server.newDatabase();
        server.execute(
                database,
                "CREATE EXTENSION pg_stat_statements",
                "CREATE EXTENSION pg_walinspect",
                "CREATE SCHEMA app",
                "CREATE TABLE app.events (at timestamptz, kind text, account_id int, amount numeric(12,2))"
                        + (leaves == 0 ? "" : " PARTITION BY RANGE (account_id)"),
                "ALTER TABLE app.events REPLICA IDENTITY FULL",
                "CREATE TABLE app.others (id int)");
        for (int leaf = 0; leaf < leaves; leaf++) {
            server.execute(
                    database,
                    "CREATE TABLE app.events_" + leaf + " PARTITION OF app.events FOR VALUES FROM (" + leaf + ") TO ("
                            + (leaf + 1) + "); ALTER TABLE app.events_" + leaf + " REPLICA IDENTITY FULL");
        }
        server.execute(
                database, "CREATE PUBLICATION straum FOR TABLE app.events WITH (publish_via_partition_root = true)");
        return database;
    }

    /** The means of the server's own statistics, over so many seconds of a Straum that follows. */
    private void reading(int leaves) {
        String database = events(leaves);
        try (RunningStraum straum = RunningStraum.start(server, database, SPEC)) {
            straum.awaitReady();
            List<Double> executed = new ArrayList<>();
            List<Double> planned = new ArrayList<>();
            for (int round = 0; round < 3; round++) {
                server.execute(database, "SELECT pg_stat_statements_reset()");
                Awaitility.await()
                        .atMost(1, TimeUnit.MINUTES)
                        .until(() -> !server.rows(database, "SELECT " + READING.replace("> 1", ">= 5"))
                                .isEmpty());
                executed.add(number(database, "SELECT sum(total_exec_time) / sum(calls) " + READING));
                planned.add(number(database, "SELECT sum(total_plan_time) / sum(calls) " + READING));
            }
            executed.sort(null);
            planned.sort(null);
            line(
                    "| %s | %.1f ms | %.1f ms | %,.0f bytes |",
                    leaves == 0 ? "one table" : String.format(Locale.ROOT, "%,d leaves", leaves),
                    executed.get(0),
                    planned.get(0),
                    number(
                            database,
                            "SELECT max(length(query)) FROM pg_stat_activity WHERE application_name = 'straum'"
                                    + " AND query LIKE '%spec_table%'"));
        }
        server.dropDatabase(database);
    }

    private double number(String database, String query) {
        return Double.parseDouble(server.value(database, query));
    }

    /** The WAL of one statement over 100,000 rows, a row, without images of whole pages. */
    private void identity(String name, String statement, int bytes) throws SQLException {
        double[] wal = new double[2];
        for (int full = 0; full < 2; full++) {
            String database = server.newDatabase();
            server.execute(
                    database,
                    "CREATE SCHEMA app",
                    "CREATE TABLE app.rows AS SELECT n AS id, now() AS at, 'kind ' || n % 8 AS kind, n % 1000 AS"
                            + " account_id, (n % 10000)::numeric(12,2) AS amount, repeat('x', " + (bytes - 60)
                            + ") AS note FROM generate_series(1, 100000) n",
                    "CREATE TABLE app.narrow (LIKE app.rows, PRIMARY KEY (id))",
                    "ALTER TABLE app.narrow REPLICA IDENTITY " + (full == 1 ? "FULL" : "DEFAULT"));
            if (!statement.startsWith("INSERT")) {
                server.execute(database, "INSERT INTO app.narrow SELECT * FROM app.rows");
            }
            server.execute(database, "CREATE PUBLICATION straum FOR TABLE app.narrow", "CHECKPOINT");
            String before = server.value(database, "SELECT pg_current_wal_insert_lsn()");
            server.execute(database, statement);
            wal[full] = number(database, "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '" + before + "') / 1e5");
            server.dropDatabase(database);
        }
        line("| %s | %.0f bytes | %.0f bytes | %.2f |", name, wal[0], wal[1], wal[1] / wal[0]);
    }

    /** What the flush of a quiet server writes, and how often it comes beside asynchronous commits. */
    private void message() throws Exception {
        String database = events(0);
        try (RunningStraum straum = RunningStraum.start(server, database, SPEC);
                Connection writer = server.connect(database);
                Statement statement = writer.createStatement()) {
            straum.awaitReady();
            for (String commits : List.of("synchronous", "asynchronous", "asynchronous, unflushed for seconds")) {
                statement.execute("SET synchronous_commit = " + (commits.equals("synchronous") ? "on" : "off"));
                if (commits.endsWith("seconds")) {
                    server.execute("postgres", "ALTER SYSTEM SET wal_writer_delay = '10s'", "SELECT pg_reload_conf()");
                }
                String from = server.value(database, "SELECT pg_current_wal_insert_lsn()");
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(QUIET_SECONDS);
                int count = 0;
                while (System.nanoTime() < end) {
                    statement.execute("INSERT INTO app.others VALUES (" + count + ")");
                    count++;
                    TimeUnit.MILLISECONDS.sleep(700);
                }
                List<@Nullable String> found = server.rows(
                                database,
                                "SELECT count(*), coalesce(sum(record_length), 0) FROM pg_get_wal_records_info('" + from
                                        + "', pg_current_wal_flush_lsn()) WHERE resource_manager = 'LogicalMessage'")
                        .get(0);
                line(
                        "| messages of Straum in %d s of a quiet server with %d commits, %s | %s, of %s bytes altogether |",
                        QUIET_SECONDS, count, commits, found.get(0), found.get(1));
            }
            server.execute("postgres", "ALTER SYSTEM RESET wal_writer_delay", "SELECT pg_reload_conf()");
            String quiet = server.value(database, "SELECT pg_current_wal_insert_lsn()");
            TimeUnit.SECONDS.sleep(QUIET_SECONDS);
            line(
                    "| WAL written in %d s in which nobody else writes | %.0f bytes |",
                    QUIET_SECONDS,
                    number(database, "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '" + quiet + "')"));
        }
        server.dropDatabase(database);
    }

    /** What a slot holds back while another table is written as fast as one session can. */
    private void following() throws Exception {
        String database = events(0);
        try (RunningStraum straum = RunningStraum.start(server, database, SPEC).awaitReady();
                Connection writer = server.connect(database);
                Statement statement = writer.createStatement()) {
            String slot = Objects.requireNonNull(straum.status().server()).slot();
            long most = 0;
            double age = 0;
            long commits = 0;
            long written = 0;
            String from = server.value(database, "SELECT pg_current_wal_insert_lsn()");
            for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(3 * QUIET_SECONDS);
                    System.nanoTime() < end; ) {
                for (int i = 0; i < 500; i++) {
                    statement.execute("INSERT INTO app.others SELECT generate_series(1, 100)");
                    commits++;
                }
                List<@Nullable String> row = server.rows(
                                database,
                                "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), restart_lsn)::bigint, age(catalog_xmin),"
                                        + " pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '" + from + "')::bigint"
                                        + " FROM pg_replication_slots WHERE slot_name = '" + slot + "'")
                        .get(0);
                most = Math.max(most, Long.parseLong(Objects.requireNonNull(row.get(0))));
                age = Math.max(age, Double.parseDouble(Objects.requireNonNull(row.get(1))));
                written = Long.parseLong(Objects.requireNonNull(row.get(2)));
            }
            line(
                    "| most WAL kept for the slot while following, of %,d MB written in %d s | %,d MB |",
                    written >> 20, 3 * QUIET_SECONDS, most >> 20);
            line("| greatest age of its catalog_xmin, of %,d transactions meanwhile | %,.0f |", commits, age);
        }
        server.dropDatabase(database);
    }

    /** What a load holds back, however long it takes. */
    private void loading() throws Exception {
        String database = events(0);
        Spec spec = SpecReader.read(SPEC);
        Postgres source = new Postgres(Dsn.read(server.dsn(database), Map.of()), spec, "straum", Limits.defaults());
        try (Connection writer = server.connect(database);
                Statement statement = writer.createStatement()) {
            source.open();
            for (int i = 0; i < 10_000; i++) {
                statement.execute("INSERT INTO app.others VALUES (1)");
            }
            line(
                    "| age of the snapshot's xmin after 10,000 transactions during a load | %s |",
                    server.value(
                            database,
                            "SELECT max(age(backend_xmin)) FROM pg_stat_activity WHERE application_name = 'straum'"));
            line(
                    "| locks of a load on its table | %s |",
                    server.value(
                            database,
                            "SELECT string_agg(DISTINCT mode, ', ') FROM pg_locks l JOIN pg_stat_activity a USING (pid)"
                                    + " WHERE a.application_name = 'straum' AND relation = 'app.events'::regclass"));
            source.load(0, rows -> {});
            source.loaded();
            line(
                    "| the same once it is loaded | %s of xmin, %s locks |",
                    server.value(
                            database,
                            "SELECT coalesce(max(age(backend_xmin))::text, 'none') FROM pg_stat_activity"
                                    + " WHERE application_name = 'straum' AND backend_type = 'walsender'"),
                    server.value(
                            database,
                            "SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a USING (pid)"
                                    + " WHERE a.application_name = 'straum' AND relation = 'app.events'::regclass"));
        } finally {
            source.stop();
        }
        server.dropDatabase(database);
    }
}
