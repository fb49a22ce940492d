package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import straum.app.Limits;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Assumed;
import straum.domain.spec.Fact;
import straum.domain.spec.Measure;
import straum.domain.spec.Spec;
import straum.domain.spec.TableName;
import straum.domain.spec.Width;
import straum.domain.testing.Specs;
import straum.pg.testing.PostgresServer;

class SetupSqlIT {
    private static final String ROLE = "straum's follower";

    private final PostgresServer server = PostgresServer.shared();
    private String database;
    private final Spec spec = Specs.of(Specs.fact("usage", "app.Order lines", "at")
            .key("select")
            .leftJoin("p", "app.parts", "id", "part_id")
            .key("name", "p.name")
            .count("lines")
            .build());

    @BeforeEach
    void createTables() {
        database = server.newDatabase();
        server.execute(
                database,
                "CREATE SCHEMA app",
                "CREATE TABLE app.parts (id int, name text)",
                "CREATE TABLE app.\"Order lines\" (at timestamptz, \"select\" text, part_id int,"
                        + " twice int GENERATED ALWAYS AS (part_id * 2) STORED) PARTITION BY RANGE (at)",
                "CREATE TABLE app.old PARTITION OF app.\"Order lines\" FOR VALUES FROM (MINVALUE) TO ('2026-01-01Z')"
                        + " PARTITION BY RANGE (at)",
                "CREATE TABLE app.\"old's leaf\" PARTITION OF app.old DEFAULT",
                "CREATE TABLE app.young PARTITION OF app.\"Order lines\" FOR VALUES FROM ('2026-01-01Z') TO (MAXVALUE)",
                "INSERT INTO app.\"Order lines\" VALUES ('2026-11-13Z', 'x', 1), ('2020-11-13Z', 'y', 2)");
    }

    @AfterEach
    void dropAll() {
        server.dropDatabase(database);
        server.execute("postgres", "DROP ROLE IF EXISTS \"" + ROLE + "\"");
    }

    private List<Unfit> unfit(String user, String password) throws Exception {
        Dsn dsn = Dsn.read(
                "host=127.0.0.1 port=" + server.port() + " dbname=" + database + " user='" + user.replace("'", "\\'")
                        + "' password=" + password,
                Map.of());
        return Postgres.check(dsn, spec, "straum's own").unfit();
    }

    @Test
    void theGuardedSqlSetsADatabaseUpHoweverOftenItRuns() throws Exception {
        String sql = SetupSql.guarded(spec, "straum's own", ROLE);
        server.execute(database, sql);
        List<List<String>> before = catalog();
        server.execute(database, sql);
        assertThat(catalog())
                .as("what a Straum that follows would start over for")
                .isEqualTo(before);
        server.execute("postgres", "ALTER ROLE \"" + ROLE + "\" PASSWORD 'pw'");

        assertThat(unfit(ROLE, "pw")).isEmpty();
        // The application goes on: its rows can be changed and deleted.
        server.execute(database, "UPDATE app.\"Order lines\" SET \"select\" = 'z'", "DELETE FROM app.\"Order lines\"");
    }

    /** The versions of the rows that say what is published, and how. */
    private List<List<String>> catalog() {
        return server.rows(
                database,
                "SELECT oid::text, xmin::text FROM pg_publication UNION ALL SELECT oid::text, xmin::text FROM"
                        + " pg_publication_rel UNION ALL SELECT oid::text, xmin::text FROM pg_class WHERE relnamespace ="
                        + " 'app'::regnamespace ORDER BY 1");
    }

    @Test
    void theGuardedSqlMendsWhatIsHalfSetUp() throws Exception {
        server.execute(
                database,
                "ALTER TABLE app.young REPLICA IDENTITY FULL",
                "CREATE PUBLICATION \"straum's own\" FOR TABLE app.\"Order lines\" WITH (publish = 'insert')");

        server.execute(database, SetupSql.guarded(spec, "straum's own", PostgresServer.USER));

        assertThat(unfit(PostgresServer.USER, PostgresServer.PASSWORD)).isEmpty();
    }

    @Test
    void whatACheckFoundMissingIsDoneByTheSqlItGives() throws Exception {
        server.execute(database, "CREATE ROLE \"" + ROLE + "\" LOGIN REPLICATION PASSWORD 'pw'");
        Dsn dsn = Dsn.read(
                "host=127.0.0.1 port=" + server.port() + " dbname=" + database
                        + " user='straum\\'s follower' password=pw",
                Map.of());
        Checkup before = Postgres.check(dsn, spec, "straum's own");

        String sql = SetupSql.missing(before);
        server.execute(database, sql);

        assertThat(before.unfit()).hasSizeGreaterThan(5);
        assertThat(sql.indexOf("REPLICA IDENTITY")).isLessThan(sql.indexOf("CREATE PUBLICATION"));
        assertThat(sql.indexOf("CREATE PUBLICATION")).isLessThan(sql.indexOf("GRANT"));
        assertThat(unfit(ROLE, "pw")).isEmpty();
        assertThat(SetupSql.missing(Postgres.check(dsn, spec, "straum's own")))
                .doesNotContain("ALTER ", "CREATE ", "GRANT ");
    }

    @Test
    void theGuardedSqlRefusesRatherThanBreakATableWithAVirtualColumn() {
        if (server.major() < 18) {
            return;
        }
        server.execute(database, "ALTER TABLE app.parts ADD doubled int GENERATED ALWAYS AS (id * 2) VIRTUAL");
        String sql = SetupSql.guarded(spec, "straum's own", ROLE);

        assertThatThrownBy(() -> server.execute(database, sql))
                .hasMessageContaining("app.parts has a virtual generated column");
        assertThat(server.rows(database, "SELECT FROM pg_publication")).isEmpty();
    }

