package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import straum.app.Event;
import straum.app.Limits;
import straum.app.Lsn;
import straum.app.SourceException;
import straum.pg.testing.PostgresServer;

/** Transactions of any size, and what the server is told meanwhile. */
@Isolated("it looks for the threads of this process")
class TransactionsIT {
    private static final PostgresServer SERVER = PostgresServer.shared();
    private static final CatchUp.Steps SMALL_STEPS = new CatchUp.Steps(50_000, 0);
    private static final CatchUp.Steps NO_STEPS = new CatchUp.Steps(1, Long.MAX_VALUE);
    private static final long MEBIBYTE = 1 << 20;

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

    private static String insert(int tx, int rows, int noteBytes) {
        return "INSERT INTO app.rows (id, tx, note) SELECT n, " + tx + ", repeat('x', " + noteBytes
                + ") FROM generate_series(1, " + rows + ") n";
    }

    /** One less than are read ahead, as many, one more: none is lost, and the stream lives on. */
    @ParameterizedTest
    @ValueSource(ints = {Stream.MAX_COMMITS - 1, Stream.MAX_COMMITS, Stream.MAX_COMMITS + 1})
    void p9AsManyCommitsAsAreReadAheadAndOneMoreAllCome(int commits) throws Exception {
        try (Following following = Following.begin(SERVER, "straum").start(Limits.defaults(), NO_STEPS)) {
            SERVER.execute(
                    following.database(),
                    IntStream.range(0, commits).mapToObj(i -> insert(i, 1, 10)).toArray(String[]::new));
            Lsn end = following.flushed();
            assertThat(following.commitsUpTo(end)).hasSize(commits);
        }
    }

