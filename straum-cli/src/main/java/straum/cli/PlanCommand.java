package straum.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import straum.app.SourceException;
import straum.domain.spec.Spec;
import straum.pg.Postgres;
import straum.pg.SetupSql;

/** {@code straum plan}: the SQL that sets PostgreSQL up. */
@Command(
        name = "plan",
        header = "Print the SQL that sets PostgreSQL up.",
        description = "Prints what the owner of the tables runs once: publication, replica identities, and with --role"
                + " grants. Safe to run twice. With a DSN only what is still missing.",
        footer = {
            "",
            "Examples:",
            "  straum plan usage.sql --role straum | psql --dbname app",
            "  straum plan usage.sql --dsn postgresql://straum@db.internal/app"
        })
final class PlanCommand implements Callable<Integer> {
    @picocli.CommandLine.Spec
    private CommandSpec command;

    @Parameters(index = "0", paramLabel = "SPEC", description = "The file that says what to keep.")
    private Path spec;

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Option(
            names = "--role",
            paramLabel = "NAME",
            defaultValue = "straum",
            description = "The role Straum logs in as; with a DSN it is the DSN's."
                    + " Environment: STRAUM_ROLE. Default: ${DEFAULT-VALUE}.")
    private String role;

    @Override
    public Integer call() throws CommandFailure {
        PrintWriter out = command.commandLine().getOut();
        Spec kept = SpecFile.read(spec);
        if (!database.isNamed()) {
            out.print(SetupSql.guarded(kept, database.publication(), role));
            return 0;
        }
        try {
            String missing = SetupSql.missing(Postgres.check(database.dsn(), kept, database.publication()));
            out.print(missing.isEmpty() ? "-- nothing is missing\n" : missing);
            return 0;
        } catch (SourceException e) {
            throw CommandFailure.failed(String.valueOf(e.getMessage()));
        }
    }
}