    private void publishHalf() {
        server.execute(
                database,
                "CREATE PUBLICATION \"straum's own\" FOR TABLE app.parts (id), app.\"Order lines\" WHERE (part_id > 0)"
                        + " WITH (publish = 'insert', publish_via_partition_root = true)");
    }

    @Test
    void whateverAPublicationLeavesOutIsMendedByBoth() throws Exception {
        assumeThat(server.major()).as("row filters and column lists").isGreaterThanOrEqualTo(15);
        publishHalf();
        server.execute(database, SetupSql.guarded(spec, "straum's own", PostgresServer.USER));
        assertThat(unfit(PostgresServer.USER, PostgresServer.PASSWORD)).isEmpty();

        server.execute(database, "DROP PUBLICATION \"straum's own\"");
        publishHalf();
        Dsn dsn = Dsn.read(server.dsn(database), Map.of());
        server.execute(database, SetupSql.missing(Postgres.check(dsn, spec, "straum's own")));
        assertThat(unfit(PostgresServer.USER, PostgresServer.PASSWORD)).isEmpty();
        server.execute(database, "UPDATE app.\"Order lines\" SET \"select\" = 'z'", "UPDATE app.parts SET name = 'n'");
    }

    @Test
    void aPublicationOfAllTablesOrOfASchemaIsNotAddedTo() throws Exception {
        server.execute(database, "CREATE PUBLICATION \"straum's own\" FOR ALL TABLES");
        server.execute(database, SetupSql.guarded(spec, "straum's own", PostgresServer.USER));
        assertThat(unfit(PostgresServer.USER, PostgresServer.PASSWORD)).isEmpty();
        assertThat(server.rows(database, "SELECT FROM pg_publication_rel")).isEmpty();

        if (server.major() >= 15) {
            server.execute(
                    database,
                    "DROP PUBLICATION \"straum's own\"",
                    "CREATE PUBLICATION \"straum's own\" FOR TABLES IN SCHEMA app");
            server.execute(database, SetupSql.guarded(spec, "straum's own", PostgresServer.USER));
            assertThat(unfit(PostgresServer.USER, PostgresServer.PASSWORD)).isEmpty();
            assertThat(server.rows(database, "SELECT FROM pg_publication_rel")).isEmpty();
        }
    }

    @Test
    void allTablesThatAreNotThereAreNamedAtOnce() {
        server.execute(database, "DROP TABLE app.parts, app.\"Order lines\"");

        assertThatThrownBy(() -> server.execute(database, SetupSql.guarded(spec, "straum's own", ROLE)))
                .hasMessageContaining("nothing has been changed, for this is not mended here:")
                .hasMessageContaining("- there is no table \"app\".\"Order lines\"")
                .hasMessageContaining("- there is no table \"app\".\"parts\"");
        assertThat(server.rows("postgres", "SELECT FROM pg_roles WHERE rolname = 'straum''s follower'"))
                .isEmpty();
    }

    @Test
    void aPartitionMadeLaterIsMendedByRunningItAgain() throws Exception {
        server.execute(database, SetupSql.guarded(spec, "straum's own", PostgresServer.USER));
        server.execute(
                database,
                "ALTER TABLE app.\"Order lines\" DETACH PARTITION app.young",
                "CREATE TABLE app.\"yet another\" PARTITION OF app.\"Order lines\" FOR VALUES FROM ('2026-01-01Z') TO"
                        + " (MAXVALUE)");
        assertThat(unfit(PostgresServer.USER, PostgresServer.PASSWORD))
                .extracting(Unfit::message)
                .containsExactly(
                        "the partition app.yet another has not REPLICA IDENTITY FULL, so its old rows do not come"
                                + " whole");

        server.execute(database, SetupSql.guarded(spec, "straum's own", PostgresServer.USER));
        assertThat(unfit(PostgresServer.USER, PostgresServer.PASSWORD)).isEmpty();
    }

    /** Names of 63 bytes, which is as long as names are. */
    @Test
    void theLongestAndOddestNamesAreQuoted() throws Exception {
        String name = "ž".repeat(20) + " \".'\\$straum$,(%s);--";
        String table = name + "x".repeat(63 - name.getBytes(StandardCharsets.UTF_8).length);
        String quoted = TableName.quoted(table);
        server.execute(database, "CREATE TABLE " + quoted + " (at timestamptz, " + quoted + " text)");
        Spec odd = Spec.of(List.of(new Fact(
                "v",
                new TableName("public", table),
                "at",
                List.of(new Width(3600)),
                List.of(),
                List.of(),
                List.of(new Measure("n", new Aggregate(Aggregate.Kind.COUNT, table))),
                null,
                Assumed.NOTHING)));
        Dsn dsn = Dsn.read(server.dsn(database), Map.of());
        try {
            server.execute(database, SetupSql.guarded(odd, table, table));
            server.execute(database, SetupSql.guarded(odd, table, table));
            assertThat(Postgres.check(dsn, odd, table, table).unfit()).isEmpty();

            server.execute(
                    database,
                    "DROP PUBLICATION " + quoted,
                    "DROP OWNED BY " + quoted,
                    "DROP ROLE " + quoted,
                    "ALTER TABLE " + quoted + " REPLICA IDENTITY DEFAULT");
            server.execute(database, SetupSql.missing(Postgres.check(dsn, odd, table, table)));
            assertThat(Postgres.check(dsn, odd, table, table).unfit()).isEmpty();
            Postgres source = new Postgres(dsn, odd, table, Limits.defaults());
            assertThat(source.open().types()).hasSize(1);
            source.stop();
        } finally {
            server.execute(database, "DROP OWNED BY " + quoted, "DROP ROLE " + quoted);
        }
    }
}
