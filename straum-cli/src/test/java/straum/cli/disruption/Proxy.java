package straum.cli.disruption;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A network between a client and a server on this machine that does what it is told: carries bytes, or disturbs them. It
 * chooses nothing by itself, so the same calls at the same bytes do the same. Thread-safe.
 */
final class Proxy implements AutoCloseable {
    private static final int CHUNK = 8192;

    /** What becomes of the bytes that come from now on, on every connection. */
    private enum Mode {
        CARRY,
        /** Nothing is read, so that the sender's buffers fill; connecting works. */
        STALL,
        /** Everything is read and nothing passed on, as over a half open connection: nobody is told of an end either. */
        SWALLOW
    }

    private final int port;
    private final Object lock = new Object();
    private final List<Link> links = new ArrayList<>();
    private @Nullable ServerSocket listening;
    private @Nullable Thread accepting;
    private int target;
    /** Where connections for replication lead. */
    private int replicationTarget;

    private Mode mode = Mode.CARRY;
    private long delayMillis;
    /** How many bytes from the server may yet be passed on before {@link #afterThose}; −1 for no bound. */
    private long left = -1;

    private Runnable afterThose = () -> {};
    private boolean closed;

    private Proxy(int target) throws IOException {
        this.target = target;
        this.replicationTarget = target;
        ServerSocket socket = listen(0);
        port = socket.getLocalPort();
        accept(socket);
    }

    /** Opens a port that leads to another of this machine. */
    static Proxy to(int target) {
        try {
            return new Proxy(target);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it listens, on 127.0.0.1. */
    int port() {
        return port;
    }

    /** How many connections it holds. */
    int connections() {
        synchronized (lock) {
            return links.size();
        }
    }

    /** Leads connections that are made from now on to another port; those that are there stay where they are. */
    void leadTo(int port) {
        synchronized (lock) {
            target = port;
            replicationTarget = port;
        }
    }

    /** Leads those of them to another port that are for replication, by what they say first. */
    void leadReplicationTo(int port) {
        synchronized (lock) {
            replicationTarget = port;
        }
    }

    /** Ends every connection in order, wherever in a message it is. */
    void cut() {
        end(false);
    }

    /** Ends every connection by a reset, with which bytes under way are lost. */
    void reset() {
        end(true);
    }

    /** Passes on so many more bytes of the server, then cuts; in the midst of a message as it comes. */
    void cutAfter(long bytes) {
        after(bytes, this::cut);
    }

    /** Passes on so many more bytes of the server, then stalls. */
    void stallAfter(long bytes) {
        after(bytes, this::stall);
    }

    /** Passes on so many more bytes of the server, then stalls the connection that was made last, and no other. */
    void stallNewestAfter(long bytes) {
        after(bytes, this::stallNewest);
    }

    private void after(long bytes, Runnable then) {
        synchronized (lock) {
            left = bytes;
            afterThose = then;
        }
    }

    /** Carries nothing until {@link #carry}; the senders' buffers fill. */
    void stall() {
        become(Mode.STALL);
    }

    /** Stalls the connection that was made last, and no other, until {@link #carry}. */
    void stallNewest() {
        synchronized (lock) {
            links.get(links.size() - 1).stalled = true;
        }
    }

    /** Stalls the connection that was made first, and no other, until {@link #carry}. */
    void stallOldest() {
        synchronized (lock) {
            links.get(0).stalled = true;
        }
    }

    /** Whether it carries nothing. */
    boolean isStalled() {
        synchronized (lock) {
            return mode == Mode.STALL;
        }
    }

    /** Swallows everything, silently, on the connections there are and on new ones. */
    void swallow() {
        become(Mode.SWALLOW);
    }

    /** Carries bytes as at first. What was swallowed is lost, so connections from then are cut. */
    void carry() {
        boolean lost;
        synchronized (lock) {
            lost = mode == Mode.SWALLOW;
            left = -1;
            delayMillis = 0;
            links.forEach(link -> link.stalled = false);
        }
        become(Mode.CARRY);
        if (lost) {
            cut();
        }
    }

    /** Holds each piece of what comes for so long before it is passed on. */
    void delay(long millis) {
        synchronized (lock) {
            delayMillis = millis;
        }
    }

    private void become(Mode next) {
        synchronized (lock) {
            mode = next;
            lock.notifyAll();
        }
    }

    /** Refuses connections, and cuts those there are, until {@link #acceptAgain}. */
    void refuse() {
        stopListening();
        cut();
    }

    /** The port is free once nobody waits in its accept either. */
    private void stopListening() {
        ServerSocket socket;
        Thread thread;
        synchronized (lock) {
            socket = listening;
            thread = accepting;
            listening = null;
            accepting = null;
        }
        if (socket == null || thread == null) {
            return;
        }
        try {
            socket.close();
            thread.join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a port is closed", e);
        }
    }

    /** Takes connections again, at the same port. */
    void acceptAgain() {
        try {
            accept(listen(port));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ServerSocket listen(int port) throws IOException {
        ServerSocket socket = new ServerSocket();
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 50);
        return socket;
    }

    private void accept(ServerSocket socket) {
        Thread thread = start("proxy-accept", () -> {
            while (true) {
                Socket client = socket.accept();
                connect(client);
            }
        });
        synchronized (lock) {
            listening = socket;
            accepting = thread;
        }
    }

    private void connect(Socket client) throws IOException {
        int to;
        boolean apart;
        synchronized (lock) {
            to = target;
            apart = target != replicationTarget;
        }
        Socket server;
        try {
            byte[] first = apart ? StartupMessage.of(client) : new byte[0];
            if (apart && StartupMessage.isForReplication(first)) {
                synchronized (lock) {
                    to = replicationTarget;
                }
            }
            server = new Socket(InetAddress.getLoopbackAddress(), to);
            server.getOutputStream().write(first);
        } catch (IOException e) {
            // As the server would have: nobody listens.
            reset(client);
            return;
        }
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        Link link = new Link(client, server);
        boolean welcome;
        synchronized (lock) {
            welcome = !closed;
            if (welcome) {
                links.add(link);
            }
        }
        if (!welcome) {
            link.end(true);
            return;
        }
        start("proxy-up", () -> link.pump(client, server, false));
        start("proxy-down", () -> link.pump(server, client, true));
    }

    private void end(boolean byReset) {
        List<Link> ended;
        synchronized (lock) {
            ended = List.copyOf(links);
            links.clear();
            left = -1;
            lock.notifyAll();
        }
        ended.forEach(link -> link.end(byReset));
    }

    /** What may fail when a socket is closed under it, which is how it is told to end. */
    @FunctionalInterface
    private interface SocketWork {
        void run() throws IOException, InterruptedException;
    }

    private static Thread start(String name, SocketWork work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // The socket was closed, here or by its other end.
                        assert e.getMessage() != null || e.getCause() == null : e;
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            // It is closed already, which is all that is wanted.
            assert socket.isClosed() : e;
        }
    }

    /** Ends every connection, and listens no more. */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            mode = Mode.CARRY;
        }
        stopListening();
        end(false);
    }

