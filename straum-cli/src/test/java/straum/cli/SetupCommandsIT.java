package straum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import straum.pg.testing.PostgresServer;

/** From a bare database to one that is set up, by what {@code plan} and {@code check} print and answer. */
class SetupCommandsIT {
    private final PostgresServer server = PostgresServer.shared();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private String database;
    private String role;
    private Path spec;

    @BeforeEach
    void makeTables(@TempDir Path folder) throws IOException {
        database = server.newDatabase();
        role = database + "_follower";
        server.execute(
                database, "CREATE SCHEMA app", "CREATE TABLE app.events (at timestamptz, kind text, amount numeric)");
        spec = Files.writeString(folder.resolve("usage.sql"), """
                CREATE VIEW usage AS
                SELECT date_bin('1 hour', at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket, kind, sum(amount) AS amount
                FROM app.events GROUP BY 1, 2;
                """);
    }

    @AfterEach
    void dropAll() {
        server.dropDatabase(database);
        server.execute("postgres", "DROP ROLE IF EXISTS " + role);
    }

    private int execute(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine commandLine = Main.commandLine(Map.of());
        commandLine.setOut(new PrintWriter(out, true));
        commandLine.setErr(new PrintWriter(err, true));
        return commandLine.execute(arguments);
    }

    private String asRole() {
        return server.dsn(database, role, "pw");
    }

    @Test
    void whatPlanPrintsWithoutADatabaseMakesCheckPassForTheRole() {
        assertThat(execute("plan", spec.toString(), "--role", role)).isZero();
        server.execute(database, out.toString(), "ALTER ROLE " + role + " PASSWORD 'pw'");

        assertThat(execute("check", spec.toString(), "--dsn", asRole())).isZero();
        assertThat(out.toString()).endsWith("  holds all that the spec needs\n");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void whatPlanPrintsOfADatabaseForARoleThatIsNotThereMakesCheckPassForIt() {
        String dsn = server.dsn(database);
        assertThat(execute("check", spec.toString(), "--dsn", dsn)).isEqualTo(1);
        assertThat(out.toString()).contains("""
                  missing: there is no publication straum
                           CREATE PUBLICATION "straum" FOR TABLE "app"."events" WITH (publish_via_partition_root = true);
                """).contains("""
                  missing: the table app.events has not REPLICA IDENTITY FULL, so its old rows do not come whole
                           ALTER TABLE ONLY "app"."events" REPLICA IDENTITY FULL;
                """);

        assertThat(execute("plan", spec.toString(), "--dsn", dsn, "--role", role))
                .isZero();
        assertThat(out.toString()).endsWith("""
                BEGIN;
                -- Rather fail than have the tables' users queue behind this.
                SET LOCAL lock_timeout = '10s';
                -- Each UPDATE and DELETE of these then writes its whole old row to the WAL too.
                ALTER TABLE ONLY "app"."events" REPLICA IDENTITY FULL;
                CREATE PUBLICATION "straum" FOR TABLE "app"."events" WITH (publish_via_partition_root = true);
                CREATE ROLE "%1$s" LOGIN REPLICATION;
                GRANT USAGE ON SCHEMA "app" TO "%1$s";
                GRANT SELECT ON "app"."events" TO "%1$s";
                COMMIT;
                """.formatted(role));
        assertThat(err.toString()).isEmpty();
        server.execute(database, out.toString(), "ALTER ROLE " + role + " PASSWORD 'pw'");

        assertThat(execute("plan", spec.toString(), "--dsn", dsn, "--role", role))
                .isZero();
        assertThat(out.toString().lines()).allMatch(line -> line.startsWith("-- "));
        assertThat(execute("check", spec.toString(), "--dsn", asRole())).isZero();
    }

    @Test
    void whoIsNotLetInIsToldOnStandardErrorAndNothingIsPrintedToRun() {
        assertThat(execute("plan", spec.toString(), "--dsn", asRole())).isEqualTo(1);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).contains("straum: PostgreSQL at ", "straum plan prints the SQL that makes it");

        assertThat(execute("check", spec.toString(), "--dsn", "postgresql://%zz"))
                .isEqualTo(2);
    }
}
