package straum.cli.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import straum.cli.testing.Answered;
import straum.cli.testing.RunningStraum;
import straum.pg.testing.PostgresServer;

/**
 * A dim of a million rows, joined by every event: how long after the commit that changes one row of it an ask over HTTP has
 * the change. For a view with bound cells, of which the account is no key, and for one without.
 */
final class DimsSection {
    private static final int ACCOUNTS = 1_000_000;
    private static final int MOST_EVENTS = 2_000_000;
    private static final int CHANGES = 20;

    private static final String VIEW = """
            CREATE VIEW usage WITH (buckets = '1 hour, 1 day') AS
            SELECT date_bin('1 hour', e.at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket,
                   e.kind, %s a.region, count(*) AS events, sum(e.amount) AS amount
            FROM app.events e LEFT JOIN app.accounts a ON a.id = e.account_id
            GROUP BY bucket, e.kind, %1$s a.region;
            """;

    /** One hour: what changes is seen by few cells of it. */
    private static final String ASK = "SELECT events FROM usage WHERE region = $1 AND bucket >= '" + Sample.FIRST_DAY
            + " 09:00Z' AND bucket < '" + Sample.FIRST_DAY + " 10:00Z'";

    private final Bench bench;
    private final String database;
    /** Accounts that have an event in the hour asked for. */
    private final List<List<@Nullable String>> accounts;

    private long changes;

    private DimsSection(Bench bench) {
        this.bench = bench;
        this.database = bench.samples().database("dims", statements(Math.min(bench.rows(), MOST_EVENTS)));
        this.accounts = bench.server()
                .rows(
                        database,
                        "SELECT DISTINCT account_id FROM app.events WHERE at >= '" + Sample.FIRST_DAY
                                + " 09:00Z' AND at < '" + Sample.FIRST_DAY + " 10:00Z' ORDER BY 1 LIMIT 100");
    }

    private static List<String> statements(long rows) {
        Sample sample = new Sample("dims", ACCOUNTS, "(i * 7919 % " + ACCOUNTS + ")::int");
        return sample.statements(rows);
    }

    static void run(Bench bench) throws Exception {
        DimsSection section = new DimsSection(bench);
        try {
            section.measure("a view without bound cells", VIEW.formatted("e.account_id,"));
            section.measure("a view with bound cells", VIEW.formatted(""));
        } finally {
            section.changeBack();
        }
    }

    private void measure(String what, String view) throws Exception {
        PostgresServer server = bench.server();
        String figure = "a row of a dim of 1,000,000 changes, " + what;
        try (RunningStraum straum = RunningStraum.start(server, database, view);
                Connection connection = server.connect(database);
                PreparedStatement update =
                        connection.prepareStatement("UPDATE app.accounts SET region = ? WHERE id = ?")) {
            straum.awaitReady();
            try (HttpSocket http = new HttpSocket(straum.address())) {
                List<Figures> figures = Rounds.measure(
                        figure,
                        Unit.MILLIS,
                        bench.runs(),
                        List.of("visible", "such an ask alone", "longest"),
                        round -> round(update, http));
                bench.report().add(figure + ": visible after, median of " + CHANGES, figures.get(0));
                bench.report().add(figure + ": visible after, longest of " + CHANGES, figures.get(2));
                bench.report().add("(the ask alone of " + what + ", median of " + CHANGES + ")", figures.get(1));
            }
        }
    }

    /** The sample stays what it is. */
    private void changeBack() {
        bench.server()
                .execute(
                        database,
                        "UPDATE app.accounts SET region = " + Sample.REGION.formatted("id")
                                + " WHERE region LIKE 'region %'");
    }

    private double[] round(PreparedStatement update, HttpSocket http) throws SQLException, IOException {
        Latencies visible = new Latencies();
        Latencies alone = new Latencies();
        for (int i = 0; i < CHANGES; i++) {
            int account = Integer.parseInt(Objects.requireNonNull(
                    accounts.get((int) (changes % accounts.size())).get(0)));
            // A region that no account has had: an ask for it counts nothing until it has the change.
            String region = "region " + System.nanoTime() + "." + changes;
            byte[] ask = HttpSocket.ask(ASK, region);
            changes++;
            long from = System.nanoTime();
            if (isSeen(http, ask)) {
                throw new IllegalStateException("seen before it was changed");
            }
            alone.add(System.nanoTime() - from);
            update.setString(1, region);
            update.setInt(2, account);
            update.execute();
            from = System.nanoTime();
            while (!isSeen(http, ask)) {
                Thread.onSpinWait();
            }
            visible.add(System.nanoTime() - from);
        }
        return new double[] {visible.millis(0.5), alone.millis(0.5), visible.millis(1)};
    }

    private static boolean isSeen(HttpSocket http, byte[] ask) throws IOException {
        return Answered.read(new String(http.exchange(ask), StandardCharsets.UTF_8))
                        .number()
                > 0;
    }
}
