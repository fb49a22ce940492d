package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyDual;
import org.postgresql.copy.CopyManager;
import org.postgresql.core.BaseConnection;
import straum.app.Event;
import straum.app.Limits;
import straum.app.Lsn;
import straum.pg.pgoutput.Decoder;
import straum.pg.pgoutput.Made;
import straum.pg.pgoutput.NewLabels;

/** What the server is told of how far we are, message by message. */
class StreamThreadTest {
    private static final Lsn START = new Lsn(100);
    private static final int OID = 42;
    private static final byte[] END = {};

    /** What the server was told: up to where its messages were read, and up to where they are applied. */
    private record Status(Lsn received, Lsn applied) {}

    private final BlockingQueue<byte[]> coming = new LinkedBlockingQueue<>();
    private final List<Status> statuses = new CopyOnWriteArrayList<>();
    private final Confirmed confirmed = new Confirmed(START);
    private volatile Runnable onStatus = () -> {};
    private EventQueue queue = new EventQueue(START, 2, 1 << 20);
    private @Nullable Thread thread;

    private void start() {
        start(START);
    }

    private void start(Lsn from) {
        Decoder decoder = new Decoder(Following.SPEC, Following.LAYOUTS, from, Limits.defaults(), new NewLabels());
        CatchUp.Steps none = new CatchUp.Steps(1, Long.MAX_VALUE);
        thread = new Thread(
                new StreamThread(connection(), "slot", "straum", none, decoder, queue, confirmed, new Reads()),
                "stream under test");
        thread.setDaemon(true);
        thread.start();
    }

    @AfterEach
    void end() throws InterruptedException {
        queue.close();
        coming.add(END);
        if (thread != null) {
            thread.join(20_000);
            assertThat(thread.isAlive()).isFalse();
        }
    }

    @Test
    void theServerHearsOfUsWhileTheQueueIsFull() throws Exception {
        start();
        for (int end = 200; end <= 400; end += 100) {
            transaction(end);
        }
        awaitMore(3);
        assertThat(last()).as("the third is not told yet").isEqualTo(new Status(new Lsn(300), START));

        assertThat(next()).isEqualTo(new Lsn(200));
        assertThat(next()).isEqualTo(new Lsn(300));
        assertThat(next()).isEqualTo(new Lsn(400));
    }

    @Test
    void theServerHearsOfUsWhileAnOpenTransactionWaitsForRoom() throws Exception {
        queue = new EventQueue(START, 2, 256 << 10);
        start();
        transaction(200);
        assertThat(next()).isEqualTo(new Lsn(200));
        data(Made.begin(299, 5));
        data(insert());
        awaitMore(3);
        data(Made.commit(299, 300, 5));
        awaitMore(3);
        assertThat(last().received()).as("while the one before is applied").isEqualTo(new Lsn(200));

        assertThat(next()).isEqualTo(new Lsn(300));
    }

    @Test
    void onlyWhatIsConfirmedIsAcknowledgedAndNeverLessThanBefore() throws Exception {
        start();
        transaction(200);
        transaction(300);
        assertThat(next()).isEqualTo(new Lsn(200));
        assertThat(next()).isEqualTo(new Lsn(300));
        keepalive(300, true);
        awaitLast(new Status(new Lsn(300), START));

        confirmed.raise(new Lsn(200));
        awaitLast(new Status(new Lsn(300), new Lsn(200)));
        confirmed.raise(new Lsn(150));
        keepalive(300, true);
        awaitMore(2);
        assertThat(last()).isEqualTo(new Status(new Lsn(300), new Lsn(200)));
    }

    @Test
    void whatIsConfirmedIsToldWithoutAnotherMessage() throws Exception {
        start();
        transaction(200);
        assertThat(next()).isEqualTo(new Lsn(200));

        confirmed.raise(new Lsn(200));

        awaitLast(new Status(new Lsn(200), new Lsn(200)));
    }

    /** Or the server would hear of it only with the next message, half a minute later on a quiet server. */
    @Test
    void whatIsConfirmedWhileAStatusGoesOutIsToldToo() throws Exception {
        start();
        transaction(200);
        assertThat(next()).isEqualTo(new Lsn(200));

        onStatus = () -> confirmed.raise(new Lsn(200));

        awaitLast(new Status(new Lsn(200), new Lsn(200)));
    }

