package straum.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import straum.app.App;
import straum.app.Limits;
import straum.domain.ask.Ask;
import straum.domain.ask.Name;
import straum.domain.ask.Operand;
import straum.domain.testing.Specs;
import straum.domain.value.Literal;
import straum.domain.value.Place;

/** The server over an app itself, which has loaded nothing yet. */
class AppOverHttpTest {
    private static final String ASK = "POST /ask HTTP/1.1\nHost: localhost\nContent-Type: text/plain\n";

    private HttpServer server;

    @BeforeEach
    void start() throws Exception {
        App app = new App(Specs.usage(), Limits.defaults(), InstantSource.fixed(Instant.parse("2026-11-13T10:00:00Z")));
        server = HttpServer.start(
                app,
                AppOverHttpTest::events,
                FakeAsks::print,
                HttpSettings.defaults().listeningOn(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                "1");
    }

    @AfterEach
    void stop() throws InterruptedException {
        server.stop(Duration.ofSeconds(1));
    }

    /** Events of the view the query names, over all buckets. */
    private static Ask events(String query, List<Literal> parameters) {
        Place place = new Place(1, 1);
        Operand early = new Operand(new Literal.Text("2026-11-13 00:00:00Z"), place);
        Operand late = new Operand(new Literal.Text("2026-11-14 00:00:00Z"), place);
        Ask.Output events = new Ask.Output.Named(new Name("events", place), "events");
        return new Ask(
                new Name(query, place),
                List.of(events),
                null,
                new Ask.Range(early, late, false),
                List.of(),
                List.of(),
                List.of(),
                null,
                null);
    }

    @Test
    void anAskIsNotReadyAndAWrongOneIsWrong() throws Exception {
        try (Wire wire = new Wire(server.address())) {
            Wire.Response notReady =
                    wire.send(ASK + "Content-Length: 5\n\nusage").read();
            assertThat(notReady.status()).isEqualTo(503);
            assertThat(notReady.headers()).containsKey("retry-after");

            Wire.Response wrong = wire.send(ASK + "Content-Length: 5\n\nusagf").read();
            assertThat(wrong.status()).isEqualTo(400);
            assertThat(wrong.body()).contains("\"urn:straum:unknown-view\"", "\"line\":1,\"column\":1");
        }
    }

    @Test
    void anAskThatWaitsIsNotReadyInTheEnd() throws Exception {
        try (Wire wire = new Wire(server.address())) {
            String waiting = "Straum-Min-LSN: 0/1\nPrefer: wait=0\nContent-Length: 5\n\nusage";
            assertThat(wire.send(ASK + waiting).read().status()).isEqualTo(503);
        }
    }

    @Test
    void theReportsSayWhatThereIs() throws Exception {
        try (Wire wire = new Wire(server.address())) {
            Wire.Response ready =
                    wire.send("GET /readyz HTTP/1.1\nHost: localhost\n\n").read();
            assertThat(ready.status()).isEqualTo(503);
            assertThat(wire.send("GET /status HTTP/1.1\nHost: localhost\n\n")
                            .read()
                            .body())
                    .startsWith("{\"state\":\"loading\",");
            assertThat(wire.send("GET /views HTTP/1.1\nHost: localhost\n\n")
                            .read()
                            .body())
                    .contains("\"first_bucket\":null", "{\"name\":\"kind\",\"type\":null}");
            assertThat(wire.send("GET /views/usage HTTP/1.1\nHost: localhost\n\n")
                            .read()
                            .status())
                    .isEqualTo(503);
        }
    }
}
