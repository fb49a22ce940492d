package straum.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/** {@code straum check}: what a spec keeps, and whether a database holds what it needs. */
@Command(
        name = "check",
        header = "Check a spec, and the database it is for.",
        description = "Reads the spec and prints what would be kept. With a DSN also compares it with the database,"
                + " and says of each table what is missing.",
        footer = {
            "",
            "Examples:",
            "  straum check usage.sql",
            "  straum check usage.sql --dsn postgresql://straum@db.internal/app"
        })
final class CheckCommand implements Callable<Integer> {
    @picocli.CommandLine.Spec
    private CommandSpec command;

    @Parameters(index = "0", paramLabel = "SPEC", description = "The file that says what to keep.")
    private Path spec;

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        PrintWriter out = command.commandLine().getOut();
        out.print(Kept.describe(SpecFile.read(spec)));
        return 0;
    }
}
