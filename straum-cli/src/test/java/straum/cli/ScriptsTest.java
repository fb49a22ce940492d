package straum.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the scripts say of themselves, in a clone of which nothing is built, where Maven only notes that it was called. */
class ScriptsTest {
    private static final Path SCRIPTS = Path.of("..", "scripts");
    private static final long PATIENCE_SECONDS = 60;

    @TempDir
    private Path clone;

    private Path called;

    /** What a script that ended said. */
    private record Ended(int status, String out, String err) {}

    @BeforeEach
    void copy() throws IOException {
        called = clone.resolve("called");
        Path mvn = clone.resolve("bin/mvn");
        Files.createDirectories(mvn.getParent());
        Files.writeString(mvn, "#!/bin/sh\necho \"$@\" >>'" + called + "'\nexit 1\n");
        Files.setPosixFilePermissions(mvn, PosixFilePermissions.fromString("rwx------"));
        Files.createDirectories(clone.resolve("scripts"));
        try (Stream<Path> files = Files.list(SCRIPTS)) {
            for (Path file : files.toList()) {
                Files.copy(
                        file,
                        clone.resolve("scripts").resolve(file.getFileName().toString()));
            }
        }
    }

    static Stream<Arguments> asksForHelp() throws IOException {
        List<Arguments> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(SCRIPTS)) {
            for (Path file : files.filter(Files::isExecutable).sorted().toList()) {
                String name = file.getFileName().toString();
                all.add(Arguments.of(name, "--help"));
                all.add(Arguments.of(name, "-h"));
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("asksForHelp")
    void everyScriptTellsHowToUseItWithoutABuild(String script, String option) throws Exception {
        Ended ended = run(script, option);

        assertThat(ended.err).isEmpty();
        assertThat(ended.status).isZero();
        assertThat(ended.out)
                .startsWith("usage: scripts/" + script)
                .contains("Example", "\nEnvironment:\n  JAVA_HOME ", "takes ")
                .endsWith("\n");
        assertThat(ended.out.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(90));
        assertThat(called).doesNotExist();
    }

    @Test
    void theHelpOfTheBenchmarksInMemoryIsToldByTheOtherOneToo() throws Exception {
        assertThat(run("bench", "--micro", "--help")).isEqualTo(run("bench-micro", "--help"));
        assertThat(run("bench", "--help").out).contains("--micro");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            bench             | many
            bench             | 9999
            bench             | 1e6
            bench             | 100000 0
            bench             | 100000 x
            bench             | 100000 5 lod
            bench             | 100000 5 load,
            bench             | 100000 5 load asks
            bench             | --rows
            bench             | --micro --rows
            bench-micro       | --rows
            bench-transaction | many
            bench-transaction | 0
            bench-transaction | 1000 many
            bench-transaction | 1000 1g more
            check-layers      | LayersTest
            mutate            | straum.cli.*
            mutate            | --all
            soak              | long
            soak              | 0
            soak              | 0.0
            soak              | 1 x
            soak              | 1 2 3
            source-cost       | 5
            straum            | frobnicate
            straum            | --frobnicate
            """)
    void wrongArgumentsAreToldWithTheUsageAndWithoutABuild(String script, String arguments) throws Exception {
        Ended ended = run(script, arguments.split(" "));

        assertThat(ended.status).isEqualTo(2);
        assertThat(ended.out).isEmpty();
        assertThat(ended.err).containsPattern("(?m)^usage: scripts/" + script).hasLineCount(2);
        assertThat(called).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            bench             | 10000
            bench             | 100000 3 load,asks
            bench             | --micro Load -prof gc
            bench-micro       | -l
            bench-transaction | 1000 512m
            check-layers      | -o
            mutate            | straum.domain.store.Bound*
            soak              | 0.5 -7
            straum            | demo
            straum            | --version
            """)
    void otherArgumentsAreTakenToTheBuild(String script, String arguments) throws Exception {
        assertThat(run(script, arguments.split(" ")).status).isEqualTo(1);
        assertThat(called).exists();
    }

    @Test
    void aLauncherThatHasBuiltNothingNamesEveryCommand() throws Exception {
        String help = run("straum", "--help").out;

        Main.commandLine(Map.of())
                .getSubcommands()
                .forEach((name, command) -> assertThat(help)
                        .containsPattern("\n  " + name + " +"
                                + command.getCommandSpec().usageMessage().header()[0]));
    }

    @Test
    void aLauncherWithoutACommandIsWrongUsage() throws Exception {
        Ended ended = run("straum");

        assertThat(ended.status).isEqualTo(2);
        assertThat(ended.err).contains("usage: scripts/straum ");
        assertThat(called).doesNotExist();
    }

    private Ended run(String script, String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(clone.resolve("scripts").resolve(script).toString()));
        command.addAll(List.of(arguments));
        Path out = clone.resolve("out");
        Path err = clone.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().put("PATH", clone.resolve("bin") + ":" + System.getenv("PATH"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        assertThat(process.waitFor(PATIENCE_SECONDS, SECONDS)).as("ends").isTrue();
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }
}
