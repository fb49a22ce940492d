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
            description = "The role Straum logs in as; made where there is none. Environment: STRAUM_ROLE.")
    private @Nullable String role;

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        PrintWriter out = command.commandLine().getOut();
        out.print(SpecFile.read(spec) + "" + role);
        return 0;
    }
}
