package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import straum.app.ChangesReader;
import straum.app.Event;
import straum.app.Lsn;
import straum.app.Opened;
import straum.app.Reading;
import straum.app.SourceException;
import straum.app.SourceException.Kind;
import straum.domain.testing.Beside;
import straum.domain.testing.Specs;
import straum.pg.testing.PostgresServer;

@Isolated("it counts the threads of this process")
class PostgresIT {
    private Shop shop;

    @BeforeEach
    void openTheShop() {
        shop = new Shop();
    }

    @AfterEach
    void nothingIsLeft() {
        await().untilAsserted(() -> assertThat(ourThreads()).isEmpty());
        await().untilAsserted(() -> assertThat(shop.leftOnTheServer()).isEmpty());
        shop.close();
    }

    private static List<String> ourThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("straum-"))
                .toList();
    }

    @Test
    void aStartLoadsWhatWasThereAndStreamsWhatComesAfter() throws Exception {
        shop.insertEvents(10_000);
        shop.execute("INSERT INTO app.accounts VALUES (7, 'eu'), (8, NULL)");
        Postgres source = shop.source();

        Opened opened = source.open();
        shop.execute("INSERT INTO app.accounts VALUES (9, 'us')");
        List<List<String>> accounts = Shop.load(source, opened, 0);
        List<List<String>> events = Shop.load(source, opened, 1);
        source.loaded();
        List<Event.Commit> commits = shop.follow(source);
        Reading reading = source.wal();
        source.stop();

        assertThat(accounts).containsExactly(List.of("7", "eu"), Arrays.asList("8", null));
        assertThat(events).hasSize(10_000);
        assertThat(events.get(41)).containsExactly("2026-11-13 00:00:42+00", "kind 0", "2", "42.00");
        assertThat(commits).hasSize(1);
        ChangesReader changes = new ChangesReader();
        changes.begin(commits.get(0).changes());
        assertThat(changes.next()).isTrue();
        assertThat(Shop.print(changes.rows(), opened.types().get(0))).containsExactly(List.of("9", "us"));
        assertThat(reading.insert().reaches(opened.at())).isTrue();
        assertThat(opened.server().database()).isEqualTo(shop.database);
    }

    @Test
    void aSecondOpenClosesTheFirst() throws Exception {
        Postgres source = shop.source();
        String first = shop.start(source).server().slot();

        String second = source.open().server().slot();

        assertThat(second).isNotEqualTo(first);
        await().untilAsserted(
                        () -> assertThat(shop.leftOnTheServer()).hasSize(3).contains(List.of("slot", second)));
        source.stop();
    }

    @Test
    void lettingGoLeavesNothingOnTheServerAndTheNextStartSucceeds() throws Exception {
        Postgres source = shop.source();
        source.letGo();
        shop.start(source);

        source.letGo();

        await().untilAsserted(() -> assertThat(shop.leftOnTheServer()).isEmpty());
        assertThatThrownBy(() -> source.next(0)).isInstanceOf(SourceException.class);
        shop.start(source);
        source.stop();
    }

    @Test
    void aFailureOfTheSinkEndsTheLoadAndClosesEverything() throws Exception {
        shop.insertEvents(50_000);
        Postgres source = shop.source();
        source.open();

        assertThatThrownBy(() -> source.load(1, rows -> {
                    throw new IllegalArgumentException("full");
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("full");
    }

    @Test
    void aLoadWhoseServerProcessIsEndedFailsAndClosesEverything() throws Exception {
        shop.insertEvents(50_000);
        Postgres source = shop.source();
        source.open();
        String pid = shop.server.value(
                "postgres", "SELECT active_pid FROM pg_replication_slots WHERE database = '" + shop.database + "'");
        shop.server.execute("postgres", "SELECT pg_terminate_backend(" + pid + ")");

        assertThatThrownBy(() -> source.load(1, rows -> {}))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("loading app.events");
    }

    /** P20: where the server's words are lost, what it may have done is named. */
    @Test
    void aSlotThatGoesNamesTheSettingThatMayHaveEndedIt() throws Exception {
        try (PostgresServer server = PostgresServer.start("max_slot_wal_keep_size=64MB");
                Shop other = new Shop(server)) {
            Postgres source = other.source();
            other.start(source);
            other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'walsender'");

            assertThatThrownBy(() -> {
                        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
                        while (System.nanoTime() < deadline) {
                            source.next(100);
                        }
                    })
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining(
                            "; if the server has given the slot up, it was told to by max_slot_wal_keep_size = 64MB");
        }
    }

    @Test
    void stopEndsALoadUnderWay() throws Exception {
        shop.insertEvents(50_000);
        Postgres source = shop.source();
        source.open();

        assertThatThrownBy(() -> source.load(1, rows -> source.stop()))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("loading app.events");
        assertThatThrownBy(source::open).isInstanceOf(SourceException.class);
    }

    @Test
    void stopEndsANextThatWaits() throws Exception {
        Postgres source = shop.source();
        shop.start(source);
        CompletableFuture<Throwable> ended = failure(() -> {
            while (true) {
                source.next(60_000);
            }
        });

        source.stop();

        assertThat(ended.get(20, TimeUnit.SECONDS)).isInstanceOf(SourceException.class);
    }

    @Test
    void whoHoldsTheSnapshotUpIsNamedUntilTheyEnd() throws Exception {
        Postgres source = shop.source();
        try (Connection writer = shop.server.connect("postgres")) {
            int pid = openTransaction(writer);
            CompletableFuture<Opened> opened = Beside.supply(() -> opened(source));

            await().untilAsserted(() -> assertThat(source.waitingFor())
                    .startsWith("the transaction of the session with pid " + pid
                            + " in the database postgres (open since 20")
                    .endsWith("Z) to end before it can take a snapshot"));
            writer.commit();

            assertThat(opened.get(20, TimeUnit.SECONDS).at()).isNotEqualTo(Lsn.ZERO);
        }
        assertThat(source.waitingFor()).isNull();
        source.stop();
    }

    @Test
    void aPreparedTransactionThatHoldsTheSnapshotUpIsNamed() throws Exception {
        Postgres source = shop.source();
        shop.execute("BEGIN; SELECT pg_current_xact_id(); PREPARE TRANSACTION 'forgotten'");
        CompletableFuture<Opened> opened = Beside.supply(() -> opened(source));

        await().untilAsserted(() -> assertThat(source.waitingFor())
                .contains("the prepared transaction 'forgotten' in the database " + shop.database));
        shop.execute("ROLLBACK PREPARED 'forgotten'");

        assertThat(opened.get(20, TimeUnit.SECONDS).at()).isNotEqualTo(Lsn.ZERO);
        source.stop();
    }

    @Test
    void stopWhileTheSnapshotIsHeldUpLeavesNoWalsenderBehind() throws Exception {
        Postgres source = shop.source();
        try (Connection writer = shop.server.connect("postgres")) {
            openTransaction(writer);
            CompletableFuture<Throwable> ended = failure(source::open);
            await().until(() -> source.waitingFor() != null);

            source.stop();

            assertThat(ended.get(10, TimeUnit.SECONDS))
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining("stopped");
            // While the writer still holds on: closing the connection alone would leave the walsender waiting for it.
            await().atMost(Duration.ofSeconds(5))
                    .untilAsserted(() -> assertThat(shop.leftOnTheServer()).isEmpty());
            writer.rollback();
        }
    }

    @Test
    void anInterruptionWhileTheSnapshotIsHeldUpLeavesNoWalsenderBehind() throws Exception {
        Postgres source = shop.source();
        try (Connection writer = shop.server.connect("postgres")) {
            openTransaction(writer);
            CompletableFuture<Throwable> ended = new CompletableFuture<>();
            Thread thread = new Thread(() -> {
                try {
                    source.open();
                    ended.complete(new AssertionError("opened"));
                } catch (SourceException | InterruptedException | RuntimeException e) {
                    ended.complete(e);
                }
            });
            thread.start();
            await().until(() -> source.waitingFor() != null);

            thread.interrupt();

            assertThat(ended.get(10, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
            await().atMost(Duration.ofSeconds(5))
                    .untilAsserted(() -> assertThat(shop.leftOnTheServer()).isEmpty());
            writer.rollback();
        }
    }

    @Test
    void whoHasLockedATableIsNamed() throws Exception {
        try (Connection owner = shop.server.connect(shop.database);
                Connection waiting = shop.server.connect(shop.database);
                Connection asking = shop.server.connect(shop.database)) {
            int ownerPid = openTransaction(owner);
            execute(owner, "LOCK TABLE app.events IN ACCESS EXCLUSIVE MODE");
            int waitingPid = openTransaction(waiting);
            CompletableFuture<Void> locked =
                    Beside.run(() -> execute(waiting, "LOCK TABLE app.accounts, app.events IN ACCESS SHARE MODE"));

            await().untilAsserted(() -> assertThat(Holder.of(asking, waitingPid))
                    .startsWith("the transaction of the session with pid " + ownerPid));
            owner.rollback();
            locked.get(20, TimeUnit.SECONDS);

            assertThat(Holder.of(asking, waitingPid)).isNull();
        }
    }

    /** A lock that somebody waits for is waited for by all who come later, and held up by whoever holds that one up. */
    @Test
    void whoHoldsUpTheOneThatWaitsBeforeIsNamed() throws Exception {
        try (Connection reader = shop.server.connect(shop.database);
                Connection owner = shop.server.connect(shop.database);
                Connection waiting = shop.server.connect(shop.database);
                Connection asking = shop.server.connect(shop.database)) {
            int readerPid = openTransaction(reader);
            execute(reader, "LOCK TABLE app.events IN ACCESS SHARE MODE");
            int ownerPid = openTransaction(owner);
            CompletableFuture<Void> altered =
                    Beside.run(() -> execute(owner, "LOCK TABLE app.events IN ACCESS EXCLUSIVE MODE"));
            await().untilAsserted(() -> assertThat(Holder.of(asking, ownerPid))
                    .startsWith("the transaction of the session with pid " + readerPid));
            int waitingPid = openTransaction(waiting);
            CompletableFuture<Void> locked =
                    Beside.run(() -> execute(waiting, "LOCK TABLE app.events IN ACCESS SHARE MODE"));

            await().untilAsserted(() -> assertThat(Holder.of(asking, waitingPid))
                    .startsWith("the transaction of the session with pid " + readerPid));
            reader.rollback();
            altered.get(20, TimeUnit.SECONDS);
            await().untilAsserted(() -> assertThat(Holder.of(asking, waitingPid))
                    .startsWith("the transaction of the session with pid " + ownerPid));
            owner.rollback();
            locked.get(20, TimeUnit.SECONDS);
        }
    }

    /** N12. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "TRUNCATE app.events; INSERT INTO app.events SELECT now(), 'kind', n, n FROM generate_series(1, 100) n",
                // Whose rows are of after the snapshot, all of them, in a file of their own.
                "ALTER TABLE app.events ALTER amount TYPE numeric(12,2) USING amount + 1"
            })
    void n12ATableEmptiedBetweenTheSnapshotAndItsLockIsNeverLoadedEmpty(String empties) throws Exception {
        shop.insertEvents(100);
        ScheduledExecutorService emptying = Executors.newSingleThreadScheduledExecutor();
        boolean refused = false;
        try (Connection owner = shop.server.connect(shop.database)) {
            Future<?> goesOn = emptying.scheduleWithFixedDelay(
                    () -> execute(owner, "BEGIN; " + empties + "; COMMIT"), 0, 30, TimeUnit.MILLISECONDS);
            Postgres source = shop.source();
            long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
            while (!refused) {
                assertThat(System.nanoTime()).isLessThan(deadline);
                try {
                    Opened opened = source.open();
                    assertThat(Shop.load(source, opened, 1)).hasSize(100);
                } catch (SourceException e) {
                    assertThat(e.kind()).isEqualTo(Kind.LOST);
                    assertThat(e)
                            .hasMessageStartingWith("while the snapshot was taken, ")
                            .hasMessageContaining("app.events");
                    refused = true;
                }
            }
            assertThat(goesOn.isDone()).as("a failed change ends them all").isFalse();
            emptying.shutdown();
            assertThat(emptying.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
            assertThat(Shop.load(source, source.open(), 1)).hasSize(100);
            source.stop();
        } finally {
            emptying.shutdown();
            assertThat(emptying.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aReadingGivenUpWhileSomebodyHoldsTheCatalogLeavesNoSessionBehind() throws Exception {
        Postgres source = shop.source();
        shop.start(source);
        try (Connection holder = shop.server.connect(shop.database)) {
            execute(holder, "BEGIN");
            execute(holder, "LOCK TABLE pg_catalog.pg_publication_rel");
            CompletableFuture<Void> reading = Beside.run(() -> assertThatThrownBy(source::wal)
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining("reading the server's WAL position"));
            await().untilAsserted(() -> assertThat(shop.server.rows(
                            "postgres",
                            "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'straum'"
                                    + " AND datname = '" + shop.database + "'"))
                    .hasSize(1));

            source.stop();

            reading.get(20, TimeUnit.SECONDS);
            await().atMost(1, TimeUnit.MINUTES)
                    .untilAsserted(() -> assertThat(shop.leftOnTheServer()).isEmpty());
        }
    }

    @Test
    void flushMakesTheServerFlushWhatAnAsynchronousCommitLeft() throws Exception {
        Postgres source = shop.source();
        shop.start(source);

        shop.execute("SET synchronous_commit = off; INSERT INTO app.accounts VALUES (10, 'us')");
        Reading unflushed = source.wal();
        source.flush();

        assertThat(source.wal().flush().covers(unflushed.insert())).isTrue();
        source.stop();
    }

    @Test
    void aReadingsClockIsBeforeEveryCommitItsPositionDoesNotCover() throws Exception {
        Postgres source = shop.source(Specs.usage());
        shop.start(source);

        Reading before = source.wal();
        shop.insertEvents(1);
        Event.Commit commit = shop.follow(source).get(0);
        Reading after = source.wal();
        source.stop();

        assertThat(before.insert().reaches(commit.end())).isFalse();
        assertThat(before.clock()).isBefore(commit.time());
        assertThat(after.insert().reaches(commit.end())).isTrue();
        assertThat(after.clock()).isAfter(commit.time());
    }

    private static int openTransaction(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT pg_backend_pid(), pg_current_xact_id()")) {
            row.next();
            return row.getInt(1);
        }
    }

    private static void execute(Connection connection, String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Opened opened(Postgres source) {
        try {
            return source.open();
        } catch (SourceException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Something that fails. */
    @FunctionalInterface
    private interface Failing {
        void run() throws SourceException, InterruptedException;
    }

    private static CompletableFuture<Throwable> failure(Failing failing) {
        return Beside.supply(() -> {
            try {
                failing.run();
                return new AssertionError("it did not fail");
            } catch (SourceException | InterruptedException | RuntimeException e) {
                return e;
            }
        });
    }
}
