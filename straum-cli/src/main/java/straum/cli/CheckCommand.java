package straum.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import straum.app.SourceException;
import straum.domain.spec.Spec;
import straum.pg.Checkup;
import straum.pg.Postgres;
import straum.pg.Unfit;
import straum.pg.Warning;

/** {@code straum check}: what a spec keeps, and whether a database holds what it needs. */
@Command(
        name = "check",
        header = "Check a spec, and the database it is for.",
        description = "Reads the spec and prints what would be kept. With a DSN also compares it with the database,"
                + " and says what of the spec is wrong there, and what setup is missing, each with the SQL that mends it."
                + " Needs no right but to connect. Exit status 0 when all is there, 1 when not, 2 for a spec that does"
                + " not hold.",
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
        Spec kept = SpecFile.read(spec);
        out.print(Kept.describe(kept));
        if (!database.isNamed()) {
            out.println();
            out.println("not compared with a database: names and types are checked with --dsn");
            return 0;
        }
        try {
            Checkup checkup = Postgres.check(database.dsn(), kept, database.publication());
            out.print(describe(checkup));
            return checkup.unfit().isEmpty() ? 0 : CommandFailure.FAILED;
        } catch (SourceException e) {
            out.flush();
            throw CommandFailure.failed(String.valueOf(e.getMessage()));
        }
    }

    /** What is wrong of the spec, what the database lacks, each with the SQL that mends it, and what may hurt. */
    static String describe(Checkup checkup) {
        StringBuilder text = new StringBuilder();
        text.append("\ndatabase ").append(checkup.database());
        text.append(" of PostgreSQL ").append(checkup.version()).append('\n');
        for (Unfit unfit : checkup.unfit()) {
            String sql = unfit.sql();
            text.append(sql == null ? "  wrong: " : "  missing: ")
                    .append(unfit.message())
                    .append('\n');
            if (sql != null) {
                text.append("           ").append(sql).append('\n');
            }
        }
        for (Warning warning : checkup.warnings()) {
            text.append("  warning: ").append(warning.message()).append('\n');
            if (warning.sql() != null) {
                text.append("           ").append(warning.sql()).append('\n');
            }
        }
        if (!checkup.hint().isEmpty()) {
            text.append("  ").append(checkup.hint()).append('\n');
        }
        if (checkup.unfit().isEmpty()) {
            text.append("  holds all that the spec needs\n");
        }
        return text.toString();
    }
}
