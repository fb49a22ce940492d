package straum.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import straum.pg.testing.PostgresServer;

/** Numbers that others lost or rounded: each comes by load and by stream, and leaves the others as they were. */
@Execution(ExecutionMode.CONCURRENT)
class ValuesFaultsIT {
    private static final String[] ALL = {
        "count(*) AS n",
        "count(x) AS values_n",
        "count(DISTINCT x) AS different",
        "sum(x) AS s",
        "avg(x) AS a",
        "min(x) AS low",
        "max(x) AS high",
        "percentile_disc(0.5) WITHIN GROUP (ORDER BY x) AS middle"
    };

    private static FaultCase numbers(String type) {
        return FaultCase.of(
                List.of("CREATE TABLE t (id int PRIMARY KEY, at timestamptz, k text, x " + type + ")"),
                View.of("t").keys("k").measures(ALL));
    }

    private static String row(int id, String k, String x) {
        return "INSERT INTO t VALUES (" + id + ", '2026-11-13 09:30Z', '" + k + "', " + x + ")";
    }

    /** V1. */
    @Test
    void v1NanIsInTheSumUntilItsRowLeaves() {
        try (FaultCase of = numbers("numeric")) {
            of.rows(row(1, "a", "1.25"), row(2, "a", "'NaN'"), row(3, "b", "7"))
                    .change("DELETE FROM t WHERE id = 2")
                    .change("UPDATE t SET x = 'NaN' WHERE id = 3")
                    .change(row(4, "a", "'NaN'"), row(5, "a", "'NaN'"))
                    .change("DELETE FROM t WHERE id = 4")
                    .change("UPDATE t SET x = 2.5 WHERE id IN (3, 5)")
                    .end();
        }
    }

    /** V2. */
    @ParameterizedTest
    @ValueSource(strings = {"numeric", "float4", "float8"})
    void v2InfinitiesAddUpAndTakeEachOtherToNan(String type) {
        try (FaultCase of = numbers(type)) {
            of.rows(
                            row(1, "a", "1.5"),
                            row(2, "a", "'Infinity'"),
                            row(3, "b", "'-Infinity'"),
                            row(4, "c", "'Infinity'"))
                    .change(row(5, "a", "'-Infinity'"), row(6, "c", "'NaN'"))
                    .change("DELETE FROM t WHERE id = 2")
                    .change("UPDATE t SET k = 'b' WHERE id = 4")
                    .change("DELETE FROM t WHERE id IN (5, 6)", "UPDATE t SET x = 2.5 WHERE id IN (3, 4)")
                    .end();
        }
    }

    /** V3. */
    @ParameterizedTest
    @ValueSource(strings = {"numeric", "numeric(80,10)"})
    void v3LongNumericsKeepEachDigit(String type) {
        String sixty = "123456789012345678901234567890123456789012345678901234567890";
        try (FaultCase of = numbers(type)) {
            of.rows(
                            row(1, "a", sixty + ".0123456789"),
                            row(2, "a", "-0.0000000001"),
                            row(3, "b", "-" + sixty + "." + "5"))
                    .change(row(4, "a", "9" + sixty + ".5"), "UPDATE t SET k = 'a' WHERE id = 3")
                    .change("DELETE FROM t WHERE id IN (1, 4)")
                    .end();
        }
    }

    /** V3. */
    @Test
    void v3TheWidestNumericOf38DigitsIsExact() {
        try (FaultCase of = numbers("numeric(38,10)")) {
            of.rows(row(1, "a", "9999999999999999999999999999.9999999999"), row(2, "a", "0.0000000001"))
                    .change("UPDATE t SET x = -x", row(3, "b", "-9999999999999999999999999999.9999999999"))
                    .change("DELETE FROM t WHERE id = 1")
                    .end();
        }
    }

    /** V3. */
    @Test
    void v3TheGreatestAndTheFinestNumericAddUp() {
        try (FaultCase of = numbers("numeric")) {
            of.rows(row(1, "a", "1e131071"), row(2, "a", "1e-16383"))
                    .change(row(3, "a", "-9e131071"), "DELETE FROM t WHERE id = 1")
                    .change("DELETE FROM t WHERE id = 3")
                    .end();
        }
    }

    /** V6. */
    @Test
    void v6AnInfiniteFloatIsAStringAndNoNull() {
        try (FaultCase of = numbers("float8")) {
            of.rows(row(1, "a", "'Infinity'"), row(2, "b", "NULL"), row(3, "c", "'-Infinity'"), row(4, "d", "'NaN'"))
                    .change("UPDATE t SET x = NULL WHERE id = 1", "UPDATE t SET x = 'Infinity' WHERE id = 2");
            assertThat(of.straum()
                            .client()
                            .post("application/sql", "SELECT k, s FROM v WHERE bucket IS NOT NULL GROUP BY k")
                            .body())
                    .contains("Infinity", "-Infinity", "NaN");
            assertThat(of.straum()
                            .askNow("SELECT k, s, high FROM v WHERE bucket IS NOT NULL GROUP BY k")
                            .rows())
                    .isEqualTo(List.of(
                            Arrays.asList("a", null, null),
                            List.of("b", "Infinity", "Infinity"),
                            List.of("c", "-Infinity", "-Infinity"),
                            List.of("d", "NaN", "NaN")));
            of.change("UPDATE t SET x = 1").end();
        }
    }

