package straum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import straum.app.Lsn;
import straum.cli.testing.Answered;
import straum.cli.testing.AskClient;
import straum.cli.testing.RunningStraum;
import straum.pg.testing.PostgresServer;

/**
 * N4 and N10 under fire: asks with and without {@code Straum-Min-LSN} from several threads, while rows come and go by the
 * stream and, unsaid by it, with partitions, truncated leaves and a table that leaves the publication and comes back.
 *
 * <p>PostgreSQL's own answer is written down after each change, with the positions between which it held. An answer is to
 * be the one that held at its LSN. Of the changes that the stream does not tell, those that are neither before its
 * {@code as_of} nor before the position its client waited for may still be missing, from one of them on; no other.
 */
class SilentChangesIT {
    private static final int LEAVES = 3;
    /** The leaves, and behind them the table that leaves the publication. */
    private static final int SUMS = LEAVES + 1;

    /** A round is of changes that the stream tells, and then of such as it does not tell in between. */
    private static final int ROUNDS = 3;

    private static final int TOLD_FIRST = 8;
    private static final int ROUND = 16;
    private static final int ASKERS = 3;

    private static final String SPEC = """
            CREATE VIEW parts AS
            SELECT date_bin('1 hour', at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket, leaf, sum(n) AS n
            FROM part GROUP BY 1, 2;
            CREATE VIEW leavers AS
            SELECT date_bin('1 hour', at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket, sum(n) AS n
            FROM leaver GROUP BY 1;
            """;
    private static final List<String> ASKS = List.of(
            "SELECT leaf, n FROM parts WHERE bucket IS NOT NULL GROUP BY leaf",
            "SELECT n FROM leavers WHERE bucket IS NOT NULL");

    private final PostgresServer server = PostgresServer.shared();
    private final String database = server.newDatabase();
    private final ExecutorService threads = Executors.newFixedThreadPool(ASKERS);
    private final List<State> states = new ArrayList<>();
    private volatile @Nullable State newest;
    private volatile boolean done;

