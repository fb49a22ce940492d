package straum.cli;

import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jline.utils.Signals;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code straum demo}: a sample database, and Straum following it. */
@Command(
        name = "demo",
        header = "Try Straum on a sample database.",
        description = "Starts a PostgreSQL of its own with a week of sample events and live traffic, and a Straum that"
                + " follows it. Ctrl-C ends both and leaves nothing behind.",
        footer = {"", "Examples:", "  scripts/straum demo", "  scripts/straum demo --listen 127.0.0.1:8080"})
final class DemoCommand implements Callable<Integer> {
    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:7878",
            description = "Where to serve. Environment: STRAUM_LISTEN. Default: ${DEFAULT-VALUE}.")
    private InetSocketAddress listen;

    @Override
    public Integer call() throws Exception {
        // Not a shutdown hook: the embedded PostgreSQL has one of its own, and the two would race.
        CountDownLatch stop = new CountDownLatch(1);
        for (String signal : new String[] {"INT", "TERM", "HUP"}) {
            Signals.register(signal, stop::countDown);
        }
        new Demo(listen, stop).run();
        return 0;
    }
}
