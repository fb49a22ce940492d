package straum.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import straum.app.Limits;
import straum.app.Lsn;
import straum.app.Status;
import straum.cli.testing.AskClient;
import straum.cli.testing.RunningStraum;
import straum.pg.testing.PostgresServer;

/** What positions and transactions were got wrong by: rows that share a position, limits, prepared transactions. */
class PositionsFaultsIT {
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

    private static final long PATIENCE_SECONDS = 60;

    private final List<AutoCloseable> open = new ArrayList<>();
    private PostgresServer server = PostgresServer.shared();
    private String database = "";

    @AfterEach
    void closeAll() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    private void begin(PostgresServer on) {
        server = on;
        database = server.newDatabase();
        String mine = database;
        open.add(() -> server.dropDatabase(mine));
        server.execute(database, SCHEMA);
    }

    private RunningStraum follow(Limits limits) {
        RunningStraum straum = RunningStraum.start(server, database, server.dsn(database), SPEC, limits);
        open.add(straum);
        return straum;
    }

    private static String insert(int from, int to, String k) {
        return "INSERT INTO f SELECT n, '2026-11-13 09:00Z', '" + k + "', n FROM generate_series(" + from + ", " + to
                + ") n";
    }

    private void assertAgree(RunningStraum straum, long starts) {
        assertThat(straum.askNow(ASK).rows()).isEqualTo(server.rows(database, QUERY));
        assertThat(straum.status().starts())
                .as("starts; the last failure was %s", straum.status().lastFailure())
                .isEqualTo(starts);
    }

    @Test
    void p2LongValuesOfColumnsThatNoViewNamesAreIgnored() {
        List<String> schema = List.of(
                "CREATE EXTENSION IF NOT EXISTS hstore",
                "CREATE TABLE f (id int PRIMARY KEY, at timestamptz, k text, x int, carried jsonb, words text[],"
                        + " pairs hstore)",
                "ALTER TABLE f ALTER carried SET STORAGE EXTERNAL, ALTER words SET STORAGE EXTERNAL,"
                        + " ALTER pairs SET STORAGE EXTERNAL");
        String large = "jsonb_build_object('a', repeat('x', 20000)), array_fill(repeat('y', 50), ARRAY[400]),"
                + " hstore('k', repeat('z', 20000))";
        try (FaultCase of = FaultCase.of(schema, View.of("f").keys("k").measures("count(*) AS n", "sum(x) AS s"))) {
            of.rows("INSERT INTO f SELECT n, '2026-11-13 09:30Z', 'a', n, " + large + " FROM generate_series(1, 20) n")
                    .change("UPDATE f SET x = x + 1")
                    .change("UPDATE f SET words = array_append(words, 'more'), k = 'b' WHERE id % 2 = 0")
                    .change("UPDATE f SET carried = NULL, pairs = NULL WHERE id < 5", "DELETE FROM f WHERE id % 3 = 0")
                    .end();
        }
    }

