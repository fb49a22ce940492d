package straum.cli;

import java.io.IOException;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;

/** Whether people are at the other end of the process's standard streams. */
final class Terminals {
    private Terminals() {}

    /** Whether a standard stream, 0 for input, 1 for output, 2 for errors, is a terminal. */
    static boolean isTerminal(int stream) {
        try {
            // Of JLine's ways the one that leaves no native library in the temporary directory: it asks test(1).
            return TerminalProvider.load("exec").isSystemStream(SystemStream.values()[stream]);
        } catch (IOException e) {
            return false;
        }
    }
}
