package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import straum.app.ChangesReader;
import straum.app.Event;
import straum.app.Limits;
import straum.app.Lsn;
import straum.app.SourceException;
import straum.domain.value.Rows;
import straum.pg.testing.PostgresServer;

@Isolated("it counts the threads of this process")
class StreamIT {
    private static final PostgresServer SERVER = PostgresServer.shared();
    /** Everything comes by catching up, as far as it is written, and in many steps. */
    private static final CatchUp.Steps SMALL_STEPS = new CatchUp.Steps(50_000, 0);

    /** Nothing comes by catching up. */
    private static final CatchUp.Steps NO_STEPS = new CatchUp.Steps(1, Long.MAX_VALUE);

    @ParameterizedTest
    @ValueSource(longs = {0, 100_000, Long.MAX_VALUE})
    void everyCommitComesOnceAndWholeWhicheverWay(long leftForTheStream) throws Exception {
        try (Following following = Following.begin(SERVER, "straum")) {
            List<Integer> written = new ArrayList<>(write(following.database(), 0));
            following.start(Limits.defaults(), new CatchUp.Steps(50_000, leftForTheStream));
            History history = new History();
            for (Event.Commit commit : following.commitsUpTo(following.flushed())) {
                history.apply(commit);
            }
            written.addAll(write(following.database(), 1_000));
            for (Event.Commit commit : following.commitsUpTo(following.flushed())) {
                history.apply(commit);
            }
            assertThat(history.transactions()).containsExactlyInAnyOrderElementsOf(written);
            assertThat(history.rows())
                    .containsExactlyInAnyOrderElementsOf(
                            SERVER.rows(following.database(), "SELECT id || ' ' || tx FROM app.rows").stream()
                                    .map(row -> row.get(0))
                                    .toList());
        }
    }

    /** Several sessions write random transactions at once; answers the numbers of those that committed a change. */
    private static List<Integer> write(String database, int from) throws Exception {
        int sessions = 3;
        ExecutorService executor = Executors.newFixedThreadPool(sessions);
        try {
            List<Callable<List<Integer>>> writers = new ArrayList<>();
            for (int session = 0; session < sessions; session++) {
                int first = from + 1 + session * 100;
                writers.add(() -> writeTransactions(database, first, 60));
            }
            List<Integer> written = new ArrayList<>();
            for (Future<List<Integer>> writer : executor.invokeAll(writers)) {
                written.addAll(writer.get());
            }
            return written;
        } finally {
            executor.shutdownNow();
        }
    }

    /** Each session changes rows of its own, of a range of ids, and marks every row it writes with the transaction. */
    private static List<Integer> writeTransactions(String database, int first, int count) throws SQLException {
        Random random = new Random(first);
        List<Integer> written = new ArrayList<>();
        int id = first * 1_000;
        try (Connection connection = SERVER.connect(database);
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (int tx = first; tx < first + count; tx++) {
                int rows = 1 + random.nextInt(30);
                statement.execute("INSERT INTO app.rows (id, tx, at) SELECT " + id + " + i, " + tx
                        + ", now() FROM generate_series(1, " + rows + ") i");
                id += rows;
                statement.execute("SAVEPOINT s");
                statement.execute("UPDATE app.rows SET tx = " + tx + " WHERE tx BETWEEN " + first + " AND " + tx
                        + " AND id % " + (2 + random.nextInt(20)) + " = 0");
                if (random.nextInt(3) == 0) {
                    statement.execute("ROLLBACK TO s");
                }
                statement.execute("DELETE FROM app.rows WHERE tx BETWEEN " + first + " AND " + (tx - 1) + " AND id % "
                        + (2 + random.nextInt(20)) + " = 1");
                if (random.nextInt(4) == 0) {
                    connection.rollback();
                } else {
                    connection.commit();
                    written.add(tx);
                }
            }
        }
        return written;
    }

    /** A table as its commits leave it, a row as its id and the transaction that wrote it. */
    private static final class History {
        private final List<String> rows = new ArrayList<>();
        private final List<Integer> transactions = new ArrayList<>();
        private Lsn end = Lsn.ZERO;

