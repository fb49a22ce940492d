package straum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import straum.domain.spec.TableName;
import straum.pg.Checkup;
import straum.pg.Unfit;

class CheckCommandTest {
    private static final TableName EVENTS = new TableName("app", "events");

    @Test
    void withoutADatabaseItSaysThatNoneWasLookedAt(@TempDir Path folder) throws IOException {
        Path spec = folder.resolve("usage.sql");
        Files.writeString(spec, """
                CREATE VIEW usage AS
                SELECT date_bin('1 hour', at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket, count(*) AS events
                FROM app.events
                GROUP BY bucket;
                """);
        StringWriter out = new StringWriter();
        int status =
                Main.commandLine(Map.of()).setOut(new PrintWriter(out, true)).execute("check", spec.toString());
        assertThat(status).isZero();
        assertThat(out.toString()).endsWith("""
                          app.events (at)

                        not compared with a database: names and types are checked with --dsn
                        """);
    }

    @Test
    void whatSqlMendsIsMissingAndWhatOnlyAnotherSpecMendsIsWrong() {
        Checkup checkup = new Checkup(
                "16.4",
                "app",
                List.of(new Unfit.NotFull(EVENTS, false), new Unfit.NoColumn(EVENTS, "knid", "usage", "kind")),
                List.of());
        assertThat(CheckCommand.describe(checkup)).isEqualTo("""

                        database app of PostgreSQL 16.4
                          missing: the table app.events has not REPLICA IDENTITY FULL, so its old rows do not come whole
                                   ALTER TABLE ONLY "app"."events" REPLICA IDENTITY FULL;
                          wrong: the view usage reads app.events.knid, and the table has no such column; is it kind?
                          straum plan with --dsn prints this SQL to be run at once
                        """);
    }
}
