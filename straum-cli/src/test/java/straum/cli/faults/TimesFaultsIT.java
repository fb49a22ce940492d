package straum.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import straum.cli.testing.AskClient;

/** Times far off, infinite, before our era and between two microseconds: as the time, as keys and as inputs. */
@Execution(ExecutionMode.CONCURRENT)
class TimesFaultsIT {
    private static final String FIRST_ROWS = "INSERT INTO t VALUES"
            + " (1, '2026-11-13 09:30', '2026-11-13 09:30'), (2, '2026-11-13 10:30', NULL), (3, NULL, '2026-11-13')";

    /** Those times that date_bin bins; it reports an error for later ones. */
    private static final String BINNED = "at < '294247-01-01'";

    /** A type's values as the time and as an input. */
    private static FaultCase inputs(String type) {
        return inputs(type, "");
    }

    private static FaultCase inputs(String type, String binned) {
        String zone = type.equals("timestamptz") ? "at, 'UTC'" : "at::timestamp";
        String rows =
                " FROM t WHERE isfinite(at)" + (binned.isEmpty() ? "" : " AND " + binned) + " GROUP BY 1 ORDER BY 1";
        FaultCase of = FaultCase.of(
                List.of("CREATE TABLE t (id int PRIMARY KEY, at " + type + ", x " + type + ")"),
                View.of("t")
                        .time("at", type, binned)
                        .measures(
                                "count(*) AS n",
                                "count(x) AS filled",
                                "count(DISTINCT x) AS different",
                                "min(x) AS low",
                                "max(x) AS high",
                                "percentile_disc(0.5) WITHIN GROUP (ORDER BY x) AS middle"));
        return of.ask(
                        "SELECT date_trunc('week', bucket) AS week, n, low FROM v WHERE bucket IS NOT NULL GROUP BY week",
                        "SELECT date_trunc('week', " + zone + "), count(*), min(x)" + rows)
                .ask(
                        "SELECT date_bin('1 day', bucket) AS day, n FROM v WHERE bucket IS NOT NULL GROUP BY day",
                        "SELECT date_trunc('day', " + zone + "), count(*)" + rows);
    }

    /** The same, and the input a key. */
    private static FaultCase keys(String type) {
        return keys(type, "");
    }

    private static FaultCase keys(String type, String binned) {
        return FaultCase.of(
                List.of("CREATE TABLE t (id int PRIMARY KEY, at " + type + ", x " + type + ")"),
                View.of("t").time("at", type, binned).keys("x"));
    }

    /** One after the other they come, as the time and beside it, change places, and leave. */
    private static void comeAndGo(FaultCase of, String... times) {
        String[] come = new String[times.length];
        for (int i = 0; i < times.length; i++) {
            come[i] = "INSERT INTO t VALUES (" + (2 * i + 10) + ", '" + times[i] + "', '2026-11-13 12:00'), ("
                    + (2 * i + 11) + ", '2026-11-13 12:00', '" + times[i] + "')";
        }
        // The first row of all is one of them.
        of.rows(come[0], FIRST_ROWS)
                .change(Arrays.copyOfRange(come, 1, come.length))
                .change("UPDATE t SET at = x, x = at WHERE id % 3 = 0")
                .change("UPDATE t SET at = x WHERE id >= 10")
                .change("DELETE FROM t WHERE id % 2 = 0 AND id >= 10")
                .change("UPDATE t SET at = '2026-11-13 09:00', x = '2026-11-14' WHERE id >= 10")
                .end();
    }

    /** V4. */
    @ParameterizedTest
    @ValueSource(strings = {"timestamptz", "timestamp", "date"})
    void v4InfiniteTimesAreKeptUnderNoBucketAndAreInputs(String type) {
        try (FaultCase of = inputs(type)) {
            comeAndGo(of, "infinity", "-infinity", "2026-11-13 09:15");
        }
    }

    /** V4. */
    @ParameterizedTest
    @ValueSource(strings = {"timestamptz", "timestamp", "date"})
    void v4InfiniteTimesAreKeys(String type) {
        try (FaultCase of = keys(type)) {
            comeAndGo(of, "-infinity", "infinity", "2026-11-13 09:15");
        }
    }

    /** V7. */
    @ParameterizedTest
    @ValueSource(strings = {"timestamptz", "timestamp", "date"})
    void v7TimesBeforeOurEraAreInTheirOrderAndBucket(String type) {
        try (FaultCase of = inputs(type)) {
            comeAndGo(of, "0214-02-05 15:40 BC", "0001-12-31 23:59:59.999999 BC", "0001-01-01", "0214-02-06 BC");
        }
    }

