package straum.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import straum.app.Outcome;

/** One connection's handlers without a socket, on a clock that stands still. */
class ConnectionTest {
    private static final String LIVEZ = "GET /livez HTTP/1.1\nHost: localhost\n\n";
    private static final String ASK =
            "POST /ask HTTP/1.1\nHost: localhost\nContent-Type: text/plain\nContent-Length: 1\n\nq";
    private static final String LIVE = """
            HTTP/1.1 200 OK
            date: Fri, 13 Nov 2026 10:00:00 GMT
            cache-control: no-store
            content-type: text/plain; charset=utf-8
            content-length: 5

            live
            """;

    private final FakeAsks asks = new FakeAsks();
    private final AtomicLong now = new AtomicLong();
    private final HttpSettings settings = HttpSettings.defaults();
    private final Budget budget = new Budget(settings.room().heldBytes());
    private final Workers workers = new Workers("straum-ask-", "asks", 1, 4, Duration.ofSeconds(1), now::get);
    private volatile boolean stopping;
    private final EmbeddedChannel channel = open(false);

    private EmbeddedChannel open(boolean full) {
        ReadAsk reader = ReadAsk.of(FakeAsks::read, FakeAsks::read);
        Routes routes = new Routes(asks, reader, FakeAsks::print, settings, budget, workers, "1");
        Connection.Shared shared = new Connection.Shared(
                new Head.Reader(routes, Hosts.of(settings.listen()), settings.sizes()),
                settings,
                budget,
                new HttpDate(InstantSource.fixed(Instant.parse("2026-11-13T10:00:00.9Z"))),
                now::get,
                () -> stopping);
        EmbeddedChannel opened = new EmbeddedChannel(new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel initialised) {
                HttpServer.addHandlers(initialised, shared, full);
            }
        });
        opened.freezeTime();
        return opened;
    }

    @AfterEach
    void end() throws InterruptedException {
        channel.finishAndReleaseAll();
        workers.stop(Duration.ofSeconds(1));
        assertThat(budget.left()).isEqualTo(settings.room().heldBytes());
    }

    @Test
    void aResponseHasADateAndIsNotStored() {
        send(LIVEZ);
        assertThat(received()).isEqualTo(LIVE);
    }

    @Test
    void aBugInAnAskOnTheEventLoopIsToldAsOneElsewhere() {
        asks.onAskAtOnce = ask -> {
            throw new IllegalStateException("a bug");
        };
        send(ASK);
        assertThat(received()).startsWith("HTTP/1.1 500 ");
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void memoryThatRunsOutOnTheEventLoopIsNotPassedOver() {
        AtomicReference<Throwable> uncaught = new AtomicReference<>();
        Thread thread = Thread.currentThread();
        thread.setUncaughtExceptionHandler((of, thrown) -> uncaught.set(thrown));
        try {
            asks.onAskAtOnce = ask -> {
                throw new OutOfMemoryError("none left");
            };
            send(ASK);
        } finally {
            thread.setUncaughtExceptionHandler(null);
        }
        assertThat(uncaught.get()).isInstanceOf(OutOfMemoryError.class);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void theNextRequestIsNotBegunBeforeTheOneBeforeIsAnswered() {
        CountDownLatch go = new CountDownLatch(1);
        asks.onAsk = ask -> after(go);
        send(ASK + LIVEZ + LIVEZ);
        assertThat(received()).isEmpty();
        assertThat(channel.config().isAutoRead()).isFalse();

        go.countDown();
        String all = receivedUntil(LIVE + LIVE);
        assertThat(all).startsWith("HTTP/1.1 200 OK\n").contains("Straum-LSN: 0/16B3748\n");
        assertThat(channel.config().isAutoRead()).isTrue();
        send(LIVEZ);
        assertThat(received()).isEqualTo(LIVE);
    }

    @Test
    void aRequestInSingleBytesIsOneRequest() {
        for (int i = 0; i < LIVEZ.length(); i++) {
            assertThat(received()).isEmpty();
            send(LIVEZ.substring(i, i + 1));
        }
        assertThat(received()).isEqualTo(LIVE);
    }

    @Test
    void aConnectionWithoutARequestIsClosedAfterTheIdleTime() {
        pass(Duration.ofSeconds(59));
        send(LIVEZ);
        assertThat(received()).isEqualTo(LIVE);
        pass(Duration.ofSeconds(59));
        assertThat(channel.isOpen()).isTrue();
        pass(Duration.ofSeconds(1));
        assertThat(channel.isOpen()).isFalse();
        assertThat(received()).isEmpty();
    }

    @Test
    void aRequestIsGivenTenSecondsFromItsFirstByte() {
        pass(Duration.ofSeconds(50));
        send("POST /ask HTTP/1.1\nHost: localhost\nContent-Type: text/plain\nContent-");
        pass(Duration.ofSeconds(5));
        send("Length: 2\n\nq");
        pass(Duration.ofMillis(4999));
        assertThat(received()).isEmpty();
        pass(Duration.ofMillis(1));
        assertThat(received()).startsWith("HTTP/1.1 408 ").contains("connection: close\n");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void anAskMayTakeAsLongAsItTakes() {
        CountDownLatch go = new CountDownLatch(1);
        asks.onAsk = ask -> after(go);
        send(ASK);
        pass(Duration.ofMinutes(10));
        assertThat(channel.isOpen()).isTrue();
        go.countDown();
        assertThat(receivedUntil("]]}\n")).startsWith("HTTP/1.1 200 OK\n");
    }

    @Test
    void anAskedCloseIsDone() {
        send("GET /livez HTTP/1.1\nHost: localhost\nConnection: close\n\n" + LIVEZ);
        assertThat(received()).endsWith("connection: close\n\nlive\n");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aResponseSaysThatItIsTheLastFromWhenTheServerBeginsToStop() {
        stopping = true;
        send(LIVEZ);
        assertThat(received()).endsWith("connection: close\n\nlive\n");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void anOldClientMayKeepItsConnection() {
        send("GET /livez HTTP/1.0\nConnection: keep-alive\n\n");
        assertThat(received()).endsWith("connection: keep-alive\n\nlive\n");
        assertThat(channel.isOpen()).isTrue();
        send("GET /livez HTTP/1.0\n\n");
        assertThat(received()).endsWith("connection: close\n\nlive\n");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void oneConnectionTooManyIsToldSo() {
        EmbeddedChannel refused = open(true);
        assertThat(text(refused)).startsWith("HTTP/1.1 503 ").contains("Retry-After: 1\n", "too many connections");
        assertThat(refused.isOpen()).isFalse();
    }

    @Test
    void aStopClosesWhatIsIdleAndAnswersWhatIsNot() {
        CountDownLatch go = new CountDownLatch(1);
        asks.onAsk = ask -> after(go);
        send(ASK);
        channel.pipeline().fireUserEventTriggered(Connection.Stop.STOP);
        assertThat(channel.isOpen()).isTrue();
        go.countDown();
        assertThat(receivedUntil("]]}\n")).contains("connection: close\n");
        assertThat(channel.isOpen()).isFalse();

        EmbeddedChannel idle = open(false);
        idle.pipeline().fireUserEventTriggered(Connection.Stop.STOP);
        assertThat(idle.isOpen()).isFalse();
    }

    private static Outcome after(CountDownLatch go) {
        try {
            assertThat(go.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return FakeAsks.ok(FakeAsks.regions());
    }

    private void send(String text) {
        byte[] bytes = text.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
        channel.writeInbound(Unpooled.wrappedBuffer(bytes));
        channel.runPendingTasks();
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
        channel.advanceTimeBy(time.toNanos(), TimeUnit.NANOSECONDS);
        channel.runScheduledPendingTasks();
    }

    private String received() {
        return text(channel);
    }

    private String receivedUntil(String end) {
        StringBuilder all = new StringBuilder();
        await().until(() -> {
            channel.runPendingTasks();
            return all.append(received()).toString().endsWith(end);
        });
        return all.toString();
    }

    private static String text(EmbeddedChannel from) {
        StringBuilder text = new StringBuilder();
        for (ByteBuf part = from.readOutbound(); part != null; part = from.readOutbound()) {
            text.append(part.toString(StandardCharsets.UTF_8));
            part.release();
        }
        return text.toString().replace("\r\n", "\n");
    }
}