    /** One client's connection, and the one to the server that was made for it. */
    private final class Link {
        private final Socket client;
        private final Socket server;
        private boolean stalled;

        Link(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        /** Carries one direction until its source ends, and then ends the other one's socket unless told to be silent. */
        void pump(Socket from, Socket to, boolean down) throws IOException, InterruptedException {
            try {
                byte[] chunk = new byte[CHUNK];
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                while (true) {
                    awaitNoStall();
                    int length = in.read(chunk);
                    if (!passOn(chunk, length, out, down)) {
                        return;
                    }
                }
            } finally {
                if (forget()) {
                    end(false);
                }
            }
        }

        private boolean passOn(byte[] chunk, int length, OutputStream out, boolean down)
                throws IOException, InterruptedException {
            int done = 0;
            while (true) {
                int part;
                Runnable then = null;
                synchronized (lock) {
                    awaitNoStall();
                    if (mode == Mode.SWALLOW) {
                        if (length < 0) {
                            // The other end is not told either.
                            while (mode == Mode.SWALLOW && links.contains(this)) {
                                lock.wait();
                            }
                            return false;
                        }
                        return links.contains(this);
                    }
                    if (length < 0 || !links.contains(this)) {
                        return false;
                    }
                    if (delayMillis > 0) {
                        lock.wait(delayMillis);
                    }
                    part = length - done;
                    if (down && left >= 0) {
                        part = (int) Math.min(part, left);
                        left -= part;
                        if (left == 0) {
                            left = -1;
                            then = afterThose;
                        }
                    }
                }
                out.write(chunk, done, part);
                done += part;
                if (then != null) {
                    then.run();
                }
                if (done == length) {
                    return true;
                }
            }
        }

        private void awaitNoStall() throws InterruptedException {
            synchronized (lock) {
                while ((mode == Mode.STALL || stalled) && links.contains(this)) {
                    lock.wait();
                }
            }
        }

        private boolean forget() {
            synchronized (lock) {
                return links.remove(this);
            }
        }

        void end(boolean byReset) {
            for (Socket socket : List.of(client, server)) {
                if (byReset) {
                    reset(socket);
                } else {
                    try {
                        socket.close();
                    } catch (IOException e) {
                        reset(socket);
                    }
                }
            }
        }
    }
}
