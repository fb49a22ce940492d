package straum.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import org.jspecify.annotations.Nullable;

/**
 * Writes the responses of one connection, one after the other. A long one is made piece by piece, the next when the client
 * has taken the one before: a client that stops reading holds its answer, at most two pieces of text, and no thread.
 * Confined to the channel's event loop.
 */
final class ReplyWriter {
    /** How a response is to be written: what its request allows. */
    record Manner(boolean headOnly, boolean http10, boolean close) {}

    private final ChannelHandlerContext ctx;
    private final HttpDate date;
    private final Runnable onProgress;
    private final Runnable onWritten;
    private Reply.@Nullable Rest rest;
    /** Whether a task that writes the next piece is under way. */
    private boolean goingOn;

    /**
     * A writer to a channel.
     *
     * @param onProgress told when the client has taken a piece
     * @param onWritten told when it has taken a whole response
     */
    ReplyWriter(ChannelHandlerContext ctx, HttpDate date, Runnable onProgress, Runnable onWritten) {
        this.ctx = ctx;
        this.date = date;
        this.onProgress = onProgress;
        this.onWritten = onWritten;
    }

    /** Tells a client that waits to send its body to go ahead (RFC 9110, 10.1.1). */
    void goAhead() {
        send(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
        ctx.flush();
    }

    /** Begins to write a response; the one before has been written. */
    void write(Reply reply, Manner manner) {
        boolean whole = reply.rest() == null;
        HttpResponseStatus status = HttpResponseStatus.valueOf(reply.status());
        if (manner.headOnly() || !whole) {
            DefaultHttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, status);
            setHeaders(head.headers(), reply, manner);
            send(head);
            if (manner.headOnly()) {
                reply.drop();
                finish();
                return;
            }
            rest = reply.rest();
            send(new DefaultHttpContent(Unpooled.wrappedBuffer(reply.first())));
            ctx.flush();
            goOn();
            return;
        }
        ByteBuf body = Unpooled.wrappedBuffer(reply.first());
        DefaultFullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, body);
        setHeaders(response.headers(), reply, manner);
        ctx.writeAndFlush(response).addListener((ChannelFutureListener) this::last);
    }

    /** Goes on with a long response once the channel takes more. */
    void writabilityChanged() {
        goOn();
    }

    /** Closes the connection, whatever is not written yet. */
    void close() {
        ctx.close().addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
    }

    /** Drops what is being written: the client has gone. */
    void abandon() {
        if (rest != null) {
            rest.share().give();
            rest = null;
        }
    }

    private void setHeaders(HttpHeaders headers, Reply reply, Manner manner) {
        headers.set(HttpHeaderNames.DATE, date.now());
        headers.set(HttpHeaderNames.CACHE_CONTROL, "no-store");
        headers.set(HttpHeaderNames.CONTENT_TYPE, reply.contentType());
        reply.headers().forEach(headers::set);
        if (reply.rest() == null) {
            headers.set(HttpHeaderNames.CONTENT_LENGTH, reply.first().length);
        } else if (!manner.headOnly() && !manner.http10()) {
            headers.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        if (manner.close()) {
            headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        } else if (manner.http10()) {
            headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
        }
    }

    /** Has the next piece written by a task of its own, so that other connections have their turn between two pieces. */
    private void goOn() {
        if (rest != null && !goingOn && ctx.channel().isWritable()) {
            goingOn = true;
            ctx.executor().execute(this::nextPiece);
        }
    }

    private void nextPiece() {
        goingOn = false;
        if (rest == null || !ctx.channel().isActive()) {
            return;
        }
        byte[] piece = rest.pieces().next();
        if (piece == null) {
            rest.share().give();
            rest = null;
            finish();
            return;
        }
        send(new DefaultHttpContent(Unpooled.wrappedBuffer(piece)));
        ctx.flush();
        goOn();
    }

    private void finish() {
        ctx.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT).addListener((ChannelFutureListener) this::last);
    }

    private void send(Object message) {
        ctx.write(message).addListener(future -> {
            if (future.isSuccess()) {
                onProgress.run();
            } else {
                close();
            }
        });
    }

    private void last(ChannelFuture future) {
        if (future.isSuccess()) {
            onWritten.run();
        } else {
            close();
        }
    }
}
