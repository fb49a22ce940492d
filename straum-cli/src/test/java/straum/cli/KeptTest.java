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
                          join app.accounts a on a.id = events.account_id
                          left join app.regions r on r.id = a.region_id

                        reads
                          app.accounts (id, region_id)
                          app.regions (id, name)
                          app.events (at, kind, account_id, ms, amount)
                        """);
    }
}