    /** V14. */
    @Test
    void v14ALargeFloatLeavesTheSmallOneBehind() {
        try (FaultCase of = numbers("float8")) {
            of.rows(row(1, "a", "1e16"), row(2, "a", "1"), row(3, "b", "0"))
                    .change("DELETE FROM t WHERE id = 1")
                    .change(row(4, "a", "'NaN'"), row(5, "b", "'Infinity'"))
                    .change("DELETE FROM t WHERE id IN (4, 5)")
                    .change(row(6, "a", "1e150"))
                    .change("DELETE FROM t WHERE id = 6", row(7, "a", "5e-324"))
                    .change("DELETE FROM t WHERE id = 2")
                    .end();
        }
    }

    /** V14: a sum that is zero is 0, whatever it is of, and PostgreSQL's of nothing but -0 is the -0 that equals it. */
    @ParameterizedTest
    @ValueSource(strings = {"float4", "float8"})
    void v14MinusZeroAddsUpToTheZeroItEquals(String type) {
        FaultCase minusZeros = FaultCase.of(
                List.of("CREATE TABLE t (id int PRIMARY KEY, at timestamptz, k text, x " + type + ")"),
                View.of("t")
                        .keys("k")
                        .measures("count(DISTINCT x) AS different", "sum(x) AS s", "avg(x) AS a")
                        .rightBy("sum(x)", "sum(x) + 0"));
        try (FaultCase of = minusZeros) {
            of.rows(row(1, "a", "'-0'"), row(2, "b", "'-0'"), row(3, "b", "0"), row(4, "c", "'-0'"), row(5, "c", "1"))
                    .change("DELETE FROM t WHERE id IN (3, 5)", row(6, "a", "'-0'"))
                    .change("UPDATE t SET x = 0")
                    .end();
        }
    }

    /** V15. */
    @Test
    void v15TheSumOfFloat4sIsTheExactSumRoundedOnce() {
        FaultCase sums = FaultCase.of(
                List.of("CREATE TABLE t (id int PRIMARY KEY, at timestamptz, k text, x float4)"),
                View.of("t")
                        .keys("k")
                        .measures("sum(x) AS s", "avg(x) AS a")
                        .rightBy("sum(x)", "sum(x::float8)::float4")
                        .rightBy("avg(x)", "avg(x::float8)"));
        try (FaultCase of = sums) {
            of.rows(row(1, "a", "2"), row(2, "a", "1.9999999"), row(3, "a", "10254.05"), row(4, "b", "1.9999999"))
                    .change(row(5, "b", "2"), "UPDATE t SET k = 'b' WHERE id = 3")
                    .change("DELETE FROM t WHERE id = 3")
                    .end();
        }
    }

    /** V16. */
    @Test
    void v16SumsAndAveragesHaveTheDigitsPostgresqlPrints() {
        FaultCase scales = FaultCase.of(
                List.of("CREATE TABLE t (id int PRIMARY KEY, at timestamptz, k text, x numeric)"),
                View.of("t").keys("k").measures("sum(x) AS s", "avg(x) AS a", "count(DISTINCT x) AS different"));
        try (FaultCase of = scales) {
            of.rows(
                            row(1, "a", "1.5"),
                            row(2, "a", "2.25"),
                            row(3, "a", "-2.25"),
                            row(4, "b", "1"),
                            row(5, "b", "2.000"))
                    .change(row(6, "b", "0.00000000000000000001"), row(7, "c", "1e30"), row(8, "c", "1"))
                    .change("DELETE FROM t WHERE id IN (2, 3)")
                    .change("DELETE FROM t WHERE id = 6", "UPDATE t SET x = 'NaN' WHERE id = 1")
                    .change("UPDATE t SET x = 10000 WHERE id = 1", "UPDATE t SET x = 3 WHERE k = 'c'")
                    .end();
        }
    }

    /** V16. */
    @ParameterizedTest
    @ValueSource(strings = {"int2", "int4", "int8", "numeric(12,2)", "numeric(5,-2)"})
    void v16AveragesOfOneScaleHaveTheDigitsPostgresqlPrints(String type) {
        assumeThat(PostgresServer.shared().major() >= 15 || !type.contains("-"))
                .as("scales below zero")
                .isTrue();
        try (FaultCase of = numbers(type)) {
            of.rows(row(1, "a", "100"), row(2, "a", "200"), row(3, "a", "200"), row(4, "b", "NULL"))
                    .change(row(5, "b", "7000"), row(6, "b", "-100"), row(7, "b", "0"))
                    .change("DELETE FROM t WHERE id IN (2, 5, 6)")
                    .end();
        }
    }
}
