package straum.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import straum.app.Outcome;
import straum.domain.ask.Ask;
import straum.domain.ask.AskException;
import straum.domain.value.Literal;

/** Small asks whose text is known are answered where they were read, and all others by a worker. */
class AtOnceTest {
    private static final String ASK = "POST /ask HTTP/1.1\nHost: localhost\nContent-Type: text/plain\n";
    private static final String KNOWN = "known";

    private final FakeAsks asks = new FakeAsks();
    private final AtomicReference<String> answeredBy = new AtomicReference<>();
    private HttpServer server;

    @BeforeEach
    void start() throws Exception {
        asks.onAsk = ask -> by(FakeAsks.ok(FakeAsks.regions()));
        asks.onAskAtOnce = ask -> by(FakeAsks.ok(FakeAsks.regions()));
        server = HttpServer.start(
                asks,
                new Known(),
                FakeAsks::print,
                HttpSettings.defaults().listeningOn(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                "1");
    }

    @AfterEach
    void stop() throws InterruptedException {
        server.stop(Duration.ofSeconds(1));
    }

    /** Knows one text. */
    private static final class Known implements ReadAsk {
        @Override
        public Ask read(String query, List<Literal> parameters) throws AskException {
            return FakeAsks.read(query, parameters);
        }

        @Override
        public @Nullable Ask readAtOnce(String query, List<Literal> parameters) throws AskException {
            return query.strip().equals(KNOWN) ? FakeAsks.read(query, parameters) : null;
        }
    }

    private Outcome by(Outcome outcome) {
        answeredBy.set(Thread.currentThread().getName());
        return outcome;
    }

    private Wire.Response ask(String headers, String query) throws Exception {
        try (Wire wire = new Wire(server.address())) {
            return wire.send(ASK + headers + "Content-Length: " + query.length() + "\n\n" + query)
                    .read();
        }
    }

    @Test
    void aSmallAskOfAKnownTextIsAnsweredWhereItWasRead() throws Exception {
        Wire.Response response = ask("", KNOWN);
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.headers()).containsKeys("straum-lsn", "straum-as-of");
        assertThat(answeredBy.get()).startsWith("straum-http-");
        String body = response.body();
        assertThat(ask("", "other").body()).isEqualTo(body);
        assertThat(answeredBy.get()).startsWith("straum-ask-");
    }

    @Test
    void whatIsNotAnsweredAtOnceAWorkerAnswers() throws Exception {
        asks.onAskAtOnce = ask -> null;
        assertThat(ask("", KNOWN).status()).isEqualTo(200);
        assertThat(answeredBy.get()).startsWith("straum-ask-");
    }

    @Test
    void longBodiesAndAsksThatWaitAreTheWorkers() throws Exception {
        assertThat(ask("", KNOWN + " ".repeat(5000)).status()).isEqualTo(200);
        assertThat(answeredBy.get()).startsWith("straum-ask-");
        answeredBy.set("");
        assertThat(ask("Straum-Min-LSN: 0/1\n", KNOWN).status()).isEqualTo(200);
        assertThat(answeredBy.get()).startsWith("straum-ask-");
    }

    @Test
    void manyOnOneConnectionAreAnsweredInTheirOrder() throws Exception {
        String[] queries = {KNOWN, "other", KNOWN, KNOWN, "other", "other", KNOWN};
        StringBuilder all = new StringBuilder();
        for (String query : queries) {
            all.append(ASK)
                    .append("Content-Length: ")
                    .append(query.length())
                    .append("\n\n")
                    .append(query);
        }
        asks.onAskAtOnce = ask -> FakeAsks.ok(FakeAsks.many(1));
        try (Wire wire = new Wire(server.address())) {
            wire.send(all.toString());
            for (String query : queries) {
                String body = wire.read().body();
                assertThat(body.contains("region number")).as(body).isEqualTo(query.equals(KNOWN));
            }
        }
    }
}