    /** A transaction of the bytes that may be held waits for those before it to be applied, and is then told. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void p9TransactionsThatFillTheMemoryOneByOneAllCome(boolean caughtUp) throws Exception {
        try (Following following = Following.begin(SERVER, "straum")) {
            if (!caughtUp) {
                following.start(limits(Long.MAX_VALUE, MEBIBYTE), NO_STEPS);
            }
            for (int i = 0; i < 6; i++) {
                following.commit(insert(i, 900, 1000));
            }
            if (caughtUp) {
                following.start(limits(Long.MAX_VALUE, MEBIBYTE), SMALL_STEPS);
            }
            assertThat(following.commitsUpTo(following.flushed()))
                    .hasSize(6)
                    .allSatisfy(commit -> assertThat(commit.changes().size()).isEqualTo(900));
            following.commit(insert(7, 1100, 1000));
            assertThatThrownBy(() -> following.commitsUpTo(following.flushed()))
                    .isInstanceOfSatisfying(
                            SourceException.class,
                            over -> assertThat(over.kind()).isEqualTo(SourceException.Kind.OVER_LIMIT))
                    .hasMessageContaining("--max-transaction-bytes");
        }
    }

    /** One that does not fit beside the one being applied is read no further, and even refused only once it is alone. */
    @Test
    void p9WhatIsBeingAppliedCountsAgainstTheMemory() throws Exception {
        try (Following following =
                Following.begin(SERVER, "straum").start(limits(Long.MAX_VALUE, 2 * MEBIBYTE), NO_STEPS)) {
            following.commit(insert(1, 1500, 1000));
            assertThat(following.nextCommit().changes().size()).isEqualTo(1500);
            following.commit(insert(2, 3000, 1000));
            await().during(Duration.ofSeconds(2))
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> Thread.getAllStackTraces().keySet().stream()
                            .anyMatch(thread -> thread.getName().equals("straum-stream")));
            assertThatThrownBy(() -> following.commitsUpTo(following.flushed()))
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining("takes more than 2097152 bytes of memory");
        }
    }

    /** The server is heard while a large transaction that has been read in half waits for the one before to be applied. */
    @Test
    void p10AConnectionOutlastsALargeTransactionThatWaitsForASlowWriter() throws Exception {
        try (PostgresServer impatient = PostgresServer.start("wal_sender_timeout=1s");
                Following following =
                        Following.begin(impatient, "straum").start(limits(Long.MAX_VALUE, 2 * MEBIBYTE), NO_STEPS)) {
            following.commit(insert(1, 1500, 1000));
            Event.Commit applied = following.nextCommit();
            following.commit(insert(2, 1800, 1000));
            String alive = "SELECT count(*) FROM pg_stat_replication WHERE pid = " + following.pid();
            await().during(Duration.ofSeconds(4))
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> impatient.value("postgres", alive).equals("1"));
            assertThat(applied.changes().size()).isEqualTo(1500);
            assertThat(following.nextCommit().changes().size()).isEqualTo(1800);
        }
    }

    /** As it is while it puts a large transaction aside: it asks for nothing, and then looks who has said something. */
    @Test
    void p10AServerThatIsBusyForLongerThanItsTimeoutHearsOfUsAllTheSame() throws Exception {
        try (PostgresServer impatient = PostgresServer.embedded("wal_sender_timeout=1s");
                Following following = Following.begin(impatient, "straum").start(Limits.defaults(), NO_STEPS)) {
            following.commit(insert(1, 1, 10));
            assertThat(following.nextCommit().changes().size()).isEqualTo(1);
            for (int time = 0; time < 2; time++) {
                signal("STOP", following.pid());
                String now = impatient.value("postgres", "SELECT clock_timestamp()");
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> impatient
                                .value(
                                        "postgres",
                                        "SELECT clock_timestamp() > timestamptz '" + now + "' + interval '3 s'")
                                .equals("t"));
                signal("CONT", following.pid());
                following.commit(insert(2 + time, 5, 10));
                assertThat(following.nextCommit().changes().size()).isEqualTo(5);
            }
            assertThat(impatient.value(
                            "postgres", "SELECT count(*) FROM pg_stat_replication WHERE pid = " + following.pid()))
                    .isEqualTo("1");
        }
    }

    private static void signal(String signal, int pid) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + signal, "" + pid)
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
    }

    /** A commit that is not applied is not acknowledged, whatever is said after it; and it comes again. */
    @Test
    void p6NothingIsAcknowledgedBeforeItIsApplied() throws Exception {
        try (Following following = Following.begin(SERVER, "straum").start(Limits.defaults(), NO_STEPS)) {
            following.commit(insert(1, 1, 10));
            Event.Commit small = following.nextCommit();
            await().until(() -> acknowledged(following).reaches(small.end()));
            following.commit(insert(2, 1, 10));
            Event next = following.next();
            while (!(next instanceof Event.Commit)) {
                next = following.next();
            }
            Lsn unapplied = next.end();
            // Keepalives move on over this.
            SERVER.execute("postgres", "SELECT pg_logical_emit_message(false, '', repeat('x', 100000))");
            Lsn elsewhere = following.flushed();
            await().until(() -> following.stream().next(0) instanceof Event.Nothing);
            await().during(Duration.ofMillis(600))
                    .until(() -> acknowledged(following).compareTo(unapplied) < 0);
            SERVER.execute("postgres", "SELECT pg_terminate_backend(" + following.pid() + ")");
            assertThat(elsewhere).isGreaterThan(unapplied);
        }
    }

    private static Lsn acknowledged(Following following) {
        return Lsn.parse(SERVER.value(
                following.database(),
                "SELECT confirmed_flush_lsn FROM pg_replication_slots WHERE slot_name = '" + following.slot() + "'"));
    }

    /** The server keeps no more than it would for itself, however much is written that is nothing of ours. */
    @Test
    void p7AnIdleTableDoesNotPinTheWalOfABusyServer() throws Exception {
        try (PostgresServer busy = PostgresServer.start();
                Following following = Following.begin(busy, "straum").start(Limits.defaults(), NO_STEPS)) {
            busy.execute(following.database(), "CREATE TABLE other (x text)");
            busy.execute("postgres", "CREATE TABLE elsewhere (x text)");
            String restart =
                    "SELECT restart_lsn FROM pg_replication_slots WHERE slot_name = '" + following.slot() + "'";
            for (int round = 0; round < 3; round++) {
                Lsn before = Lsn.parse(busy.value("postgres", "SELECT pg_current_wal_insert_lsn()"));
                String write = " SELECT repeat('x', 1000) FROM generate_series(1, 20000)";
                busy.execute(following.database(), "INSERT INTO other" + write);
                busy.execute("postgres", "INSERT INTO elsewhere" + write);
                Lsn written = Lsn.parse(busy.value("postgres", "SELECT pg_current_wal_insert_lsn()"));
                assertThat(before.bytesTo(written)).isGreaterThan(30 * MEBIBYTE);
                assertThat(following.commitsUpTo(following.flushed())).isEmpty();
                // What is running is logged at a checkpoint, and by the background writer every 15 s.
                await().pollInterval(Duration.ofMillis(300))
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> {
                            busy.execute("postgres", "CHECKPOINT");
                            following.commitsUpTo(following.flushed());
                            return Lsn.parse(busy.value("postgres", restart)).reaches(written);
                        });
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void p11RolledBackItCostsNothingHoweverLarge(boolean caughtUp) throws Exception {
        try (Following following = Following.begin(SERVER, "straum")) {
            if (!caughtUp) {
                following.start(limits(10, MEBIBYTE), NO_STEPS);
            }
            SERVER.execute(
                    following.database(),
                    "BEGIN; " + insert(1, 20_000, 100) + "; ROLLBACK",
                    "BEGIN; SAVEPOINT s; " + insert(2, 20_000, 100) + "; ROLLBACK TO s; " + insert(3, 10, 10)
                            + "; COMMIT");
            if (caughtUp) {
                following.start(limits(10, MEBIBYTE), new CatchUp.Steps(4 * MEBIBYTE, 0));
            }
            List<Event.Commit> commits = following.commitsUpTo(following.flushed());
            assertThat(commits).hasSize(1);
            assertThat(commits.get(0).changes().size()).isEqualTo(10);
        }
    }
}
