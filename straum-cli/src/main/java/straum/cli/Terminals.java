package straum.cli;

import java.io.IOException;

/** Whether people are at the other end of the process's standard streams. */
final class Terminals {
    /** Standard input. */
    static final int INPUT = 0;

    /** Standard error. */
    static final int ERROR = 2;

    private Terminals() {}

    /**
     * Whether a standard stream is a terminal, by POSIX's test(1): JLine would unpack a native library to find out, and
     * leave it behind where the process is halted. Where there is no shell, there is no terminal.
     */
    static boolean isTerminal(int stream) throws InterruptedException {
        try {
            return new ProcessBuilder("sh", "-c", "test -t " + stream)
                            .inheritIO()
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
