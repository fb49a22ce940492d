package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import straum.domain.spec.Spec;
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
        server.execute(database, sql);
        server.execute("postgres", "ALTER ROLE \"" + ROLE + "\" PASSWORD 'pw'");

        assertThat(unfit(ROLE, "pw")).isEmpty();
        // The application goes on: its rows can be changed and deleted.
        server.execute(database, "UPDATE app.\"Order lines\" SET \"select\" = 'z'", "DELETE FROM app.\"Order lines\"");
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
}
