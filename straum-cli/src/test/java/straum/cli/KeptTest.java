package straum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import straum.notation.SpecReader;

class KeptTest {
    @Test
    void everyKeyMeasureJoinAndColumnReadIsNamed() throws Exception {
        String spec = """
                CREATE VIEW usage WITH (buckets = '1 hour, 1 day') AS
                SELECT date_bin('1 hour', e.at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket,
                       e.kind AS what, r.name AS region,
                       count(*) AS events, count(e.ms) AS timed, sum(e.amount) AS amount
                FROM app.events e
                JOIN app.accounts a ON a.id = e.account_id
                LEFT JOIN app.regions r ON r.id = a.region_id
                GROUP BY bucket, what, region;
                """;

        assertThat(Kept.describe(SpecReader.read(spec))).isEqualTo("""
                        view usage of app.events
                          bucket   1 hour, 1 day, by at
                          key      what, events.kind
                          key      region, r.name
                          measure  events, count(*)
                          measure  timed, count(ms)
                          measure  amount, sum(amount)
                          join     JOIN app.accounts a ON a.id = events.account_id
                          join     LEFT JOIN app.regions r ON r.id = a.region_id
                          cells    one a bucket and kind, account_id; bound cells: no

                        reads
                          app.accounts (id, region_id)
                          app.regions (id, name)
                          app.events (at, kind, account_id, ms, amount)
                        """);
    }

    @Test
    void everyConditionIsShownWhereItHolds() throws Exception {
        String spec = """
                CREATE VIEW usage AS
                SELECT date_bin('15 minutes', e.at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket,
                       e.kind,
                       a.region,
                       count(*) FILTER (WHERE e.kind = 'purchase' OR a.region IS NULL) AS purchases
                FROM app.events e
                LEFT JOIN app.accounts a ON a.id = e.account_id AND NOT a.test AND a.plan IN ('it''s', 'b')
                WHERE (e.ok OR e.amount BETWEEN -1 AND 2.50)
                  AND e.day >= DATE '2026-01-01'
                  AND e.note NOT LIKE 'a\\_%'
                  AND EXISTS (SELECT 1 FROM app.vips v WHERE v.account_id = e.account_id)
                  AND NOT EXISTS (SELECT 1 FROM app.bots b WHERE b.account_id = e.account_id AND b.since < 5)
                GROUP BY bucket, e.kind, a.region;
                """;

        assertThat(Kept.describe(SpecReader.read(spec))).isEqualTo("""
                        view usage of app.events
                          bucket   15 minutes, by at
                          key      kind, events.kind
                          key      region, a.region
                          measure  purchases, count(*) FILTER (WHERE (events.kind = 'purchase' OR a.region IS NULL))
                          join     LEFT JOIN app.accounts a ON a.id = events.account_id AND NOT a.test AND a.plan IN ('it''s', 'b')
                          where    (events.ok OR (events.amount >= -1 AND events.amount <= 2.50))
                          where    events.day >= '2026-01-01'::date
                          where    events.note NOT LIKE 'a\\_%'
                          where    EXISTS (SELECT 1 FROM app.vips v WHERE v.account_id = events.account_id)
                          where    NOT EXISTS (SELECT 1 FROM app.bots b WHERE b.account_id = events.account_id AND b.since < 5)
                          cells    one a bucket and kind, account_id; bound cells: yes

                        reads
                          app.accounts (id, region, test, plan)
                          app.vips (account_id)
                          app.bots (account_id, since)
                          app.events (at, kind, account_id, ok, amount, day, note)
                        """);
    }

    @Test
    void aggregatesAreWrittenOutAndWhatKeepsItsValuesIsNamed() throws Exception {
        String spec = """
                CREATE VIEW times WITH (buckets = '1 hour, 6 hours, 1 day') AS
                SELECT date_bin('1 hour', at, TIMESTAMP '1970-01-01 00:00:00') AS bucket,
                       count(DISTINCT account_id) AS accounts,
                       min(name COLLATE "C") AS first,
                       max(ms) AS slowest,
                       avg(ms) AS mean,
                       bool_and(ok) AS fine,
                       every(ok) AS fine_too,
                       bool_or(ok) AS some,
                       percentile_disc(0.950) WITHIN GROUP (ORDER BY ms) AS p95,
                       percentile_disc(1) WITHIN GROUP (ORDER BY name COLLATE "C") AS last
                FROM calls
                GROUP BY bucket;
                """;

        assertThat(Kept.describe(SpecReader.read(spec))).isEqualTo("""
                        view times of public.calls
                          bucket   1 hour, 6 hours, 1 day, by at
                          measure  accounts, count(DISTINCT account_id)
                          measure  first, min(name COLLATE "C")
                          measure  slowest, max(ms)
                          measure  mean, avg(ms)
                          measure  fine, bool_and(ok)
                          measure  fine_too, bool_and(ok)
                          measure  some, bool_or(ok)
                          measure  p95, percentile_disc(0.95) WITHIN GROUP (ORDER BY ms)
                          measure  last, percentile_disc(1) WITHIN GROUP (ORDER BY name COLLATE "C")
                          cells    one a bucket; value cells of account_id, name, ms

                        reads
                          public.calls (at, account_id, name, ms, ok)
                        """);
    }
}