        void apply(Event.Commit commit) {
            assertThat(commit.end()).isGreaterThan(end);
            end = commit.end();
            ChangesReader changes = new ChangesReader();
            changes.begin(commit.changes());
            List<Integer> writers = new ArrayList<>();
            while (changes.next()) {
                Rows batch = changes.rows();
                switch (changes.kind()) {
                    case INSERT -> writers.add(add(batch, 0));
                    case UPDATE -> {
                        remove(batch, 0);
                        writers.add(add(batch, 1));
                    }
                    case DELETE -> remove(batch, 0);
                    case TRUNCATE -> rows.clear();
                }
            }
            assertThat(writers)
                    .as("the rows a commit writes are of one transaction")
                    .isNotEmpty();
            assertThat(writers.stream().distinct()).hasSize(1);
            transactions.add(writers.get(0));
        }

        private int add(Rows batch, int row) {
            rows.add(text(batch, row));
            return (int) batch.longAt(row, 2);
        }

        private void remove(Rows batch, int row) {
            assertThat(rows.remove(text(batch, row)))
                    .as("a row removed was added")
                    .isTrue();
        }

        private static String text(Rows batch, int row) {
            return batch.longAt(row, 1) + " " + batch.longAt(row, 2);
        }

        List<String> rows() {
            return rows;
        }

