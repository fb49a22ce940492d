package straum.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import straum.cli.testing.RunningStraum;
import straum.pg.testing.PostgresServer;

/** Values that hang on the catalog and on the session: enums, domains, settings, policies, and rows that nobody can read. */
@Execution(ExecutionMode.CONCURRENT)
class CatalogFaultsIT {
    private static final String[] ORDERED = {
        "count(*) AS n",
        "count(DISTINCT x) AS different",
        "min(x) AS low",
        "max(x) AS high",
        "percentile_disc(0.5) WITHIN GROUP (ORDER BY x) AS middle"
    };

    private static final View MOODS = View.of("t").keys("k").measures(ORDERED);
    private static final String MOOD_TABLE = "CREATE TABLE t (id int PRIMARY KEY, at timestamptz, k mood, x mood)";

    private static String row(int id, String k, String x) {
        return "INSERT INTO t VALUES (" + id + ", '2026-11-13 09:30Z', " + k + ", " + x + ")";
    }

    /** V5. */
    @Test
    void v5ARowThatNobodyCanReadFailsTheLoadLoudly() {
        PostgresServer server = PostgresServer.shared();
        String database = server.newDatabase();
        server.execute(
                database,
                "CREATE TYPE mood AS ENUM ('sad', 'ok')",
                MOOD_TABLE,
                "ALTER TABLE t REPLICA IDENTITY FULL",
                "CREATE PUBLICATION straum FOR TABLE t",
                row(1, "'sad'", "'sad'"),
                row(2, "'ok'", "'sad'"),
                "DELETE FROM pg_enum WHERE enumlabel = 'ok'");
        try (RunningStraum straum = RunningStraum.start(server, database, MOODS.spec())) {
            assertThat(straum.awaitFailure()).contains("loading public.t", "invalid internal value for enum");
            assertThat(straum.client().get("/readyz", "text/plain").status()).isEqualTo(503);
            assertThat(straum.client()
                            .reply("SELECT n FROM v WHERE bucket IS NOT NULL", List.of(), null)
                            .status())
                    .isEqualTo(503);

            server.execute(database, "DELETE FROM t WHERE id = 2");

            straum.awaitReady();
            assertThat(straum.askNow("SELECT n FROM v WHERE bucket IS NOT NULL").number())
                    .isEqualTo(1);
        } finally {
            server.dropDatabase(database);
        }
    }

    /** V5. */
    @Test
    void v5ARowThatNobodyCanReadEndsTheStreamLoudly() {
        PostgresServer server = PostgresServer.shared();
        String database = server.newDatabase();
        server.execute(
                database,
                "CREATE TYPE mood AS ENUM ('sad', 'ok')",
                MOOD_TABLE,
                "ALTER TABLE t REPLICA IDENTITY FULL",
                "CREATE PUBLICATION straum FOR TABLE t",
                row(1, "'sad'", "'sad'"));
        try (RunningStraum straum = RunningStraum.start(server, database, MOODS.spec())) {
            straum.awaitReady();

            server.execute(
                    database,
                    "BEGIN; " + row(2, "'ok'", "'sad'") + "; DELETE FROM pg_enum WHERE enumlabel = 'ok'; COMMIT");

            assertThat(straum.awaitFailure()).isNotEmpty();
            server.execute(database, "DELETE FROM t WHERE id = 2");
            straum.awaitStarts(2);
            assertThat(straum.askNow("SELECT n FROM v WHERE bucket IS NOT NULL").number())
                    .isEqualTo(1);
        } finally {
            server.dropDatabase(database);
        }
    }

