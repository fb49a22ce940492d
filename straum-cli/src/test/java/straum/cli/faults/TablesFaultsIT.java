package straum.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import straum.cli.testing.RunningStraum;
import straum.pg.testing.PostgresServer;

/** Names, columns, domains and partitions: what the catalog makes of a table, and what is done to it while it is followed. */
@Execution(ExecutionMode.CONCURRENT)
class TablesFaultsIT {
    private static final String AT = "'2026-11-13 09:30Z'";

    /** A partition's columns are in an order of their own, behind one that is gone; others lie deeper, or take the rest. */
    private static final List<String> PARTS = List.of(
            "CREATE TABLE t (at timestamptz, k text, x int) PARTITION BY LIST (k)",
            "CREATE TABLE a PARTITION OF t FOR VALUES IN ('a')",
            "CREATE TABLE b (gone text, x int, k text, also int, at timestamptz)",
            "ALTER TABLE b DROP gone, DROP also",
            "ALTER TABLE t ATTACH PARTITION b FOR VALUES IN ('b')",
            "CREATE TABLE c PARTITION OF t FOR VALUES IN ('c') PARTITION BY RANGE (x)",
            "CREATE TABLE c1 PARTITION OF c FOR VALUES FROM (0) TO (10)",
            "CREATE TABLE c2 PARTITION OF c DEFAULT",
            "CREATE TABLE rest PARTITION OF t DEFAULT");

    private static final View BY_K = View.of("t").keys("k").measures("count(*) AS n", "sum(x) AS x", "max(x) AS high");
    private static final String ROWS = "INSERT INTO t SELECT " + AT
            + ", k, n FROM unnest('{a,b,c,d,e}'::text[]) k CROSS JOIN generate_series(1, 15) n";

    /** N1. */
    @Test
    void n1NamesOfAnyKindAreFollowed() {
        String longest = "\"" + "ä".repeat(31) + "x\"";
        List<String> schema = List.of(
                "CREATE TABLE \"select\" (\"the time\" timestamptz, \"Order\" text, \"a.b\" int, \"it's\" text, "
                        + longest + " int)",
                "CREATE TABLE \"Dim.1\" (\"a.b\" int, \"group\" text)");
        View view = View.of("\"select\" s LEFT JOIN \"Dim.1\" d ON d.\"a.b\" = s.\"a.b\"")
                .time("s.\"the time\"", "timestamptz", "")
                .keys("s.\"Order\"", "s.\"a.b\"", "d.\"group\"", "s." + longest)
                .measures("count(*) AS n", "sum(s." + longest + ") AS total", "count(s.\"it's\") AS its");
        try (FaultCase of = FaultCase.of(schema, view)) {
            of.rows(
                            "INSERT INTO \"select\" VALUES (" + AT + ", 'x', 1, 'y', 5), (" + AT + ", 'z', 2, NULL, 6)",
                            "INSERT INTO \"Dim.1\" VALUES (1, 'g'), (3, 'h')")
                    .change(
                            "UPDATE \"select\" SET \"Order\" = 'w', \"a.b\" = 3",
                            "DELETE FROM \"Dim.1\" WHERE \"a.b\" = 1")
                    .end();
        }
    }

    /** N2: columns dropped before the load and while following, read or not; numbers have holes then. */
    @Test
    void n2ColumnsDroppedAndAddedAroundThoseReadChangeNothing() {
        List<String> schema = List.of(
                "CREATE TABLE t (gone int, at timestamptz, also text, k text, unread int, x int)",
                "ALTER TABLE t DROP gone, DROP also");
        try (FaultCase of = FaultCase.of(schema, BY_K)) {
            of.rows("INSERT INTO t VALUES (" + AT + ", 'a', 1, 2), (" + AT + ", 'b', 3, 4)")
                    .change(
                            "ALTER TABLE t DROP unread, ADD more text DEFAULT 'm', ADD most int",
                            "INSERT INTO t VALUES (" + AT + ", 'a', 7, 'n', 9)",
                            "ALTER TABLE t RENAME most TO unread",
                            "UPDATE t SET x = x + 1")
                    .change("ALTER TABLE t DROP more", "DELETE FROM t WHERE k = 'a' AND x < 5")
                    .end();
        }
    }

