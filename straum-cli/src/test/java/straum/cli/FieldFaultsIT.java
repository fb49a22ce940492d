package straum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import straum.cli.testing.RunningStraum;
import straum.pg.testing.PostgresServer;

/**
 * Faults that others met who follow PostgreSQL's changes. After each, Straum answers what PostgreSQL does: compared by
 * asks over all there is, by the bucket and every key.
 */
class FieldFaultsIT {
    private static final String SPEC = """
            CREATE VIEW by_instant AS
            SELECT date_bin('1 minute', at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket, at, kind, note,
                   count(*) AS n, count(note) AS notes, sum(amount) AS amount
            FROM event GROUP BY 1, 2, 3, 4;
            CREATE VIEW by_clock AS
            SELECT date_bin('1 minute', wall, TIMESTAMP '1970-01-01 00:00:00') AS bucket, wall, count(*) AS n
            FROM event GROUP BY 1, 2;
            CREATE VIEW by_day AS
            SELECT date_bin('1 day', day, TIMESTAMP '1970-01-01 00:00:00') AS bucket, day, count(*) AS n
            FROM event GROUP BY 1, 2;
            """;

    /** The asks, and each written out for PostgreSQL; past the year 294246 date_bin reports an error. */
    private static final List<List<String>> ASKS = List.of(
            List.of(
                    "SELECT bucket, at, kind, note, n, notes, amount FROM by_instant WHERE bucket IS NOT NULL"
                            + " GROUP BY at, kind, note, bucket",
                    "SELECT to_json(date_bin('1 minute', at, TIMESTAMPTZ '1970-01-01Z')), to_json(at), to_json(kind),"
                            + " to_json(note), count(*), count(note), sum(amount) FROM event"
                            + " WHERE isfinite(at) AND at < '294247-01-01Z' GROUP BY at, kind, note"
                            + " ORDER BY at, kind COLLATE \"C\", note COLLATE \"C\""),
            List.of(
                    "SELECT bucket, wall, n FROM by_clock WHERE bucket IS NOT NULL GROUP BY wall, bucket",
                    "SELECT to_json(date_bin('1 minute', wall, TIMESTAMP '1970-01-01')), to_json(wall), count(*) FROM event"
                            + " WHERE isfinite(wall) AND wall < '294247-01-01' GROUP BY wall ORDER BY wall"),
            List.of(
                    "SELECT bucket, day, n FROM by_day WHERE bucket IS NOT NULL GROUP BY day, bucket",
                    "SELECT to_json(date_bin('1 day', day, TIMESTAMP '1970-01-01')), to_json(day), count(*)"
                            + " FROM (SELECT * FROM event WHERE isfinite(day) AND day < '294247-01-01' OFFSET 0) e"
                            + " GROUP BY day ORDER BY day"));

    private final PostgresServer server = PostgresServer.shared();
    private final String database = server.newDatabase();
    private RunningStraum straum;

    @BeforeEach
    void follow() {
        execute(
                "CREATE TABLE event (id int PRIMARY KEY, at timestamptz, wall timestamp, day date, kind text, note text,"
                        + " amount numeric(12,2))",
                "ALTER TABLE event ALTER note SET STORAGE EXTERNAL",
                "CREATE TABLE unrelated (id int)",
                "ALTER TABLE event REPLICA IDENTITY FULL",
                "CREATE PUBLICATION straum FOR TABLE event",
                "INSERT INTO event SELECT n, '2026-11-13 09:00Z', '2026-11-13 09:00', '2026-11-13', 'kind ' || n % 3,"
                        + " 'note', n FROM generate_series(1, 10) n");
        straum = RunningStraum.start(server, database, SPEC).awaitReady();
    }

    @AfterEach
    void end() {
        straum.close();
        server.dropDatabase(database);
    }

    /** V4, V7, V8, V9: each of them comes by the stream, changes, leaves, and comes by the load. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "infinity",
                "-infinity",
                "0214-02-05 15:40:00.25 BC",
                "4714-11-24 00:00:00 BC",
                "4713-01-01 00:00:00 BC",
                "1677-01-01 00:00:00",
                "2262-12-31 00:00:00",
                "15000-12-31 00:00:00",
                "294246-12-31 23:59:59.999999",
                "294276-12-31 23:59:59.999999",
                "2026-11-13 09:59:59.999999",
                "1969-12-31 23:59:59.5",
                "1969-12-31 23:59:59.999999",
                "1970-01-01 00:00:00"
            })
    void aTimeOfAnyKindIsInItsBucketOrInNone(String time) {
        String set = " SET at = '" + time + "', wall = '" + time + "', day = '" + time + "'";
        execute("SET timezone = UTC; UPDATE event" + set + " WHERE id = 1");
        assertAgree(1);
        execute("INSERT INTO event SELECT id + 100, at, wall, day, kind, note, amount FROM event WHERE id = 1");
        assertAgree(1);
        straum.cutStream();
        straum.awaitStarts(2);
        assertAgree(2);
        execute("UPDATE event SET at = '2026-11-13Z', wall = NULL, day = '2026-11-13' WHERE id = 1");
        execute("DELETE FROM event WHERE id = 101");
        assertAgree(2);
    }

    /** V8: a date may be later than any timestamp. */
    @Test
    void theLastDateIsInNoBucket() {
        execute("UPDATE event SET day = '5874897-12-31' WHERE id < 3");
        assertAgree(1);
        execute("UPDATE event SET day = '2026-11-12' WHERE id = 1", "DELETE FROM event WHERE id = 2");
        assertAgree(1);
    }

