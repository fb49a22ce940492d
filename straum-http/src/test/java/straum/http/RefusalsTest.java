package straum.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import straum.app.Outcome;
import straum.domain.ask.AskError;
import straum.domain.ask.AskException;
import straum.domain.value.Place;

/** Every way a request can be refused: what is sent, and the status and body that come back. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefusalsTest {
    private static final String JSON_ASK = "POST /ask HTTP/1.1\nHost: localhost\nContent-Type: application/json\n";
    private static final String TEXT_ASK = "POST /ask HTTP/1.1\nHost: localhost\nContent-Type: text/plain\n";

    private HttpServer server;

    @BeforeAll
    void start() throws Exception {
        FakeAsks asks = new FakeAsks();
        asks.onAsk = ask -> switch (ask.view().text()) {
            case "not ready" -> new Outcome.NotReady("the tables are being loaded: app.events", 3);
            case "overflow" -> new Outcome.Unanswerable("the sum amount of (eu) is beyond int8", false);
            case "too large" -> new Outcome.Unanswerable("the answer has more than 1000000 rows", true);
            case "unknown" ->
                new Outcome.Invalid(new AskException(
                        new AskError.UnknownName("there is no kin", "did you mean kind?"), new Place(1, 3)));
            case "a bug" -> throw new IllegalStateException("secret");
            default -> FakeAsks.ok(FakeAsks.regions());
        };
        server = HttpServer.start(asks, FakeAsks::read, FakeAsks::print, settings(), "1");
    }

    private static HttpSettings settings() {
        return HttpSettings.defaults()
                .listeningOn(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .with(new HttpSettings.Sizes(200, 400, 300, 100, 3, 1000));
    }

    @AfterAll
    void stop() throws InterruptedException {
        server.stop(Duration.ofSeconds(1));
    }

    static Stream<Arguments> requests() {
        return Stream.of(
                // about the ask
                refused(
                        body(TEXT_ASK, "a\nb !"),
                        400,
                        "invalid-query",
                        "Invalid query",
                        "nothing can be made of !",
                        "\"line\":2,\"column\":3,\"hint\":\"leave it out\""),
                refused(
                        body(TEXT_ASK, "unknown"),
                        400,
                        "unknown-name",
                        "Unknown name",
                        "there is no kin",
                        "\"line\":1,\"column\":3,\"hint\":\"did you mean kind?\""),
                refused(
                        body(TEXT_ASK, "too large"),
                        400,
                        "answer-too-large",
                        "Answer too large",
                        "the answer has more than 1000000 rows",
                        ""),
                refused(
                        body(TEXT_ASK, "overflow"),
                        422,
                        "unanswerable",
                        "Unanswerable",
                        "the sum amount of (eu) is beyond int8",
                        ""),
                refused(
                        body(TEXT_ASK, "not ready"),
                        503,
                        "not-ready",
                        "Not ready",
                        "the tables are being loaded: app.events",
                        ""),
                refused(
                        body(TEXT_ASK, "a bug"),
                        500,
                        "internal",
                        "Internal",
                        "the request failed by a fault of Straum's own, which is in its log",
                        ""),
                refused(
                        body(TEXT_ASK, "x".repeat(101)),
                        400,
                        "query-too-long",
                        "Query too long",
                        "the query has 101 bytes, and at most 100 are read",
                        "\"hint\":\"pass long lists of values as parameters\""),
                refused(
                        body(TEXT_ASK + "Straum-Min-LSN: 16/\n", "a"),
                        400,
                        "invalid-request",
                        "Invalid request",
                        "Straum-Min-LSN is 16/, which is no LSN as PostgreSQL prints it, 0/16B3748",
                        ""),
                refused(
                        body(TEXT_ASK + "Straum-Min-LSN: 0/1\nStraum-Min-LSN: 0/2\n", "a"),
                        400,
                        "invalid-request",
                        "Invalid request",
                        "the request has more than one Straum-Min-LSN header",
                        ""),
                // about the body
                refused(
                        body(JSON_ASK, "{\"query\": \"a\", \"query\": \"b\"}"),
                        400,
                        "invalid-body",
                        "Invalid body",
                        "the body is wrong at line 1, column 16: query is given twice",
                        ""),
                refused(
                        body(JSON_ASK, "{\"params\": [1]}"),
                        400,
                        "invalid-body",
                        "Invalid body",
                        "the body has no query",
                        ""),
                refused(
                        body(TEXT_ASK, "\u00e4"),
                        400,
                        "invalid-body",
                        "Invalid body",
                        "the body is not UTF-8: its byte 1 cannot be read",
                        ""),
                refused(
                        body(TEXT_ASK, "x".repeat(301)),
                        413,
                        "body-too-large",
                        "Body too large",
                        "the body has more than 300 bytes",
                        ""),
                refused(
                        TEXT_ASK + "Transfer-Encoding: chunked\n\n12d\n" + "x".repeat(301) + "\n0\n\n",
                        413,
                        "body-too-large",
                        "Body too large",
                        "the body has more than 300 bytes",
                        ""),
                refused(
                        TEXT_ASK + "Transfer-Encoding: chunked\n\nzz\n",
                        400,
                        "invalid-request",
                        "Invalid request",
                        "the request cannot be read as HTTP/1.1",
                        ""),
                refused(
                        "POST /ask HTTP/1.1\nHost: localhost\nContent-Length: 1\n\na",
                        415,
                        "unsupported-media-type",
                        "Unsupported media type",
                        "the request names no Content-Type",
                        hintOfMediaTypes()),
                refused(
                        "POST /ask HTTP/1.1\nHost: localhost\nContent-Type: text/csv\nContent-Length: 1\n\na",
                        415,
                        "unsupported-media-type",
                        "Unsupported media type",
                        "a body of text/csv is not read",
                        hintOfMediaTypes()),
                refused(
                        "POST /ask HTTP/1.1\nHost: localhost\nContent-Type: text/plain; charset=\"Latin1\"\n"
                                + "Content-Length: 1\n\na",
                        415,
                        "unsupported-media-type",
                        "Unsupported media type",
                        "a body in latin1 is not read, only UTF-8",
                        hintOfMediaTypes()),
                refused(
                        body(TEXT_ASK + "Content-Encoding: gzip\n", "a"),
                        415,
                        "unsupported-media-type",
                        "Unsupported media type",
                        "the body is encoded as gzip, which is not read",
                        ""),
                // about the head
                refused(
                        get("/nothing"),
                        404,
                        "unknown-path",
                        "Unknown path",
                        "there is nothing at /nothing",
                        "\"hint\":\"there are POST /ask, and GET /views, /views/NAME, /status, /readyz and /livez\""),
                refused(
                        get("/views/usag"),
                        404,
                        "unknown-view",
                        "Unknown view",
                        "there is no view named usag",
                        "\"hint\":\"did you mean usage?\""),
                refused(
                        get("/views/%c3%a4%22/"),
                        404,
                        "unknown-view",
                        "Unknown view",
                        "there is no view named \u00e4\\\"/",
                        "\"hint\":\"the views are usage\""),
                refused(
                        get("/views/%zz"),
                        400,
                        "invalid-request",
                        "Invalid request",
                        "the path has a % that no two hex digits follow",
                        ""),
                refused(get("/ask"), 405, "method-not-allowed", "Method not allowed", "/ask takes POST, not GET", ""),
                refused(
                        "BREW /views HTTP/1.1\nHost: localhost\n\n",
                        405,
                        "method-not-allowed",
                        "Method not allowed",
                        "/views takes GET, HEAD, not BREW",
                        ""),
                refused(
                        get("/status?verbose"),
                        400,
                        "invalid-request",
                        "Invalid request",
                        "/status takes no query string",
                        "\"hint\":\"the form of the answer is chosen by the Accept header\""),
                refused(
                        "GET /views HTTP/1.1\nHost: localhost\nAccept: text/csv, text/plain;q=0\n\n", 406,
                        "not-acceptable", "Not acceptable",
                        "/views answers application/json or text/plain, not text/csv, text/plain;q=0", ""),
                refused(
                        "GET /views HTTP/1.1\nHost: localhost\nContent-Length: 1\n\na",
                        400,
                        "invalid-request",
                        "Invalid request",
                        "/views takes no body",
                        ""),
                refused(
                        body(TEXT_ASK + "Expect: the-unexpected\n", "a"),
                        417,
                        "expectation-failed",
                        "Expectation failed",
                        "the expectation the-unexpected cannot be met",
                        ""),
                refused(
                        "GET /status HTTP/1.1\nHost: evil.example:7878\n\n",
                        421,
                        "misdirected",
                        "Misdirected",
                        "this server listens on the loopback address and is not evil.example:7878",
                        "\"hint\":\"send the request to localhost, or listen on another address\""),
                refused(
                        "GET http://evil.example/status HTTP/1.1\nHost: localhost\n\n",
                        421,
                        "misdirected",
                        "Misdirected",
                        "this server listens on the loopback address and is not evil.example",
                        "\"hint\":\"send the request to localhost, or listen on another address\""),
                refused(
                        "GET /status HTTP/1.1\n\n",
                        400,
                        "invalid-request",
                        "Invalid request",
                        "the request has no Host header",
                        ""),
                refused(
                        "GET /status HTTP/1.1\nHost: localhost\nHost: localhost\n\n",
                        400,
                        "invalid-request",
                        "Invalid request",
                        "the request has more than one Host header",
                        ""),
                refused(
                        "GET status HTTP/1.1\nHost: localhost\n\n",
                        400,
                        "invalid-request",
                        "Invalid request",
                        "the request's target does not begin with /",
                        ""),
                refused(
                        "CONNECT localhost:80 HTTP/1.1\nHost: localhost\n\n",
                        400,
                        "invalid-request",
                        "Invalid request",
                        "the request's target does not begin with /",
                        ""),
                refused(
                        get("/" + "x".repeat(300)),
                        414,
                        "target-too-long",
                        "Target too long",
                        "the request line has more than 200 bytes",
                        ""),
                refused(
                        "GET /status HTTP/1.1\nHost: localhost\nX: " + "x".repeat(500) + "\n\n",
                        431,
                        "header-too-large",
                        "Header too large",
                        "the header fields have more than 400 bytes",
                        ""),
                refused(
                        "GET /status HTTP/2.0\nHost: localhost\n\n",
                        505,
                        "unsupported-version",
                        "Unsupported version",
                        "HTTP/2.0 is not spoken, HTTP/1.1 is",
                        ""),
                refused(
                        "what is this\n\n",
                        400,
                        "invalid-request",
                        "Invalid request",
                        "the request cannot be read as HTTP/1.1",
                        ""),
                refused(
                        "GET /status HTTP/1.1\nHost: localhost\nno colon here\n\n",
                        400,
                        "invalid-request",
                        "Invalid request",
                        "the request cannot be read as HTTP/1.1",
                        ""),
                // about where the body ends
                refused(
                        "POST /ask HTTP/1.0\nContent-Type: text/plain\nTransfer-Encoding: chunked\n\n0\n\n",
                        400,
                        "invalid-request",
                        "Invalid request",
                        "the request cannot be read as HTTP/1.1",
                        ""),
                refused(
                        TEXT_ASK + "Content-Length: +1\n\na",
                        400,
                        "invalid-request",
                        "Invalid request",
                        "the request cannot be read as HTTP/1.1",
                        ""),
                refused(
                        TEXT_ASK + "Content-Length: 99999999999999999999\n\na",
                        400,
                        "invalid-request",
                        "Invalid request",
                        "the request cannot be read as HTTP/1.1",
                        ""),
                refused(
                        TEXT_ASK + "Transfer-Encoding: chunked\nTransfer-Encoding: chunked\n\n0\n\n",
                        400,
                        "invalid-request",
                        "Invalid request",
                        "the request cannot be read as HTTP/1.1",
                        ""),
                refused(
                        TEXT_ASK + "Content-Length: 1\nContent-Length: 2\n\na",
                        400,
                        "invalid-request",
                        "Invalid request",
                        "the request cannot be read as HTTP/1.1",
                        ""),
                refused(
                        TEXT_ASK + "Content-Length: -1\n\na",
                        400,
                        "invalid-request",
                        "Invalid request",
                        "the request cannot be read as HTTP/1.1",
                        ""),
                refused(
                        TEXT_ASK + "Content-Length: 5\nTransfer-Encoding: chunked\n\n0\n\n",
                        400,
                        "invalid-request",
                        "Invalid request",
                        "the request cannot be read as HTTP/1.1",
                        ""),
                refused(
                        TEXT_ASK + "Transfer-Encoding: gzip, chunked\n\n0\n\n",
                        501,
                        "not-implemented",
                        "Not implemented",
                        "the transfer coding gzip, chunked is not read, only chunked",
                        ""));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void isToldWithItsReason(String request, int status, String body) throws IOException {
        try (Wire wire = new Wire(server.address())) {
            Wire.Response response = wire.send(request).read();
            assertThat(response.body()).isEqualTo(body);
            assertThat(response.status()).isEqualTo(status);
            assertThat(response.headers())
                    .containsEntry("content-type", "application/problem+json")
                    .containsEntry("cache-control", "no-store");
        }
    }

    private static Arguments refused(
            String request, int status, String type, String title, String detail, String more) {
        String body = "{\"type\":\"urn:straum:" + type + "\",\"title\":\"" + title + "\",\"status\":" + status
                + ",\"detail\":\"" + detail + "\"" + (more.isEmpty() ? "" : "," + more) + "}\n";
        return Arguments.of(request, status, body);
    }

    private static String hintOfMediaTypes() {
        return "\"hint\":\"send one of application/json, application/sql, text/plain,"
                + " with curl by -H 'Content-Type: application/sql'\"";
    }

    private static String get(String target) {
        return "GET " + target + " HTTP/1.1\nHost: localhost\n\n";
    }

    /** A request with a body of one byte a character; its line feeds are sent as CR LF. */
    private static String body(String head, String body) {
        int length = body.replace("\n", "\r\n").length();
        return head + "Content-Length: " + length + "\n\n" + body;
    }
}
