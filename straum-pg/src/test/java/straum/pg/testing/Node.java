package straum.pg.testing;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where one server runs: its process, its data, its port. Signals are PostgreSQL's own words for stopping. */
interface Node {
    /** Starts the server's process on the data it has; does not wait until it answers. */
    void start();

    /** Sends a signal to the server's first process: {@code INT} stops fast, {@code QUIT} at once, {@code STOP} halts. */
    void signal(String name);

    /** Waits until the server's process is gone. */
    void awaitExit();

    /** Whether the server's process is there. */
    boolean isRunning();

    /** What the server wrote to its log, for a failure's message. */
    String log();

    /**
     * A standby of this server, which must be stopped, of a copy of its data; null where none can be made. It is not
     * started.
     */
    @Nullable Node standby(int port, List<String> settings) throws IOException;

    /** Removes the data, unless it is kept; the server must be stopped. */
    void remove();
}