    @Test
    void p3UpsertsOfManySessionsAtOnceAlwaysTakeTheOldRowOut() throws Exception {
        begin(PostgresServer.shared());
        RunningStraum straum = follow(Limits.defaults()).awaitReady();
        ExecutorService executor = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Void>> sessions = new ArrayList<>();
            for (int session = 0; session < 4; session++) {
                int of = session;
                sessions.add(() -> upsert(of));
            }
            for (Future<Void> session : executor.invokeAll(sessions)) {
                session.get();
            }
        } finally {
            executor.shutdownNow();
        }
        assertAgree(straum, 1);
    }

    private Void upsert(int session) throws SQLException {
        try (Connection connection = server.connect(database);
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < 150; i++) {
                statement.execute(
                        "INSERT INTO f SELECT n, '2026-11-13 09:00Z', 'k" + session
                                + "', n FROM generate_series(1, 5) n ON CONFLICT (id) DO UPDATE SET k = excluded.k, x = f.x + 1");
                if (i % 10 == session) {
                    statement.execute("DELETE FROM f WHERE id = " + (1 + i % 5));
                }
            }
        }
        return null;
    }

    @Test
    void p4RowsOfOneCopyAreAllThereOrNoneWhereverTheStreamIsCut() throws Exception {
        begin(PostgresServer.shared());
        RunningStraum straum = follow(Limits.defaults()).awaitReady();
        try (Connection connection = server.connect(database)) {
            copy(connection, 0, straum::cutStream, () -> {});
            straum.awaitStarts(2);
            assertAgree(straum, 2);
            copy(connection, 20_000, () -> {}, straum::cutStream);
            straum.awaitStarts(3);
            assertAgree(straum, 3);
            copy(connection, 40_000, () -> {}, () -> {});
            assertAgree(straum, 3);
        }
    }

    private void copy(Connection connection, int first, Runnable inTheMiddle, Runnable afterwards) throws SQLException {
        CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY f (id, at, k, x) FROM STDIN");
        for (int i = 0; i < 20_000; i++) {
            byte[] row = ((first + i) + "\t2026-11-13 09:00Z\tcopied\t1\n").getBytes(StandardCharsets.US_ASCII);
            copy.writeToCopy(row, 0, row.length);
            if (i == 10_000) {
                inTheMiddle.run();
            }
        }
        copy.endCopy();
        afterwards.run();
    }

    @Test
    void p9TransactionsOfOneRowLessThanTheLimitAndOfTheLimitAreAppliedAndOneOfOneMoreIsLoaded() {
        begin(PostgresServer.shared());
        RunningStraum straum = follow(limits(100, 1L << 30)).awaitReady();
        server.execute(database, insert(1, 99, "less"));
        assertAgree(straum, 1);
        server.execute(database, insert(1001, 1100, "limit"));
        assertAgree(straum, 1);
        server.execute(database, insert(2001, 2101, "more"));
        straum.awaitStarts(2);
        assertAgree(straum, 2);
        server.execute(database, "UPDATE f SET x = x + 1 WHERE k = 'limit'");
        assertAgree(straum, 2);
    }

    @Test
    void p11ATransactionFarOverTheLimitIsLoadedOnceAndRolledBackItCostsNothing() throws SQLException {
        begin(PostgresServer.shared());
        RunningStraum straum = follow(limits(Long.MAX_VALUE, 1 << 20)).awaitReady();
        server.execute(database, insert(1, 10, "before"));
        server.execute(database, "BEGIN; " + insert(1000, 300_000, "never") + "; ROLLBACK");
        server.execute(
                database,
                "BEGIN; SAVEPOINT s; " + insert(1000, 300_000, "never") + "; ROLLBACK TO s; " + insert(11, 12, "kept")
                        + "; COMMIT");
        assertAgree(straum, 1);

        String xid;
        try (Connection connection = server.connect(database);
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(insert(1000, 300_000, "large"));
            try (var row = statement.executeQuery("SELECT pg_current_xact_id()::xid")) {
                row.next();
                xid = row.getString(1);
            }
            connection.commit();
        }
        Lsn after = straum.position();
        // Nothing is answered from before the commit once it is asked for, and no as_of says so.
        AskClient.Reply reply = straum.client().reply(ASK, List.of(), after);
        assertThat(reply.status()).isIn(200, 503);
        assertThat(straum.awaitFailure())
                .contains("the transaction with xid " + xid + " takes more than 1048576 bytes of memory")
                .contains("--max-transaction-bytes")
                .contains("in the transaction that commits at ");
        straum.awaitStarts(2);
        assertAgree(straum, 2);
        server.execute(database, "UPDATE f SET x = 1 WHERE k = 'kept'", "DELETE FROM f WHERE id BETWEEN 1000 AND 2000");
        assertAgree(straum, 2);
    }

    private static Limits limits(long rows, long bytes) {
        Limits defaults = Limits.defaults();
        return new Limits(
                defaults.maxLag(),
                defaults.maxRetainedWal(),
                rows,
                bytes,
                defaults.maxCells(),
                defaults.maxGroups(),
                defaults.maxAskBytes());
    }

    @Test
    void p12APreparedTransactionIsSeenOnceItIsCommitted() {
        begin(PostgresServer.shared());
        RunningStraum straum = follow(Limits.defaults()).awaitReady();
        String first = database + "_first";
        String second = database + "_second";
        server.execute(database, "BEGIN; " + insert(1, 5, "first") + "; PREPARE TRANSACTION '" + first + "'");
        server.execute(database, "BEGIN; " + insert(11, 15, "second") + "; PREPARE TRANSACTION '" + second + "'");
        server.execute(database, insert(21, 21, "other"));
        assertAgree(straum, 1);
        server.execute(database, "ROLLBACK PREPARED '" + first + "'");
        assertAgree(straum, 1);
        server.execute(database, "COMMIT PREPARED '" + second + "'");
        assertAgree(straum, 1);
        assertThat(server.value(database, "SELECT count(*) FROM f")).isEqualTo("6");
    }

    @Test
    void p12ATransactionPreparedBeforeARestartOfTheServerIsNamedAndSeenOnceItIsCommitted() {
        PostgresServer own = PostgresServer.start();
        open.add(own);
        begin(own);
        RunningStraum straum = follow(Limits.defaults()).awaitReady();
        server.execute(database, insert(21, 21, "other"));
        server.execute(database, "BEGIN; " + insert(1, 5, "prepared") + "; PREPARE TRANSACTION 'over the restart'");
        assertAgree(straum, 1);
        server.stop(PostgresServer.Stop.FAST);
        server.startAgain();
        Awaitility.await("the gid is named")
                .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .until(() -> String.valueOf(straum.status().reason())
                        .contains("the prepared transaction 'over the restart' in the database " + database));
        server.execute(database, "COMMIT PREPARED 'over the restart'");
        straum.awaitStarts(2);
        assertAgree(straum, 2);
    }

    /** As after a kill -9, until the server notices that the connection has gone. */
    @Test
    void p19AStartNeedsNothingThatTheOneKilledBeforeStillHolds() {
        begin(PostgresServer.shared());
        server.execute(database, insert(1, 5, "first"));
        RunningStraum killed = follow(Limits.defaults()).awaitReady();
        RunningStraum again = follow(Limits.defaults()).awaitReady();
        assertAgree(again, 1);
        assertThat(Objects.requireNonNull(again.status().server()).slot())
                .isNotEqualTo(Objects.requireNonNull(killed.status().server()).slot());
    }

    @Test
    void p21AStartThatWaitsForATransactionNamesItAndSinceWhenAndStopsAtOnce() throws SQLException {
        begin(PostgresServer.shared());
        try (Connection idle = server.connect("postgres");
                Statement statement = idle.createStatement()) {
            idle.setAutoCommit(false);
            statement.execute("SELECT pg_current_xact_id()");
            String pid;
            try (var row = statement.executeQuery("SELECT pg_backend_pid()")) {
                row.next();
                pid = row.getString(1);
            }
            RunningStraum straum = RunningStraum.start(server, database, server.dsn(database), SPEC, Limits.defaults());
            try {
                Awaitility.await("the pid is named")
                        .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
                        .until(() -> String.valueOf(straum.status().reason())
                                .matches("(?s).*the session with pid " + pid
                                        + " in the database postgres \\(open since 20.*Z\\) to end.*"));
                assertThat(straum.status().state()).isEqualTo(Status.State.LOADING);
            } finally {
                straum.close();
            }
            Awaitility.await("nothing is left on the server")
                    .untilAsserted(() -> assertThat(server.rows(
                                    database,
                                    "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
                                            + " AND application_name = 'straum'"))
                            .isEmpty());
            idle.rollback();
        }
    }

    @Test
    void p22OnAQuietServerWithAnothersOpenTransactionAsOfGoesOnAndAnAskIsAnswered() throws SQLException {
        begin(PostgresServer.shared());
        server.execute(database, "CREATE TABLE unrelated (id int)");
        RunningStraum straum = follow(Limits.defaults()).awaitReady();
        try (Connection other = server.connect(database);
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("INSERT INTO unrelated SELECT generate_series(1, 100)");
            assertAgree(straum, 1);
            Instant once = asOf(straum);
            Awaitility.await("as_of goes on").until(() -> asOf(straum).isAfter(once.plusSeconds(1)));
            server.execute(database, "SET synchronous_commit = off; " + insert(1, 1, "meanwhile"));
            assertAgree(straum, 1);
            other.rollback();
        }
    }

    private static Instant asOf(RunningStraum straum) {
        return Objects.requireNonNull(straum.status().asOf());
    }
}
