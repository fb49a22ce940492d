package straum.pg;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import straum.app.Opened;
import straum.app.SourceException;
import straum.domain.testing.Beside;
import straum.domain.testing.Specs;
import straum.pg.testing.PostgresServer;

/** A connection gone silent while catching up is noticed, and a server that works for long is let work. */
class SilenceIT {
    private static final PostgresServer SERVER = PostgresServer.shared();

    private final Reads reads = new Reads();

    private static long seconds(int seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }

    private static int pid(Connection connection) throws SQLException {
        return connection.unwrap(PGConnection.class).getBackendPID();
    }

    @Test
    void aServerAtWorkMaySayNothingForAsLongAsItLikes() throws Exception {
        try (Connection plain = SERVER.connect("postgres");
                Connection working = SERVER.connect("postgres")) {
            SilenceWatch watch = new SilenceWatch(pid(working), reads);
            reads.begin();
            watch.look(plain, seconds(0));
            // It does nothing yet, which is no more than a suspicion.
            watch.look(plain, seconds(10));
            CompletableFuture<Void> work = Beside.run(() -> sleep(working));
            await().until(() -> SERVER.value(
                            "postgres",
                            "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND pid = "
                                    + pid(working))
                    .equals("1"));
            for (int second = 15; second < 1000; second += 5) {
                watch.look(plain, seconds(second));
            }
            SERVER.execute("postgres", "SELECT pg_cancel_backend(" + pid(working) + ")");
            work.get(20, TimeUnit.SECONDS);
            watch.look(plain, seconds(1000));
            assertThatThrownBy(() -> watch.look(plain, seconds(1001)))
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining("nothing has come on the replication connection for 1001 s")
                    .hasMessageContaining("with pid " + pid(working) + ", has sent what it had");
        }
    }

    private static void sleep(Connection connection) {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_sleep(300)");
        } catch (SQLException cancelled) {
            assertThatCode(() -> connection.createStatement().close()).doesNotThrowAnyException();
        }
    }

    @Test
    void aProcessThatHasEndedIsNamedAndAReadThatEndsBeginsAnew() throws Exception {
        try (Connection plain = SERVER.connect("postgres")) {
            int pid;
            try (Connection ended = SERVER.connect("postgres")) {
                pid = pid(ended);
            }
            await().until(() -> SERVER.rows("postgres", "SELECT 1 FROM pg_stat_activity WHERE pid = " + pid)
                    .isEmpty());
            SilenceWatch watch = new SilenceWatch(pid, reads);
            // No read is under way, for as long as it likes.
            watch.look(plain, seconds(0));
            watch.look(plain, seconds(100));
            watch.look(plain, seconds(101));
            reads.begin();
            watch.look(plain, seconds(200));
            watch.look(plain, seconds(209));
            watch.look(plain, seconds(210));
            reads.end();
            reads.begin();
            watch.look(plain, seconds(211));
            watch.look(plain, seconds(220));
            watch.look(plain, seconds(221));
            assertThatThrownBy(() -> watch.look(plain, seconds(222)))
                    .hasMessageContaining("the server's process, with pid " + pid + ", has ended");
        }
    }

    /** With the server waiting to send, or believing that all of it has arrived. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aConnectionThatCarriesNothingAnyMoreEndsCatchingUp(boolean swallows) throws Exception {
        try (Shop shop = new Shop();
                Link link = new Link(SERVER.port(), swallows)) {
            Dsn dsn = Dsn.read(
                    "postgresql://" + PostgresServer.USER + ":" + PostgresServer.PASSWORD + "@127.0.0.1:" + link.port()
                            + "/" + shop.database,
                    Map.of());
            Postgres source = shop.source(dsn, Specs.usage());
            Opened opened = source.open();
            for (int table = 0; table < opened.types().size(); table++) {
                source.load(table, rows -> {});
            }
            shop.execute(
                    "INSERT INTO app.events SELECT now(), repeat('k', 200), n, n FROM generate_series(1, 100000) n");
            link.failTheNewestConnectionAfter(1 << 20); // that of the replication
            source.loaded();
            long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
            assertThatThrownBy(() -> {
                        while (System.nanoTime() < deadline) {
                            source.next(1000);
                            source.wal();
                        }
                    })
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining("nothing has come on the replication connection for");
        }
    }

    /** Carries bytes between clients and a server, until those to one client are to come no more. */
    private static final class Link implements AutoCloseable {
        private final ServerSocket listening = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        private final List<Socket> sockets = new ArrayList<>();
        private final int target;
        private final boolean swallows;
        private volatile long left = Long.MAX_VALUE;
        private volatile boolean closed;
        private volatile int accepted;
        /** The number of the client that fails; 0 for none. */
        private volatile int failing;

        Link(int target, boolean swallows) throws IOException {
            this.target = target;
            this.swallows = swallows;
            start(this::accept);
        }

        int port() {
            return listening.getLocalPort();
        }

        void failTheNewestConnectionAfter(long bytes) {
            left = bytes;
            failing = accepted;
        }

        private static void start(Runnable work) {
            Thread thread = new Thread(work, "test-link");
            thread.setDaemon(true);
            thread.start();
        }

        private void accept() {
            while (!closed) {
                try {
                    Socket client = listening.accept();
                    int number = accepted + 1;
                    accepted = number;
                    Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                    synchronized (sockets) {
                        sockets.add(client);
                        sockets.add(server);
                    }
                    start(() -> carry(client, server, 0));
                    start(() -> carry(server, client, number));
                } catch (IOException e) {
                    return;
                }
            }
        }

        /** Carries one way, to the client of that number, or to a server with 0. */
        private void carry(Socket from, Socket to, int number) {
            byte[] bytes = new byte[8192];
            try (InputStream in = from.getInputStream();
                    OutputStream out = to.getOutputStream()) {
                int count = in.read(bytes);
                while (count >= 0) {
                    boolean fails = number > 0 && number == failing;
                    if (!fails || left > 0) {
                        out.write(bytes, 0, count);
                    }
                    left -= fails ? count : 0;
                    if (fails && left <= 0 && !swallows) {
                        await().forever().until(() -> closed || to.isClosed());
                        return;
                    }
                    count = in.read(bytes);
                }
            } catch (IOException e) {
                // The other side has gone, and with it what there was to carry.
                assert closed || from.isClosed() || to.isClosed() || e.getMessage() != null;
            }
        }

        @Override
        public void close() throws IOException {
            closed = true;
            listening.close();
            synchronized (sockets) {
                for (Socket socket : sockets) {
                    socket.close();
                }
            }
        }
    }
}
