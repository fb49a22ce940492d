package straum.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** An HTTP server on loopback that answers each path with what it is told to, and remembers what it was asked. */
final class TinyServer implements AutoCloseable {
    private final HttpServer server;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();

    /** One request: {@code GET /views}, its Accept, and its body. */
    record Asked(String request, String accept, String body) {}

    private record Answer(int status, String body) {}

    /** Starts it on a free port. */
    TinyServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    /** Answers a path so from now on; others are answered 404. */
    void answer(String path, int status, String body) {
        answers.put(path, new Answer(status, body));
    }

    /** What it was asked so far. */
    List<Asked> asked() {
        return asked;
    }

    /** Where it serves. */
    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getRawPath();
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String accept = String.join(",", exchange.getRequestHeaders().getOrDefault("Accept", List.of()));
            asked.add(new Asked(exchange.getRequestMethod() + " " + path, accept, body));
            Answer answer = answers.getOrDefault(path, new Answer(404, "no such path\n"));
            byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}