    @Test
    void beforeTheStreamsBeginNothingIsAcknowledged() throws Exception {
        start(new Lsn(150));
        keepalive(150, true);
        awaitLast(new Status(new Lsn(150), Lsn.ZERO));
        transaction(200);
        assertThat(next()).isEqualTo(new Lsn(200));
        keepalive(200, true);
        awaitLast(new Status(new Lsn(200), Lsn.ZERO));
    }

    @Test
    void aKeepaliveMovesThePositionOnOnlyBetweenTransactions() throws Exception {
        start();
        data(Made.begin(199, 5));
        data(Made.relation(OID, Following.LAYOUTS.get(0), 'f'));
        data(insert());
        keepalive(500, true);
        awaitLast(new Status(START, START));
        data(Made.commit(199, 200, 5));
        assertThat(next()).isEqualTo(new Lsn(200));

        keepalive(150, true);
        keepalive(500, false);
        assertThat(queue.poll(20_000)).isEqualTo(new Event.Nothing(new Lsn(500)));
        keepalive(500, true);
        awaitLast(new Status(new Lsn(500), START));
    }

    /** Waits for the next event and answers where it ends. */
    private Lsn next() throws Exception {
        Event event = queue.poll(20_000);
        assertThat(event).isInstanceOf(Event.Commit.class);
        return event.end();
    }

    private Status last() {
        return statuses.get(statuses.size() - 1);
    }

    private void awaitLast(Status status) {
        await().until(() -> !statuses.isEmpty() && last().equals(status));
    }

    private void awaitMore(int count) {
        int before = statuses.size();
        await().until(() -> statuses.size() >= before + count);
    }

    private void transaction(long end) {
        data(Made.begin(end - 1, 5));
        data(Made.relation(OID, Following.LAYOUTS.get(0), 'f'));
        data(insert());
        data(Made.commit(end - 1, end, 5));
    }

    private static byte[] insert() {
        return Made.insert(OID, Made.NULL, Made.NULL, Made.NULL, Made.NULL);
    }

    private void data(byte[] message) {
        coming.add(ByteBuffer.allocate(Walsender.DATA_HEAD + message.length)
                .put(Walsender.DATA)
                .putLong(0)
                .putLong(0)
                .putLong(5)
                .put(message)
                .array());
    }

    private void keepalive(long end, boolean reply) {
        coming.add(ByteBuffer.allocate(18)
                .put(Walsender.KEEPALIVE)
                .putLong(end)
                .putLong(5)
                .put((byte) (reply ? 1 : 0))
                .array());
    }

    /** A connection whose server is at {@link #START} and sends what is coming. */
    private Connection connection() {
        ResultSet row = made(
                ResultSet.class,
                Map.of("next", in -> true, "getString", in -> START.toString(), "getLong", in -> 60_000L));
        Statement statement = made(Statement.class, Map.of("executeQuery", in -> row));
        BaseConnection base = made(BaseConnection.class, Map.of());
        CopyDual copy = made(
                CopyDual.class,
                Map.of("readFromCopy", in -> read((Boolean) in[0]), "isActive", in -> true, "writeToCopy", in -> {
                    ByteBuffer status = ByteBuffer.wrap((byte[]) in[0]);
                    statuses.add(new Status(new Lsn(status.getLong(1)), new Lsn(status.getLong(9))));
                    onStatus.run();
                    return null;
                }));
        PGConnection driver = made(PGConnection.class, Map.of("getCopyAPI", in -> new CopyManager(base) {
            @Override
            public CopyDual copyDual(String sql) {
                return copy;
            }
        }));
        return made(Connection.class, Map.of("createStatement", in -> statement, "unwrap", in -> driver));
    }

    private byte @Nullable [] read(boolean block) throws SQLException, InterruptedException {
        byte[] message = block ? coming.take() : coming.poll(1, TimeUnit.MILLISECONDS);
        if (message == END) {
            throw new SQLException("the end");
        }
        return message;
    }

    /** What a method answers. */
    @FunctionalInterface
    private interface Answer {
        @Nullable Object to(Object[] arguments) throws Exception;
    }

    private static <T> T made(Class<T> type, Map<String, Answer> answers) {
        return type.cast(Proxy.newProxyInstance(
                StreamThreadTest.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) ->
                        answers.getOrDefault(method.getName(), in -> null).to(arguments)));
    }
}
