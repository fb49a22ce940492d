package straum.cli.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Other programs. */
final class Programs {
    private Programs() {}

    /** Where a program is; null when it is not on the path. */
    static @Nullable String onPath(String program) {
        for (String folder : System.getenv().getOrDefault("PATH", "").split(":")) {
            Path file = Path.of(folder, program);
            if (Files.isExecutable(file)) {
                return file.toString();
            }
        }
        return null;
    }

    /** Runs a program to its end and throws away what it prints. */
    static void runDiscarding(String... command) throws IOException, InterruptedException {
        end(
                new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start(),
                command);
    }

    /** Runs a program to its end; what it printed. */
    static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        end(process, command);
        return printed;
    }

    private static void end(Process process, String... command) throws IOException, InterruptedException {
        if (process.waitFor() != 0) {
            throw new IOException(command[0] + " ended with " + process.exitValue());
        }
    }
}
