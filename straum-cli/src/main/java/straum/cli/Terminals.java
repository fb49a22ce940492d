package straum.cli;

import java.io.IOException;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;

/** Whether people are at the other end of the process's standard streams. */
final class Terminals {
    private Terminals() {}

    /** Whether a standard stream is a terminal. */
    static boolean isTerminal(SystemStream stream) {
        try {
            // Of JLine's ways the one that leaves no native library in the temporary directory: it asks test(1).
            return TerminalProvider.load("exec").isSystemStream(stream);
        } catch (IOException e) {
            return false;
        }
    }
}