    /** V7. */
    @ParameterizedTest
    @ValueSource(strings = {"timestamptz", "timestamp", "date"})
    void v7TimesBeforeOurEraAreKeys(String type) {
        try (FaultCase of = keys(type)) {
            comeAndGo(of, "0214-02-05 15:40 BC", "0001-12-31 23:59:59.999999 BC", "0001-01-01", "4713-01-01 BC");
        }
    }

    /** V7. */
    @Test
    void v7WhatHasNoAnswerIsRefusedAndTheStoreIsUnharmed() {
        FaultCase first = FaultCase.of(List.of("CREATE TABLE t (id int PRIMARY KEY, at timestamptz)"), View.of("t"));
        try (FaultCase of = first) {
            of.rows("INSERT INTO t VALUES (1, '4714-11-24 00:30Z BC'), (2, '2026-11-13Z')");
            for (String ask : List.of(
                    "SELECT date_trunc('year', bucket) AS year, n FROM v WHERE bucket IS NOT NULL GROUP BY year",
                    "SELECT date_bin('7 days', bucket, '2026-11-13Z') AS week, n FROM v WHERE bucket IS NOT NULL"
                            + " GROUP BY week",
                    "SELECT n FROM v WHERE bucket >= '4714-11-23 00:00Z BC'",
                    "SELECT n FROM v WHERE bucket < '294277-01-01 00:00Z'",
                    "SELECT n FROM v WHERE bucket >= '-infinity'")) {
                AskClient.Reply reply =
                        of.straum().client().reply(ask, List.of(), of.straum().position());
                assertThat(reply.status()).as(ask + reply.body()).isIn(400, 422);
            }
            of.change("INSERT INTO t VALUES (3, '4714-11-24 01:30Z BC')")
                    .change("DELETE FROM t WHERE id < 2")
                    .end();
        }
    }

    /** V8. */
    @ParameterizedTest
    @ValueSource(strings = {"timestamptz", "timestamp", "date"})
    void v8TimesFarOffAreInTheirOrderAndBucket(String type) {
        try (FaultCase of = inputs(type, BINNED)) {
            comeAndGo(
                    of,
                    "15000-12-31",
                    "294276-12-31 23:59:59.999999",
                    "294246-12-31 23:59:59.999999",
                    "4713-01-01 BC",
                    "4714-11-24 BC",
                    "1677-01-01",
                    "2262-12-31");
        }
    }

    /** V8. */
    @ParameterizedTest
    @ValueSource(strings = {"timestamptz", "timestamp", "date"})
    void v8TimesFarOffAreKeys(String type) {
        try (FaultCase of = keys(type, BINNED)) {
            comeAndGo(of, "4714-11-24 BC", "294276-12-31 23:59:59.999999", "15000-12-31", "1677-09-21", "2262-04-12");
        }
    }

    /** V8. */
    @Test
    void v8TheLastDateIsAnInputAndInNoBucket() {
        try (FaultCase of = inputs("date", BINNED)) {
            comeAndGo(of, "5874897-12-31", "4714-11-24 BC", "294277-01-01");
        }
    }

    /** V8. */
    @Test
    void v8TheLastDateIsAKey() {
        try (FaultCase of = keys("date", BINNED)) {
            comeAndGo(of, "294277-01-01", "5874897-12-31", "294276-12-31");
        }
    }

    /** V9. */
    @ParameterizedTest
    @ValueSource(strings = {"timestamptz", "timestamp"})
    void v9MicrosecondsAreFlooredOnBothSidesOf1970(String type) {
        try (FaultCase of = inputs(type)) {
            comeAndGo(
                    of,
                    "1969-12-31 23:59:59.5",
                    "2026-11-13 09:59:59.999999",
                    "1969-12-31 23:59:59.999999",
                    "1970-01-01 00:00:00",
                    "1969-12-31 23:00:00",
                    "1969-12-31 22:59:59.999999",
                    "1999-12-31 23:59:59.999999",
                    "0001-01-01 00:00:00.000001");
        }
    }

    /** V9. */
    @ParameterizedTest
    @ValueSource(strings = {"timestamptz", "timestamp"})
    void v9MicrosecondsArePartOfAKey(String type) {
        try (FaultCase of = keys(type)) {
            comeAndGo(of, "1969-12-31 23:59:59.5", "2026-11-13 09:59:59.999999", "1969-12-31 23:59:59.999999");
        }
    }
}