    /** N2: rows from before a column have its default without its being written; 14 does not send it as a root's. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void n2RowsFromBeforeAColumnHaveItsDefault(boolean partitioned) {
        List<String> schema = new ArrayList<>(List.of(
                "CREATE TABLE t (at timestamptz, k text, x int)" + (partitioned ? " PARTITION BY LIST (k)" : ""),
                "INSERT INTO t SELECT " + AT
                        + ", k, n FROM unnest('{a,b}'::text[]) k CROSS JOIN generate_series(1, 9) n",
                "ALTER TABLE t ADD g int DEFAULT 8, ADD w text DEFAULT 'w'"));
        if (partitioned) {
            schema.add(1, "CREATE TABLE ab PARTITION OF t DEFAULT");
        }
        if (partitioned && PostgresServer.shared().major() < 15) {
            schema.add("VACUUM FULL ab");
        }
        View view = View.of("t").keys("k", "g").measures("count(*) AS n", "sum(g) AS gs", "max(w) AS w", "sum(x) AS x");
        try (FaultCase of = FaultCase.of(schema, view)) {
            of.rows("INSERT INTO t SELECT " + AT + ", 'a', n, NULL, NULL FROM generate_series(1, 9) n")
                    .change("UPDATE t SET x = x + 1 WHERE x < 4", "DELETE FROM t WHERE x = 6")
                    .change("UPDATE t SET g = g + 1 WHERE x = 8", "UPDATE t SET k = 'c' WHERE x = 7")
                    .end();
        }
    }

    /** N6, on 18 with publish_generated_columns. */
    @Test
    void n6AStoredGeneratedColumnThatIsPublishedIsFollowed() {
        assumeThat(PostgresServer.shared().major())
                .as("generated columns in publications")
                .isGreaterThanOrEqualTo(18);
        List<String> schema =
                List.of("CREATE TABLE t (at timestamptz, id int, k text GENERATED ALWAYS AS ('k' || id % 3)"
                        + " STORED, x int GENERATED ALWAYS AS (id * 10) STORED)");
        try (FaultCase of = FaultCase.of(schema, BY_K)) {
            of.rows("INSERT INTO t (at, id) SELECT " + AT + ", n FROM generate_series(1, 9) n")
                    .change("UPDATE t SET id = id + 1 WHERE id > 4", "INSERT INTO t (at, id) VALUES (" + AT + ", 40)")
                    .change("DELETE FROM t WHERE id < 3")
                    .end();
        }
    }

    /** V12: a domain's constraints and default are no part of what is read. */
    @Test
    void v12ADomainAlteredIsReadOn() {
        List<String> schema = List.of(
                "CREATE DOMAIN price AS numeric(10,2) CHECK (value < 100)",
                "CREATE DOMAIN net AS price CONSTRAINT small CHECK (value < 50)",
                "CREATE TABLE t (at timestamptz, k text, x net)");
        try (FaultCase of = FaultCase.of(schema, BY_K)) {
            of.rows("INSERT INTO t VALUES (" + AT + ", 'a', 1.5), (" + AT + ", 'b', 49.99)")
                    .change(
                            "ALTER DOMAIN net DROP CONSTRAINT small",
                            "ALTER DOMAIN price SET DEFAULT 5",
                            "ALTER DOMAIN price ADD CONSTRAINT positive CHECK (value > 0)",
                            "INSERT INTO t VALUES (" + AT + ", 'a', 99.01)",
                            "ALTER DOMAIN net RENAME TO netto",
                            "UPDATE t SET x = x / 2")
                    .change("DELETE FROM t WHERE k = 'b'")
                    .end();
        }
    }

