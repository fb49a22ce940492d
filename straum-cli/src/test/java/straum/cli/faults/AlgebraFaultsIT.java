package straum.cli.faults;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What incremental rollups got wrong: rows touched twice, matches counted twice, nulls, and what is different. */
@Execution(ExecutionMode.CONCURRENT)
class AlgebraFaultsIT {
    private static final String FACT = "CREATE TABLE f (id int PRIMARY KEY, at timestamptz, k text, x int)";
    private static final String[] ALL = {
        "count(*) AS n", "sum(x) AS s", "count(DISTINCT x) AS different", "min(x) AS low", "max(x) AS high"
    };

    private static String row(int id, String k, String x) {
        return "INSERT INTO f VALUES (" + id + ", '2026-11-13 09:30Z', " + k + ", " + x + ")";
    }

    /** A1. */
    @Test
    void a1ARowTouchedSeveralTimesInATransactionCountsByItsNetEffect() {
        try (FaultCase of = FaultCase.of(List.of(FACT), View.of("f").keys("k").measures(ALL))) {
            of.rows(
                            "BEGIN; " + row(1, "'a'", "1") + "; UPDATE f SET x = 2, k = 'b' WHERE id = 1;"
                                    + " UPDATE f SET x = 3 WHERE id = 1; COMMIT",
                            "BEGIN; " + row(2, "'a'", "1") + "; UPDATE f SET x = 9 WHERE id = 2;"
                                    + " DELETE FROM f WHERE id = 2; COMMIT",
                            row(3, "'a'", "3"))
                    .change("BEGIN; UPDATE f SET k = 'c' WHERE id = 3; DELETE FROM f WHERE id = 3; "
                            + row(3, "'a'", "3") + "; UPDATE f SET x = x + 1 WHERE id = 3; COMMIT")
                    .change("BEGIN; SAVEPOINT s; UPDATE f SET x = 50; ROLLBACK TO s; UPDATE f SET x = x + 1;"
                            + " UPDATE f SET x = x - 1; COMMIT")
                    .change("BEGIN; DELETE FROM f; " + row(1, "'a'", "1") + "; DELETE FROM f; COMMIT")
                    .end();
        }
    }

    /** A1. */
    @Test
    void a1ATriggerThatUpdatesAgainCountsOnce() {
        List<String> schema = List.of(
                FACT,
                "CREATE FUNCTION again() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                        + " IF pg_trigger_depth() < 3 THEN UPDATE f SET x = x + 10, k = k || '!' WHERE id = NEW.id; END IF;"
                        + " RETURN NULL; END $$",
                "CREATE TRIGGER again AFTER INSERT OR UPDATE ON f FOR EACH ROW EXECUTE FUNCTION again()");
        try (FaultCase of = FaultCase.of(schema, View.of("f").keys("k").measures(ALL))) {
            of.rows(row(1, "'a'", "1"), row(2, "'b'", "2"))
                    .change("UPDATE f SET x = 5", "UPDATE f SET k = 'c' WHERE id = 2")
                    .change("DELETE FROM f WHERE id = 1")
                    .end();
        }
    }

    /** A2. */
    @ParameterizedTest
    @ValueSource(strings = {"EXISTS", "NOT EXISTS"})
    void a2AFactCountsOnceHoweverManyMatchItAndNotAtAllWhereNoneDoes(String exists) {
        View view = View.of("f")
                .where(exists + " (SELECT 1 FROM d WHERE d.k = f.k)")
                .keys("f.k")
                .measures(ALL);
        try (FaultCase of = FaultCase.of(List.of(FACT, "CREATE TABLE d (k text, note int)"), view)) {
            of.rows(
                            row(1, "'a'", "1"),
                            row(2, "'a'", "1"),
                            row(3, "'a'", "1"),
                            row(4, "'b'", "2"),
                            row(5, "NULL", "3"),
                            "INSERT INTO d VALUES ('a', 1), (NULL, 1)")
                    .change("INSERT INTO d VALUES ('a', 2), ('a', 2)")
                    .change("DELETE FROM d WHERE k = 'a' AND note = 1")
                    .change("DELETE FROM d WHERE k = 'a'")
                    .change("INSERT INTO d VALUES ('a', 3)", "INSERT INTO d VALUES ('a', 3)")
                    .change("UPDATE d SET k = 'b' WHERE ctid = (SELECT min(ctid) FROM d WHERE k = 'a')")
                    .change("BEGIN; DELETE FROM d WHERE k = 'a'; INSERT INTO d VALUES ('a', 4); DELETE FROM d; COMMIT")
                    .change("BEGIN; DELETE FROM f WHERE id = 1; INSERT INTO d VALUES ('a', 5); COMMIT")
                    .end();
        }
    }

    /** A2, through a join beside it: only joined rows multiply. */
    @Test
    void a2AJoinMultipliesWhereExistsDoesNot() {
        View view = View.of("f JOIN d ON d.k = f.k")
                .where("EXISTS (SELECT 1 FROM e WHERE e.k = f.k)")
                .time("f.at", "timestamptz", "")
                .keys("d.note")
                .measures("count(*) AS n", "sum(f.x) AS s");
        List<String> schema = List.of(FACT, "CREATE TABLE d (k text, note int)", "CREATE TABLE e (k text)");
        try (FaultCase of = FaultCase.of(schema, view)) {
            of.rows(
                            row(1, "'a'", "1"),
                            row(2, "'b'", "2"),
                            "INSERT INTO d VALUES ('a', 1), ('a', 1), ('b', 1)",
                            "INSERT INTO e VALUES ('a'), ('a')")
                    .change("INSERT INTO e VALUES ('b'), ('b')", "INSERT INTO d VALUES ('b', 1)")
                    .change("DELETE FROM e WHERE k = 'a'", "UPDATE d SET note = 2 WHERE k = 'b'")
                    .end();
        }
    }

