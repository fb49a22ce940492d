package straum.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import straum.app.App;

/**
 * The HTTP server over one app. Threads: {@code straum-http-N} read and write sockets, answer small asks of known texts, and never wait for a lock of
 * the app's; {@code straum-ask-N} do: they answer all other asks and {@code /views}, while {@code /status}, {@code /readyz} and {@code /livez}
 * wait for nobody. They are started by {@link #start} and ended by {@link #stop}.
 */
public final class HttpServer {
    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);
    private static final int BACKLOG = 1024;
    private static final int MAX_CHUNK = 8 << 10;
    private static final long REFUSE_EVERY_MILLIS = 50;
    private static final Duration JOIN = Duration.ofSeconds(2);

    private final HttpSettings settings;
    private final Workers workers;
    private final EventLoopGroup loops;
    private final ChannelGroup connections;
    private final AtomicInteger open = new AtomicInteger();
    private final Channel listener;
    private volatile boolean stopping;
    private final ScheduledFuture<?> refusing;

    private HttpServer(Asks asks, ReadAsk reader, PrintAsk printer, HttpSettings settings, String version)
            throws IOException, InterruptedException {
        LongSupplier nanos = System::nanoTime;
        HttpSettings.Room room = settings.room();
        this.settings = settings;
        this.workers = new Workers(
                "straum-ask-",
                "asks",
                room.asks(),
                room.queuedAsks(),
                settings.times().queue(),
                nanos);
        this.loops =
                new MultiThreadIoEventLoopGroup(room.eventLoops(), threads("straum-http-"), NioIoHandler.newFactory());
        this.connections = new DefaultChannelGroup(loops.next());
        Budget budget = new Budget(room.heldBytes());
        Routes routes = new Routes(asks, reader, printer, settings, budget, workers, version);
        Head.Reader heads = new Head.Reader(routes, Hosts.of(settings.listen()), settings.sizes());
        HttpDate date = new HttpDate(InstantSource.system());
        this.listener = listen(new Connection.Shared(heads, settings, budget, date, nanos, () -> stopping));
        this.refusing = loops.next()
                .scheduleWithFixedDelay(
                        workers::refuseLate, REFUSE_EVERY_MILLIS, REFUSE_EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    /**
     * Listens, and answers from now on.
     *
     * @param version Straum's own, for {@code /status}
     * @throws IOException when the address cannot be listened on, naming it; nothing is left running then
     */
    public static HttpServer start(App app, ReadAsk reader, PrintAsk printer, HttpSettings settings, String version)
            throws IOException, InterruptedException {
        return start(Asks.of(app), reader, printer, settings, version);
    }

    /** The same over anything that answers. */
    static HttpServer start(Asks asks, ReadAsk reader, PrintAsk printer, HttpSettings settings, String version)
            throws IOException, InterruptedException {
        HttpServer server = new HttpServer(asks, reader, printer, settings, version);
        if (!server.address().getAddress().isLoopbackAddress()) {
            LOG.atWarn()
                    .addKeyValue("address", server.address())
                    .log("listening beyond the loopback address: whoever reaches it can ask everything");
        }
        LOG.atInfo().addKeyValue("address", server.address()).log("listening");
        return server;
    }

    /** The address listened on, with the port the system chose if it was to. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    /**
     * Stops: takes no more connections, closes those that wait for nothing, and lets what is being answered be answered and
     * written, at most so long. Then all threads have ended, or are about to.
     */
    public void stop(Duration atMost) throws InterruptedException {
        long until = System.nanoTime() + atMost.toNanos();
        stopping = true;
        listener.close().await();
        for (Channel connection : connections) {
            connection.pipeline().fireUserEventTriggered(Connection.Stop.STOP);
        }
        boolean answered =
                connections.newCloseFuture().await(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
        if (!answered) {
            LOG.atWarn().addKeyValue("connections", connections.size()).log("closing connections unanswered");
            connections.close().await(JOIN.toMillis());
        }
        refusing.cancel(false);
        end();
    }

    private void end() throws InterruptedException {
        workers.stop(JOIN);
        loops.shutdownGracefully(0, JOIN.toMillis(), TimeUnit.MILLISECONDS).await(JOIN.toMillis());
    }

    private Channel listen(Connection.Shared shared) throws IOException, InterruptedException {
        InetSocketAddress address = settings.listen();
        ChannelFuture bound = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        admit(channel, shared);
                    }
                })
                .bind(address)
                .await();
        if (!bound.isSuccess()) {
            end();
            throw new IOException(
                    "cannot listen on " + address.getHostString() + ":" + address.getPort() + ": "
                            + bound.cause().getMessage(),
                    bound.cause());
        }
        return bound.channel();
    }

    private void admit(Channel channel, Connection.Shared shared) {
        int limit = settings.room().connections();
        int number = open.incrementAndGet();
        channel.closeFuture().addListener(closed -> open.decrementAndGet());
        if (number > 2L * limit) {
            channel.close().addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
            return;
        }
        connections.add(channel);
        addHandlers(channel, shared, number > limit);
    }

    /** The pipeline of one connection; {@code full} when it is one too many. */
    static void addHandlers(Channel channel, Connection.Shared shared, boolean full) {
        HttpSettings.Sizes sizes = shared.settings().sizes();
        Connection connection = new Connection(shared, full);
        channel.pipeline()
                .addLast(
                        connection.patience(),
                        new HttpRequestDecoder(new HttpDecoderConfig()
                                .setMaxInitialLineLength(sizes.line())
                                .setMaxHeaderSize(sizes.header())
                                .setMaxChunkSize(MAX_CHUNK)
                                .setStrictLineParsing(true)
                                .setUseRfc9112TransferEncoding(true)),
                        new HttpResponseEncoder(),
                        new FlowControlHandler(),
                        connection);
    }

    private static ThreadFactory threads(String name) {
        AtomicInteger number = new AtomicInteger();
        return body -> new FastThreadLocalThread(body, name + number.incrementAndGet());
    }
}
