package straum.cli.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * What becomes of applying and of small asks over HTTP as one thing grows: the cells, the buckets they are in, the rows of
 * a commit, the clients. Without a PostgreSQL: rows and commits are made in this process. The peer of each is the smallest.
 */
final class GrowthSection {
    private static final int HOURS = 720;
    private static final int PER_COMMIT = 100;
    private static final long MIDDLE = 1_000_000;
    private static final double SECONDS = 0.5;

    private final Bench bench;

    private GrowthSection(Bench bench) {
        this.bench = bench;
    }

    static void run(Bench bench) throws Exception {
        GrowthSection section = new GrowthSection(bench);
        long middle = Math.min(MIDDLE, bench.rows());
        List<Size> byCells = new ArrayList<>();
        for (long cells = 100_000; cells <= Math.max(100_000, bench.rows()); cells *= 10) {
            byCells.add(new Size(cells, HOURS, String.format(Locale.ROOT, "%,d cells", cells)));
        }
        section.stores("cells", byCells);
        List<Size> byBuckets = new ArrayList<>();
        for (int hours = 10; hours <= 10_000; hours *= 10) {
            byBuckets.add(new Size(
                    middle, hours, String.format(Locale.ROOT, "%,d buckets of %,d cells in all", hours, middle)));
        }
        section.stores("buckets", byBuckets);
        try (MadeStraum straum = MadeStraum.start(middle, HOURS)) {
            section.commits(straum);
            section.clients(straum);
        }
        bench.report()
                .note(
                        "Growth was measured over HTTP and without a PostgreSQL; unless said, of one client and of commits of "
                                + PER_COMMIT + " rows.");
    }

    private record Size(long cells, int hours, String name) {}

    /** Stores of several sizes side by side. */
    private void stores(String what, List<Size> sizes) throws Exception {
        List<MadeStraum> straums = new ArrayList<>();
        try {
            for (Size size : sizes) {
                straums.add(MadeStraum.start(size.cells, size.hours));
            }
            List<String> names = sizes.stream().map(Size::name).toList();
            report(
                    "apply, ",
                    names,
                    Rounds.measure("growth by " + what + ", apply", Unit.ROWS_A_SECOND, bench.runs(), names, round -> {
                        double[] rates = new double[names.size()];
                        for (int i = 0; i < rates.length; i++) {
                            rates[i] = straums.get(i).applied(PER_COMMIT);
                        }
                        return rates;
                    }));
            report(
                    "small ask, ",
                    names,
                    Rounds.measure("growth by " + what + ", small ask", Unit.MILLIS, bench.runs(), names, round -> {
                        double[] millis = new double[names.size()];
                        for (int i = 0; i < millis.length; i++) {
                            millis[i] = ask(straums.get(i), 1, round).millis(0.5);
                        }
                        return millis;
                    }));
        } finally {
            straums.forEach(MadeStraum::close);
        }
    }

    private void commits(MadeStraum straum) throws Exception {
        int[] sizes = {1, 100, 10_000};
        List<String> names = List.of("commits of 1 row", "commits of 100 rows", "commits of 10,000 rows");
        report("apply, ", names, Rounds.measure("growth by commit", Unit.ROWS_A_SECOND, bench.runs(), names, round -> {
            double[] rates = new double[sizes.length];
            for (int i = 0; i < sizes.length; i++) {
                rates[i] = straum.applied(sizes[i]);
            }
            return rates;
        }));
    }

    private void clients(MadeStraum straum) throws Exception {
        int[] clients = {1, 8, 64};
        List<String> names = List.of("1 client", "8 clients", "64 clients");
        double[][] rates = new double[clients.length][bench.runs()];
        List<Figures> figures = Rounds.measure("growth by clients", Unit.MILLIS, bench.runs(), names, round -> {
            double[] millis = new double[clients.length];
            for (int i = 0; i < clients.length; i++) {
                long from = System.nanoTime();
                Latencies latencies = ask(straum, clients[i], round);
                millis[i] = latencies.millis(0.5);
                if (round >= 0) {
                    rates[i][round] = latencies.count() / ((System.nanoTime() - from) / 1e9);
                }
            }
            return millis;
        });
        report("small ask, ", names, figures);
        List<Figures> asks = new ArrayList<>();
        for (int i = 0; i < clients.length; i++) {
            asks.add(new Figures(names.get(i), Unit.ASKS_A_SECOND, rates[i]));
        }
        report("small asks in all, ", names, asks);
    }

    private void report(String what, List<String> names, List<Figures> figures) {
        bench.report().add(what + names.get(0), figures.get(0));
        for (int i = 1; i < figures.size(); i++) {
            bench.report().add(what + names.get(i), figures.get(i), figures.get(0));
        }
    }

    /** Has so many clients ask at once, each one thing after the other. */
    private static Latencies ask(MadeStraum straum, int clients, int round) throws Exception {
        List<byte[]> asks = straum.smallAsks();
        long nanos = (long) ((round < 0 ? 4 : 1) * SECONDS * TimeUnit.SECONDS.toNanos(1));
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            List<Callable<Latencies>> work = new ArrayList<>();
            for (int client = 0; client < clients; client++) {
                int first = client;
                work.add(() -> askOne(straum.address(), asks, first, nanos));
            }
            Latencies all = new Latencies();
            for (Future<Latencies> one : threads.invokeAll(work)) {
                all.addAll(one.get());
            }
            return all;
        } finally {
            threads.shutdown();
        }
    }

    private static Latencies askOne(InetSocketAddress address, List<byte[]> asks, int first, long nanos)
            throws IOException {
        Latencies latencies = new Latencies();
        try (HttpSocket http = new HttpSocket(address)) {
            long end = System.nanoTime() + nanos;
            for (int i = first; System.nanoTime() < end; i++) {
                long from = System.nanoTime();
                http.exchange(asks.get(i % asks.size()));
                latencies.add(System.nanoTime() - from);
            }
        }
        return latencies;
    }
}