    /** P1. */
    @Test
    void aLongValueThatAnUpdateLeavesAloneIsStillThere() {
        execute(
                "UPDATE event SET note = (SELECT string_agg(md5(n::text), '') FROM generate_series(1, 400) n) WHERE id = 1");
        execute("UPDATE event SET amount = amount + 1, kind = 'moved' WHERE id = 1");
        assertAgree(1);
        execute("DELETE FROM event WHERE id = 1");
        assertAgree(1);
    }

    /** P3. */
    @Test
    void upsertsTakeTheOldRowOut() {
        execute(
                "INSERT INTO event SELECT n % 12, '2026-11-13 10:00Z', NULL, NULL, 'upsert', NULL, 1"
                        + " FROM generate_series(1, 11) n ON CONFLICT (id) DO UPDATE SET kind = excluded.kind,"
                        + " amount = event.amount + excluded.amount",
                "INSERT INTO event VALUES (3, '2026-11-13 11:00Z') ON CONFLICT (id) DO NOTHING");
        assertAgree(1);
    }

    /** P8. */
    @Test
    void messagesInTheWalAreNoRows() {
        execute(
                "SELECT pg_logical_emit_message(false, 'prefix', 'outside')",
                "DO $$ BEGIN UPDATE event SET kind = 'before' WHERE id = 1;"
                        + " PERFORM pg_logical_emit_message(true, 'prefix', 'inside');"
                        + " UPDATE event SET kind = 'after' WHERE id = 2; END $$");
        assertAgree(1);
    }

    /** P22. */
    @Test
    void anothersOpenTransactionDoesNotHoldAsOfUp() throws SQLException {
        try (Connection other = server.connect(database);
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("INSERT INTO unrelated VALUES (1)");
            assertAgree(1);
            Instant once = asOf();
            Awaitility.await("as_of goes on").until(() -> asOf().isAfter(once.plusSeconds(1)));
            execute("UPDATE event SET kind = 'meanwhile' WHERE id = 1");
            assertAgree(1);
            other.rollback();
        }
    }

    private Instant asOf() {
        return Objects.requireNonNull(straum.status().asOf());
    }

    /** V10. */
    @Test
    void aNewLabelIsThereAtOnce() {
        execute(
                "CREATE TYPE mood AS ENUM ('sad', 'ok')",
                "CREATE TABLE feeling (at timestamptz, mood mood)",
                "ALTER TABLE feeling REPLICA IDENTITY FULL",
                "ALTER PUBLICATION straum ADD TABLE feeling",
                "INSERT INTO feeling VALUES ('2026-11-13Z', 'ok')");
        String spec =
                "CREATE VIEW moods AS SELECT date_bin('1 day', at, TIMESTAMPTZ '1970-01-01 00:00:00Z') AS bucket, mood,"
                        + " count(*) AS n FROM feeling GROUP BY 1, 2;";
        try (RunningStraum moods = RunningStraum.start(server, database, spec).awaitReady()) {
            execute("ALTER TYPE mood ADD VALUE 'great' BEFORE 'ok'");
            execute("INSERT INTO feeling VALUES ('2026-11-13Z', 'great')");

            assertThat(moods.askNow("SELECT mood, n FROM moods WHERE bucket IS NOT NULL GROUP BY mood")
                            .rows())
                    .containsExactly(List.of("great", "1"), List.of("ok", "1"));
        }
    }

    /** N2, N4, N5, N13, and more that the stream says nothing of: noticed, and no answer at an LSN past it is from before. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            N2  | ALTER TABLE event DROP kind, ADD kind text; UPDATE event SET kind = 'new ' || id % 2
            N4  | ALTER PUBLICATION straum DROP TABLE event; DELETE FROM event WHERE id < 4; \
                  ALTER PUBLICATION straum ADD TABLE event
            N5  | DROP PUBLICATION straum; UPDATE event SET amount = 0; CREATE PUBLICATION straum FOR TABLE event
            N13 | ALTER TABLE event ALTER amount TYPE numeric(12,2) USING amount * 100
            N13 | ALTER TABLE event ALTER kind TYPE varchar(3) USING left(kind, 3)
            identity | ALTER TABLE event REPLICA IDENTITY DEFAULT; UPDATE event SET kind = 'x' WHERE id = 1; \
                  ALTER TABLE event REPLICA IDENTITY FULL
            table | ALTER TABLE event RENAME TO gone; CREATE TABLE event (LIKE gone INCLUDING ALL); \
                  ALTER TABLE event REPLICA IDENTITY FULL; ALTER PUBLICATION straum ADD TABLE event
            """)
    void whatTheStreamSaysNothingOfLeadsToAStartOverAndNeverToAWrongAnswer(String fault, String changes) {
        execute(changes.split("; *"));

        assertAgree(2);
        execute("INSERT INTO event (id, at, kind, amount) SELECT 50, at, 'new', amount FROM event WHERE id = 5");
        assertAgree(2);
    }

    private void execute(String... statements) {
        server.execute(database, statements);
    }

    /** Every view answers what PostgreSQL does, all that was committed included, after so many starts. */
    private void assertAgree(long starts) {
        for (List<String> ask : ASKS) {
            assertThat(straum.askNow(ask.get(0)).rows())
                    .as(ask.get(0))
                    .isEqualTo(server.rows(database, ask.get(1)).stream()
                            .map(FieldFaultsIT::unquoted)
                            .toList());
        }
        assertThat(straum.status().starts())
                .as("starts; the last failure was %s", straum.status().lastFailure())
                .isEqualTo(starts);
    }

    private static List<String> unquoted(List<String> row) {
        return row.stream()
                .map(value -> value == null ? null : value.replace("\"", "").replace("+00:00", "Z"))
                .toList();
    }
}