    /**
     * What PostgreSQL answered after a change.
     *
     * @param sums by leaf, and of the other table
     * @param silent whether the stream does not tell the change
     * @param before a position before the change's commit
     * @param after a position after it
     * @param clock the server's, after it
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record State(long[] sums, boolean silent, Lsn before, Lsn after, Instant clock) {}

    /** An answer to one of {@link #ASKS}, and what its client waited for: the number of a state, or −1. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Got(int ask, Answered answered, int waitedFor) {}

    @BeforeEach
    void makeTables() {
        List<String> sql = new ArrayList<>(List.of(
                "CREATE TABLE part (at timestamptz, leaf int, n int) PARTITION BY LIST (leaf)",
                "ALTER TABLE part REPLICA IDENTITY FULL",
                "CREATE TABLE leaver (at timestamptz, n int)",
                "ALTER TABLE leaver REPLICA IDENTITY FULL",
                "INSERT INTO leaver VALUES ('2026-11-13Z', 1)"));
        for (int leaf = 0; leaf < LEAVES; leaf++) {
            sql.add("CREATE TABLE part" + leaf + " PARTITION OF part FOR VALUES IN (" + leaf + ")");
            sql.add("ALTER TABLE part" + leaf + " REPLICA IDENTITY FULL");
            sql.add("INSERT INTO part VALUES ('2026-11-13Z', " + leaf + ", " + (leaf + 1) + ")");
        }
        sql.add("CREATE PUBLICATION straum FOR TABLE part, leaver WITH (publish_via_partition_root = true)");
        server.execute(database, sql.toArray(String[]::new));
    }

    @AfterEach
    void dropDatabase() {
        threads.shutdownNow();
        server.dropDatabase(database);
    }

    @Test
    void noAnswerIsOfRowsThatPostgresqlDidNotHaveThere() throws Exception {
        List<Got> got = new ArrayList<>();
        try (RunningStraum straum = RunningStraum.start(server, database, SPEC).awaitReady();
                Connection connection = server.connect(database);
                Statement statement = connection.createStatement()) {
            states.add(look(statement, false, position(statement)));
            newest = states.get(0);
            List<Future<List<Got>>> askers = new ArrayList<>();
            for (int asker = 0; asker < ASKERS; asker++) {
                boolean waits = asker > 0;
                askers.add(threads.submit(() -> ask(straum, waits)));
            }
            change(statement, straum);
            done = true;
            for (Future<List<Got>> asker : askers) {
                got.addAll(asker.get());
            }
            for (int ask = 0; ask < ASKS.size(); ask++) {
                got.add(new Got(ask, straum.askNow(ASKS.get(ask)), states.size() - 1));
            }
            assertThat(straum.status().starts()).as("starts").isGreaterThan(ROUNDS);
        }

        assertThat(got).anyMatch(one -> one.waitedFor >= 0).anyMatch(one -> one.waitedFor < 0);
        got.forEach(this::check);
    }

    private void change(Statement statement, RunningStraum straum) throws SQLException {
        Random random = new Random(1);
        boolean[] attached = {true, true, true};
        for (int change = 0; change < ROUNDS * ROUND; change++) {
            Lsn before = position(statement);
            int leaf = random.nextInt(LEAVES);
            int silent = change % ROUND - TOLD_FIRST;
            int kind = silent >= 0 && silent % 2 == 0 ? silent / 2 : -1;
            if (kind > 1) {
                leaf = 1; // leaves and comes back
            }
            String values = " VALUES ('2026-11-13Z', ";
            if (kind < 0) {
                statement.execute(
                        attached[leaf] && random.nextBoolean()
                                ? "INSERT INTO part" + values + leaf + ", " + (1 << random.nextInt(9)) + ")"
                                : "INSERT INTO leaver" + values + (1 << random.nextInt(9)) + ")");
            } else if (kind == 0) {
                statement.execute("TRUNCATE part" + leaf);
            } else if (kind == 1) {
                // Writes that nobody publishes, between going and coming back.
                statement.execute("ALTER PUBLICATION straum DROP TABLE leaver");
                statement.execute("DELETE FROM leaver WHERE n % 2 = 0");
                statement.execute("INSERT INTO leaver" + values + "1000)");
                statement.execute("ALTER PUBLICATION straum ADD TABLE leaver");
            } else if (kind == 2) {
                statement.execute("ALTER TABLE part DETACH PARTITION part" + leaf);
                attached[leaf] = false;
            } else {
                statement.execute("INSERT INTO part" + leaf + values + leaf + ", 1000)");
                statement.execute("ALTER TABLE part ATTACH PARTITION part" + leaf + " FOR VALUES IN (" + leaf + ")");
                attached[leaf] = true;
            }
            State state = look(statement, kind >= 0, before);
            synchronized (states) {
                states.add(state);
            }
            newest = state;
            if (silent == -1) {
                // Let what comes meet a Straum that follows.
                Awaitility.await("following")
                        .atMost(1, TimeUnit.MINUTES)
                        .until(() -> straum.client()
                                        .reply(ASKS.get(0), List.of(), state.after)
                                        .status()
                                == 200);
            }
        }
    }

    private static Lsn position(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT pg_current_wal_insert_lsn()")) {
            row.next();
            return Lsn.parse(row.getString(1));
        }
    }

    private static State look(Statement statement, boolean silent, Lsn before) throws SQLException {
        long[] sums = new long[SUMS];
        try (ResultSet row = statement.executeQuery(
                "SELECT leaf, sum(n) FROM part GROUP BY leaf UNION ALL SELECT " + LEAVES + ", sum(n) FROM leaver")) {
            while (row.next()) {
                sums[row.getInt(1)] = row.getLong(2);
            }
        }
        try (ResultSet row = statement.executeQuery("SELECT pg_current_wal_insert_lsn(), clock_timestamp()")) {
            row.next();
            return new State(
                    sums,
                    silent,
                    before,
                    Lsn.parse(row.getString(1)),
                    row.getObject(2, OffsetDateTime.class).toInstant());
        }
    }

    private List<Got> ask(RunningStraum straum, boolean waits) {
        List<Got> answers = new ArrayList<>();
        for (int number = 0; !done; number++) {
            int ask = number % ASKS.size();
            State least = waits ? newest : null;
            AskClient.Reply reply = straum.client().reply(ASKS.get(ask), List.of(), least == null ? null : least.after);
            if (reply.status() == 200) {
                int waitedFor;
                synchronized (states) {
                    waitedFor = least == null ? -1 : states.indexOf(least);
                }
                answers.add(new Got(ask, Answered.read(reply.body()), waitedFor));
            } else {
                assertThat(reply.status()).as(reply.body()).isEqualTo(503);
            }
        }
        return answers;
    }

    private void check(Got got) {
        long[] sums = new long[SUMS];
        for (List<@Nullable String> row : got.answered.rows()) {
            int of = got.ask == 0 ? Integer.parseInt(String.valueOf(row.get(0))) : LEAVES;
            String sum = row.get(row.size() - 1);
            sums[of] = sum == null ? 0 : Long.parseLong(sum);
        }
        int from = got.ask == 0 ? 0 : LEAVES;
        int to = got.ask == 0 ? LEAVES : SUMS;
        List<long[]> may = allowed(got);
        assertThat(may)
                .as(
                        "%s at %s as of %s, by a client that waited for %d: %s",
                        ASKS.get(got.ask),
                        got.answered.lsn(),
                        got.answered.asOf(),
                        got.waitedFor,
                        Arrays.toString(sums))
                .anySatisfy(state ->
                        assertThat(Arrays.copyOfRange(sums, from, to)).isEqualTo(Arrays.copyOfRange(state, from, to)));
    }

    /** The sums that an answer may be of. */
    private List<long[]> allowed(Got got) {
        int sure = got.waitedFor;
        for (int i = 0; i < states.size(); i++) {
            if (states.get(i).clock.isBefore(got.answered.asOf())) {
                sure = Math.max(sure, i);
            }
        }
        List<long[]> allowed = new ArrayList<>();
        Lsn lsn = got.answered.lsn();
        for (int at = 0; at < states.size(); at++) {
            // Between two positions a change may have committed or not.
            boolean begun = at == 0 || lsn.reaches(states.get(at).before);
            boolean over = at + 1 < states.size() && lsn.reaches(states.get(at + 1).after);
            if (!begun || over) {
                continue;
            }
            for (int seen = Math.min(Math.max(sure, 0), at); seen <= at; seen++) {
                allowed.add(withoutSilent(seen, at));
            }
        }
        return allowed;
    }

    /** A state as the stream alone leads to it from another one. */
    private long[] withoutSilent(int seen, int at) {
        long[] sums = states.get(seen).sums.clone();
        for (int i = seen + 1; i <= at; i++) {
            if (!states.get(i).silent) {
                for (int sum = 0; sum < SUMS; sum++) {
                    sums[sum] += states.get(i).sums[sum] - states.get(i - 1).sums[sum];
                }
            }
        }
        return sums;
    }
}
