package straum.cli;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Gives an option that the command line leaves out the value of its environment variable. */
final class EnvironmentDefaults implements IDefaultValueProvider {
    private final Map<String, String> environment;

    /** Defaults from these variables, which are {@link System#getenv()} but in tests. */
    EnvironmentDefaults(Map<String, String> environment) {
        this.environment = environment;
    }

    /** The variable's value; null, which leaves the option its own default, where it is unset or empty. */
    @Override
    public @Nullable String defaultValue(ArgSpec arg) {
        if (!(arg instanceof OptionSpec option) || option.usageHelp() || option.versionHelp()) {
            return null;
        }
        String value = environment.get(variable(option));
        return value == null || value.isEmpty() ? null : value;
    }

    /** The name of an option's variable: {@code STRAUM_MAX_LAG} for {@code --max-lag}. */
    static String variable(OptionSpec option) {
        return "STRAUM_" + option.longestName().substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
    }
}
