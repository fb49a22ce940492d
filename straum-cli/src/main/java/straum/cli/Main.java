package straum.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The command {@code straum}. Exit status 0: done; 1: failed at run time; 2: wrong usage, or a spec that does not hold. */
@Command(
        name = "straum",
        header = "Rollups beside PostgreSQL, kept current by replication.",
        description = "Each option has an environment variable too, named in its help: STRAUM_DSN for --dsn.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        scope = CommandLine.ScopeType.INHERIT,
        versionProvider = Main.Version.class,
        usageHelpAutoWidth = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  straum demo             a sample database, and Straum following it",
            "  straum plan usage.sql   the SQL that sets PostgreSQL up, to be run once",
            "  straum run usage.sql --dsn postgresql://straum@db.internal/app",
            "  straum shell            a prompt to ask at",
            "",
            "The launcher scripts/straum takes the JDK from JAVA_HOME, and options for the",
            "JVM from STRAUM_JAVA_OPTS:",
            "  STRAUM_JAVA_OPTS=-Xmx8g scripts/straum run usage.sql"
        },
        subcommands = {
            RunCommand.class,
            CheckCommand.class,
            PlanCommand.class,
            AskCommand.class,
            ViewsCommand.class,
            StatusCommand.class,
            ShellCommand.class,
            DemoCommand.class
        })
public final class Main implements Runnable {
    /** The exit status of a process that ran out of memory where nothing could be told of it. */
    static final int OUT_OF_MEMORY = 3;

    @Spec
    private CommandSpec spec;

    /** Runs the command and ends the process with its exit status. */
    public static void main(String[] args) {
        Thread.setDefaultUncaughtExceptionHandler(Main::threadEnded);
        CommandLine commandLine = commandLine(System.getenv());
        int status = commandLine.execute(args);
        commandLine.getOut().flush();
        System.exit(status);
    }

    /** What ran out of memory may have left anything half done, and a start has no more of it: the process ends. */
    private static void threadEnded(Thread thread, Throwable thrown) {
        boolean outOfMemory = isOutOfMemory(thrown);
        try {
            LoggerFactory.getLogger(Main.class)
                    .atError()
                    .addKeyValue("thread", thread.getName())
                    .setCause(thrown)
                    .log(outOfMemory ? "out of memory, and the process ends" : "a thread ended by an exception");
        } finally {
            if (outOfMemory) {
                Runtime.getRuntime().halt(OUT_OF_MEMORY);
            }
        }
    }

    /** Whether it is, or was caused by, an {@link OutOfMemoryError}. */
    static boolean isOutOfMemory(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError) {
                return true;
            }
        }
        return false;
    }

    /** The whole command line, with the defaults these environment variables give. */
    static CommandLine commandLine(Map<String, String> environment) {
        CommandLine commandLine = new CommandLine(new Main());
        commandLine.setOut(utf8(FileDescriptor.out));
        commandLine.setErr(utf8(FileDescriptor.err));
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setDefaultValueProvider(new EnvironmentDefaults(environment));
        commandLine.setExecutionExceptionHandler(Main::failed);
        commandLine.setParameterExceptionHandler(Main::wrongUsage);
        OptionValues.register(commandLine);
        return commandLine;
    }

    /** Straum without a command: there is nothing to do. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command");
    }

    /** Text is UTF-8 both ways, whatever the locale: answers and messages hold the names and values of the database. */
    private static PrintWriter utf8(FileDescriptor stream) {
        return new PrintWriter(new OutputStreamWriter(new FileOutputStream(stream), StandardCharsets.UTF_8), true);
    }

    private static int failed(Exception thrown, CommandLine command, ParseResult parsed) throws Exception {
        if (thrown instanceof CommandFailure failure) {
            command.getErr().println("straum: " + failure.getMessage());
            return failure.status();
        }
        if (thrown instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            return CommandFailure.FAILED;
        }
        throw thrown;
    }

    /** One line on what is wrong and one on where to read more: the whole help would push the message off the screen. */
    private static int wrongUsage(ParameterException wrong, String[] args) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("straum: " + wrong.getMessage());
        CommandLine.UnmatchedArgumentException.printSuggestions(wrong, err);
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return CommandFailure.USAGE;
    }

    /** The version in the jar's manifest. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"straum " + current()};
        }

        /** The version of the jar this runs from; {@code development} when it runs from none. */
        static String current() {
            String version = Main.class.getPackage().getImplementationVersion();
            return version == null ? "development" : version;
        }
    }
}
