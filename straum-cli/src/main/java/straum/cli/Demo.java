package straum.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import straum.app.Limits;
import straum.app.Status;
import straum.domain.spec.Spec;
import straum.domain.spec.SpecException;
import straum.notation.SpecReader;
import straum.pg.LoadPlan;
import straum.pg.SetupSql;

/** One run of the demo, from the database's start to its removal. */
final class Demo {
    private static final long POLL_MILLIS = 50;
    private static final String PUBLICATION = "straum";

    private final InetSocketAddress listen;
    private final CountDownLatch stop;

    /** A demo that serves there until the latch is down. */
    Demo(InetSocketAddress listen, CountDownLatch stop) {
        this.listen = listen;
        this.stop = stop;
    }

    /**
     * Runs it. However it ends, nothing of it is left.
     *
     * @throws CommandFailure when something does not start, unless it was told to stop meanwhile
     */
    void run() throws CommandFailure, InterruptedException {
        checkFree();
        say("Starting PostgreSQL ...");
        try (DemoDatabase database = DemoDatabase.start()) {
            if (!isStopped()) {
                follow(database);
            }
        } catch (CommandFailure e) {
            if (!isStopped()) {
                throw e;
            }
        }
        say("Stopped; nothing is left of it.");
    }

    /** Says that the port is taken before the database has been started in vain. */
    private void checkFree() throws CommandFailure {
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(listen);
        } catch (IOException e) {
            throw CommandFailure.failed("cannot listen on " + OptionValues.text(listen) + ": " + e.getMessage()
                    + "\nhint: --listen says where else to serve");
        }
    }

    private void follow(DemoDatabase database) throws CommandFailure, InterruptedException {
        Spec spec = spec();
        try {
            say("Filling it with a week of events ...");
            database.fill();
            database.run(SetupSql.guarded(spec, PUBLICATION, DemoDatabase.USER));
        } catch (SQLException e) {
            throw CommandFailure.failed("the sample database could not be filled: " + e.getMessage());
        }
        say("Starting Straum ...");
        try (Running straum = Wiring.start(
                spec,
                DatabaseOptions.read(database.dsn()),
                PUBLICATION,
                listen,
                Limits.defaults(),
                LoadPlan.defaults())) {
            if (!awaitReady(straum)) {
                return;
            }
            Thread traffic = DemoTraffic.start(database);
            say(welcome(straum, database));
            stop.await();
            traffic.interrupt();
            traffic.join();
        }
    }

    private static Spec spec() {
        try {
            return SpecReader.read(DemoDatabase.resource("usage.sql"));
        } catch (SpecException e) {
            throw new IllegalStateException("the sample's spec does not hold: " + e.error(), e);
        }
    }

    /** Whether it is ready, and has not been told to stop meanwhile. */
    private boolean awaitReady(Running straum) throws CommandFailure, InterruptedException {
        while (!stop.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            Status status = straum.status();
            if (status.state() == Status.State.READY) {
                return true;
            }
            if (status.lastFailure() != null) {
                throw CommandFailure.failed("Straum could not follow the sample database: "
                        + status.lastFailure().message());
            }
        }
        return false;
    }

    private boolean isStopped() {
        return stop.getCount() == 0;
    }

    private static String welcome(Running straum, DemoDatabase database) {
        String url = "http://" + OptionValues.text(straum.address());
        return """

                Straum answers at   %s
                PostgreSQL is at    %s

                One day of purchases, an answer that is the same on every machine:

                  curl -s %s/ask -H 'Content-Type: application/sql' -H 'Accept: text/plain' -d "
                    SELECT region, events, amount FROM usage
                    WHERE kind = 'purchase' AND bucket >= '2026-11-13 00:00Z' AND bucket < '2026-11-14 00:00Z'
                    GROUP BY region"

                A prompt, with Tab and \\? for help:

                  scripts/straum shell%s

                and in it what goes on right now (the sample's application writes a few events a second):

                  SELECT bucket, kind, region, events FROM usage
                  WHERE bucket >= '%s' GROUP BY bucket, kind, region;

                Ctrl-C ends both and leaves nothing behind.
                """.formatted(
                        url, database.dsn(), url, url.equals("http://127.0.0.1:7878") ? "" : " --url " + url, today());
    }

    private static String today() {
        return Instant.now().truncatedTo(ChronoUnit.DAYS).toString();
    }

    private static void say(String text) {
        System.out.println(text);
    }
}
