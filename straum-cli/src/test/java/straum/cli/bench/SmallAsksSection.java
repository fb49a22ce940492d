package straum.cli.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import straum.cli.testing.RunningStraum;
import straum.http.HttpSettings;

/**
 * Asks for one row of one hour over HTTP, a second, beside a Netty that answers the same bytes to whatever it is sent; both
 * with as many event loops and under the same load.
 */
final class SmallAsksSection {
    private static final int CONNECTIONS = 64;

    /** An hour of one account and kind of the dense sample. */
    private static final String ASK = "SELECT events, amount FROM usage WHERE kind = $1 AND account_id = 7"
            + " AND bucket >= '" + Sample.FIRST_DAY + " 09:00Z' AND bucket < '" + Sample.FIRST_DAY + " 10:00Z'";

    private static final String KIND = "view";

    private SmallAsksSection() {}

    static void run(Bench bench) throws Exception {
        int eventLoops = HttpSettings.defaults().room().eventLoops();
        String database = bench.samples().database(Sample.DENSE);
        byte[] request = HttpSocket.ask(ASK, KIND);
        HttpLoad load = new HttpLoad(CONNECTIONS, HttpSocket.body(ASK, KIND));
        List<String> fields = new ArrayList<>();
        try (RunningStraum straum = RunningStraum.start(bench.server(), database, Sample.view("events"))) {
            straum.awaitReady();
            byte[] body;
            try (HttpSocket http = new HttpSocket(straum.address())) {
                body = http.exchange(request, fields::add);
            }
            try (BareServer bare = BareServer.start(eventLoops, fields, body)) {
                String figure = "small asks, " + CONNECTIONS + " connections";
                List<Figures> figures = Rounds.measure(
                        figure,
                        Unit.ASKS_A_SECOND,
                        bench.runs(),
                        List.of("Straum", "bare Netty, a constant"),
                        round -> {
                            // The compiler takes its time.
                            int seconds = bench.options().seconds() * (round < 0 ? 3 : 1);
                            return new double[] {
                                load.rate(straum.address(), request, seconds),
                                load.rate(bare.address(), request, seconds)
                            };
                        });
                bench.report().add(figure, figures.get(0), figures.get(1));
                bench.report()
                        .note(String.format(
                                Locale.ROOT,
                                "Small asks come from %s; each server has %d event loop%s and shares the processors"
                                        + " with it.",
                                load.name(),
                                eventLoops,
                                eventLoops == 1 ? "" : "s"));
            }
        }
    }
}
