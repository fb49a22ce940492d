package straum.cli.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/**
 * Asks a thread at the other end of a socket, which reads as many bytes as the request has and writes always the same
 * answer: what the operating system takes to wake either side and to pass the bytes, without a protocol.
 */
final class PlainSocket implements Asked {
    private final HttpExchange constant;
    private final HttpSocket client;
    private final Socket server;
    private final Thread thread;
    private volatile @Nullable IOException failure;

    /** Connects the two. */
    PlainSocket(HttpExchange constant) throws IOException {
        this.constant = constant;
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            client = new HttpSocket((InetSocketAddress) listener.getLocalSocketAddress());
            server = listener.accept();
        }
        server.setTcpNoDelay(true);
        thread = new Thread(this::serve, "plain-socket");
        thread.start();
    }

    private void serve() {
        byte[] read = new byte[constant.request().length];
        byte[] answer = constant.answer();
        try (server) {
            InputStream in = server.getInputStream();
            OutputStream out = server.getOutputStream();
            while (in.readNBytes(read, 0, read.length) == read.length) {
                out.write(answer);
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    /** The connection over which it is asked. */
    HttpSocket client() {
        return client;
    }

    @Override
    public String name() {
        return "a plain socket";
    }

    @Override
    public void ask(Span span) throws IOException {
        client.exchange(constant.request());
    }

    /** Ends the connection, and fails when the other end did before. */
    @Override
    public void close() throws IOException {
        client.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        IOException failed = failure;
        if (failed != null) {
            throw new IOException("the plain socket failed", failed);
        }
    }
}
