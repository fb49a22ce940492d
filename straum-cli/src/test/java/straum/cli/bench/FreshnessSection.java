package straum.cli.bench;

import java.util.List;
import java.util.Locale;
import straum.cli.testing.RunningStraum;
import straum.pg.testing.PostgresServer;

/** How long after a commit has returned an ask over HTTP has it, beside commits of one row at a steady rate. */
final class FreshnessSection {
    /** The commits a second. */
    static final int RATE = 2000;

    private FreshnessSection() {}

    static void run(Bench bench) throws Exception {
        Sample sample = Sample.DENSE;
        String database = bench.samples().database(sample);
        PostgresServer server = bench.server();
        server.execute(database, "TRUNCATE app.live, app.probes");
        String spec = Sample.view("live") + Probes.VIEW;
        int seconds = bench.options().seconds();
        try (RunningStraum straum = RunningStraum.start(server, database, spec)) {
            straum.awaitReady();
            try (Probes probes = new Probes(server, database, straum.address());
                    Commits commits = Commits.start(server, database, sample, "app.live", RATE)) {
                long before = commits.count();
                long begun = System.nanoTime();
                List<Figures> figures = Rounds.measure(
                        "freshness",
                        Unit.MILLIS,
                        bench.runs(),
                        List.of("Straum", "at a position", "the ask alone", "p99 Straum", "at a position", "alone"),
                        round -> {
                            Latencies visible = probes.measure(seconds, probes::visible);
                            Latencies reached = probes.measure(seconds, probes::reached);
                            Latencies alone = probes.measure(seconds, probes::alone);
                            return new double[] {
                                visible.millis(0.5),
                                reached.millis(0.5),
                                alone.millis(0.5),
                                visible.millis(0.99),
                                reached.millis(0.99),
                                alone.millis(0.99)
                            };
                        });
                double rate = (commits.count() - before) / ((System.nanoTime() - begun) / 1e9);
                String[] parts = {"median", "p99"};
                for (int i = 0; i < parts.length; i++) {
                    bench.report().add("freshness, asked again and again, " + parts[i], figures.get(3 * i));
                    bench.report()
                            .add("freshness, asked once with `Straum-Min-LSN`, " + parts[i], figures.get(3 * i + 1));
                    bench.report().add("(freshness: the ask alone, " + parts[i] + ")", figures.get(3 * i + 2));
                }
                bench.report()
                        .note(String.format(
                                Locale.ROOT, "Freshness was measured beside %,.0f commits of one row a second.", rate));
            }
        }
    }
}