    /** N9, N10: rows that move between partitions, of whatever depth and order of columns, without a start over. */
    @Test
    void n9RowsOfPartitionsComeUnderTheRootsName() {
        try (FaultCase of = FaultCase.of(PARTS, BY_K)) {
            of.rows(ROWS)
                    .change(
                            "UPDATE t SET k = 'b' WHERE k = 'a' AND x < 5",
                            "UPDATE t SET k = 'c', x = x + 5 WHERE k = 'b' AND x > 8",
                            "UPDATE t SET k = 'f' WHERE k = 'c' AND x < 3",
                            "INSERT INTO b (k, x, at) VALUES ('b', 1000, " + AT + ")",
                            "DELETE FROM c2 WHERE x > 12")
                    .change(
                            "DELETE FROM t WHERE k <> 'c'",
                            "INSERT INTO t VALUES (" + AT + ", 'b', 1), (" + AT + ", 'z', 2)")
                    .end();
        }
    }

    /** N4, N5, N10, N11, N14: what changes rows, or which of them come, without a message of it. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            attach   | CREATE TABLE e (x int, at timestamptz, k text); ALTER TABLE e REPLICA IDENTITY FULL; \
                       DELETE FROM t WHERE k = 'e'; INSERT INTO e VALUES (77, now(), 'e'); \
                       ALTER TABLE t ATTACH PARTITION e FOR VALUES IN ('e')
            detach   | ALTER TABLE t DETACH PARTITION b; DELETE FROM b WHERE x < 8; \
                       ALTER TABLE t ATTACH PARTITION b FOR VALUES IN ('b')
            detach concurrently | DROP TABLE c2; ALTER TABLE c DETACH PARTITION c1 CONCURRENTLY
            drop     | DROP TABLE c
            deeper   | CREATE TABLE g PARTITION OF t FOR VALUES IN ('g') PARTITION BY RANGE (x); \
                       CREATE TABLE g1 PARTITION OF g DEFAULT; ALTER TABLE g1 REPLICA IDENTITY FULL; \
                       ALTER TABLE g REPLICA IDENTITY FULL; INSERT INTO t VALUES (now(), 'g', 5)
            truncate | TRUNCATE a; INSERT INTO t VALUES (now(), 'a', 5)
            truncate all | TRUNCATE t; INSERT INTO t VALUES (now(), 'b', 1)
            truncated branch | TRUNCATE c; UPDATE t SET x = x + 1 WHERE k = 'd'
            not full | ALTER TABLE a REPLICA IDENTITY DEFAULT; INSERT INTO t VALUES (now(), 'a', 6); \
                       ALTER TABLE a REPLICA IDENTITY FULL; DELETE FROM t WHERE k = 'a' AND x = 6
            leaves   | ALTER PUBLICATION straum SET (publish_via_partition_root = false); UPDATE t SET x = x + 1; \
                       ALTER PUBLICATION straum SET (publish_via_partition_root = true)
            deletes  | ALTER PUBLICATION straum SET (publish = 'insert, update'); DELETE FROM t WHERE x = 3; \
                       ALTER PUBLICATION straum SET (publish = 'insert, update, delete, truncate')
            schema   | DROP PUBLICATION straum; DELETE FROM t WHERE x = 4; \
                       CREATE PUBLICATION straum FOR TABLES IN SCHEMA public WITH (publish_via_partition_root = true)
            """)
    void n10WhatComesWithoutMessagesStartsOver(String what, String changes) {
        assumeThat(PostgresServer.shared().major() >= 15 || !changes.contains("TABLES IN SCHEMA"))
                .as("publications of schemas")
                .isTrue();
        try (FaultCase of = FaultCase.of(PARTS, BY_K).whoseChangesMayStartOver()) {
            of.rows(ROWS)
                    .change(changes.split("; *"))
                    .change("UPDATE t SET x = x + 100 WHERE x > 10")
                    .end();
        }
    }

    /** A table unlogged for a while; in a publication of all tables that is let through. */
    @Test
    void changesOfATableUnloggedForAWhileAreLoaded() {
        List<String> schema = List.of("CREATE TABLE t (at timestamptz, k text, x int)");
        try (FaultCase of = FaultCase.of(schema, BY_K).whoseChangesMayStartOver()) {
            of.rows("INSERT INTO t VALUES (" + AT + ", 'a', 1), (" + AT + ", 'b', 2)")
                    .change(
                            "ALTER TABLE t SET UNLOGGED",
                            "INSERT INTO t VALUES (" + AT + ", 'a', 7)",
                            "ALTER TABLE t SET LOGGED",
                            "DELETE FROM t WHERE k = 'b'")
                    .end();
        }
    }

