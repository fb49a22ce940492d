package straum.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import straum.cli.testing.RunningStraum;
import straum.pg.testing.PostgresServer;

/** V10 and V11: enums that gain labels while they are followed, and whose labels change their names. */
@Execution(ExecutionMode.CONCURRENT)
class EnumFaultsIT {
    private static final String MOOD = "CREATE TYPE mood AS ENUM ('low', 'sad', 'ok')";
    private static final String TABLE = "CREATE TABLE t (id int PRIMARY KEY, at timestamptz, k mood, x mood)";
    private static final String[] ORDERED = {
        "count(*) AS n",
        "count(DISTINCT x) AS different",
        "min(x) AS low",
        "max(x) AS high",
        "percentile_disc(0.5) WITHIN GROUP (ORDER BY x) AS middle"
    };

    private static String row(int id, String k, String x) {
        return "INSERT INTO t VALUES (" + id + ", '2026-11-13 09:30Z', '" + k + "', '" + x + "')";
    }

    /** V10: in keys, in conditions on rows of the fact and of a dim, in a domain's base type, and in what is ordered. */
    @ParameterizedTest
    @ValueSource(strings = {"", "BEFORE 'low'", "AFTER 'low'", "BEFORE 'ok'"})
    void v10ALabelAddedIsReadInWithoutAStartOver(String place) {
        List<String> schema = List.of(
                MOOD,
                "CREATE DOMAIN feeling AS mood CHECK (value <> 'ok')",
                "CREATE TABLE t (id int PRIMARY KEY, at timestamptz, k mood, x mood, f feeling, many mood[])",
                "CREATE TABLE d (id int, m mood)");
        View view = View.of("t JOIN d ON d.id = t.id AND d.m > 'low'")
                .where("t.k > 'low'")
                .time("t.at", "timestamptz", "")
                .keys("t.k", "d.m", "t.f")
                .measures(
                        "count(*) AS n",
                        "count(*) FILTER (WHERE t.k >= 'sad') AS higher",
                        "min(t.x) AS low",
                        "max(t.x) AS high",
                        "percentile_disc(0.5) WITHIN GROUP (ORDER BY t.x) AS middle");
        String at = ", '2026-11-13 09:30Z', ";
        try (FaultCase of = FaultCase.of(schema, view)) {
            of.rows(
                            "INSERT INTO t VALUES (1" + at + "'ok', 'ok', 'sad'), (2" + at + "'low', 'low', 'low'), (3"
                                    + at + "'sad', 'sad', 'low')",
                            "INSERT INTO d VALUES (1, 'ok'), (2, 'sad'), (3, 'sad'), (3, 'low')")
                    .change(
                            "ALTER TYPE mood ADD VALUE IF NOT EXISTS 'great' " + place,
                            "INSERT INTO t VALUES (4" + at + "'great', 'great', 'great', '{great}')",
                            "INSERT INTO d VALUES (4, 'great'), (4, 'ok'), (1, 'great')",
                            "ALTER TYPE mood ADD VALUE IF NOT EXISTS 'ok'",
                            "UPDATE t SET k = 'sad', x = 'great', f = 'great' WHERE id = 3")
                    .change(
                            "ALTER TYPE mood ADD VALUE 'better' BEFORE 'great'",
                            "UPDATE t SET k = 'better', x = 'better', f = 'great' WHERE id = 2",
                            "DELETE FROM t WHERE id = 4")
                    .end();
        }
    }

