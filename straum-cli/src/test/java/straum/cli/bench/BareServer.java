package straum.cli.bench;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Netty and nothing more: reads requests, and answers each with the same fields and the same body. */
final class BareServer implements AutoCloseable {
    private final EventLoopGroup loops;
    private final Channel listener;

    private BareServer(EventLoopGroup loops, Channel listener) {
        this.loops = loops;
        this.listener = listener;
    }

    /** Starts one with so many event loops. */
    static BareServer start(int eventLoops, List<String> fields, byte[] body) throws InterruptedException {
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(eventLoops, NioIoHandler.newFactory());
        Channel listener = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new HttpServerCodec(), new Constant(fields, body));
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .sync()
                .channel();
        return new BareServer(loops, listener);
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    private static final class Constant extends SimpleChannelInboundHandler<HttpObject> {
        private final List<String> fields;
        private final byte[] body;

        Constant(List<String> fields, byte[] body) {
            this.fields = fields;
            this.body = body;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, HttpObject part) {
            if (part instanceof LastHttpContent) {
                DefaultFullHttpResponse response = new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.wrappedBuffer(body));
                for (String field : fields) {
                    int colon = field.indexOf(':');
                    response.headers()
                            .set(
                                    field.substring(0, colon),
                                    field.substring(colon + 1).strip());
                }
                ctx.writeAndFlush(response).addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            // A client that has gone; whatever else it is, the client notices.
            ctx.close().addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
        }
    }

    @Override
    public void close() {
        listener.close().syncUninterruptibly();
        loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
