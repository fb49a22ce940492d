package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.slf4j.LoggerFactory;
import straum.app.Opened;
import straum.app.Source.RowSink;
import straum.app.SourceException;
import straum.domain.spec.Spec;
import straum.domain.testing.Beside;
import straum.domain.testing.Specs;
import straum.pg.testing.PostgresServer;

/** Loads over several connections: each row of the snapshot once, and what becomes of the connections. */
@Isolated("it looks for the threads of this process, and what it logs")
class SharedLoadIT {
    /** The oldest that is followed, and the newest. */
    static final List<Integer> MAJORS =
            List.of(PostgresServer.MAJORS.get(0), PostgresServer.MAJORS.get(PostgresServer.MAJORS.size() - 1));

    /** Four connections, for a table of two blocks and more. */
    private static final LoadPlan FOUR = new LoadPlan(4, 1);

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int EVENTS = 1;
    private static final String IDS =
            "SELECT amount::text, at::text, kind, account_id::text FROM app.events ORDER BY 1, 2, 3, 4";

    private final Shop shop = new Shop();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        ((Logger) LoggerFactory.getLogger(Further.class)).addAppender(log);
    }

    @AfterEach
    void closeTheShop() {
        ((Logger) LoggerFactory.getLogger(Further.class)).detachAppender(log);
        shop.close();
        assertThat(copying()).isEmpty();
    }

    private static List<String> copying() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("straum-copy"))
                .toList();
    }

    private Postgres source() {
        return shop.source(shop.dsn(), Specs.usage(), FOUR);
    }

    private static List<String> pids(Shop shop) {
        return shop
                .server
                .rows(
                        "postgres",
                        "SELECT pid FROM pg_stat_activity WHERE application_name = 'straum' AND datname = '"
                                + shop.database + "'")
                .stream()
                .map(row -> String.valueOf(row.get(0)))
                .toList();
    }

    /** Has something done once, in the midst of a load: with the first rows, while there are more than batches hold. */
    private static RowSink at(Runnable first) {
        AtomicBoolean done = new AtomicBoolean();
        return rows -> {
            if (!done.getAndSet(true)) {
                first.run();
            }
        };
    }

    /** Some thirty megabytes. */
    private void insertManyEvents() {
        shop.execute("INSERT INTO app.events SELECT timestamptz '2026-11-13Z' + n * interval '1 s', repeat('k', 1000),"
                + " n % 10, n FROM generate_series(1, 30000) n");
    }

    /** With rows moved, made and removed all the while, and old versions of them taken away. */
    @ParameterizedTest(name = "PostgreSQL {0}")
    @FieldSource("MAJORS")
    void eachRowOfTheSnapshotIsReadOnceWhileOthersWrite(int major) throws Exception {
        try (PostgresServer server = PostgresServer.start(major);
                Shop own = new Shop(server);
                Writers writers = new Writers(own, 3)) {
            own.insertEvents(20_000);
            own.execute("CREATE INDEX ON app.events (amount)");
            writers.start();
            writers.awaitMore(20);
            Postgres source = own.source(own.dsn(), Specs.usage(), FOUR);
            Opened opened = source.open();
            try (Connection truth = inTheSnapshot(own)) {
                List<List<@Nullable String>> loaded = new ArrayList<>();
                AtomicInteger batches = new AtomicInteger();
                AtomicInteger sessions = new AtomicInteger();
                source.load(EVENTS, rows -> {
                    loaded.addAll(Shop.print(rows, opened.types().get(EVENTS)));
                    if (batches.incrementAndGet() <= 4) {
                        sessions.accumulateAndGet(pids(own).size(), Math::max);
                        own.execute("VACUUM app.events");
                        writers.awaitMore(20);
                    }
                });

                assertThat(sessions).as("of Straum's").hasValue(5);
                assertThat(batches).hasValueGreaterThan(FOUR.connections());
                assertThat(byAmount(loaded)).isEqualTo(read(truth, IDS));
                assertThat(explained(own, "ONLY app.events")).contains("Tid Range Scan");
                source.load(0, rows -> {});
                await().atMost(PATIENCE).until(() -> pids(own).size() == 2);
                source.loaded();
                writers.end();
                assertThat(own.follow(source)).isNotEmpty();
            }
        }
    }

    /** A session in the snapshot that Straum has shared. */
    private static Connection inTheSnapshot(Shop shop) throws SQLException {
        Connection session = shop.server.connect(shop.database);
        try (Statement statement = session.createStatement()) {
            String id = shop.server.value("postgres", "SELECT pg_ls_dir('pg_snapshots')");
            statement.execute("BEGIN ISOLATION LEVEL REPEATABLE READ");
            statement.execute("SET TRANSACTION SNAPSHOT '" + id + "'");
            statement.execute("SET TimeZone = 'UTC'");
        }
        return session;
    }

    private static List<List<@Nullable String>> read(Connection session, String query) throws SQLException {
        List<List<@Nullable String>> rows = new ArrayList<>();
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(query.replace("ORDER BY 1, 2, 3, 4", ""))) {
            while (row.next()) {
                List<@Nullable String> values = new ArrayList<>();
                for (int column : new int[] {1, 2, 3, 4}) {
                    values.add(row.getString(column));
                }
                rows.add(values);
            }
        }
        rows.sort(Comparator.comparing(Object::toString));
        return rows;
    }

    /** Rows of the events as {@link #IDS} has them. */
    private static List<List<@Nullable String>> byAmount(List<List<@Nullable String>> loaded) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (List<@Nullable String> row : loaded) {
            List<@Nullable String> values = new ArrayList<>(List.of(String.valueOf(row.get(3))));
            values.addAll(row.subList(0, 3));
            rows.add(values);
        }
        rows.sort(Comparator.comparing(Object::toString));
        return rows;
    }

    private static String explained(Shop shop, String from) {
        return shop.server
                .rows(shop.database, "EXPLAIN SELECT 1 FROM " + from + new Piece(5, 10).where())
                .toString();
    }

    /** Sessions that write to the events. */
    private static final class Writers implements AutoCloseable {
        private final Shop shop;
        private final ExecutorService threads;
        private final int count;
        private final List<Future<?>> writing = new ArrayList<>();
        private final AtomicInteger committed = new AtomicInteger();
        private volatile boolean over;

        Writers(Shop shop, int count) {
            this.shop = shop;
            this.count = count;
            this.threads = Executors.newFixedThreadPool(count);
        }

        void start() {
            for (int i = 0; i < count; i++) {
                int seed = i;
                writing.add(threads.submit(() -> write(seed)));
            }
        }

        private Void write(int seed) throws SQLException {
            Random random = new Random(seed);
            try (Connection session = shop.server.connect(shop.database);
                    Statement statement = session.createStatement()) {
                for (int made = 0; !over; made++) {
                    // A third of the rows for each, so that none waits for another.
                    String some = " WHERE amount % 3 = " + seed + " AND amount BETWEEN " + random.nextInt(20_000)
                            + " AND " + random.nextInt(20_000);
                    int id = 3 * (10_000_000 + made) + seed;
                    statement.execute(
                            switch (random.nextInt(3)) {
                                case 0 -> "UPDATE app.events SET kind = kind || 'x'" + some;
                                case 1 -> "DELETE FROM app.events" + some + " AND account_id = " + random.nextInt(10);
                                default ->
                                    "INSERT INTO app.events VALUES ('2026-11-13Z', 'new', 1, " + id
                                            + "), (NULL, NULL, 2, " + (id + 3_000_000) + ")";
                            });
                    committed.incrementAndGet();
                }
            }
            return null;
        }

        void awaitMore(int more) {
            int goal = committed.get() + more;
            await().atMost(PATIENCE)
                    .until(() -> committed.get() >= goal || writing.stream().anyMatch(Future::isDone));
        }

        void end() throws Exception {
            over = true;
            for (Future<?> each : writing) {
                each.get(1, TimeUnit.MINUTES);
            }
        }

        @Override
        public void close() {
            over = true;
            threads.shutdown();
            await().atMost(PATIENCE).until(threads::isTerminated);
        }
    }

    /** By its own name, which is all that the role may read; leaves of no block, of one, and of some. */
    @Test
    void theLeavesOfAPartitionedTableAreReadTogether() throws Exception {
        shop.execute(
                "CREATE TABLE app.p (at timestamptz, n int, t text) PARTITION BY RANGE (n)",
                "CREATE TABLE app.p1 PARTITION OF app.p FOR VALUES FROM (0) TO (10000) PARTITION BY RANGE (n)",
                "CREATE TABLE app.p11 PARTITION OF app.p1 FOR VALUES FROM (0) TO (7000)",
                "CREATE TABLE app.p12 PARTITION OF app.p1 DEFAULT",
                "CREATE TABLE app.p2 (extra text, t text, n int, at timestamptz)",
                "ALTER TABLE app.p2 DROP COLUMN extra",
                "ALTER TABLE app.p ATTACH PARTITION app.p2 FOR VALUES FROM (10000) TO (10010)",
                "CREATE TABLE app.p3 PARTITION OF app.p FOR VALUES FROM (20000) TO (30000)",
                "INSERT INTO app.p SELECT NULL, n, repeat('x', 100) FROM generate_series(0, 10009) n",
                "DELETE FROM app.p WHERE n % 7 = 3",
                "ALTER TABLE app.p REPLICA IDENTITY FULL",
                "ALTER TABLE app.p11 REPLICA IDENTITY FULL",
                "ALTER TABLE app.p12 REPLICA IDENTITY FULL",
                "ALTER TABLE app.p2 REPLICA IDENTITY FULL",
                "ALTER TABLE app.p3 REPLICA IDENTITY FULL",
                "ALTER PUBLICATION straum ADD TABLE app.p");
        Spec spec =
                Specs.of(Specs.fact("v", "app.p", "at").key("n").count("rows").build());
        Dsn dsn = role("");
        shop.execute("GRANT SELECT ON app.p TO " + dsn.user());
        Postgres source = shop.source(dsn, spec, FOUR);
        Opened opened = source.open();
        List<Integer> loaded = new ArrayList<>();
        AtomicInteger sessions = new AtomicInteger();

        source.load(0, rows -> {
            Shop.print(rows, opened.types().get(0)).forEach(row -> loaded.add(Integer.valueOf("" + row.get(1))));
            sessions.accumulateAndGet(pids(shop).size(), Math::max);
        });

        List<Integer> truth = shop.server.rows(shop.database, "SELECT n FROM app.p ORDER BY 1").stream()
                .map(row -> Integer.valueOf("" + row.get(0)))
                .toList();
        assertThat(loaded.stream().sorted().toList()).isEqualTo(truth);
        assertThat(sessions).hasValue(5);
        assertThat(explained(shop, "app.p")).contains("Tid Range Scan").doesNotContain("Seq Scan");
    }

    /** A role that may do what Straum needs, in this shop, with the words given. */
    private Dsn role(String words) {
        String name = "role_" + shop.database;
        shop.execute(
                "DROP ROLE IF EXISTS " + name,
                "CREATE ROLE " + name + " LOGIN REPLICATION PASSWORD 'secret' " + words,
                "GRANT CONNECT ON DATABASE " + shop.database + " TO " + name,
                "GRANT USAGE ON SCHEMA app TO " + name,
                "GRANT SELECT ON app.events, app.accounts TO " + name);
        return shop.dsn(name, "secret");
    }

    @Test
    void anEmptyTableAndOneOfABlockAreReadOverOneConnection() throws Exception {
        shop.execute("INSERT INTO app.accounts VALUES (1, 'eu')");
        Postgres source = source();
        Opened opened = source.open();

        assertThat(Shop.load(source, opened, 0)).hasSize(1);
        assertThat(Shop.load(source, opened, EVENTS)).isEmpty();
        assertThat(shop.server.rows("postgres", "SELECT pg_ls_dir('pg_snapshots')"))
                .as("snapshots shared")
                .isEmpty();
    }

    @Test
    void aTableOfFewerBlocksThanConnectionsIsReadOverAsManyAsItHas() throws Exception {
        shop.insertEvents(200);
        int blocks = Integer.parseInt(shop.server.value(
                shop.database, "SELECT pg_relation_size('app.events') / current_setting('block_size')::int"));
        Postgres source = source();
        Opened opened = source.open();
        List<List<@Nullable String>> loaded = new ArrayList<>();
        AtomicInteger sessions = new AtomicInteger();

        source.load(EVENTS, rows -> {
            loaded.addAll(Shop.print(rows, opened.types().get(EVENTS)));
            sessions.accumulateAndGet(pids(shop).size(), Math::max);
        });

        assertThat(blocks).isBetween(2, 3);
        assertThat(sessions).hasValue(1 + blocks);
        assertThat(loaded).extracting(row -> row.get(3)).doesNotHaveDuplicates().hasSize(200);
    }

    /** What the role or the database sets for its sessions does not count for the further ones either. */
    @Test
    void whereARoleMayConnectNoMoreItIsReadOverFewer() throws Exception {
        shop.insertEvents(5_000);
        shop.execute("INSERT INTO app.accounts SELECT n, 'region ' || n FROM generate_series(1, 5000) n");
        Dsn dsn = role("CONNECTION LIMIT 3");
        shop.execute(
                "ALTER ROLE " + dsn.user() + " SET statement_timeout = 1",
                "ALTER ROLE " + dsn.user() + " SET enable_tidscan = off",
                "ALTER ROLE " + dsn.user() + " SET default_transaction_isolation = 'serializable'");
        Postgres source = shop.source(dsn, Specs.usage(), FOUR);
        Opened opened = source.open();

        for (int table : new int[] {0, EVENTS}) {
            AtomicInteger rows = new AtomicInteger();
            AtomicInteger sessions = new AtomicInteger();
            source.load(table, batch -> {
                rows.addAndGet(batch.size());
                sessions.accumulateAndGet(pids(shop).size(), Math::max);
            });
            assertThat(rows).hasValue(5_000);
            assertThat(sessions)
                    .as("of Straum's, of which the walsender does not count")
                    .hasValue(4);
            await().atMost(PATIENCE).until(() -> pids(shop).size() == 2);
        }

        assertThat(opened.types()).hasSize(2);
        assertThat(logged())
                .singleElement()
                .asString()
                .contains(
                        "loading over fewer connections", "wanted=\"4\"", "connections=\"3\"", "too many connections");
        source.loaded();
    }

    private List<String> logged() {
        return log.list.stream()
                .map(event -> event.getFormattedMessage() + " " + event.getKeyValuePairs())
                .toList();
    }

    @Test
    void aFurtherConnectionLostInTheMiddleEndsTheLoad() throws Exception {
        insertManyEvents();
        Postgres source = source();
        source.open();

        assertThatThrownBy(() -> source.load(
                        EVENTS,
                        at(() -> assertThat(shop.server.rows(
                                        "postgres",
                                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"
                                                + shop.database
                                                + "' AND application_name = 'straum' AND backend_type = 'client backend'"
                                                + " AND backend_xmin IS NOT NULL AND query NOT LIKE '%pg_locks%'"
                                                + " ORDER BY backend_start DESC LIMIT 1"))
                                .hasSize(1))))
                .isInstanceOfSatisfying(
                        SourceException.class, lost -> assertThat(lost.kind()).isEqualTo(SourceException.Kind.LOST))
                .hasMessageMatching(
                        "(?s)loading app.events after \\d+ rows of those that connection [234] of 4 to 127.0.0.1:"
                                + shop.server.port() + " reads: .*");
        assertNothingIsLeft();
    }

    @Test
    void theSlotsConnectionLostInTheMiddleEndsTheLoad() throws Exception {
        insertManyEvents();
        Postgres source = source();
        source.open();

        assertThatThrownBy(() -> source.load(
                        EVENTS,
                        at(() -> shop.server.rows(
                                "postgres",
                                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"
                                        + shop.database + "' AND backend_type = 'walsender'"))))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("rows of those that connection 1 of 4 to 127.0.0.1:");
        assertNothingIsLeft();
    }

    @Test
    void aStopInTheMiddleLeavesNothing() throws Exception {
        insertManyEvents();
        Postgres source = source();
        source.open();

        assertThatThrownBy(() -> source.load(EVENTS, at(() -> {
                    assertThat(pids(shop)).hasSize(5);
                    Beside.run(source::stop).join();
                })))
                .isInstanceOf(SourceException.class);
        assertNothingIsLeft();
    }

    @Test
    void whatTheSinkThrowsLeavesNothing() throws Exception {
        insertManyEvents();
        Postgres source = source();
        source.open();

        assertThatThrownBy(() -> source.load(EVENTS, at(() -> {
                    throw new IllegalStateException("full");
                })))
                .hasMessage("full");
        assertNothingIsLeft();
    }

    private void assertNothingIsLeft() {
        assertThat(copying()).isEmpty();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(shop.leftOnTheServer()).isEmpty());
    }

    /** Whoever waits for the table waits for the load: one more session that did too would never have it. */
    @Test
    void whoWaitsForTheTableKeepsNoFurtherConnectionWaiting() throws Exception {
        shop.insertEvents(5_000);
        Postgres source = source();
        Opened opened = source.open();
        CompletableFuture<Void> alter = alterInVain();

        assertThat(Shop.load(source, opened, EVENTS)).hasSize(5_000);

        assertThat(logged()).singleElement().asString().contains("could not obtain lock on relation");
        assertThat(alter).isNotDone();
        source.loaded();
        alter.get(30, TimeUnit.SECONDS);
    }

    /** Nor one that has come before. */
    @Test
    void whoComesToWaitForTheTableKeepsNoConnectionWaiting() throws Exception {
        insertManyEvents();
        Postgres source = source();
        source.open();
        List<CompletableFuture<Void>> alter = new ArrayList<>();
        AtomicInteger rows = new AtomicInteger();
        RowSink first = at(() -> alter.add(alterInVain()));

        source.load(EVENTS, batch -> {
            first.accept(batch);
            rows.addAndGet(batch.size());
        });

        assertThat(rows).hasValue(30_000);
        assertThat(logged()).isEmpty();
        assertThat(alter).singleElement().satisfies(each -> assertThat(each).isNotDone());
        source.loaded();
        alter.get(0).get(30, TimeUnit.SECONDS);
    }

    private CompletableFuture<Void> alterInVain() {
        CompletableFuture<Void> alter = Beside.run(() -> shop.execute("ALTER TABLE app.events ADD x int"));
        await().atMost(PATIENCE)
                .until(() -> !shop.server
                        .rows("postgres", "SELECT FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'")
                        .isEmpty());
        return alter;
    }

    /** Which takes each index for itself, and is let have it between two pieces. */
    @Test
    void anIndexIsMadeAnewBeforeTheLoadIsOver() throws Exception {
        insertManyEvents();
        shop.execute("CREATE INDEX ev ON app.events (amount)");
        Postgres source = source();
        source.open();
        List<CompletableFuture<Void>> made = new ArrayList<>();
        AtomicInteger rows = new AtomicInteger();
        RowSink first = at(() -> made.add(Beside.run(() -> shop.execute("REINDEX INDEX app.ev"))));

        source.load(EVENTS, batch -> {
            first.accept(batch);
            rows.addAndGet(batch.size());
        });

        assertThat(rows).hasValue(30_000);
        made.get(0).get(30, TimeUnit.SECONDS);
        source.loaded();
    }

    @Test
    void aFurtherConnectionToAnotherServerEndsTheLoad() throws Exception {
        shop.insertEvents(5_000);
        try (PostgresServer other = PostgresServer.start();
                Relay relay = Relay.to(shop.server.port(), shop.server.port(), other.port())) {
            other.execute("postgres", "CREATE DATABASE " + shop.database);
            String dsn = shop.server.dsn(shop.database).replace(":" + shop.server.port(), ":" + relay.port());
            Postgres source = shop.source(Dsn.read(dsn + "?sslmode=disable", Map.of()), Specs.usage(), FOUR);
            source.open();

            assertThatThrownBy(() -> source.load(EVENTS, rows -> {}))
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining("two connections to 127.0.0.1:" + relay.port())
                    .hasMessageContaining("led to two different servers");
        }
        assertNothingIsLeft();
    }
}