    /** V10: each used at once; of two labels swapped, one that is sent was the other's until then. Those added: {@link EnumFaultsIT}. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ALTER TYPE mood RENAME VALUE 'ok' TO 'great' | great
            DO $$ BEGIN ALTER TYPE mood RENAME VALUE 'sad' TO 'x'; ALTER TYPE mood RENAME VALUE 'ok' TO 'sad'; \
              ALTER TYPE mood RENAME VALUE 'x' TO 'ok'; INSERT INTO t VALUES (3, '2026-11-13 09:30Z', 'sad', 'ok'); END $$ | ok
            """)
    void v10LabelsRenamedWhileFollowingAreThereAtOnceInTheCatalogsOrder(String change, String label) {
        FaultCase labels = FaultCase.of(List.of("CREATE TYPE mood AS ENUM ('sad', 'ok')", MOOD_TABLE), MOODS);
        String quoted = "'" + label + "'";
        try (FaultCase of = labels.whoseChangesMayStartOver()) {
            of.ask(
                            "SELECT k, n FROM v WHERE bucket IS NOT NULL AND k > 'sad' GROUP BY k",
                            "SELECT k, count(*) FROM t WHERE isfinite(at) AND k > 'sad' GROUP BY k ORDER BY k")
                    .rows(row(1, "'ok'", "'ok'"), row(2, "'sad'", "'sad'"))
                    .change(change, row(4, quoted, quoted), row(5, "'sad'", quoted))
                    .change("UPDATE t SET k = 'sad', x = 'sad' WHERE id IN (1, 4)")
                    .end();
        }
    }

    /** V11. */
    @Test
    void v11EnumsOfOneNameAreEachTheirOwn() {
        List<String> schema = List.of(
                "CREATE SCHEMA other",
                "CREATE TYPE mood AS ENUM ('sad', 'ok')",
                "CREATE TYPE other.mood AS ENUM ('ok', 'sad', 'great')",
                "CREATE TABLE t (id int PRIMARY KEY, at timestamptz, k mood, x other.mood)");
        try (FaultCase of = FaultCase.of(schema, MOODS)) {
            of.rows(row(1, "'ok'", "'ok'"), row(2, "'sad'", "'sad'"), row(3, "'sad'", "'great'"))
                    .change("UPDATE t SET x = 'sad' WHERE id = 1", row(4, "NULL", "NULL"))
                    .change("DELETE FROM t WHERE id = 3")
                    .end();
        }
    }

    /** V11. */
    @Test
    void v11ATypeDroppedAndMadeAgainIsTheNewOne() {
        FaultCase dropped = FaultCase.of(List.of("CREATE TYPE mood AS ENUM ('sad', 'ok')", MOOD_TABLE), MOODS);
        try (FaultCase of = dropped.whoseChangesMayStartOver()) {
            of.rows(row(1, "'ok'", "'ok'"), row(2, "'sad'", "'sad'"))
                    .change(
                            "BEGIN; ALTER TABLE t DROP k, DROP x; DROP TYPE mood; CREATE TYPE mood AS ENUM ('great', 'ok',"
                                    + " 'sad'); ALTER TABLE t ADD k mood DEFAULT 'ok', ADD x mood; "
                                    + row(3, "'great'", "'great'") + "; UPDATE t SET x = 'sad' WHERE id = 2; COMMIT")
                    .change(row(4, "'great'", "'ok'"), "DELETE FROM t WHERE id = 3")
                    .end();
        }
    }

    /** V12. */
    @ParameterizedTest
    @ValueSource(strings = {"price", "net_price"})
    void v12ADomainIsAsItsBaseType(String domain) {
        List<String> schema = List.of(
                "CREATE DOMAIN price AS numeric(10,3) CHECK (value < 1000000)",
                "CREATE DOMAIN net_price AS price NOT NULL",
                "CREATE DOMAIN word AS varchar(9)",
                "CREATE DOMAIN short AS word CHECK (length(value) < 5)",
                "CREATE DOMAIN instant AS timestamptz",
                "CREATE TABLE t (id int PRIMARY KEY, at instant, k short, x " + domain + ")",
                "CREATE TABLE d (k word, region short)");
        View view = View.of("t JOIN d ON d.k = t.k")
                .time("t.at", "timestamptz", "")
                .keys("t.k", "d.region", "t.x")
                .measures(
                        "count(*) AS n",
                        "sum(t.x) AS s",
                        "avg(t.x) AS a",
                        "max(t.x) AS high",
                        "count(DISTINCT t.x) AS different");
        try (FaultCase of = FaultCase.of(schema, view)) {
            of.rows(row(1, "'a'", "1.5"), row(2, "'b'", "999999.999"), "INSERT INTO d VALUES ('a', 'eu'), ('b', NULL)")
                    .change(row(3, "'a'", "-0.001"), "UPDATE d SET region = 'us' WHERE k = 'b'")
                    .change("DELETE FROM t WHERE id = 1", "UPDATE t SET k = 'b' WHERE id = 3")
                    .end();
        }
    }

