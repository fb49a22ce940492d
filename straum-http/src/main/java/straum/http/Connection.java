package straum.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import straum.http.Patience.Phase;

/**
 * One connection: takes its requests one at a time, in order, and answers each before it looks at the next. Confined to the
 * channel's event loop.
 *
 * <p>The pipeline is {@link #patience}, a decoder and an encoder of HTTP, a {@code FlowControlHandler}, and this. While a
 * request is answered the channel is read on, so that a client's going is noticed, until the next request's first part
 * has come; that one waits here, and what follows it in the {@code FlowControlHandler} and the kernel. A client that has
 * closed its sending half still gets the answer to what it sent whole, if it is there soon (ADR 0027).
 */
final class Connection extends ChannelInboundHandlerAdapter {
    /**
     * What the connections of a server share.
     *
     * @param budget for bodies being read
     * @param stopping whether the server has begun to stop: a response from then on says that it is the last
     */
    record Shared(
            Head.Reader heads,
            HttpSettings settings,
            Budget budget,
            HttpDate date,
            LongSupplier nanos,
            BooleanSupplier stopping) {}

    /** Told to every connection when the server stops: to close as soon as what it is answering is answered. */
    enum Stop {
        STOP
    }

    private static final int INITIAL_BODY_BYTES = 1024;
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

    private final Shared shared;
    private final boolean full;
    private final Patience patience;
    private Phase phase = Phase.IDLE;
    private ReplyWriter writer;
    /** The request being read or answered; null before its head was accepted. */
    private @Nullable Head head;

    private HttpHeaders headers = EmptyHttpHeaders.INSTANCE;
    private boolean http10;
    private boolean headOnly;
    private @Nullable ByteArrayOutputStream body;
    private Budget.@Nullable Share share;
    /** Completes when the client of the request being answered goes. */
    private CompletableFuture<Void> gone = new CompletableFuture<>();
    /** The first part of the next request, come too early. */
    private @Nullable Object held;
    /** Whether a message is being handled further up the stack, which then goes on by itself. */
    private boolean handling;
    /** Whether this is the last request to be answered. */
    private boolean closing;
    /** Whether nothing more will come. */
    private boolean ended;

    /**
     * A connection.
     *
     * @param full whether there are too many, so that this one is told so and closed
     */
    @SuppressWarnings("NullAway.Init") // the writer is there from when the channel is active, before any message
    Connection(Shared shared, boolean full) {
        this.shared = shared;
        this.full = full;
        this.patience = new Patience(shared.settings().times(), shared.nanos(), this::timedOut);
    }

