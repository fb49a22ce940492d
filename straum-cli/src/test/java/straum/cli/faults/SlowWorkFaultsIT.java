package straum.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import straum.app.Limits;
import straum.app.Lsn;
import straum.app.SlowAsk;
import straum.cli.testing.Answered;
import straum.cli.testing.RunningStraum;
import straum.domain.testing.Beside;
import straum.pg.testing.PostgresServer;

/**
 * P10: a server that is impatient with whoever follows it, and work that takes long, of Straum's writer or of its asks. The
 * connection lasts, and nothing is loaded again.
 *
 * <p>{@code -Dstraum.update.rows=5000000} updates as many rows in one transaction, as {@code -Plong} does; with fewer, the
 * limits are as much smaller.
 */
class SlowWorkFaultsIT {
    private static final int FIVE_MILLION = 5_000_000;
    private static final int ROWS = Integer.getInteger("straum.update.rows", 200_000);

    private static final String SPEC =
            "CREATE VIEW v AS SELECT date_bin('1 hour', at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket, k,"
                    + " count(*) AS n, sum(x) AS s FROM f GROUP BY 1, 2;";
    private static final String ASK = "SELECT k, n, s FROM v WHERE bucket IS NOT NULL GROUP BY k ORDER BY k";
    private static final String QUERY = "SELECT k, count(*), sum(x) FROM f GROUP BY k ORDER BY k COLLATE \"C\"";

    /** The server's process that sends to Straum: another one after each connection. */
    private static final String SENDER =
            "SELECT pid, backend_start FROM pg_stat_replication WHERE application_name = 'straum'";

    private static final Duration PATIENCE = Duration.ofMinutes(20);

    private static void prepare(PostgresServer server, int rows) {
        server.execute(
                "postgres",
                "CREATE TABLE f (id int, at timestamptz, k text, x int)",
                "ALTER TABLE f REPLICA IDENTITY FULL",
                "CREATE PUBLICATION straum FOR TABLE f",
                "INSERT INTO f SELECT n, timestamptz '2026-11-13 09:00Z' + n % 1000 * interval '1 minute', 'k' || n % 7, n"
                        + " FROM generate_series(1, " + rows + ") n");
    }

    private static void assertAgree(RunningStraum straum, PostgresServer server) {
        Lsn now = straum.position();
        Awaitility.await("all of it applied")
                .atMost(PATIENCE)
                .until(() -> straum.status().lastFailure() != null
                        || reaches(straum.status().appliedLsn(), now));
        assertThat(straum.status().lastFailure()).isNull();
        Answered answered = straum.askNow(ASK);
        assertThat(answered.rows()).isEqualTo(server.rows("postgres", QUERY));
        assertThat(straum.status().starts())
                .as("starts; the last failure was %s", straum.status().lastFailure())
                .isEqualTo(1);
    }

    private static boolean reaches(@Nullable Lsn applied, Lsn position) {
        return applied != null && applied.reaches(position);
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void p10AnUpdateOfMillionsOfRowsIsAppliedByTheConnectionThereIs() {
        try (PostgresServer server =
                PostgresServer.start("wal_sender_timeout=" + (ROWS < FIVE_MILLION ? "1s" : "5s"))) {
            prepare(server, ROWS);
            try (RunningStraum straum = RunningStraum.start(server, "postgres", server.dsn("postgres"), SPEC, limits())
                    .awaitReady()) {
                Awaitility.await("a stream")
                        .until(() -> server.rows("postgres", SENDER).size() == 1);
                List<List<String>> sender = server.rows("postgres", SENDER);
                server.execute("postgres", "UPDATE f SET x = x + 1, k = 'moved ' || id % 5");
                server.execute("postgres", "DELETE FROM f WHERE id % 1000 = 0");
                assertAgree(straum, server);
                assertThat(server.rows("postgres", SENDER)).isEqualTo(sender);
            }
        }
    }

    /** What the defaults are to five million rows. */
    private static Limits limits() {
        Limits defaults = Limits.defaults();
        return new Limits(
                defaults.maxLag(),
                defaults.maxRetainedWal(),
                defaults.maxTransactionRows(),
                ROWS < FIVE_MILLION
                        ? defaults.maxTransactionBytes() / (FIVE_MILLION / ROWS)
                        : defaults.maxTransactionBytes(),
                defaults.maxCells(),
                defaults.maxGroups(),
                defaults.maxAskBytes());
    }

    /** More commits come than are read ahead, and asks that wait behind them. */
    @Test
    void p10AnAskThatHoldsTheStoreForLongerThanTheServersPatienceCostsNoConnection() throws Exception {
        try (PostgresServer server = PostgresServer.start("wal_sender_timeout=1s")) {
            prepare(server, 100);
            try (RunningStraum straum =
                    RunningStraum.start(server, "postgres", SPEC).awaitReady()) {
                Awaitility.await("a stream")
                        .until(() -> server.rows("postgres", SENDER).size() == 1);
                List<List<String>> sender = server.rows("postgres", SENDER);
                Lsn before = straum.position();
                CompletableFuture<Answered> waits;
                SlowAsk slow = straum.slowAsk();
                try {
                    for (int commit = 0; commit < 300; commit++) {
                        server.execute("postgres", "UPDATE f SET x = x + 1 WHERE id % 10 = " + commit % 10);
                    }
                    waits = Beside.supply(() -> straum.askNow(ASK));
                    String now = server.value("postgres", "SELECT clock_timestamp()");
                    // Said by Straum since, and long after the server would have given it up.
                    Awaitility.await("patience lost several times over")
                            .atMost(1, TimeUnit.MINUTES)
                            .until(() -> server.rows("postgres", SENDER).isEmpty()
                                    || server.value(
                                                    "postgres",
                                                    "SELECT coalesce(max(reply_time) > timestamptz '" + now
                                                            + "' + interval '4 s', false) FROM pg_stat_replication")
                                            .equals("t"));
                    assertThat(server.rows("postgres", SENDER)).isEqualTo(sender);
                    assertThat(straum.status().appliedLsn())
                            .as("what is applied")
                            .isLessThan(straum.position());
                    assertThat(waits).isNotDone();
                } finally {
                    slow.end();
                }
                assertThat(waits.get(1, TimeUnit.MINUTES).rows()).isEqualTo(server.rows("postgres", QUERY));
                assertAgree(straum, server);
                assertThat(straum.status().appliedLsn()).isGreaterThan(before);
                assertThat(server.rows("postgres", SENDER)).isEqualTo(sender);
            }
        }
    }
}
