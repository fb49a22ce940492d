package straum.cli.bench;

import straum.domain.spec.Spec;
import straum.domain.spec.SpecException;
import straum.notation.SpecReader;
import straum.pg.testing.PostgresServer;

/**
 * The tables the benchmarks read: 30 days of events in time order, of 8 kinds, most of them few, and their accounts.
 *
 * @param accounts how many accounts the events are spread over
 * @param skew the power the spread is drawn with: 1 is even, more gives the first accounts most of the events
 */
record Sample(String name, int accounts, int skew) {
    /** About one cell to ten rows at the hour width. */
    static final Sample DENSE = new Sample("dense", 500, 1);

    /** Hardly any two rows share a cell. */
    static final Sample SPARSE = new Sample("sparse", 10_000, 4);

    private static final String VIEW = """
            CREATE VIEW usage WITH (buckets = '1 hour, 1 day') AS
            SELECT date_bin('1 hour', e.at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket,
                   e.kind, e.account_id, a.region, count(*) AS events, sum(e.amount) AS amount
            FROM app.%s e LEFT JOIN app.accounts a ON a.id = e.account_id
            GROUP BY bucket, e.kind, e.account_id, a.region;
            """;

    /** The usage view over a table of events. */
    static Spec spec(String table) throws SpecException {
        return SpecReader.read(VIEW.formatted(table));
    }

    /** The columns of events that the view reads, as COPY names them. */
    static final String COLUMNS = "at, kind, account_id, amount";

    /** Makes app.accounts and app.events of so many rows, and app.live, the same and empty; published as straum. */
    void make(PostgresServer server, String database, long rows) {
        server.execute(
                database,
                "CREATE SCHEMA app",
                "CREATE TABLE app.accounts (id int PRIMARY KEY, region text, plan text)",
                "INSERT INTO app.accounts SELECT i, (ARRAY['eu','us','apac','latam','mea'])[i % 5 + 1],"
                        + " (ARRAY['free','team','pro','enterprise'])[i % 4 + 1] FROM generate_series(0, 9999) i",
                "CREATE TABLE app.events (id bigint, at timestamptz, kind text, account_id int, amount numeric(12,2),"
                        + " ms int)",
                "CREATE TABLE app.live (LIKE app.events)",
                "ALTER TABLE app.accounts REPLICA IDENTITY FULL",
                "ALTER TABLE app.events REPLICA IDENTITY FULL",
                "ALTER TABLE app.live REPLICA IDENTITY FULL",
                insert("app.events", 0, rows, rows),
                "CREATE PUBLICATION straum FOR TABLE app.accounts, app.events, app.live",
                "VACUUM ANALYZE app.events",
                "CHECKPOINT");
    }

    /** An INSERT of the events numbered from one number to below another, of so many in all. */
    String insert(String table, long from, long to, long of) {
        return """
                INSERT INTO %s
                SELECT i, timestamptz '2026-10-01 00:00:00+00' + interval '30 days' * (i::float8 / %d),
                       (ARRAY['view','view','view','view','view','click','click','click','signup','purchase','purchase',
                              'refund','login','logout','error'])[1 + (abs(hashint8(i)::bigint) %% 15)],
                       floor(%d * power(abs(hashint8(i * 7 + 1)::bigint) / 2147483649.0, %d))::int,
                       ((abs(hashint8(i * 11 + 3)::bigint) %% 10000) / 100.0)::numeric(12,2),
                       (abs(hashint8(i * 13 + 5)::bigint) %% 5000)::int
                FROM generate_series(%d::bigint, %d::bigint - 1) i
                """.formatted(table, of, accounts, skew, from, to);
    }
}
