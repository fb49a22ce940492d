package straum.cli.disruption;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import straum.app.Lsn;
import straum.app.Status;
import straum.cli.testing.RunningStraum;
import straum.pg.testing.PostgresServer;

/**
 * A server, one Straum that follows it and one that loads, in a network of this process alone: its loopback is taken down,
 * which is as if the server's host had died, and comes up again. Ends with status 0 when all went well.
 */
final class DeadHost {
    /** The last line of what it says. */
    static final String DONE = "noticed by both, and followed again";

    private static final String SPEC =
            "CREATE VIEW v AS SELECT date_bin('1 hour', at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket, k,"
                    + " count(*) AS n, sum(x) AS s FROM f GROUP BY 1, 2;";
    private static final String ASK = "SELECT k, n, s FROM v WHERE bucket IS NOT NULL GROUP BY k ORDER BY k";
    private static final String QUERY = "SELECT k, count(*), sum(x) FROM f GROUP BY k ORDER BY k COLLATE \"C\"";
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** Bytes after which the load, of some twenty megabytes, is in the midst of its COPY. */
    private static final int IN_THE_COPY = 400_000;

    private DeadHost() {}

    /** Takes no arguments; to be run where it may take the loopback down. */
    public static void main(String[] args) throws Exception {
        try (PostgresServer server = PostgresServer.embedded();
                Proxy proxy = Proxy.to(server.port())) {
            server.execute(
                    "postgres",
                    "CREATE TABLE f (id int PRIMARY KEY, at timestamptz, k text, x int)",
                    "ALTER TABLE f REPLICA IDENTITY FULL",
                    "CREATE PUBLICATION straum FOR TABLE f",
                    "INSERT INTO f SELECT n, '2026-11-13 09:00Z', repeat('x', 1000), n FROM generate_series(1, 20000) n");
            proxy.stallNewestAfter(IN_THE_COPY);
            String byProxy = "postgresql://" + PostgresServer.USER + ":" + PostgresServer.PASSWORD + "@127.0.0.1:"
                    + proxy.port() + "/postgres";
            try (RunningStraum following = RunningStraum.start(server, "postgres", SPEC);
                    RunningStraum loading = RunningStraum.start(server, "postgres", byProxy, SPEC)) {
                following.awaitReady();
                Awaitility.await("a load under way")
                        .atMost(PATIENCE)
                        .until(() -> String.valueOf(loading.status().reason())
                                .startsWith("loading public.f, table 1 of 1: "));

                loopback("down");
                following.awaitFailure();
                loading.awaitFailure();
                System.out.println(following.status().lastFailure());
                System.out.println(loading.status().lastFailure());
                for (RunningStraum each : List.of(following, loading)) {
                    assertThat(each.status().state()).isNotEqualTo(Status.State.READY);
                    assertThat(each.status().reason()).isNotNull();
                }

                proxy.carry();
                loopback("up");
                server.execute("postgres", "DELETE FROM f WHERE id % 3 = 0", "UPDATE f SET k = 'other' WHERE id < 100");
                following.awaitStarts(2);
                loading.awaitStarts(1);
                for (RunningStraum each : List.of(following, loading)) {
                    Lsn now = each.position();
                    assertThat(each.client().askAt(now, ASK, List.of()).rows())
                            .isEqualTo(server.rows("postgres", QUERY));
                }
            }
        }
        System.out.println(DONE);
    }

    private static void loopback(String state) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("ip", "link", "set", "lo", state)
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
    }
}
