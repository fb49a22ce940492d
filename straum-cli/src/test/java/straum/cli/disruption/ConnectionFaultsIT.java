package straum.cli.disruption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import straum.app.Failure;
import straum.app.Lsn;
import straum.app.Status;
import straum.cli.testing.AskClient;
import straum.cli.testing.RunningStraum;
import straum.domain.testing.Beside;
import straum.pg.LoadPlan;
import straum.pg.testing.PostgresServer;

/** What connections, slots and servers that were lost got wrong: each leads to a load, and nothing before it is followed on. */
class ConnectionFaultsIT {
    private static final String[] SCHEMA = {
        "CREATE TABLE f (id int PRIMARY KEY, at timestamptz, k text, x int)",
        "ALTER TABLE f REPLICA IDENTITY FULL",
        "CREATE PUBLICATION straum FOR TABLE f"
    };
    private static final String SPEC =
            "CREATE VIEW v AS SELECT date_bin('1 hour', at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket, k,"
                    + " count(*) AS n, sum(x) AS s FROM f GROUP BY 1, 2;";
    private static final String ASK = "SELECT k, n, s FROM v WHERE bucket IS NOT NULL GROUP BY k ORDER BY k";
    private static final String QUERY = "SELECT k, count(*), sum(x) FROM f GROUP BY k ORDER BY k COLLATE \"C\"";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Bytes after which a load of {@link #manyRows} is in the midst of its COPY. */
    private static final int IN_THE_COPY = 400_000;

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    private <T extends AutoCloseable> T closing(T opened) {
        open.add(opened);
        return opened;
    }

    /** A database with the table. */
    private String begin(PostgresServer server) {
        String database = server.newDatabase();
        open.add(() -> server.dropDatabase(database));
        server.execute(database, SCHEMA);
        return database;
    }

    /** Without TLS, which would be asked for by a connection of its own: each is to be one to the proxy. */
    private RunningStraum follow(Proxy proxy, PostgresServer server, String database) {
        return follow(proxy, server, database, LoadPlan.over(1));
    }

    private RunningStraum follow(Proxy proxy, PostgresServer server, String database, LoadPlan plan) {
        String dsn = "postgresql://" + PostgresServer.USER + ":" + PostgresServer.PASSWORD + "@127.0.0.1:"
                + proxy.port() + "/" + database + "?sslmode=disable";
        return closing(RunningStraum.start(server, database, dsn, SPEC, plan));
    }

    private static String insert(int from, int to, String k) {
        return "INSERT INTO f SELECT n, '2026-11-13 09:00Z', '" + k + "', n FROM generate_series(" + from + ", " + to
                + ") n";
    }

    /** Some twenty megabytes of rows, more than lies in sockets. */
    private static String manyRows() {
        return insert(1, 20_000, "x".repeat(1000));
    }

    /** Straum answers what that server does, and has started so often. */
    private static void assertAgree(RunningStraum straum, PostgresServer server, String database, long starts) {
        Lsn now = Lsn.parse(server.value(database, "SELECT pg_current_wal_insert_lsn()"));
        assertThat(straum.client().askAt(now, ASK, List.of()).rows()).isEqualTo(server.rows(database, QUERY));
        assertThat(straum.status().starts())
                .as("starts; the last failure was %s", straum.status().lastFailure())
                .isEqualTo(starts);
    }

    private static String slot(RunningStraum straum) {
        return Objects.requireNonNull(
                Objects.requireNonNull(straum.status().server()).slot());
    }

    private static void awaitStall(Proxy proxy) {
        Awaitility.await("a stall").atMost(PATIENCE).until(proxy::isStalled);
    }

    private static void awaitFailure(RunningStraum straum, String message) {
        Awaitility.await(message).atMost(PATIENCE).until(() -> {
            Failure failure = straum.status().lastFailure();
            return failure != null && failure.message().contains(message);
        });
    }

    /** How the load's connections are lost. */
    enum Loss {
        BOTH_CUT("loading public.f", "asking whether the server is there"),
        BOTH_RESET("loading public.f", "asking whether the server is there"),
        SNAPSHOTS_ENDED("loading public.f"),
        /** By a look at the load, or by the reading at its end. */
        OTHER_ENDED("asking whether the server is there", "reading the server's WAL position");

        private final String[] said;

        /** By whichever notices it. */
        Loss(String... said) {
            this.said = said;
        }
    }

    @ParameterizedTest
    @EnumSource
    void p13AConnectionLostDuringTheLoadBeginsTheLoadAgainFromAnotherSnapshot(Loss loss) {
        PostgresServer server = PostgresServer.shared();
        String database = begin(server);
        server.execute(database, manyRows());
        Proxy proxy = closing(Proxy.to(server.port()));
        proxy.stallAfter(IN_THE_COPY);
        RunningStraum straum = follow(proxy, server, database);
        awaitStall(proxy);
        assertThat(straum.status().reason()).startsWith("loading public.f, table 1 of 1: ");
        String first = slot(straum);
        // In neither snapshot, or in the second alone.
        server.execute(
                database, "DELETE FROM f WHERE id % 2 = 0", "UPDATE f SET k = 'other', x = x + 1 WHERE id > 9000");
        assertThat(straum.client().reply(ASK, List.of(), null).status()).isEqualTo(503);

        switch (loss) {
            case BOTH_CUT -> proxy.cut();
            case BOTH_RESET -> proxy.reset();
            case SNAPSHOTS_ENDED -> terminate(server, database, "walsender");
            case OTHER_ENDED -> terminate(server, database, "client backend");
        }
        proxy.carry();

        assertThat(straum.awaitFailure()).containsAnyOf(loss.said);
        straum.awaitReady();
        assertAgree(straum, server, database, 1);
        assertThat(slot(straum)).isNotEqualTo(first);
        server.execute(database, "UPDATE f SET x = 1 WHERE id < 100");
        assertAgree(straum, server, database, 1);
    }

    @Test
    void p13AFurtherConnectionOfTheLoadLostBeginsTheLoadAgainFromAnotherSnapshot() {
        PostgresServer server = PostgresServer.shared();
        String database = begin(server);
        server.execute(database, manyRows());
        Proxy proxy = closing(Proxy.to(server.port()));
        proxy.stallAfter(IN_THE_COPY);
        RunningStraum straum = follow(proxy, server, database, new LoadPlan(4, 1));
        awaitStall(proxy);
        String first = slot(straum);
        server.execute(database, "DELETE FROM f WHERE id % 2 = 0", "UPDATE f SET k = 'other' WHERE id > 9000");

        assertThat(server.rows(
                        "postgres",
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'straum'"
                                + " AND datname = '" + database + "' ORDER BY backend_start DESC LIMIT 1"))
                .containsExactly(List.of("t"));
        proxy.carry();

        assertThat(straum.awaitFailure()).contains("loading public.f after", "of those that connection 4 of 4 to");
        straum.awaitReady();
        assertAgree(straum, server, database, 1);
        assertThat(slot(straum)).isNotEqualTo(first);
    }

    private static void terminate(PostgresServer server, String database, String type) {
        assertThat(server.rows(
                        "postgres",
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'straum'"
                                + " AND datname = '" + database + "' AND backend_type = '" + type + "'"))
                .containsExactly(List.of("t"));
    }

    /** Under its name there is another slot at once, which begins behind a gap. */
    @Test
    void p14ASlotThatIsMadeAgainUnderItsNameIsNeverFollowedOn() {
        PostgresServer server = PostgresServer.shared();
        String database = begin(server);
        server.execute(database, manyRows());
        Proxy proxy = closing(Proxy.to(server.port()));
        RunningStraum straum = follow(proxy, server, database).awaitReady();
        String first = slot(straum);
        proxy.stall();
        server.rows(
                database,
                "SELECT pg_terminate_backend(active_pid, 10000) FROM pg_replication_slots WHERE slot_name = '" + first
                        + "'");
        Awaitility.await("the slot is gone").atMost(PATIENCE).until(() -> slots(server, first) == 0);
        server.execute(
                database,
                "DELETE FROM f WHERE id < 1000",
                "SELECT pg_create_logical_replication_slot('" + first + "', 'pgoutput')",
                insert(30_000, 30_010, "after the gap"));
        open.add(() -> server.execute(database, "SELECT pg_drop_replication_slot('" + first + "')"));
        String untouched =
                "SELECT active, restart_lsn, confirmed_flush_lsn FROM pg_replication_slots WHERE slot_name = '" + first
                        + "'";
        List<List<String>> made = server.rows(database, untouched);

        proxy.carry();

        straum.awaitStarts(2);
        assertAgree(straum, server, database, 2);
        assertThat(slot(straum)).isNotEqualTo(first);
        assertThat(server.rows(database, untouched)).isEqualTo(made);
    }

    private static int slots(PostgresServer server, String name) {
        return server.rows("postgres", "SELECT 1 FROM pg_replication_slots WHERE slot_name = '" + name + "'")
                .size();
    }

    @Test
    void p15AnotherClusterBehindTheSameAddressIsToldApartAndLoaded() {
        PostgresServer first = PostgresServer.shared();
        String database = begin(first);
        first.execute(database, insert(1, 10, "first"));
        PostgresServer second = closing(PostgresServer.start());
        second.execute("postgres", "CREATE DATABASE " + database);
        second.execute(database, SCHEMA);
        second.execute(database, insert(1, 7, "first"), insert(8, 9, "second"));
        assertMoves(first, second, database, cluster(first) + " on timeline 1", cluster(second) + " on timeline 1");
    }

    /** The old primary lives on, and goes its own way. */
    @Test
    void p15AStandbyPromotedIsToldApartAndLoaded() {
        PostgresServer primary = closing(PostgresServer.start());
        String database = begin(primary);
        primary.execute(database, insert(1, 10, "first"));
        PostgresServer standby = primary.startStandby();
        assumeThat(standby)
                .as("a standby, which a server in a container does not get here")
                .isNotNull();
        closing(Objects.requireNonNull(standby));
        String written = primary.value("postgres", "SELECT pg_current_wal_lsn()");
        Awaitility.await("the standby has it all")
                .atMost(PATIENCE)
                .until(() -> standby.value("postgres", "SELECT pg_last_wal_replay_lsn() >= '" + written + "'::pg_lsn")
                        .equals("t"));
        standby.promote();
        standby.execute(database, "DELETE FROM f WHERE id < 4", insert(11, 12, "second"));
        primary.execute(database, insert(11, 20, "lost with the old primary"));
        assertMoves(
                primary, standby, database, cluster(primary) + " on timeline 1", cluster(primary) + " on timeline 2");
    }

    private static String cluster(PostgresServer server) {
        return "cluster " + server.value("postgres", "SELECT system_identifier FROM pg_control_system()");
    }

    /** From one server to another: while the address leads to both nothing is loaded, then the second is. */
    private void assertMoves(
            PostgresServer first, PostgresServer second, String database, String firstIs, String secondIs) {
        Proxy proxy = closing(Proxy.to(first.port()));
        RunningStraum straum = follow(proxy, first, database).awaitReady();
        assertAgree(straum, first, database, 1);

        proxy.leadTo(second.port());
        proxy.leadReplicationTo(first.port());
        proxy.cut();
        awaitFailure(straum, "led to two different servers: one is " + secondIs);
        assertThat(Objects.requireNonNull(straum.status().lastFailure()).message())
                .contains("the other " + firstIs);
        assertThat(straum.status().starts()).isEqualTo(1);
        assertThat(straum.client().reply(ASK, List.of(), null).status()).isEqualTo(503);

        proxy.leadTo(second.port());
        straum.awaitStarts(2);
        assertAgree(straum, second, database, 2);
        second.execute(database, "UPDATE f SET x = 100 WHERE id = 9");
        assertAgree(straum, second, database, 2);
    }

    /** Between two readings, so that none has seen it coming; and again, so that the waits can be seen to grow. */
    @Test
    void p20ASlotInvalidatedBetweenTwoReadingsNamesTheSettingAndBacksOff() {
        PostgresServer server = closing(PostgresServer.start("max_slot_wal_keep_size=1MB"));
        String database = begin(server);
        server.execute(database, insert(1, 10, "first"));
        Proxy proxy = closing(Proxy.to(server.port()));
        RunningStraum straum = follow(proxy, server, database).awaitReady();
        String first = slot(straum);

        proxy.stall();
        outgrow(server, first);
        server.execute(database, "DELETE FROM f WHERE id < 5");
        proxy.carry();

        assertBacksOff(straum, "it was told to by max_slot_wal_keep_size = 1MB");
        straum.awaitStarts(2);
        assertAgree(straum, server, database, 2);
        assertThat(slot(straum)).isNotEqualTo(first);
    }

    /** Writes WAL until the server has given the slot up, and its process with it. */
    private static void outgrow(PostgresServer server, String slot) {
        Awaitility.await("a slot given up").atMost(PATIENCE).until(() -> {
            server.execute(
                    "postgres",
                    "SELECT pg_logical_emit_message(false, 'filler', repeat('x', 1000000)) FROM generate_series(1, 20)",
                    "SELECT pg_switch_wal()",
                    "CHECKPOINT");
            return slots(server, slot) == 0;
        });
    }

    private static void assertBacksOff(RunningStraum straum, String why) {
        assertThat(straum.awaitFailure()).contains(why);
        Failure failure = Objects.requireNonNull(straum.status().lastFailure());
        assertThat(Duration.between(failure.at(), Objects.requireNonNull(failure.nextStartAt())))
                .isGreaterThan(Duration.ofMillis(700));
    }

    @Test
    void p20ALoadThatOutlastsTheIdleTimeoutNamesTheSettingAndBacksOff() {
        assumeThat(PostgresServer.shared().major()).as("the setting").isGreaterThanOrEqualTo(18);
        PostgresServer server = closing(PostgresServer.start("idle_replication_slot_timeout=1s"));
        String database = begin(server);
        server.execute(database, manyRows());
        Proxy proxy = closing(Proxy.to(server.port()));
        proxy.stallAfter(IN_THE_COPY);
        RunningStraum straum = follow(proxy, server, database);
        List<Duration> waits = new ArrayList<>();
        for (int load = 0; load < 2; load++) {
            Failure before = straum.status().lastFailure();
            awaitStall(proxy);
            String slot = slot(straum);
            Awaitility.await("a slot given up").atMost(PATIENCE).until(() -> {
                server.execute("postgres", "CHECKPOINT");
                return slots(server, slot) == 0;
            });
            server.execute(database, "DELETE FROM f WHERE id % 7 = " + load);
            proxy.carry();
            Awaitility.await("a failure")
                    .atMost(PATIENCE)
                    .until(() -> !Objects.equals(before, straum.status().lastFailure()));
            if (load == 0) {
                // The next load stalls too.
                proxy.stallAfter(IN_THE_COPY);
            }
            Failure failure = Objects.requireNonNull(straum.status().lastFailure());
            assertThat(failure.message())
                    .startsWith("loading public.f")
                    .endsWith("it was told to by idle_replication_slot_timeout = 1s");
            waits.add(Duration.between(failure.at(), Objects.requireNonNull(failure.nextStartAt())));
        }
        assertThat(waits.get(0)).isGreaterThan(Duration.ofMillis(700));
        assertThat(waits.get(1)).as("waits double").isGreaterThan(Duration.ofMillis(1400));
        straum.awaitReady();
        assertThat(straum.status().state()).isEqualTo(Status.State.READY);
        assertAgree(straum, server, database, 1);
    }

    /** Whoever comes to the table after it waits too, so that somebody should know. */
    @Test
    void anAlterTableThatWaitsForTheLoadIsNamedWhileItDoes() throws Exception {
        PostgresServer server = PostgresServer.shared();
        String database = begin(server);
        server.execute(database, manyRows());
        Proxy proxy = closing(Proxy.to(server.port()));
        proxy.stallNewestAfter(IN_THE_COPY);
        RunningStraum straum = follow(proxy, server, database);
        Awaitility.await("the load")
                .atMost(PATIENCE)
                .until(() -> String.valueOf(straum.status().reason()).startsWith("loading public.f, table 1 of 1: "));
        try (Connection owner = server.connect(database);
                Statement statement = owner.createStatement()) {
            String pid;
            try (ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
                row.next();
                pid = row.getString(1);
            }
            CompletableFuture<Boolean> altered = Beside.supply(() -> alter(statement));
            Awaitility.await("/readyz names who waits").atMost(PATIENCE).until(() -> {
                AskClient.Reply ready = straum.client().get("/readyz", "text/plain");
                return ready.status() == 503
                        && ready.body()
                                .contains("; the session with pid " + pid
                                        + " waits for the load to end, to have public.f for itself");
            });
            assertThat(altered).isNotDone();
            proxy.carry();
            altered.get(1, TimeUnit.MINUTES);
        }
        straum.awaitReady();
        assertAgree(straum, server, database, 1);
    }

    private static boolean alter(Statement statement) {
        try {
            return statement.execute("ALTER TABLE f ADD extra int");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