    /** A3. */
    @Test
    void a3NullKeysAreOneGroupThatValuesLeaveAndJoin() {
        View view = View.of("f").keys("k", "l").measures(ALL);
        List<String> schema = List.of("CREATE TABLE f (id int PRIMARY KEY, at timestamptz, k text, l int, x int)");
        try (FaultCase of = FaultCase.of(schema, view)) {
            of.rows("INSERT INTO f SELECT n, '2026-11-13 09:30Z', CASE WHEN n % 2 = 0 THEN 'a' END,"
                            + " CASE WHEN n % 3 = 0 THEN 3 END, n FROM generate_series(1, 12) n")
                    .change("UPDATE f SET k = NULL WHERE id IN (2, 4)", "UPDATE f SET k = 'b' WHERE id IN (1, 3)")
                    .change("UPDATE f SET l = NULL, k = NULL", "UPDATE f SET l = 1 WHERE id = 5")
                    .change("DELETE FROM f WHERE l IS NULL AND id < 8")
                    .change("UPDATE f SET k = 'a', l = 0")
                    .end();
        }
    }

    /** A3, as the key of a join: null joins nothing, and is left with no match. */
    @ParameterizedTest
    @ValueSource(strings = {"JOIN", "LEFT JOIN"})
    void a3ANullJoinsNothing(String join) {
        View view = View.of("f " + join + " d ON d.k = f.k")
                .time("f.at", "timestamptz", "")
                .keys("d.note")
                .measures("count(*) AS n", "sum(f.x) AS s");
        try (FaultCase of = FaultCase.of(List.of(FACT, "CREATE TABLE d (k text, note int)"), view)) {
            of.rows(row(1, "NULL", "1"), row(2, "'a'", "2"), "INSERT INTO d VALUES (NULL, 7), ('a', 8), ('b', NULL)")
                    .change("UPDATE f SET k = NULL WHERE id = 2", "UPDATE f SET k = 'b' WHERE id = 1")
                    .change("UPDATE d SET k = NULL WHERE k = 'b'", "UPDATE d SET k = 'b' WHERE note = 7")
                    .change("UPDATE f SET k = 'a'")
                    .end();
        }
    }

    /** A4. */
    @ParameterizedTest
    @ValueSource(strings = {"int", "numeric", "text", "float8", "date", "interval", "uuid", "bool", "char(3)"})
    void a4CountDistinctCountsValuesAndNotRows(String type) {
        String[] values = switch (type) {
            case "numeric", "float8" -> new String[] {"1.5", "1.50", "0"};
            case "text", "char(3)" -> new String[] {"'a'", "'a'", "''"};
            case "date" -> new String[] {"'2026-11-13'", "'2026-11-13'", "'infinity'"};
            case "interval" -> new String[] {"'1 month'", "'30 days'", "'0'"};
            case "uuid" ->
                new String[] {
                    "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'",
                    "'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'",
                    "'00000000-0000-0000-0000-000000000000'"
                };
            case "bool" -> new String[] {"true", "true", "false"};
            default -> new String[] {"1", "1", "0"};
        };
        View view = View.of("f")
                .keys("k")
                .measures("count(*) AS n", "count(x) AS filled", "count(DISTINCT x) AS different");
        String fact = "CREATE TABLE f (id int PRIMARY KEY, at timestamptz, k text, x " + type + ")";
        try (FaultCase of = FaultCase.of(List.of(fact), view)) {
            of.rows(
                            row(1, "'a'", values[0]),
                            row(2, "'a'", values[1]),
                            row(3, "'b'", values[0]),
                            row(4, "'b'", values[2]),
                            row(5, "'b'", "NULL"))
                    .change("DELETE FROM f WHERE id = 1")
                    .change("DELETE FROM f WHERE id = 2", "UPDATE f SET k = 'a' WHERE id = 5")
                    .change("UPDATE f SET x = NULL WHERE id = 4", "UPDATE f SET x = " + values[1] + " WHERE id = 5")
                    .end();
        }
    }

    /** A6. */
    @Test
    void a6DistinctOverBucketsIsDistinctOverTheRange() {
        try (FaultCase of = FaultCase.of(List.of(FACT), View.of("f").keys("k").measures(ALL))) {
            of.ask(
                            "SELECT date_bin('1 day', bucket) AS day, different FROM v WHERE bucket IS NOT NULL GROUP BY day",
                            "SELECT date_bin('1 day', at, '1970-01-01Z'), count(DISTINCT x) FROM f GROUP BY 1 ORDER BY 1")
                    .ask(
                            "SELECT different FROM v WHERE bucket >= '2026-11-13 03:00Z' AND bucket < '2026-11-14 05:00Z'",
                            "SELECT count(DISTINCT x) FROM f WHERE at >= '2026-11-13 03:00Z' AND at < '2026-11-14 05:00Z'")
                    .rows("INSERT INTO f SELECT n, timestamptz '2026-11-13Z' + n * interval '20 minutes',"
                            + " CASE WHEN n % 3 > 0 THEN 'k' || n % 3 END, n % 10 FROM generate_series(1, 150) n")
                    .change("DELETE FROM f WHERE x = 3 AND id <> 103", "UPDATE f SET x = 77 WHERE id IN (4, 80)")
                    .change("DELETE FROM f WHERE id IN (4, 103)", "UPDATE f SET x = NULL WHERE x = 5")
                    .end();
        }
    }
}