    /** Sees to it that nobody takes for ever; to be put before the decoder. */
    Patience patience() {
        return patience;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        writer = new ReplyWriter(
                ctx,
                shared.date(),
                () -> {
                    if (phase == Phase.WRITING) {
                        enter(Phase.WRITING);
                    }
                },
                () -> written(ctx));
        if (full) {
            refuse(Problem.busy("connections"));
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (phase == Phase.ANSWERING || phase == Phase.WRITING) {
            hold(ctx, message);
            return;
        }
        handling = true;
        try {
            handle(ctx, message);
        } finally {
            handling = false;
            ReferenceCountUtil.release(message);
        }
    }

    /** Keeps what came too early, and reads no further. */
    private void hold(ChannelHandlerContext ctx, Object message) {
        if (held != null || closing) {
            ReferenceCountUtil.release(message);
        } else {
            held = message;
            ctx.channel().config().setAutoRead(false);
        }
    }

    private void handle(ChannelHandlerContext ctx, Object message) {
        try {
            if (phase == Phase.IDLE && message instanceof HttpRequest request) {
                begin(request);
            }
            if (phase == Phase.READING && message instanceof HttpContent content) {
                take(ctx, content);
            }
        } catch (ProblemException problem) {
            refuse(problem.problem());
        }
    }

    private void begin(HttpRequest request) throws ProblemException {
        head = null;
        headers = request.headers();
        http10 = request.protocolVersion().equals(HttpVersion.HTTP_1_0);
        headOnly = request.method().equals(HttpMethod.HEAD);
        enter(Phase.READING);
        Head accepted = shared.heads().read(request);
        closing |= !HttpUtil.isKeepAlive(request);
        if (accepted.bodyLength() != 0) {
            int limit = shared.settings().sizes().body();
            share = shared.budget().take(accepted.bodyLength() < 0 ? limit : accepted.bodyLength());
            if (share == null) {
                throw new ProblemException(Problem.busy("requests with a body"));
            }
            body = new ByteArrayOutputStream(INITIAL_BODY_BYTES);
            if (accepted.waitsToContinue()) {
                writer.goAhead();
            }
        }
        head = accepted;
    }

    private void take(ChannelHandlerContext ctx, HttpContent content) throws ProblemException {
        Head.checkDecoded(content.decoderResult(), shared.settings().sizes());
        int limit = shared.settings().sizes().body();
        int length = content.content().readableBytes();
        if (body != null) {
            if (body.size() + length > limit) {
                throw new ProblemException(Problem.bodyTooLarge(limit));
            }
            try {
                content.content().readBytes(body, length);
            } catch (IOException impossible) {
                throw new AssertionError(impossible);
            }
        }
        if (content instanceof LastHttpContent) {
            answer(ctx);
        }
    }

    private void answer(ChannelHandlerContext ctx) throws ProblemException {
        Head accepted = head;
        if (accepted == null) {
            throw new AssertionError("a body without a head");
        }
        enter(Phase.ANSWERING);
        byte[] bytes = body == null ? new byte[0] : body.toByteArray();
        body = null;
        gone = new CompletableFuture<>();
        Request request = new Request(
                accepted.method(), accepted.path(), accepted.headers(), bytes, accepted.format(), ctx.executor(), gone);
        CompletableFuture<Reply> reply = reply(accepted, request);
        if (reply.isDone()) {
            answered(ctx, accepted, reply);
        } else {
            var unused =
                    reply.whenComplete((done, failed) -> ctx.executor().execute(() -> answered(ctx, accepted, reply)));
        }
    }

    /** What a route answers; a bug in what it does on the event loop comes out as one in what it hands to others. */
    private static CompletableFuture<Reply> reply(Head accepted, Request request) throws ProblemException {
        try {
            return accepted.route().answer(request);
        } catch (RuntimeException bug) {
            return CompletableFuture.failedFuture(bug);
        }
    }

    private void answered(ChannelHandlerContext ctx, Head request, CompletableFuture<Reply> done) {
        if (ctx.channel().isActive()) {
            write(outcome(request, done));
        } else if (!done.isCompletedExceptionally()) {
            done.join().drop();
        }
    }

    private static Reply outcome(Head request, CompletableFuture<Reply> done) {
        try {
            return done.join();
        } catch (CompletionException failed) {
            Throwable cause = failed.getCause();
            if (cause instanceof ProblemException expected) {
                return expected.problem().reply(request.format());
            }
            LOG.atError().setCause(cause).addKeyValue("path", request.path()).log("request failed");
            return Problem.internal().reply(request.format());
        }
    }

    /** Answers with a problem before the request was whole: so the rest of it is not waited for. */
    private void refuse(Problem problem) {
        if (phase != Phase.ANSWERING) {
            closing = true;
        }
        List<Format> offers = head == null ? Format.JSON_FIRST : head.route().offers();
        write(problem.reply(Head.problemFormat(headers, offers)));
    }

    private void write(Reply reply) {
        giveBack();
        body = null;
        enter(Phase.WRITING);
        boolean unknownLength = http10 && reply.rest() != null;
        closing |= unknownLength || shared.stopping().getAsBoolean();
        writer.write(reply, new ReplyWriter.Manner(headOnly, http10, closing));
    }

    private void written(ChannelHandlerContext ctx) {
        if (phase != Phase.WRITING) {
            return;
        }
        head = null;
        headers = EmptyHttpHeaders.INSTANCE;
        headOnly = false;
        if (closing) {
            linger(ctx);
            return;
        }
        enter(Phase.IDLE);
        Object next = held;
        held = null;
        if (next != null) {
            channelRead(ctx, next);
        }
        if (phase == Phase.IDLE && ended) {
            writer.close();
        } else if (held == null && !handling && !ctx.channel().config().isAutoRead()) {
            ctx.channel().config().setAutoRead(true);
        }
    }

    /**
     * Closes the sending half and reads on for a while: a connection closed with bytes unread is reset, and the client
     * might lose the response (RFC 9112, 9.6).
     */
    private void linger(ChannelHandlerContext ctx) {
        enter(Phase.LINGERING);
        ReferenceCountUtil.release(held);
        held = null;
        if (ended || !(ctx.channel() instanceof DuplexChannel duplex)) {
            writer.close();
            return;
        }
        duplex.shutdownOutput().addListener(done -> {
            if (!done.isSuccess()) {
                writer.close();
            }
        });
        ctx.channel().config().setAutoRead(true);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == Stop.STOP) {
            closing = true;
            if (phase == Phase.IDLE) {
                writer.close();
            }
        } else if (event instanceof ChannelInputShutdownEvent) {
            ended = true;
            patience.ended();
            if (phase == Phase.READING) {
                refuse(Problem.invalidRequest("the request ended before it was whole"));
            } else if (phase == Phase.IDLE || phase == Phase.LINGERING) {
                writer.close();
            }
        }
    }

    private void timedOut(Phase waited) {
        switch (waited) {
            case READING ->
                refuse(Problem.requestTimeout(shared.settings().times().request()));
            case IDLE, ANSWERING, WRITING, LINGERING -> writer.close();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        writer.writabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        gone.complete(null);
        giveBack();
        writer.abandon();
        ReferenceCountUtil.release(held);
        held = null;
        body = null;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof IOException) {
            LOG.atDebug().setCause(cause).log("connection lost");
        } else {
            LOG.atError().setCause(cause).log("connection failed");
        }
        writer.close();
        if (cause instanceof OutOfMemoryError) {
            // Netty goes on after it; an ask on this thread is to end the process as one on any other does.
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, cause);
        }
    }

    private void enter(Phase next) {
        phase = next;
        patience.enter(next);
    }

    private void giveBack() {
        if (share != null) {
            share.give();
            share = null;
        }
    }
}
