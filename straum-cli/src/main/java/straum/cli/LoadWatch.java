package straum.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import straum.app.Status;

/**
 * Shows how far each load is while it lasts: a line that is drawn again and again where standard error is a terminal, a
 * log line now and then where it is not. Runs on a thread of its own until that is interrupted.
 */
final class LoadWatch implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(LoadWatch.class);
    private static final long REDRAW_MILLIS = 200;
    private static final long LOG_MILLIS = 10_000;

    /** Back to the line's beginning, and clear it (ECMA-48, EL). */
    private static final String ERASE = "\r\033[K";

    private final Supplier<Status> status;
    private final @Nullable Line line;

    private LoadWatch(Supplier<Status> status, @Nullable Line line) {
        this.status = status;
        this.line = line;
    }

    /** Starts watching. On a terminal everything else on standard error goes around the line from now on. */
    static void start(Supplier<Status> status) {
        Line line = null;
        if (Terminals.isTerminal(2)) {
            line = new Line(System.err);
            System.setErr(new PrintStream(line, true, StandardCharsets.UTF_8));
        }
        Thread thread = new Thread(new LoadWatch(status, line), "straum-load-watch");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        try {
            while (true) {
                Thread.sleep(line == null ? LOG_MILLIS : REDRAW_MILLIS);
                Status now = status.get();
                if (now.state() != Status.State.LOADING) {
                    erase();
                } else if (line != null) {
                    line.draw(now.load().isEmpty() ? waiting(now) : Progress.of(now.load()).bar());
                } else if (!now.load().isEmpty()) {
                    log(Progress.of(now.load()));
                }
            }
        } catch (InterruptedException e) {
            erase();
        }
    }

    private void erase() {
        if (line != null) {
            line.erase();
        }
    }

    private static String waiting(Status now) {
        return now.reason() == null ? "starting" : now.reason();
    }

    private static void log(Progress progress) {
        LOG.atInfo()
                .addKeyValue("table", progress.table())
                .addKeyValue("tables", progress.number() + "/" + progress.tables())
                .addKeyValue("rows", progress.rows())
                .addKeyValue("rows_per_second", progress.rowsPerSecond())
                .addKeyValue("percent", progress.percent())
                .addKeyValue("seconds_left", progress.secondsLeft())
                .log("loading");
    }

    /** The terminal's last line, and what else is written to the terminal meanwhile: each takes the other away first. */
    private static final class Line extends OutputStream {
        private final PrintStream terminal;
        private boolean drawn;

        Line(PrintStream terminal) {
            this.terminal = terminal;
        }

        synchronized void draw(String text) {
            terminal.print(ERASE + text);
            terminal.flush();
            drawn = true;
        }

        synchronized void erase() {
            if (drawn) {
                terminal.print(ERASE);
                terminal.flush();
                drawn = false;
            }
        }

        @Override
        public synchronized void write(int b) {
            erase();
            terminal.write(b);
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) {
            erase();
            terminal.write(bytes, offset, length);
        }

        @Override
        public synchronized void flush() throws IOException {
            terminal.flush();
        }
    }
}
