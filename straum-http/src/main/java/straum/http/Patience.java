package straum.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The time a client is given, phase by phase. Stands before the decoder, so that it sees a request's first byte. Confined
 * to the channel's event loop.
 *
 * <pre>
 * IDLE -- first byte --> READING -- request whole --> ANSWERING -- response begun --> WRITING -- written --> IDLE
 *                                                                                            -- or, to close --> LINGERING
 * </pre>
 */
final class Patience extends ChannelInboundHandlerAdapter {
    /** What the client is being waited for. */
    enum Phase {
        /** To send a request. */
        IDLE,
        /** To send the rest of one. */
        READING,
        /** Nothing: it waits for us; but once it sends no more, who knows whether it does. */
        ANSWERING,
        /** To read the response. */
        WRITING,
        /** To read the last response before the connection is closed. */
        LINGERING
    }

    private static final long NEVER = Long.MAX_VALUE;

    private final HttpSettings.Times times;
    private final LongSupplier nanos;
    private final Consumer<Phase> onTimeout;
    private final Runnable check = this::check;
    private @Nullable ChannelHandlerContext context;
    private Phase phase = Phase.IDLE;
    private boolean ended;
    /** When the phase began, or in WRITING when the client last took something; and how long it may last from then. */
    private long since;

    private long limit = NEVER;
    private @Nullable ScheduledFuture<?> timer;
    /** When the timer fires. */
    private long firesAt;

    /** Times by that clock; tells the phase that has lasted too long, once. */
    Patience(HttpSettings.Times times, LongSupplier nanos, Consumer<Phase> onTimeout) {
        this.times = times;
        this.nanos = nanos;
        this.onTimeout = onTimeout;
    }

    /** The phase begins now; WRITING also anew. A request being read since its first byte goes on being read. */
    void enter(Phase next) {
        if (next == Phase.READING && phase == Phase.READING) {
            return;
        }
        phase = next;
        since = nanos.getAsLong();
        limit = switch (next) {
            case IDLE -> times.idle().toNanos();
            case READING -> times.request().toNanos();
            case ANSWERING -> ended ? times.linger().toNanos() : NEVER;
            case WRITING -> times.write().toNanos();
            case LINGERING -> times.linger().toNanos();
        };
        if (limit != NEVER && (timer == null || since + limit - firesAt < 0)) {
            schedule(since + limit);
        }
    }

    /** The client sends no more: it has gone, or reads on until it is answered. */
    void ended() {
        ended = true;
        if (phase == Phase.ANSWERING) {
            enter(Phase.ANSWERING);
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        context = ctx;
        enter(Phase.IDLE);
        ctx.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (phase == Phase.IDLE) {
            enter(Phase.READING);
        }
        ctx.fireChannelRead(message);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (timer != null) {
            timer.cancel(false);
        }
        limit = NEVER;
        ctx.fireChannelInactive();
    }

    /** A timer that fires late for the phase it was set for is set again: so a phase that ends in time costs nothing. */
    private void check() {
        timer = null;
        if (limit == NEVER) {
            return;
        }
        long due = since + limit;
        if (due - nanos.getAsLong() > 0) {
            schedule(due);
        } else {
            limit = NEVER;
            onTimeout.accept(phase);
        }
    }

    private void schedule(long at) {
        if (timer != null) {
            timer.cancel(false);
        }
        if (context != null) {
            firesAt = at;
            timer = context.executor().schedule(check, at - nanos.getAsLong(), TimeUnit.NANOSECONDS);
        }
    }
}
