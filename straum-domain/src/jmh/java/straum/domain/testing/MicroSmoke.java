package straum.domain.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.runner.options.WarmupMode;

/** Runs benchmarks once, in this process and without a look at their figures: whether they can be run. */
public final class MicroSmoke {
    private MicroSmoke() {}

    /**
     * Runs all benchmarks of a package, each with the first value of its parameters but these.
     *
     * @param parameters a name, then its value, and so on
     */
    public static void run(String inPackage, String... parameters) throws RunnerException {
        // Whoever measures on the machine at the same time need not keep this from running.
        System.setProperty("jmh.ignoreLock", "true");
        OptionsBuilder options = new OptionsBuilder();
        options.include("^" + inPackage.replace(".", "\\.") + "\\.\\w+\\.")
                .forks(0)
                .warmupIterations(0)
                .warmupMode(WarmupMode.INDI)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(1))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        for (int i = 0; i < parameters.length; i += 2) {
            options.param(parameters[i], parameters[i + 1]);
        }
        Collection<RunResult> results = new Runner(options.build()).run();
        assertThat(results).isNotEmpty().allSatisfy(result -> assertThat(
                        result.getPrimaryResult().getScore())
                .isPositive());
    }
}