    /** N14: attached without the identity, its deletes come with nulls where it has a key, and not at all where it has none. */
    @ParameterizedTest
    @ValueSource(strings = {", PRIMARY KEY (id)", ""})
    void n14APartitionWithoutTheIdentityIsNamedAndItsRowsAreNeverWrong(String key) {
        PostgresServer server = PostgresServer.shared();
        String database = server.newDatabase();
        server.execute(
                database,
                "CREATE TABLE t (id int, at timestamptz, k text, x int) PARTITION BY LIST (k)",
                "CREATE TABLE a PARTITION OF t FOR VALUES IN ('a')",
                "ALTER TABLE t REPLICA IDENTITY FULL",
                "ALTER TABLE a REPLICA IDENTITY FULL",
                "CREATE PUBLICATION straum FOR TABLE t WITH (publish_via_partition_root = true)",
                "INSERT INTO t SELECT n, " + AT + ", 'a', n FROM generate_series(1, 5) n");
        String ask = "SELECT k, n, x FROM v WHERE bucket IS NOT NULL GROUP BY k";
        String query = "SELECT k, count(*), sum(x) FROM t GROUP BY k ORDER BY k";
        try (RunningStraum straum =
                RunningStraum.start(server, database, BY_K.spec()).awaitReady()) {
            server.execute(
                    database,
                    "CREATE TABLE e (id int, at timestamptz, k text, x int" + key + ")",
                    "INSERT INTO e SELECT n, " + AT + ", 'e', n FROM generate_series(1, 5) n",
                    "ALTER TABLE t ATTACH PARTITION e FOR VALUES IN ('e')",
                    key.isEmpty() ? "INSERT INTO t VALUES (9, " + AT + ", 'e', 9)" : "DELETE FROM t WHERE id > 3");
            Awaitility.await("the leaf is named")
                    .atMost(1, TimeUnit.MINUTES)
                    .until(() -> String.valueOf(straum.status().reason())
                            .contains("the partition public.e has not REPLICA IDENTITY FULL"));
            assertThat(straum.client().reply(ask, List.of(), null).status()).isEqualTo(503);

            server.execute(database, "ALTER TABLE e REPLICA IDENTITY FULL");
            straum.awaitStarts(2);
            server.execute(database, "DELETE FROM t WHERE id = 2");
            assertThat(straum.askNow(ask).rows()).isEqualTo(server.rows(database, query));
        } finally {
            server.dropDatabase(database);
        }
    }

    /** N3: dropped while Straum was down. */
    @Test
    void n3AColumnThatIsGoneIsNamedWithItsTableAndView() {
        PostgresServer server = PostgresServer.shared();
        String database = server.newDatabase();
        server.execute(
                database,
                "CREATE TABLE t (at timestamptz, k text, x int)",
                "ALTER TABLE t REPLICA IDENTITY FULL",
                "CREATE PUBLICATION straum FOR TABLE t");
        RunningStraum.start(server, database, BY_K.spec()).awaitReady().close();
        server.execute(database, "ALTER TABLE t DROP x");
        try (RunningStraum straum = RunningStraum.start(server, database, BY_K.spec())) {
            assertThat(straum.awaitFailure()).contains("the view v reads public.t.x, and the table has no such column");
        } finally {
            server.dropDatabase(database);
        }
    }
}
