package straum.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * Where the server listens, and its limits. None of them can be switched off.
 *
 * <table>
 * <caption>The limits</caption>
 * <tr><th>limit</th><th>of</th><th>default</th><th>past it</th></tr>
 * <tr><td>{@code room.connections}</td><td>open connections</td><td>1,024</td><td>as many again are told 503 and closed,
 *     those beyond are closed at once</td></tr>
 * <tr><td>{@code room.asks}</td><td>asks run at once, each on a thread</td><td>the processors, at least 2</td><td>the next
 *     wait their turn</td></tr>
 * <tr><td>{@code room.queuedAsks}</td><td>asks waiting their turn</td><td>256</td><td>503 with
 *     {@code Retry-After}</td></tr>
 * <tr><td>{@code room.heldBytes}</td><td>bytes of all bodies being read and of all long answers being
 *     written</td><td>an eighth of the heap, at least 32 MiB</td><td>503 with {@code Retry-After}</td></tr>
 * <tr><td>{@code room.eventLoops}</td><td>threads that read and write sockets</td><td>half the processors, at least
 *     1</td><td>connections share them</td></tr>
 * <tr><td>{@code sizes.line}</td><td>bytes of the request line</td><td>8 KiB</td><td>414, closed</td></tr>
 * <tr><td>{@code sizes.header}</td><td>bytes of all header fields</td><td>16 KiB</td><td>431, closed</td></tr>
 * <tr><td>{@code sizes.body}</td><td>bytes of a body</td><td>1 MiB</td><td>413, closed</td></tr>
 * <tr><td>{@code sizes.query}</td><td>bytes of a query in UTF-8</td><td>64 KiB</td><td>400</td></tr>
 * <tr><td>{@code sizes.parameters}</td><td>parameters of an ask</td><td>10,000</td><td>400</td></tr>
 * <tr><td>{@code sizes.rows}</td><td>rows of {@code /views/NAME}</td><td>1,000</td><td>older buckets are left
 *     out</td></tr>
 * <tr><td>{@code times.idle}</td><td>time without a request</td><td>60 s</td><td>closed</td></tr>
 * <tr><td>{@code times.request}</td><td>time from a request's first byte to its last</td><td>10 s</td><td>408,
 *     closed</td></tr>
 * <tr><td>{@code times.write}</td><td>time a client takes for 64 KiB of an answer</td><td>30 s</td><td>closed</td></tr>
 * <tr><td>{@code times.linger}</td><td>time a connection being closed is still read, so that its client gets to read the
 *     last response (RFC 9112, 9.6); and time an ask goes on for a client that sends no more, since one that has gone looks
 *     like that</td><td>1 s</td><td>closed</td></tr>
 * <tr><td>{@code times.queue}</td><td>time an ask waits its turn, unless its {@code Prefer: wait} is longer</td><td>1 s</td>
 *     <td>503 with {@code Retry-After}</td></tr>
 * <tr><td>{@code times.defaultWait}</td><td>time an ask waits for its {@code Straum-Min-LSN}</td><td>5 s</td><td>504, or
 *     503 while nothing is loaded</td></tr>
 * <tr><td>{@code times.maxWait}</td><td>the most that {@code Prefer: wait} gets, for a position and for a turn</td><td>30 s</td><td>taken as
 *     30 s</td></tr>
 * </table>
 *
 * @param listen the address to bind; port 0 lets the system choose one
 */
public record HttpSettings(InetSocketAddress listen, Room room, Sizes sizes, Times times) {
    /** The port listened on unless another is said. */
    public static final int PORT = 7878;

    /** How many at once. */
    public record Room(int connections, int asks, int queuedAsks, long heldBytes, int eventLoops) {
        public Room {
            if (connections < 1 || asks < 1 || queuedAsks < 1 || heldBytes < 1 || eventLoops < 1) {
                throw new IllegalArgumentException("there is no room for anything");
            }
        }
    }

    /** How large one thing may be. */
    public record Sizes(int line, int header, int body, int query, int parameters, int rows) {}

    /** How long one thing may take. */
    public record Times(
            Duration idle,
            Duration request,
            Duration write,
            Duration linger,
            Duration queue,
            Duration defaultWait,
            Duration maxWait) {}

    /** The defaults, for the processors and the heap this process has, on {@code 127.0.0.1:7878}. */
    public static HttpSettings defaults() {
        int processors = Runtime.getRuntime().availableProcessors();
        long heldBytes = Math.max(32L << 20, Runtime.getRuntime().maxMemory() / 8);
        return new HttpSettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT),
                new Room(1024, Math.max(2, processors), 256, heldBytes, Math.max(1, processors / 2)),
                new Sizes(8 << 10, 16 << 10, 1 << 20, 64 << 10, 10_000, 1000),
                new Times(
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(30)));
    }

    /** The same, listening elsewhere. */
    public HttpSettings listeningOn(InetSocketAddress address) {
        return new HttpSettings(address, room, sizes, times);
    }

    /** The same with other room. */
    public HttpSettings with(Room other) {
        return new HttpSettings(listen, other, sizes, times);
    }

    /** The same with other sizes. */
    public HttpSettings with(Sizes other) {
        return new HttpSettings(listen, room, other, times);
    }

    /** The same with other times. */
    public HttpSettings with(Times other) {
        return new HttpSettings(listen, room, sizes, other);
    }
}