    /** V13. */
    @Test
    void v13TheRolesSettingsChangeNothing() {
        List<String> schema = List.of("CREATE TABLE t (id int PRIMARY KEY, at timestamptz, k date, x float8,"
                + " wall timestamp, span interval, bytes bytea, amount numeric)");
        View view = View.of("t")
                .keys("k", "x", "wall")
                .measures(
                        "count(*) AS n",
                        "sum(x) AS s",
                        "max(at) AS last",
                        "count(DISTINCT span) AS spans",
                        "count(DISTINCT bytes) AS blobs",
                        "sum(amount) AS amount");
        String values = " '2026-03-04 02:30Z', '2026-03-04', 0.30000000000000004, '2026-03-04 05:06:07.089',"
                + " '1 year 2 mons -3 days +04:05:06.789', '\\x00ff5c', 1.10)";
        FaultCase odd = FaultCase.of(schema, view)
                .asRole(
                        "IntervalStyle = 'iso_8601'",
                        "DateStyle = 'SQL, DMY'",
                        "TimeZone = 'Asia/Kathmandu'",
                        "extra_float_digits = -15",
                        "bytea_output = 'escape'",
                        "search_path = 'nowhere'",
                        "standard_conforming_strings = off",
                        "client_encoding = 'LATIN1'",
                        "lc_numeric = 'C'",
                        "quote_all_identifiers = on",
                        "statement_timeout = 1",
                        "lock_timeout = 1",
                        "idle_in_transaction_session_timeout = 1",
                        "default_transaction_read_only = on",
                        "default_transaction_deferrable = on",
                        "default_transaction_isolation = 'serializable'",
                        "timezone_abbreviations = 'Australia'");
        try (FaultCase of = odd) {
            of.rows("INSERT INTO t VALUES (1," + values, "INSERT INTO t VALUES (2, '2026-03-04 02:31Z')")
                    .change(
                            "INSERT INTO t VALUES (3," + values,
                            "UPDATE t SET span = '14 mons', k = '2026-04-03' WHERE id = 1")
                    .change("DELETE FROM t WHERE id = 1")
                    .end();
        }
    }

    /** V17; more of it is where mistakes in the setup are tested. */
    @Test
    void v17APolicyIsAnErrorAtTheStartAndNeverHidesRows() {
        PostgresServer server = PostgresServer.shared();
        String database = server.newDatabase();
        String role = database + "_reader";
        server.execute(
                database,
                "CREATE TABLE t (id int, at timestamptz)",
                "ALTER TABLE t REPLICA IDENTITY FULL",
                "CREATE PUBLICATION straum FOR TABLE t",
                "CREATE ROLE " + role + " LOGIN REPLICATION PASSWORD 'pw'",
                "GRANT SELECT ON t TO " + role,
                "INSERT INTO t SELECT n, '2026-11-13 09:30Z' FROM generate_series(1, 10) n",
                "CREATE POLICY even ON t USING (id % 2 = 0)",
                "ALTER TABLE t ENABLE ROW LEVEL SECURITY");
        String ask = "SELECT n FROM v WHERE bucket IS NOT NULL";
        try (RunningStraum straum = RunningStraum.start(
                server, database, server.dsn(database, role, "pw"), View.of("t").spec())) {
            assertThat(straum.awaitFailure()).contains("BYPASSRLS");
            assertThat(straum.client().reply(ask, List.of(), null).status()).isEqualTo(503);

            server.execute(database, "ALTER TABLE t DISABLE ROW LEVEL SECURITY");
            straum.awaitReady();
            server.execute(
                    database,
                    "ALTER TABLE t ENABLE ROW LEVEL SECURITY",
                    "INSERT INTO t VALUES (11, '2026-11-13 09:30Z')");
            assertThat(straum.askNow(ask).number()).isEqualTo(11);
            straum.cutStream();
            server.execute(database, "ALTER ROLE " + role + " BYPASSRLS");
            straum.awaitStarts(2);
            assertThat(straum.askNow(ask).number()).isEqualTo(11);
        } finally {
            server.execute(database, "DROP OWNED BY " + role, "DROP ROLE " + role);
            server.dropDatabase(database);
        }
    }
}
