package straum.cli.bench;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import straum.app.Lsn;

/**
 * Following: what was written while nobody read, into cells, beside {@code pg_recvlogical} throwing the same WAL away. When
 * behind, Straum is at the end of its load, and reads as it does then. Streaming, it had been following, and its server's
 * process was halted meanwhile: it reads the stream, as the peer does.
 */
final class FollowSection {
    private static final String PEER = "pg_recvlogical, discarded";

    private final Bench bench;
    private final String recvlogical;

    private FollowSection(Bench bench, String recvlogical) {
        this.bench = bench;
        this.recvlogical = recvlogical;
    }

    /** One round: the seconds that Straum took, and the peer. */
    @FunctionalInterface
    private interface Follow {
        double[] seconds(Backlog backlog) throws Exception;
    }

    static void whenBehind(Bench bench) throws Exception {
        FollowSection section = of(bench);
        if (section != null) {
            section.all("follow when behind", section::behind);
        }
    }

    static void streaming(Bench bench) throws Exception {
        FollowSection section = of(bench);
        if (section != null) {
            section.all("streaming", section::streamed);
        }
    }

    private static @Nullable FollowSection of(Bench bench) {
        String recvlogical = Programs.onPath("pg_recvlogical");
        if (recvlogical == null) {
            bench.report().note("`pg_recvlogical` is not on the path: following was not measured.");
            return null;
        }
        return new FollowSection(bench, recvlogical);
    }

    private void all(String what, Follow follow) throws Exception {
        for (Sample sample : List.of(Sample.DENSE, Sample.SPARSE)) {
            measure(what, Backlog.large(bench, sample), follow);
            measure(what, Backlog.small(bench, sample), follow);
        }
    }

    private void measure(String what, Backlog backlog, Follow follow) throws Exception {
        String figure = backlog.figure(what);
        List<Figures> figures =
                Rounds.measure(figure, Unit.ROWS_A_SECOND, bench.runs(), List.of("Straum", PEER), round -> {
                    backlog.begin();
                    try {
                        double[] seconds = follow.seconds(backlog);
                        return new double[] {backlog.rows() / seconds[0], backlog.rows() / seconds[1]};
                    } finally {
                        backlog.end();
                    }
                });
        bench.report().add(figure, figures.get(0), figures.get(1));
    }

    private double[] behind(Backlog backlog) throws Exception {
        try (Follower straum = new Follower(bench.server(), backlog.database(), Sample.spec("live"))) {
            straum.holdAfterLoad();
            straum.start();
            straum.awaitHeld();
            Lsn end = backlog.write();
            double peer = backlog.discardBy(recvlogical, end);
            double seconds = Rounds.seconds(() -> {
                straum.release();
                straum.awaitReached(end);
            });
            return new double[] {seconds, peer};
        }
    }

    private double[] streamed(Backlog backlog) throws Exception {
        try (Follower straum = new Follower(bench.server(), backlog.database(), Sample.spec("live"))) {
            straum.start();
            straum.awaitReady();
            String sender = awaitStreaming(straum);
            signal("STOP", sender);
            try {
                Lsn end = backlog.write();
                double peer = backlog.discardBy(recvlogical, end);
                double seconds = Rounds.seconds(() -> {
                    signal("CONT", sender);
                    straum.awaitReached(end);
                });
                return new double[] {seconds, peer};
            } finally {
                signal("CONT", sender);
            }
        }
    }

    /** Waits until a Straum is streamed to and has caught up; the process of the server that sends to it. */
    private String awaitStreaming(Follower straum) {
        String sender = "SELECT r.pid FROM pg_stat_replication r JOIN pg_replication_slots s ON s.active_pid = r.pid"
                + " WHERE s.slot_name = '" + straum.slot() + "' AND r.state = 'streaming'";
        Awaitility.await()
                .atMost(1, TimeUnit.MINUTES)
                .until(() -> !bench.server().rows("postgres", sender).isEmpty());
        straum.awaitReached(Lsn.parse(bench.server().value("postgres", "SELECT pg_current_wal_insert_lsn()")));
        return bench.server().value("postgres", sender);
    }

    /** Halts a process of the server, or lets it go on: nothing else keeps a stream from being read. */
    private static void signal(String name, String pid) throws Exception {
        Programs.runDiscarding("sh", "-c", "kill -" + name + " " + pid);
    }
}
