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

    /** Whose answers are found so fast that what is around them tells. */
    private static final String WITH_FLOORS = "1 hour";

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
            try (StraumContender first = new StraumContender(straum.address());
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
                    String what = "ask, " + sample.name() + ", " + length.getKey();
                    for (Span span : length.getValue()) {
                        checkAlike(span, all);
                    }
                    if (length.getKey().equals(WITH_FLOORS)) {
                        measureWithFloors(bench, what, length.getValue(), all, first, cells);
                    } else {
                        addAll(bench, what, measure(bench, what, length.getValue(), all));
                    }
                }
            }
        }
    }

    /**
     * Measures, in the same rounds, also what answers a constant: a Netty and a socket to Straum's client, and PostgreSQL.
     * Nobody can be asked in less over the same way.
     *
     * @param all of whom the second is the one to be measured by
     */
    private static void measureWithFloors(
            Bench bench,
            String what,
            List<Span> spans,
            List<Contender> all,
            StraumContender straum,
            Connection postgres)
            throws Exception {
        HttpExchange constant = straum.exchange(spans.get(0));
        try (Asked netty = new BareNetty(constant);
                Asked socket = new PlainSocket(constant);
                Asked selectOne = new SelectOne(postgres)) {
            List<Asked> asked = new ArrayList<>(all);
            asked.addAll(List.of(netty, socket, selectOne));
            List<Figures> figures = measure(bench, what, spans, asked);
            Figures ofNetty = figures.get(all.size());
            Figures ofSocket = figures.get(all.size() + 1);
            Figures ofSelectOne = figures.get(all.size() + 2);
            addAll(bench, what, figures.subList(0, all.size()));
            bench.report().add(what, figures.get(0), ofSelectOne);
            for (Figures peer : List.of(figures.get(1), ofSelectOne)) {
                bench.report().addInstead(what, ofNetty, peer);
                bench.report().addInstead(what, ofSocket, peer);
            }
        }
        bench.report()
                .note("A bare Netty and a plain socket, sent the same ask by the same client on one connection, answer"
                        + " Straum's bytes to whatever they are sent; their figure stands where Straum's does.");
    }

    private static void addAll(Bench bench, String what, List<Figures> figures) {
        for (Figures peer : figures.subList(1, figures.size())) {
            bench.report().add(what, figures.get(0), peer);
        }
    }

    private static List<Figures> measure(Bench bench, String what, List<Span> spans, List<? extends Asked> all)
            throws Exception {
        return Rounds.measure(
                what, Unit.MILLIS, bench.runs(), all.stream().map(Asked::name).toList(), round -> {
                    double[] millis = new double[all.size()];
                    for (int i = 0; i < millis.length; i++) {
                        millis[i] = millis(all.get(i), spans, round < 0 ? WARM_UP_SECONDS : ROUND_SECONDS);
                    }
                    return millis;
                });
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
    private static double millis(Asked asked, List<Span> spans, double seconds) throws Exception {
        long least = (long) (seconds * 1e9);
        long from = System.nanoTime();
        long took = 0;
        int asks = 0;
        while (took < least) {
            asked.ask(spans.get(asks % spans.size()));
            asks++;
            took = System.nanoTime() - from;
        }
        return took / 1e6 / asks;
    }
}
