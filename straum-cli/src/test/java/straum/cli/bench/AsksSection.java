package straum.cli.bench;

import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import straum.cli.testing.RunningStraum;

/**
 * One ask over spans of four lengths, of Straum over HTTP, of PostgreSQL and of DuckDB, both over the same cells and over
 * the rows. All answer alike before any is timed.
 */
final class AsksSection {
    /** How long each asks again and again in a round. */
    private static final double ROUND_SECONDS = 0.4;

    private static final double WARM_UP_SECONDS = 4;

    private static final Map<String, List<Span>> SPANS = spans();

    private static Map<String, List<Span>> spans() {
        Map<String, List<Span>> spans = new LinkedHashMap<>();
        spans.put("1 hour", Span.of(Duration.ofHours(1)));
        spans.put("1 day", Span.of(Duration.ofDays(1)));
        spans.put("7 days", Span.of(Duration.ofDays(7)));
        spans.put("all", Span.all());
        return Collections.unmodifiableMap(spans);
    }

    private AsksSection() {}

    static void run(Bench bench) throws Exception {
        measure(bench, Sample.DENSE);
        measure(bench, Sample.SPARSE);
        bench.report()
                .note(String.format(
                        Locale.ROOT,
                        "DuckDB runs in this process with %d threads and all tables in memory, PostgreSQL with the"
                                + " parallel workers of its defaults; both are asked by prepared statements.",
                        Bench.processors()));
    }

    private static void measure(Bench bench, Sample sample) throws Exception {
        String database = bench.samples().database(sample);
        try (RunningStraum straum = RunningStraum.start(bench.server(), database, Sample.view("events"));
                Connection cells = bench.server().connect(database);
                Connection rows = bench.server().connect(database);
                Duck duck = Duck.load(bench.server(), database)) {
            straum.awaitReady();
            try (Contender first = new StraumContender(straum.address());
                    Contender postgresCells = new JdbcContender(
                            "PostgreSQL, materialized view of the same cells",
                            cells,
                            true,
                            JdbcContender.CELLS.formatted("app.cells"));
                    Contender postgresRows = new JdbcContender(
                            "PostgreSQL, rows",
                            rows,
                            true,
                            JdbcContender.ROWS.formatted("app.events", "app.accounts"));
                    Contender duckCells = duck.overCells();
                    Contender duckRows = duck.overRows()) {
                List<Contender> all = List.of(first, postgresCells, postgresRows, duckCells, duckRows);
                for (Map.Entry<String, List<Span>> length : SPANS.entrySet()) {
                    measure(bench, "ask, " + sample.name() + ", " + length.getKey(), length.getValue(), all);
                }
            }
        }
    }

    private static void measure(Bench bench, String what, List<Span> spans, List<Contender> all) throws Exception {
        for (Span span : spans) {
            checkAlike(span, all);
        }
        List<Figures> figures = Rounds.measure(
                what,
                Unit.MILLIS,
                bench.runs(),
                all.stream().map(Contender::name).toList(),
                round -> {
                    double[] millis = new double[all.size()];
                    for (int i = 0; i < millis.length; i++) {
                        millis[i] = millis(all.get(i), spans, round < 0 ? WARM_UP_SECONDS : ROUND_SECONDS);
                    }
                    return millis;
                });
        for (Figures peer : figures.subList(1, figures.size())) {
            bench.report().add(what, figures.get(0), peer);
        }
    }

    /** Fails unless all answer alike, and something. */
    private static void checkAlike(Span span, List<Contender> all) throws Exception {
        List<List<String>> answers = new ArrayList<>();
        for (Contender contender : all) {
            answers.add(contender.answer(span));
            if (answers.get(0).isEmpty() || !answers.get(0).equals(answers.get(answers.size() - 1))) {
                throw new IllegalStateException(contender.name() + " answers " + answers.get(answers.size() - 1)
                        + " and " + all.get(0).name() + " " + answers.get(0) + " for " + span);
            }
        }
    }

    /** Asks again and again, at least once; the mean time of an ask. */
    private static double millis(Contender contender, List<Span> spans, double seconds) throws Exception {
        long least = (long) (seconds * 1e9);
        long from = System.nanoTime();
        long took = 0;
        int asks = 0;
        while (took < least) {
            contender.ask(spans.get(asks % spans.size()));
            asks++;
            took = System.nanoTime() - from;
        }
        return took / 1e6 / asks;
    }
}
