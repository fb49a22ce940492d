package straum.cli.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import straum.cli.testing.Answered;

/** Straum, asked over HTTP on a connection that is kept. */
final class StraumContender implements Contender {
    private static final String ASK = "SELECT region, events, amount FROM usage"
            + " WHERE kind IN ($1, $2) AND bucket >= $3 AND bucket < $4 GROUP BY region";

    private final HttpSocket http;
    private final Map<Span, byte[]> requests = new HashMap<>();

    StraumContender(InetSocketAddress address) throws IOException {
        http = new HttpSocket(address);
    }

    @Override
    public String name() {
        return "Straum";
    }

    @Override
    public void ask(Span span) throws IOException {
        http.exchange(request(span));
    }

    @Override
    public List<String> answer(Span span) throws IOException {
        String body = new String(http.exchange(request(span)), StandardCharsets.UTF_8);
        return Answered.read(body).rows().stream()
                .map(row -> String.join("|", row))
                .toList();
    }

    /** Asks; what was sent, and what came back. */
    HttpExchange exchange(Span span) throws IOException {
        List<String> fields = new ArrayList<>();
        byte[] body = http.exchange(request(span), fields::add);
        return new HttpExchange(request(span), fields, body);
    }

    private byte[] request(Span span) {
        return requests.computeIfAbsent(
                span,
                of -> HttpSocket.ask(
                        ASK,
                        KINDS.get(0),
                        KINDS.get(1),
                        of.from().toString(),
                        of.to().toString()));
    }

    @Override
    public void close() throws IOException {
        http.close();
    }
}
