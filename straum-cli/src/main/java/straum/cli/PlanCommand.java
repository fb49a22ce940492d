package straum.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
        description = "Prints what a superuser runs once: replica identities, publication, role and grants. Safe to run"
                + " twice. With a DSN only what is still missing, for the role that it logs in as or for another one, and"
                + " as comments what has to be done by hand. Changes nothing itself.",
        footer = {
            "",
            "Examples:",
            "  straum plan usage.sql --role straum | psql -v ON_ERROR_STOP=1 --dbname app",
            "  straum plan usage.sql --dsn postgresql://straum@db.internal/app",
            "  straum plan usage.sql --dsn postgresql://postgres@db.internal/app --role straum"
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
            converter = OptionValues.Name.class,
            description = "The role Straum logs in as; it need not be there yet. Environment: STRAUM_ROLE."
                    + " Default: straum, with a DSN the one that the DSN logs in as.")
    private @Nullable String role;

    @Override
    public Integer call() throws CommandFailure {
        PrintWriter out = command.commandLine().getOut();
        Spec kept = SpecFile.read(spec);
        if (!database.isNamed()) {
            out.print(SetupSql.guarded(kept, database.publication(), role == null ? "straum" : role));
            return 0;
        }
        try {
            String missing = SetupSql.missing(Postgres.check(database.dsn(), kept, database.publication(), role));
            out.print(missing.isEmpty() ? "-- nothing is missing\n" : missing);
            return 0;
        } catch (SourceException e) {
            throw CommandFailure.failed(String.valueOf(e.getMessage()));
        }
    }
}
