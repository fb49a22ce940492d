package straum.cli.bench;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** One thread with many connections, each of which sends the same request once the last has been answered. */
final class SelectorLoad {
    private static final int BUFFER = 64 << 10;

    private SelectorLoad() {}

    /** The answers a second, over so many seconds. */
    static double rate(InetSocketAddress address, byte[] request, int connections, int seconds) throws IOException {
        List<SocketChannel> channels = new ArrayList<>();
        try (Selector selector = Selector.open()) {
            for (int i = 0; i < connections; i++) {
                SocketChannel channel = SocketChannel.open(address);
                channels.add(channel);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.write(ByteBuffer.wrap(request));
                channel.configureBlocking(false);
                channel.register(selector, SelectionKey.OP_READ, ByteBuffer.allocate(BUFFER));
            }
            return run(selector, request, TimeUnit.SECONDS.toNanos(seconds));
        } finally {
            for (SocketChannel channel : channels) {
                channel.close();
            }
        }
    }

    private static double run(Selector selector, byte[] request, long nanos) throws IOException {
        ByteBuffer ask = ByteBuffer.wrap(request);
        long from = System.nanoTime();
        long answers = 0;
        while (System.nanoTime() - from < nanos) {
            selector.select(100);
            for (SelectionKey key : selector.selectedKeys()) {
                if (isAnswered(key)) {
                    answers++;
                    ask.rewind();
                    while (ask.hasRemaining()) {
                        ((SocketChannel) key.channel()).write(ask);
                    }
                }
            }
            selector.selectedKeys().clear();
        }
        return answers / ((System.nanoTime() - from) / 1e9);
    }

    /** Reads what has come; whether a whole answer has. Nobody sends more than one at a time. */
    private static boolean isAnswered(SelectionKey key) throws IOException {
        ByteBuffer buffer = (ByteBuffer) key.attachment();
        if (((SocketChannel) key.channel()).read(buffer) < 0) {
            throw new EOFException("the server closed a connection");
        }
        String text = new String(buffer.array(), 0, buffer.position(), StandardCharsets.ISO_8859_1);
        int head = text.indexOf("\r\n\r\n");
        if (head < 0) {
            return false;
        }
        if (!text.startsWith("HTTP/1.1 200 ")) {
            throw new IOException(text);
        }
        int field = text.toLowerCase(Locale.ROOT).indexOf("content-length:");
        int length = Integer.parseInt(
                text.substring(field + 15, text.indexOf('\r', field)).strip());
        if (buffer.position() < head + 4 + length) {
            return false;
        }
        buffer.clear();
        return true;
    }
}
