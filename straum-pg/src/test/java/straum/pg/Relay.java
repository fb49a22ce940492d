package straum.pg;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** Passes connections on to servers on this machine: the n-th to the n-th port, all later ones to the last. */
final class Relay implements AutoCloseable {
    private final ServerSocket listening;
    private final List<Integer> ports;
    private final UnaryOperator<byte[]> answers;
    private final AtomicInteger accepted = new AtomicInteger();
    private final List<Socket> open = new ArrayList<>();

    private Relay(List<Integer> ports, UnaryOperator<byte[]> answers) throws IOException {
        this.listening = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"));
        this.ports = ports;
        this.answers = answers;
    }

    /** Passes all on as it is. */
    static Relay to(Integer... ports) throws IOException {
        return changing(UnaryOperator.identity(), ports);
    }

    /** Passes what the servers say on through a function of each part. */
    static Relay changing(UnaryOperator<byte[]> answers, Integer... ports) throws IOException {
        Relay relay = new Relay(List.of(ports), answers);
        run("relay", relay::accept);
        return relay;
    }

    /** Where it listens, on 127.0.0.1. */
    int port() {
        return listening.getLocalPort();
    }

    /** How many connections came. */
    int accepted() {
        return accepted.get();
    }

    private static void run(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket in = listening.accept();
                int port = ports.get(Math.min(accepted.getAndIncrement(), ports.size() - 1));
                Socket out = new Socket("127.0.0.1", port);
                synchronized (open) {
                    open.addAll(List.of(in, out));
                }
                run("relay-out", () -> pump(in, out, UnaryOperator.identity()));
                run("relay-in", () -> pump(out, in, answers));
            }
        } catch (IOException e) {
            close();
        }
    }

    private static void pump(Socket from, Socket to, UnaryOperator<byte[]> through) {
        byte[] buffer = new byte[8192];
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(through.apply(Arrays.copyOf(buffer, read)));
                out.flush();
            }
        } catch (IOException e) {
            // One side is gone, and the other goes with it.
            assert e.getMessage() != null : e;
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
            synchronized (open) {
                for (Socket socket : open) {
                    socket.close();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
