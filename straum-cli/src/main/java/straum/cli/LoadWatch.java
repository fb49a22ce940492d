package straum.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import straum.app.Status;

/**
 * Shows on a terminal how far each load is while it lasts, in a line that is drawn again and again. Runs on a thread of
 * its own until that is interrupted.
 */
final class LoadWatch implements Runnable {
    private static final long REDRAW_MILLIS = 200;

    /** What fits into a line of a narrow terminal: a line that wraps could not be taken away again. */
    private static final int WIDTH = 79;

    /** Back to the line's beginning, and clear it (ECMA-48, EL). */
    private static final String ERASE = "\r\033[K";

    private final Supplier<Status> status;
    private final Line line;

    private LoadWatch(Supplier<Status> status, Line line) {
        this.status = status;
        this.line = line;
    }

    /**
     * Starts watching where standard error is a terminal: everything else written there goes around the line from now on.
     * Elsewhere it does nothing, and the log tells of the load.
     */
    static void start(Supplier<Status> status) throws InterruptedException {
        if (!Terminals.isTerminal(Terminals.ERROR)) {
            return;
        }
        Line line = new Line(System.err);
        System.setErr(new PrintStream(line, true, StandardCharsets.UTF_8));
        Thread thread = new Thread(new LoadWatch(status, line), "straum-load-watch");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        try {
            while (true) {
                Thread.sleep(REDRAW_MILLIS);
                Status now = status.get();
                if (now.state() == Status.State.LOADING) {
                    line.draw(text(now));
                } else {
                    line.erase();
                }
            }
        } catch (InterruptedException e) {
            line.erase();
        }
    }

    private static String text(Status loading) {
        Status.Joined joined = loading.joined();
        if (joined != null && !joined.done()) {
            return Progress.bar(joined);
        }
        boolean reads = loading.load().stream().anyMatch(table -> table.done() || table.rows() > 0);
        String reason = loading.reason() == null ? "starting" : loading.reason();
        String text = reads ? Progress.of(loading.load()).bar() : reason;
        return text.length() <= WIDTH ? text : text.substring(0, WIDTH - 3) + "...";
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
