package straum.cli.testing;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/**
 * The packaged {@code straum} as a process of its own, without this process's environment variables. Closing it kills
 * what is still there of it.
 */
public final class StraumProcess implements AutoCloseable {
    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final Pattern LISTENING = Pattern.compile("listening address=\"?/?127\\.0\\.0\\.1:(\\d+)");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Path out;
    private final Path err;
    private final Process process;

    private StraumProcess(Path out, Path err, Process process) {
        this.out = out;
        this.err = err;
        this.process = process;
    }

    /** What a command that ended said. */
    public record Ended(int status, String out, String err) {}

    /** Starts {@code straum} with these arguments. */
    public static StraumProcess start(String... arguments) {
        return start(Map.of(), arguments);
    }

    /** Starts it with these environment variables. */
    public static StraumProcess start(Map<String, String> environment, String... arguments) {
        return start("256m", environment, arguments);
    }

    /**
     * Starts it with these environment variables.
     *
     * @param heap as {@code -Xmx} takes it
     */
    public static StraumProcess start(String heap, Map<String, String> environment, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-XX:TieredStopAtLevel=1",
                "-cp",
                TARGET.resolve("straum.jar") + ":" + TARGET.resolve("demo-lib") + "/*",
                "straum.cli.Main"));
        command.addAll(List.of(arguments));
        try {
            Path out = Files.createTempFile(TARGET, "straum", ".out");
            Path err = Files.createTempFile(TARGET, "straum", ".err");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
            builder.environment().keySet().retainAll(List.of("PATH", "HOME", "TMPDIR", "LANG", "LC_ALL"));
            builder.environment().putAll(environment);
            return new StraumProcess(out, err, builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs {@code straum} with these arguments to its end. */
    public static Ended run(String... arguments) {
        try (StraumProcess straum = start(arguments)) {
            return straum.awaitEnd();
        }
    }

    /** Where it serves, once it does. */
    public InetSocketAddress awaitAddress() {
        Awaitility.await("straum listens").atMost(PATIENCE).until(() -> {
            if (!process.isAlive()) {
                throw new AssertionError("straum ended with " + process.exitValue() + "\n" + err());
            }
            return LISTENING.matcher(err()).find();
        });
        Matcher listening = LISTENING.matcher(err());
        if (!listening.find()) {
            throw new AssertionError(err());
        }
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(listening.group(1)));
    }

    /** Asks it to stop, as an operator's {@code kill} does. */
    public void terminate() {
        process.destroy();
    }

    /** Ends it as {@code kill -9} does, and waits until it has ended. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Waits until it has ended. */
    public Ended awaitEnd() {
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), SECONDS)) {
                throw new AssertionError("straum does not end\n" + out() + err());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a process runs", e);
        }
        return new Ended(process.exitValue(), out(), err());
    }

    /** What it printed so far. */
    public String out() {
        return text(out);
    }

    /** What it logged so far, and its complaints. */
    public String err() {
        return text(err);
    }

    /** Whether it has not ended. */
    public boolean isAlive() {
        return process.isAlive();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor();
            Files.delete(out);
            Files.delete(err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
