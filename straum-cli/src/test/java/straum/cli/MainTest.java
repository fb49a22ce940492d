package straum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @MethodSource("commands")
    void everyOptionHasALongNameAndSaysItsEnvironmentVariable(CommandLine command) {
        assertThat(command.getCommandSpec().options()).isNotEmpty();
        for (OptionSpec option : command.getCommandSpec().options()) {
            assertThat(option.longestName()).startsWith("--");
            if (!option.usageHelp() && !option.versionHelp()) {
                assertThat(String.join(" ", option.description()))
                        .contains("Environment: " + EnvironmentDefaults.variable(option) + ".");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandHasHelpWithExamples(CommandLine command) {
        assertThat(command.getUsageMessage())
                .contains("Usage: straum " + command.getCommandName(), "Examples:", "--help", "--version");
    }

    @Test
    void theHelpOfStraumNamesEveryCommand() {
        assertThat(execute(Map.of(), "--help")).isZero();

        commands().forEach(command -> assertThat(out.toString()).contains("\n  " + command.getCommandName() + " "));
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void theVersionIsPrinted() {
        assertThat(execute(Map.of(), "--version")).isZero();
        assertThat(out.toString()).startsWith("straum ");
    }

    @Test
    void noCommandIsWrongUsage() {
        assertThat(execute(Map.of())).isEqualTo(2);
        assertThat(err.toString()).contains("Missing command", "straum --help");
    }

    @Test
    void anUnknownOptionIsWrongUsageAndTheNearestIsNamed() {
        assertThat(execute(Map.of(), "status", "--formt", "json")).isEqualTo(2);
        assertThat(err.toString()).contains("--formt", "--format", "straum status --help");
    }

    @Test
    void aValueThatCannotBeReadIsWrongUsageAndSaysHowToWriteIt() {
        assertThat(execute(Map.of(), "run", "usage.sql", "--max-lag", "30")).isEqualTo(2);
        assertThat(err.toString()).contains("--max-lag", "'30' is not a duration", "30s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--load-connections", "--max-groups", "--max-cells"})
    void nothingAtAllIsWrongUsageWhereSomeIsNeeded(String option) {
        assertThat(execute(Map.of(), "run", "usage.sql", option, "0")).isEqualTo(2);
        assertThat(err.toString()).contains(option + " must be at least 1");
    }

    /** By two bytes a letter; of one that is cut, the SQL of plan would be told again each time that it is missing. */
    @ParameterizedTest
    @ValueSource(strings = {"--role", "--publication"})
    void aNameThatPostgresqlWouldCutIsWrongUsage(String option) {
        assertThat(execute(Map.of(), "plan", "usage.sql", option, "\u00e9".repeat(32)))
                .isEqualTo(2);
        assertThat(err.toString()).contains(option, "is no name: one has 1 to 63 bytes");
    }

    @Test
    void aVariableStandsForTheOptionLeftOut() {
        assertThat(execute(Map.of("STRAUM_URL", "http://127.0.0.1:1"), "status"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("nothing answers at http://127.0.0.1:1");
    }

    @Test
    void theOptionGoesBeforeTheVariable() {
        assertThat(execute(Map.of("STRAUM_URL", "nonsense"), "status", "--url", "http://127.0.0.1:1"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("nothing answers at http://127.0.0.1:1");
    }

    @Test
    void anEmptyVariableIsNone() {
        assertThat(execute(Map.of("STRAUM_FORMAT", ""), "status", "--url", "http://127.0.0.1:1"))
                .isEqualTo(1);
    }

    @Test
    void aPasswordInTheEnvironmentIsNotInTheHelp() {
        Map<String, String> environment = Map.of("STRAUM_DSN", "postgresql://straum:secret@db/app");

        assertThat(execute(environment, "run", "--help")).isZero();
        assertThat(out.toString()).contains("--dsn").doesNotContain("secret");
    }

    static Stream<CommandLine> commands() {
        return Main.commandLine(Map.of()).getSubcommands().values().stream();
    }

    private int execute(Map<String, String> environment, String... arguments) {
        CommandLine commandLine = Main.commandLine(environment);
        commandLine.setOut(new PrintWriter(out, true));
        commandLine.setErr(new PrintWriter(err, true));
        return commandLine.execute(arguments);
    }
}
