package straum.cli;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import straum.app.App;
import straum.app.Status;
import straum.app.Writer;
import straum.http.HttpServer;

/** A Straum that serves in this process. */
final class Running implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Running.class);

    /** How long asks that run may take to finish. */
    private static final Duration FINISH = Duration.ofSeconds(10);

    /** How long the writer may take to let go of the slot. */
    private static final Duration LET_GO = Duration.ofSeconds(10);

    /** The exit status of a process whose store may be half written. */
    private static final int HALF_WRITTEN = 70;

    private final App app;
    private final HttpServer server;
    private final Writer writer;
    private final Thread writing;

    private Running(App app, HttpServer server, Writer writer, Thread writing) {
        this.app = app;
        this.server = server;
        this.writer = writer;
        this.writing = writing;
    }

    /** Starts the writer's thread beside a server that listens already. */
    static Running start(App app, HttpServer server, Writer writer) {
        Thread writing = new Thread(writer, "straum-writer");
        writing.setUncaughtExceptionHandler(Running::halt);
        writing.start();
        return new Running(app, server, writer, writing);
    }

    /**
     * A bug in the writer may have left the store half written: nothing is answered from it any more. Without the memory to
     * tell of being out of memory it ends so, too.
     */
    private static void halt(Thread thread, Throwable thrown) {
        try {
            LOG.atError().setCause(thrown).log("the writer failed, and the process ends rather than answer wrongly");
        } finally {
            Runtime.getRuntime().halt(Main.isOutOfMemory(thrown) ? Main.OUT_OF_MEMORY : HALF_WRITTEN);
        }
    }

    /** Where it serves. */
    InetSocketAddress address() {
        return server.address();
    }

    /** The running state. */
    Status status() {
        return app.status();
    }

    /** Waits until it is stopped. */
    void join() throws InterruptedException {
        writing.join();
    }

    /**
     * Stops it: it is not ready from now on, asks that run finish, at most for ten seconds, the slot goes, and the writer
     * ends.
     */
    @Override
    public void close() {
        app.stopping();
        try {
            server.stop(FINISH);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        writer.stop();
        try {
            writing.join(LET_GO.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        LOG.atInfo().log("stopped");
    }
}
