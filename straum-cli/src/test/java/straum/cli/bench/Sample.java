package straum.cli.bench;

import java.util.List;
import straum.domain.spec.Spec;
import straum.domain.spec.SpecException;
import straum.notation.SpecReader;

/**
 * The tables the benchmarks read: 30 days of events in time order, of 8 kinds, most of them few, and their accounts.
 *
 * @param accounts how many accounts the events are spread over
 * @param account the account of the event numbered i, in SQL
 */
record Sample(String name, int accounts, String account) {
    /** Of ten million rows, 2.6 million cells at the hour width. */
    static final Sample DENSE = new Sample("dense", 500, spread(500, 1));

    /** Little rolls up: of ten million rows, 6.2 million cells at the hour width. */
    static final Sample SPARSE = new Sample("sparse", 10_000, spread(10_000, 4));

    /** As many cells at the hour width as rows. */
    static final Sample SINGLE = new Sample("single", 20_000, "(i % 20000)::int");

    /** The day of the first event; there are events for so many days. */
    static final String FIRST_DAY = "2026-10-01";

    static final int DAYS = 30;

    /** The columns of events that the view reads, as COPY names them. */
    static final String COLUMNS = "at, kind, account_id, amount";

    /** The region of an account, in SQL. */
    static final String REGION = "(ARRAY['eu','us','apac','latam','mea'])[%s %% 5 + 1]";

    private static final int LEAST_ACCOUNTS = 10_000;

    private static final String VIEW = """
            CREATE VIEW usage WITH (buckets = '%s') AS
            SELECT date_bin('1 hour', e.at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket,
                   e.kind, e.account_id, a.region, count(*) AS events, sum(e.amount) AS amount
            FROM app.%s e LEFT JOIN app.accounts a ON a.id = e.account_id
            GROUP BY bucket, e.kind, e.account_id, a.region;
            """;

    /** An account, even with power 1; with more the first accounts get most of the events. */
    private static String spread(int accounts, int power) {
        return "floor(" + accounts + " * power(abs(hashint8(i * 7 + 1)::bigint) / 2147483649.0, " + power + "))::int";
    }

    /** The usage view over a table of events, by hour and by day. */
    static String view(String table) {
        return view(table, "1 hour, 1 day");
    }

    /** The same by other widths, the first of which is an hour. */
    static String view(String table, String widths) {
        return VIEW.formatted(widths, table);
    }

    /** The usage view over a table of events, as it is read. */
    static Spec spec(String table) throws SpecException {
        return SpecReader.read(view(table));
    }

    /**
     * What makes the tables in an empty database: app.accounts; app.events of so many rows with the indexes that a range of
     * time is found by; app.live, the same and empty; app.probes, empty; all published as straum. And app.cells, a
     * materialized view of the cells by hour, in the order of its index.
     */
    List<String> statements(long rows) {
        return List.of(
                "CREATE SCHEMA app",
                "CREATE TABLE app.accounts (id int PRIMARY KEY, region text, plan text)",
                "INSERT INTO app.accounts SELECT i, " + REGION.formatted("i")
                        + ", (ARRAY['free','team','pro','enterprise'])[i % 4 + 1] FROM generate_series(0, "
                        + (Math.max(accounts, LEAST_ACCOUNTS) - 1) + ") i",
                "CREATE TABLE app.events (id bigint, at timestamptz, kind text, account_id int, amount numeric(12,2),"
                        + " ms int)",
                "CREATE TABLE app.live (LIKE app.events)",
                "CREATE TABLE app.probes (at timestamptz)",
                "ALTER TABLE app.accounts REPLICA IDENTITY FULL",
                "ALTER TABLE app.events REPLICA IDENTITY FULL",
                "ALTER TABLE app.live REPLICA IDENTITY FULL",
                "ALTER TABLE app.probes REPLICA IDENTITY FULL",
                insert("app.events", 0, rows, rows),
                "CREATE PUBLICATION straum FOR TABLE app.accounts, app.events, app.live, app.probes",
                "CREATE INDEX ON app.events USING brin (at)",
                "CREATE INDEX ON app.events (at)",
                "CREATE MATERIALIZED VIEW app.cells AS"
                        + " SELECT date_bin('1 hour', e.at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket, e.kind,"
                        + " e.account_id, a.region, count(*) AS events, sum(e.amount) AS amount"
                        + " FROM app.events e LEFT JOIN app.accounts a ON a.id = e.account_id"
                        + " GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3",
                "CREATE INDEX ON app.cells (bucket, kind)",
                "VACUUM ANALYZE app.accounts, app.events, app.cells",
                "CHECKPOINT");
    }

    /** An INSERT of the events numbered from one number to below another, of so many in all. */
    String insert(String table, long from, long to, long of) {
        return """
                INSERT INTO %s
                SELECT i, timestamptz '%s 00:00:00+00' + interval '%d days' * (i::float8 / %d),
                       (ARRAY['view','view','view','view','view','click','click','click','signup','purchase','purchase',
                              'refund','login','logout','error'])[1 + (abs(hashint8(i)::bigint) %% 15)],
                       %s,
                       ((abs(hashint8(i * 11 + 3)::bigint) %% 10000) / 100.0)::numeric(12,2),
                       (abs(hashint8(i * 13 + 5)::bigint) %% 5000)::int
                FROM generate_series(%d::bigint, %d::bigint - 1) i
                """.formatted(table, FIRST_DAY, DAYS, of, account, from, to);
    }
}