        List<Integer> transactions() {
            return transactions;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"straum", "my \"pub'", "a,b", "Über\\pub"})
    void aPublicationOfAnyNameIsFollowedBothWays(String publication) throws Exception {
        try (Following following = Following.begin(SERVER, publication)) {
            following.commit("INSERT INTO app.rows (id) VALUES (1)");
            following.start(Limits.defaults(), SMALL_STEPS);
            assertThat(following.nextChanges()).containsExactly("INSERT rows [null, 1, null, null]");
            following.commitsUpTo(following.flushed());
            following.commit("INSERT INTO app.rows (id) VALUES (2)");
            assertThat(following.nextChanges()).containsExactly("INSERT rows [null, 2, null, null]");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatATransactionTookBackDoesNotCome(boolean caughtUp) throws Exception {
        try (Following following = begin(caughtUp)) {
            following.commit(
                    "INSERT INTO app.rows (id) VALUES (1)",
                    "SAVEPOINT a",
                    "INSERT INTO app.rows (id) VALUES (2)",
                    "SAVEPOINT b",
                    "INSERT INTO app.rows (id) VALUES (3)",
                    "RELEASE b",
                    "ROLLBACK TO a",
                    "SAVEPOINT c",
                    "UPDATE app.rows SET tx = 7",
                    "RELEASE c");
            SERVER.execute(following.database(), "BEGIN", "DELETE FROM app.rows", "ROLLBACK");
            start(following, caughtUp);
            assertThat(following.nextChanges())
                    .containsExactly(
                            "INSERT rows [null, 1, null, null]",
                            "UPDATE rows [null, 1, null, null] to [null, 1, 7, null]");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aValueLeftOutOfLineIsTakenFromTheOldRow(boolean caughtUp) throws Exception {
        try (Following following = begin(caughtUp)) {
            String note = "x".repeat(10_000);
            following.commit("INSERT INTO app.rows (id, note) VALUES (1, '" + note + "')");
            following.commit("UPDATE app.rows SET tx = 7");
            following.commit("DELETE FROM app.rows");
            start(following, caughtUp);
            assertThat(following.nextChanges()).containsExactly("INSERT rows [null, 1, null, " + note + "]");
            assertThat(following.nextChanges())
                    .containsExactly("UPDATE rows [null, 1, null, " + note + "] to [null, 1, 7, " + note + "]");
            assertThat(following.nextChanges()).containsExactly("DELETE rows [null, 1, 7, " + note + "]");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void truncatesAndMessagesComeInOrder(boolean caughtUp) throws Exception {
        try (Following following = begin(caughtUp)) {
            SERVER.execute(
                    following.database(),
                    "CREATE TABLE app.other (x int)",
                    "ALTER PUBLICATION straum ADD TABLE app.other");
            following.commit(
                    "INSERT INTO app.rows (id) VALUES (1)",
                    "SELECT pg_logical_emit_message(true, 'a', 'b')",
                    "SELECT pg_logical_emit_message(false, 'a', 'b')",
                    "TRUNCATE app.other, app.rows",
                    "INSERT INTO app.rows (id) VALUES (2)");
            start(following, caughtUp);
            assertThat(following.nextChanges())
                    .containsExactly(
                            "INSERT rows [null, 1, null, null]", "TRUNCATE rows", "INSERT rows [null, 2, null, null]");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aTransactionOverTheLimitEndsTheStream(boolean caughtUp) throws Exception {
        try (Following following = Following.begin(SERVER, "straum")) {
            SERVER.execute(
                    following.database(),
                    "BEGIN",
                    "INSERT INTO app.rows (id) SELECT generate_series(1, 200)",
                    "ROLLBACK",
                    "INSERT INTO app.rows (id) SELECT generate_series(1, 100)",
                    "INSERT INTO app.rows (id) SELECT generate_series(1, 101)");
            Limits defaults = Limits.defaults();
            following.start(
                    new Limits(
                            defaults.maxLag(),
                            defaults.maxRetainedWal(),
                            100,
                            defaults.maxTransactionBytes(),
                            defaults.maxCells(),
                            defaults.maxGroups(),
                            defaults.maxAskBytes()),
                    caughtUp ? SMALL_STEPS : NO_STEPS);
            assertThatThrownBy(() -> following.commitsUpTo(following.flushed()))
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining("changes more than 100 rows")
                    .hasMessageContaining("--max-transaction-rows");
        }
    }

    private static Following begin(boolean caughtUp) throws SQLException {
        return caughtUp
                ? Following.begin(SERVER, "straum")
                : Following.begin(SERVER, "straum").start(Limits.defaults(), NO_STEPS);
    }

    private static void start(Following following, boolean caughtUp) {
        if (caughtUp) {
            following.start(Limits.defaults(), SMALL_STEPS);
        }
    }

    @Test
    void whatTheServerIsToldHasBeenConfirmedAndNoMore() throws Exception {
        try (Following following = Following.begin(SERVER, "straum").start(Limits.defaults(), NO_STEPS)) {
            following.commit("INSERT INTO app.rows (id) VALUES (1)");
            Event.Commit first = following.nextCommit();
            following.commit("INSERT INTO app.rows (id) VALUES (2)");
            Event second = following.next();
            await().until(() -> acknowledged(following).reaches(first.end()));
            await().during(Duration.ofMillis(600))
                    .until(() -> acknowledged(following).compareTo(second.end()) < 0);

            following.stream().confirm(second.end());
            await().until(() -> acknowledged(following).reaches(second.end()));
            following.stream().confirm(new Lsn(Long.MAX_VALUE));
            following.commit("INSERT INTO app.rows (id) VALUES (3)");
            Event third = following.next();
            assertThat(acknowledged(following).compareTo(third.end())).isNegative();
        }
    }

    private static Lsn acknowledged(Following following) {
        return Lsn.parse(SERVER.value(
                following.database(),
                "SELECT confirmed_flush_lsn FROM pg_replication_slots WHERE slot_name = '" + following.slot() + "'"));
    }

    @Test
    void writesElsewhereMoveThePositionOn() throws Exception {
        try (Following following = Following.begin(SERVER, "straum").start(Limits.defaults(), NO_STEPS)) {
            SERVER.execute(following.database(), "CREATE TABLE other AS SELECT generate_series(1, 1000)");
            SERVER.execute("postgres", "CREATE TABLE IF NOT EXISTS elsewhere AS SELECT generate_series(1, 1000)");
            Lsn written = following.flushed();
            assertThat(following.commitsUpTo(written)).isEmpty();
            await().until(() -> acknowledged(following).reaches(written));
        }
    }

    @Test
    void anotherSessionsOpenTransactionDoesNotHoldThePositionUp() throws Exception {
        try (Following following = Following.begin(SERVER, "straum").start(Limits.defaults(), NO_STEPS);
                Connection other = SERVER.connect(following.database());
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("INSERT INTO app.rows (id) VALUES (1)");
            assertThat(following.commitsUpTo(following.flushed())).isEmpty();
            other.commit();
            assertThat(following.nextChanges()).containsExactly("INSERT rows [null, 1, null, null]");
        }
    }

    @Test
    void aWriterSlowerThanTheServersTimeoutKeepsItsConnection() throws Exception {
        try (PostgresServer impatient = PostgresServer.start("wal_sender_timeout=1s");
                Following following = Following.begin(impatient, "straum").start(Limits.defaults(), NO_STEPS)) {
            // More commits than are read ahead, and more bytes than lie in the sockets.
            int commits = 3 * Stream.MAX_COMMITS;
            for (int i = 0; i < commits; i++) {
                impatient.execute(
                        following.database(),
                        "INSERT INTO app.rows (id, note) SELECT " + i
                                + ", repeat('x', 100000) FROM generate_series(1, 3)");
            }
            String alive = "SELECT count(*) FROM pg_stat_replication WHERE pid = " + following.pid();
            await().during(Duration.ofSeconds(4))
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> impatient.value("postgres", alive).equals("1"));
            for (int i = 0; i < commits; i++) {
                assertThat(following.nextCommit().changes().size()).isEqualTo(3);
            }
            // And while there is nothing to do.
            await().during(Duration.ofSeconds(2))
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> impatient.value("postgres", alive).equals("1"));
            following.commit("INSERT INTO app.rows (id) VALUES (7)");
            assertThat(following.nextChanges()).containsExactly("INSERT rows [null, 7, null, null]");
        }
    }

    @Test
    void aServerThatStopsIsNotHeldUp() throws Exception {
        try (PostgresServer server = PostgresServer.start("wal_sender_timeout=0");
                Following following = Following.begin(server, "straum").start(Limits.defaults(), NO_STEPS)) {
            following.commit("INSERT INTO app.rows (id) VALUES (1)");
            assertThat(following.nextChanges()).hasSize(1);
            Thread stop = new Thread(() -> server.stop(PostgresServer.Stop.FAST), "stop");
            stop.start();
            SourceException ended = catchThrowableOfType(SourceException.class, () -> {
                while (true) {
                    following.stream().confirm(following.next().end());
                }
            });
            assertThat(ended).hasMessageContaining("the replication connection ended after");
            stop.join(10_000);
            assertThat(stop.isAlive()).isFalse();
        }
    }

    @Test
    void aWalsenderTerminatedEndsTheStreamAtOnceAndLeavesNoThread() throws Exception {
        try (Following following = Following.begin(SERVER, "straum").start(Limits.defaults(), NO_STEPS)) {
            following.commitsUpTo(following.flushed());
            SERVER.execute("postgres", "SELECT pg_terminate_backend(" + following.pid() + ")");
            await().atMost(Duration.ofSeconds(1))
                    .untilAsserted(() -> assertThatThrownBy(
                                    () -> following.stream().next(0))
                            .isInstanceOfSatisfying(SourceException.class, lost -> {
                                assertThat(lost.kind()).isEqualTo(SourceException.Kind.LOST);
                                assertThat(lost).hasMessageContaining("the replication connection ended after");
                                assertThat(lost.getCause()).isInstanceOf(SQLException.class);
                            }));
            following.stream().close();
            assertThat(streamThreads()).isZero();
        }
    }

    @Test
    void aStreamClosedLeavesNoThreadWhateverItWaitsFor() throws Exception {
        try (Following idle = Following.begin(SERVER, "straum").start(Limits.defaults(), NO_STEPS);
                Following full = Following.begin(SERVER, "straum").start(Limits.defaults(), NO_STEPS)) {
            for (int i = 0; i <= 2 * Stream.MAX_COMMITS; i++) {
                full.commit("INSERT INTO app.rows (id) VALUES (1)");
            }
            idle.commitsUpTo(idle.flushed());
            idle.stream().close();
            full.stream().close();
            assertThat(streamThreads()).isZero();
            await().until(() -> SERVER.value(
                            "postgres",
                            "SELECT count(*) FROM pg_replication_slots WHERE slot_name IN ('" + idle.slot() + "', '"
                                    + full.slot() + "')")
                    .equals("0"));
        }
    }

    private static long streamThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("straum-stream"))
                .count();
    }

    @Test
    void aWaitForTheNextEventEndsWhenWoken() throws Exception {
        try (Following following = Following.begin(SERVER, "straum").start(Limits.defaults(), NO_STEPS)) {
            following.commitsUpTo(following.flushed());
            following.stream().wake();
            assertThat(following.stream().next(60_000)).isNull();
        }
    }

    @Test
    void aPublicationThatIsNotThereSaysSoByItsName() throws Exception {
        try (Following following = Following.begin(SERVER, "straum")) {
            SERVER.execute(following.database(), "DROP PUBLICATION straum", "INSERT INTO app.rows (id) VALUES (1)");
            following.start(Limits.defaults(), SMALL_STEPS);
            if (SERVER.major() < 18) {
                assertThatThrownBy(() -> following.commitsUpTo(following.flushed()))
                        .isInstanceOf(SourceException.class)
                        .hasMessageContaining("straum");
            } else {
                // It says nothing: the fingerprint has to notice.
                assertThat(following.commitsUpTo(following.flushed())).isEmpty();
            }
        }
    }
}
