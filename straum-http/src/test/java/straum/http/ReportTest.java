package straum.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import straum.app.Status;

/** {@code /status} and {@code /views}, as whole documents. */
class ReportTest {
    private final FakeAsks asks = new FakeAsks();

    @Test
    void theStatusInJson() {
        assertThat(withoutHeap(text(ReportJson.status(FakeAsks.status(Status.State.READY, null), "0.1.0"))))
                .isEqualTo("{\"state\":\"ready\",\"reason\":null,\"as_of\":\"2026-11-13T10:00:00.412Z\","
                        + "\"lag_seconds\":0.4,\"applied_lsn\":\"0/16B3748\",\"server_lsn\":\"0/16B3750\","
                        + "\"retained_wal_bytes\":8,\"starts\":1,\"process_started_at\":\"2026-11-13T09:00:00Z\","
                        + "\"ready_since\":\"2026-11-13T09:00:02.500Z\",\"last_failure\":null,"
                        + "\"load\":{\"tables\":["
                        + "{\"table\":\"app.accounts\",\"rows\":3,\"estimated_rows\":null,\"seconds\":0.013,\"done\":true},"
                        + "{\"table\":\"app.events\",\"rows\":1200000,\"estimated_rows\":4000000,\"seconds\":1.9,"
                        + "\"done\":false}],\"joined\":{\"cells\":1000000,\"of\":9000000,\"seconds\":2.5,\"done\":false}},"
                        + "\"applied\":{\"commits\":17,\"rows\":42},"
                        + "\"asks\":{\"answered\":5,\"refused\":2,\"waiting\":1},"
                        + "\"postgres\":{\"version\":\"17.7\",\"database\":\"app\",\"publication\":\"straum\","
                        + "\"slot\":\"straum_1\",\"wal\":\"logical\"},"
                        + "\"memory\":{\"store_bytes\":4096,\"heap_used_bytes\":N,\"heap_max_bytes\":N},"
                        + "\"version\":\"0.1.0\"}\n");
    }

    @Test
    void theStatusInJsonWhileNothingIsFollowed() {
        assertThat(withoutHeap(text(ReportJson.status(FakeAsks.failed(), "0.1.0"))))
                .isEqualTo("{\"state\":\"waiting\","
                        + "\"reason\":\"the connection was refused; trying again at 2026-11-13T10:00:05Z\","
                        + "\"as_of\":null,\"lag_seconds\":null,\"applied_lsn\":null,\"server_lsn\":null,"
                        + "\"retained_wal_bytes\":null,\"starts\":0,\"process_started_at\":\"2026-11-13T09:00:00Z\","
                        + "\"ready_since\":null,"
                        + "\"last_failure\":{\"at\":\"2026-11-13T10:00:00Z\","
                        + "\"message\":\"the connection was refused\",\"next_start_at\":\"2026-11-13T10:00:05Z\"},"
                        + "\"load\":{\"tables\":[],\"joined\":null},\"applied\":{\"commits\":0,\"rows\":0},"
                        + "\"asks\":{\"answered\":0,\"refused\":0,\"waiting\":0},\"postgres\":null,"
                        + "\"memory\":{\"store_bytes\":0,\"heap_used_bytes\":N,\"heap_max_bytes\":N},"
                        + "\"version\":\"0.1.0\"}\n");
    }

    @Test
    void theStatusSaysWhenThereIsNoNextStart() {
        assertThat(text(ReportJson.status(FakeAsks.failed(null), "0.1.0"))).contains(",\"next_start_at\":null}");
        assertThat(text(ReportText.status(FakeAsks.failed(null), "0.1.0")))
                .containsPattern("next start +none before a restart\n");
    }

    @Test
    void theStatusInText() {
        String text = text(ReportText.status(FakeAsks.status(Status.State.READY, null), "0.1.0"));
        assertThat(text.replaceAll("heap .*", "heap")).isEqualTo("""
                state         ready
                as of         2026-11-13T10:00:00.412Z
                lag           0.4 s
                applied LSN   0/16B3748
                server LSN    0/16B3750
                WAL retained  8 B
                starts        1
                started at    2026-11-13T09:00:00Z
                ready since   2026-11-13T09:00:02.500Z
                joined        1000000 of 9000000 cells, in 2.5 s
                applied       17 commits, 42 rows
                asks          5 answered, 2 refused, 1 waiting
                PostgreSQL    17.7, database app
                publication   straum
                slot          straum_1
                store         4.0 KiB
                heap
                version       0.1.0

                    table     |  rows   | estimated | seconds | loaded\s
                --------------+---------+-----------+---------+--------
                 app.accounts |       3 |           |   0.013 | yes
                 app.events   | 1200000 |   4000000 |     1.9 | no
                (2 rows)
                """);
    }

    @Test
    void theViewsInJson() {
        assertThat(text(ReportJson.held(asks.held())))
                .isEqualTo("{\"views\":[{\"name\":\"usage\",\"table\":\"app.events\",\"widths\":["
                        + "{\"width\":\"1 hour\",\"seconds\":3600,\"buckets\":24,\"cells\":1200},"
                        + "{\"width\":\"1 day\",\"seconds\":86400,\"buckets\":1,\"cells\":90}],"
                        + "\"cells\":1700,\"value_cells\":350,\"bound_cells\":50,\"rows\":5000,"
                        + "\"first_bucket\":\"2025-11-13T09:00:00Z\",\"last_bucket\":\"2025-11-14T08:00:00Z\","
                        + "\"keys\":[{\"name\":\"kind\",\"type\":\"text\"}],"
                        + "\"measures\":[{\"name\":\"events\",\"type\":\"int8\"},"
                        + "{\"name\":\"amount\",\"type\":\"numeric\"}],\"bytes\":123456}],"
                        + "\"dims\":[{\"table\":\"app.accounts\",\"key\":[\"id\"],\"rows\":3,\"bytes\":100}]}\n");
    }

    @Test
    void theViewsInText() {
        assertThat(text(ReportText.held(asks.held()))).isEqualTo("""
                 view  |     of     | rows |     first bucket     |     last bucket      | cells |   held   \s
                -------+------------+------+----------------------+----------------------+-------+-----------
                 usage | app.events | 5000 | 2025-11-13T09:00:00Z | 2025-11-14T08:00:00Z |  1700 | 120.6 KiB
                (1 row)

                 view  |      width       | buckets | cells\s
                -------+------------------+---------+-------
                 usage | 1 hour           |      24 |  1200
                 usage | 1 day            |       1 |    90
                 usage | all, value cells |         |   350
                 usage | all, bound cells |         |    50
                (4 rows)

                 view  | column |   is    |  type  \s
                -------+--------+---------+---------
                 usage | kind   | key     | text
                 usage | events | measure | int8
                 usage | amount | measure | numeric
                (3 rows)

                     dim      | by | rows | held \s
                --------------+----+------+-------
                 app.accounts | id |    3 | 100 B
                (1 row)
                """);
    }

    @Test
    void aLagIsNeverToldShorterThanItIs() {
        assertThat(ReportJson.seconds(0)).isEqualTo("0");
        assertThat(ReportJson.seconds(0.0001)).isEqualTo("0.001");
        assertThat(ReportJson.seconds(30.0001)).isEqualTo("30.001");
        assertThat(ReportJson.seconds(120)).isEqualTo("120");
    }

    private static String text(Reply reply) {
        return new String(reply.first(), StandardCharsets.UTF_8);
    }

    private static String withoutHeap(String json) {
        return json.replaceAll("(\"heap_\\w+\":)\\d+", "$1N");
    }
}