    /** V10: names passed on, before anybody looked, among labels that were there or are new. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TYPE mood ADD VALUE 'x'; ALTER TYPE mood ADD VALUE 'y' BEFORE 'sad'; ",
                "ALTER TYPE mood ADD VALUE 'x'; ALTER TYPE mood ADD VALUE 'y' BEFORE 'sad'; "
                        + "INSERT INTO t VALUES (4, '2026-11-13 09:30Z', 'x', 'x'); "
                        + "ALTER TYPE mood RENAME VALUE 'x' TO 'z'; ALTER TYPE mood RENAME VALUE 'y' TO 'x'; "
                        + "ALTER TYPE mood RENAME VALUE 'z' TO 'y'; ",
                "ALTER TYPE mood ADD VALUE 'x'; INSERT INTO t VALUES (4, '2026-11-13 09:30Z', 'x', 'x'); "
                        + "ALTER TYPE mood RENAME VALUE 'ok' TO 'z'; ALTER TYPE mood RENAME VALUE 'x' TO 'ok'; "
                        + "ALTER TYPE mood RENAME VALUE 'z' TO 'x'; ",
                "ALTER TYPE mood ADD VALUE 'y'; INSERT INTO t VALUES (4, '2026-11-13 09:30Z', 'y', 'y'); "
                        + "ALTER TYPE mood RENAME VALUE 'y' TO 'x'; "
            })
    void v10LabelsThatPassTheirNamesOnAreNeverTakenForOneAnother(String changes) {
        FaultCase moods =
                FaultCase.of(List.of(MOOD, TABLE), View.of("t").keys("k").measures(ORDERED));
        try (FaultCase of = moods.whoseChangesMayStartOver()) {
            of.rows(row(1, "ok", "ok"), row(2, "sad", "low"))
                    .change((changes + row(5, "x", "x") + "; " + row(6, "sad", "sad")).split("; "))
                    .change("UPDATE t SET x = 'low' WHERE id IN (1, 4)", "DELETE FROM t WHERE id = 5")
                    .end();
        }
    }

    /** V11: of two enums of one name only the one that gained a label has it. */
    @Test
    void v11ALabelAddedToOneOfTwoEnumsOfOneNameIsThatOnes() {
        List<String> schema = List.of(
                "CREATE SCHEMA other",
                MOOD,
                "CREATE TYPE other.mood AS ENUM ('great', 'ok', 'sad')",
                "CREATE TABLE t (id int PRIMARY KEY, at timestamptz, k mood, x other.mood)");
        try (FaultCase of = FaultCase.of(schema, View.of("t").keys("k").measures(ORDERED))) {
            of.rows(row(1, "ok", "ok"), row(2, "sad", "great"))
                    .change(
                            "ALTER TYPE mood ADD VALUE 'great' AFTER 'low'",
                            row(3, "great", "sad"),
                            "ALTER TYPE other.mood ADD VALUE 'low' BEFORE 'sad'",
                            row(4, "low", "low"))
                    .change("UPDATE t SET x = 'great' WHERE id = 1", "DELETE FROM t WHERE id = 2")
                    .end();
        }
    }

    /** V10: whoever waits for a position after the change may name the label; labels noticed in time are used freely. */
    @Test
    void v10ALabelCanBeNamedAtOnceAndSeveralOnceTheyAreNoticed() {
        PostgresServer server = PostgresServer.shared();
        String database = server.newDatabase();
        server.execute(
                database,
                MOOD,
                TABLE,
                "ALTER TABLE t REPLICA IDENTITY FULL",
                "CREATE PUBLICATION straum FOR TABLE t",
                row(1, "ok", "ok"));
        String ask = "SELECT n FROM v WHERE bucket IS NOT NULL AND k > '";
        String spec = View.of("t").keys("k").spec();
        try (RunningStraum straum = RunningStraum.start(server, database, spec).awaitReady()) {
            for (int i = 0; i < 3; i++) {
                server.execute(database, "ALTER TYPE mood ADD VALUE 'new " + i + "' BEFORE 'ok'");
                assertThat(straum.askNow(ask + "new " + i + "'").number()).isEqualTo(1);
            }
            assertThatThrownBy(() -> server.execute(
                            database, "BEGIN; ALTER TYPE mood ADD VALUE 'same'; " + row(2, "same", "ok") + "; COMMIT"))
                    .hasStackTraceContaining("unsafe use of new value");

            server.execute(database, "ALTER TYPE mood ADD VALUE 'a'", "ALTER TYPE mood ADD VALUE 'b' AFTER 'sad'");
            Instant added = Instant.parse(
                    server.value(database, "SELECT to_json(clock_timestamp() AT TIME ZONE 'UTC') #>> '{}'") + "Z");
            Awaitility.await("a reading after the labels")
                    .until(() -> Objects.requireNonNull(straum.status().asOf()).isAfter(added));
            server.execute(database, row(2, "a", "b"), row(3, "b", "a"));

            assertThat(straum.askNow(ask + "b'").number()).isEqualTo(2);
            assertThat(straum.askNow("SELECT k FROM v WHERE bucket IS NOT NULL GROUP BY k")
                            .rows())
                    .containsExactly(List.of("b"), List.of("ok"), List.of("a"));
            assertThat(straum.status().starts()).isEqualTo(1);
        } finally {
            server.dropDatabase(database);
        }
    }
}
