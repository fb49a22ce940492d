package straum.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
    private static final List<String> SECTIONS = List.of("load", "follow", "asks");

    @Test
    void withoutArgumentsEverySectionRunsOverTenMillionRows() {
        assertThat(Options.read(new String[0], SECTIONS)).isEqualTo(new Options(10_000_000, 5, SECTIONS));
    }

    @Test
    void sectionsAreTakenByNameAndInTheirOrder() {
        assertThat(Options.read(new String[] {"300000", "7", "asks,load"}, SECTIONS))
                .isEqualTo(new Options(300_000, 7, List.of("asks", "load")));
    }

    /** It has to say them before there is a class to ask. */
    @Test
    void theScriptSaysTheSameDefaultsAndSections() throws IOException {
        assertThat(Files.readString(Path.of("..", "scripts", "bench")))
                .contains(
                        "sections='" + String.join(" ", SystemBench.sections()) + "'",
                        "ROWS     of the samples: " + Options.ROWS + " unless said, at least " + Options.LEAST_ROWS,
                        "is_at_least " + Options.LEAST_ROWS + " ",
                        "does not count: " + Options.RUNS);
    }

    @Test
    void oneRunIsNoMedian() {
        assertThat(new Options(10_000_000, 1, SECTIONS).told())
                .isEqualTo("10,000,000 rows, one run after one that does"
                        + " not count. So few say whether it works, and little else: of figures to be compared there are"
                        + " 3 runs over 1,000,000 rows at least");
    }

    @Test
    void manyRunsOverManyRowsAreNotWarnedOf() {
        assertThat(new Options(10_000_000, 5, SECTIONS).told())
                .isEqualTo("10,000,000 rows, medians of 5 runs after one that does not count");
        assertThat(new Options(1_000_000, 3, SECTIONS).told()).doesNotContain("few");
        assertThat(new Options(999_999, 3, SECTIONS).told()).contains("So few");
        assertThat(new Options(1_000_000, 2, SECTIONS).told()).contains("medians of 2 runs", "So few");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"--help", "many", "5", "-1", "100000 0", "100000 x", "100000 5 lod", "100000 5 load, 2", "1e6"})
    void otherArgumentsAreNone(String arguments) {
        assertThat(Options.read(arguments.split(" "), SECTIONS)).isNull();
    }
}
