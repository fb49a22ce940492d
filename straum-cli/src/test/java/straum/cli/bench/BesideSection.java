package straum.cli.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import straum.app.LongestHolds;
import straum.cli.testing.RunningStraum;
import straum.pg.testing.PostgresServer;

/**
 * Small asks, freshness and how long a lock was held at the longest, at a steady rate of commits to the same view, without
 * and with a client that keeps asking over all its cells: as many as the sample has rows.
 */
final class BesideSection {
    /** Reads each cell: there is no other width, and no condition that leaves any out. */
    private static final String LARGE =
            "SELECT region, events, amount FROM usage WHERE bucket IS NOT NULL GROUP BY region";

    private static final String SMALL = "SELECT events, amount FROM usage WHERE kind = 'click' AND account_id = 7"
            + " AND bucket >= '" + Sample.FIRST_DAY + " 09:00Z' AND bucket < '" + Sample.FIRST_DAY + " 10:00Z'";

    private BesideSection() {}

    static void run(Bench bench) throws Exception {
        Sample sample = Sample.SINGLE;
        String database = bench.samples().database(sample);
        PostgresServer server = bench.server();
        removeCommits(server, database);
        String spec = Sample.view("events", "1 hour") + Probes.VIEW;
        int seconds = bench.options().seconds();
        try (RunningStraum straum = RunningStraum.start(server, database, spec)) {
            straum.awaitReady();
            try (Probes probes = new Probes(server, database, straum.address());
                    Commits commits = Commits.start(server, database, sample, "app.events", FreshnessSection.RATE)) {
                long before = commits.count();
                long begun = System.nanoTime();
                List<Figures> figures = Rounds.measure(
                        "beside",
                        Unit.MILLIS,
                        bench.runs(),
                        List.of(
                                "small asks",
                                "the same without the large asks",
                                "freshness",
                                "the same without the large asks",
                                "read lock",
                                "the same without the large asks",
                                "write lock",
                                "the same without the large asks",
                                "large asks"),
                        round -> {
                            double[] without = all(straum, probes, seconds);
                            try (Asking large = new Asking(straum.address(), LARGE)) {
                                double[] beside = all(straum, probes, seconds);
                                return new double[] {
                                    beside[0],
                                    without[0],
                                    beside[1],
                                    without[1],
                                    beside[2],
                                    without[2],
                                    beside[3],
                                    without[3],
                                    large.end().millis(0.5)
                                };
                            }
                        });
                double rate = (commits.count() - before) / ((System.nanoTime() - begun) / 1e9);
                String cells = String.format(
                        Locale.ROOT,
                        "%,d cells",
                        Long.parseLong(server.value(database, "SELECT count(*) FROM app.cells")));
                String beside = "beside asks over " + cells + ": ";
                bench.report().add(beside + "small asks, p99", figures.get(0), figures.get(1));
                bench.report().add(beside + "freshness, p99", figures.get(2), figures.get(3));
                bench.report().add(beside + "read lock held, longest", figures.get(4), figures.get(5));
                bench.report().add(beside + "write lock held, longest", figures.get(6), figures.get(7));
                bench.report().add("(" + beside + "such a large ask itself, median)", figures.get(8));
                bench.report()
                        .note(String.format(
                                Locale.ROOT,
                                "Beside large asks there were %,.0f commits of one row a second, to the same view.",
                                rate));
            }
        } finally {
            removeCommits(server, database);
        }
    }

    /** The sample stays what it is. */
    private static void removeCommits(PostgresServer server, String database) {
        server.execute(database, "DELETE FROM app.events WHERE id < 0", "TRUNCATE app.probes");
    }

    /**
     * The p99 of small asks that a client of its own puts one after the other, and of freshness meanwhile; and the longest
     * that the read lock was held, and the write lock. In milliseconds.
     */
    private static double[] all(RunningStraum straum, Probes probes, int seconds) throws Exception {
        straum.takeLongestHolds();
        try (Asking small = new Asking(straum.address(), SMALL)) {
            double fresh = probes.measure(seconds, probes::visible).millis(0.99);
            LongestHolds held = straum.takeLongestHolds();
            return new double[] {
                small.end().millis(0.99),
                fresh,
                held.read().toNanos() / 1e6,
                held.write().toNanos() / 1e6
            };
        }
    }

    /** A client that puts one ask again and again, until it is ended. */
    private static final class Asking implements AutoCloseable {
        private final Latencies latencies = new Latencies();
        private final AtomicBoolean ended = new AtomicBoolean();
        private final Thread thread;
        private volatile @Nullable IOException failed;

        Asking(InetSocketAddress address, String ask) {
            thread = new Thread(() -> run(address, HttpSocket.ask(ask)), "asking");
            thread.start();
        }

        private void run(InetSocketAddress address, byte[] request) {
            try (HttpSocket http = new HttpSocket(address)) {
                while (!ended.get() || latencies.count() == 0) {
                    long from = System.nanoTime();
                    http.exchange(request);
                    latencies.add(System.nanoTime() - from);
                }
            } catch (IOException e) {
                failed = e;
            }
        }

        /** Ends it; how long its asks took. */
        Latencies end() throws IOException, InterruptedException {
            ended.set(true);
            thread.join();
            IOException failure = failed;
            if (failure != null) {
                throw failure;
            }
            return latencies;
        }

        @Override
        public void close() {
            ended.set(true);
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
