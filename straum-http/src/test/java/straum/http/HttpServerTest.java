package straum.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import straum.app.Answered;
import straum.app.Lsn;
import straum.app.Outcome;
import straum.app.Status;
import straum.domain.testing.Beside;
import straum.domain.value.Literal;

/** The server over loopback: what it answers, and what it does with clients that misbehave. */
class HttpServerTest {
    private static final String ASK = "POST /ask HTTP/1.1\nHost: localhost\nContent-Type: text/plain\n";
    private static final HttpSettings SETTINGS =
            HttpSettings.defaults().listeningOn(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    private static final String GUIDE = "{\"as_of\":\"2026-11-13T10:00:00.412Z\",\"lsn\":\"0/16B3748\","
            + "\"columns\":[{\"name\":\"region\",\"type\":\"text\"},{\"name\":\"events\",\"type\":\"int8\"},"
            + "{\"name\":\"amount\",\"type\":\"numeric\"}],"
            + "\"rows\":[[\"eu\",2,220.00],[\"us\",273,14769.29]]}\n";

    private final FakeAsks asks = new FakeAsks();

    @SuppressWarnings("NullAway.Init") // every test starts it
    private HttpServer server;

    @AfterEach
    void stop() throws InterruptedException {
        server.stop(Duration.ofMillis(200));
    }

    private void start(HttpSettings settings) throws Exception {
        server = HttpServer.start(asks, FakeAsks::read, FakeAsks::print, settings, "0.1.0");
    }

    @Test
    void answersAnAskWithItsParameters() throws Exception {
        start(SETTINGS);
        AtomicReference<List<Literal>> parameters = new AtomicReference<>();
        asks.onAsk = ask -> {
            parameters.set(FakeAsks.parameters(ask));
            return FakeAsks.ok(FakeAsks.regions());
        };

        HttpResponse<String> response = post(
                "/ask", "application/json", "{\"query\": \"SELECT 1\", \"params\": [\"eu\", 1e400, -0, true, null]}");

        assertThat(response.body()).isEqualTo(GUIDE);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().map())
                .containsEntry("content-type", List.of("application/json"))
                .containsEntry("cache-control", List.of("no-store"))
                .containsEntry("straum-lsn", List.of("0/16B3748"))
                .containsEntry("straum-as-of", List.of("2026-11-13T10:00:00.412Z"));
        assertThat(parameters.get())
                .containsExactly(
                        new Literal.Text("eu"),
                        new Literal.Number("1e400"),
                        new Literal.Number("-0"),
                        new Literal.Bool(true),
                        new Literal.Null());
    }

    @Test
    void answersAQueryAloneAsATable() throws Exception {
        start(SETTINGS);

        HttpResponse<String> response = post("/ask", "application/sql", "SELECT 1", "Accept", "text/plain");

        assertThat(response.body()).isEqualTo("""
                 region | events |  amount \s
                --------+--------+----------
                 eu     |      2 |   220.00
                 us     |    273 | 14769.29
                (2 rows)
                """);
        assertThat(response.headers().map())
                .containsEntry("content-type", List.of("text/plain; charset=utf-8"))
                .containsEntry("straum-lsn", List.of("0/16B3748"));
    }

    @Test
    void answersTheQueryAnAskStandsForWithoutAskingIt() throws Exception {
        start(SETTINGS);
        asks.onAsk = ask -> {
            throw new AssertionError("asked");
        };

        HttpResponse<String> response = post("/ask", "application/sql", "SELECT 1", "Accept", "application/sql");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("SELECT 0;\n");
        assertThat(response.headers().map())
                .containsEntry("content-type", List.of("application/sql; charset=utf-8"))
                .containsEntry("straum-lsn", List.of("0/16B3748"))
                .doesNotContainKey("straum-as-of");
    }

    @Test
    void refusesAnAskWhoseQueryIsWantedAsAnyOther() throws Exception {
        start(SETTINGS);
        asks.onCheck = ask -> new Outcome.NotReady("loading", 3);

        HttpResponse<String> response = post("/ask", "text/plain", "SELECT 1", "Accept", "application/sql");
        HttpResponse<String> wrong =
                post("/ask", "text/plain", "SELECT !", "Accept", "application/sql, text/plain;q=0.5");

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().map()).containsEntry("content-type", List.of("text/plain; charset=utf-8"));
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(wrong.headers().map()).containsEntry("content-type", List.of("text/plain; charset=utf-8"));
        assertThat(wrong.body()).contains("nothing can be made of !");
    }

    @Test
    void writesInt8AndNumericAsStringsIfPreferred() throws Exception {
        start(SETTINGS);

        HttpResponse<String> response = post("/ask", "text/plain", "SELECT 1", "Prefer", "numbers=strings");

        assertThat(response.body()).endsWith("\"rows\":[[\"eu\",\"2\",\"220.00\"],[\"us\",\"273\",\"14769.29\"]]}\n");
        assertThat(response.headers().map()).containsEntry("preference-applied", List.of("numbers=strings"));
    }

    @Test
    void showsAProblemWithACaretToPeople() throws Exception {
        start(SETTINGS);

        HttpResponse<String> response =
                post("/ask", "text/plain", "SELECT a\nFROM usage!", "Accept", "text/plain, application/json;q=0.9");

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.headers().map()).containsEntry("content-type", List.of("text/plain; charset=utf-8"));
        assertThat(response.body()).isEqualTo("""
                nothing can be made of !
                line 2, column 11:
                FROM usage!
                          ^
                hint: leave it out
                """);
    }

    @Test
    void showsTheNewestRowsOfAView() throws Exception {
        start(SETTINGS);

        HttpResponse<String> response = get("/views/usage");

        assertThat(response.body())
                .isEqualTo("{\"as_of\":\"2026-11-13T10:00:00.412Z\",\"lsn\":\"0/16B3748\","
                        + "\"columns\":[{\"name\":\"bucket\",\"type\":\"timestamptz\"},"
                        + "{\"name\":\"kind\",\"type\":\"text\"}],"
                        + "\"rows\":[[\"2026-11-13T09:00:00Z\",\"usage 1000\"]]}\n");
        assertThat(response.headers().map()).containsEntry("straum-lsn", List.of("0/16B3748"));
    }

    @Test
    void saysWhetherItIsReadyAndLives() throws Exception {
        start(SETTINGS);
        assertThat(get("/readyz").body()).isEqualTo("ready\n");
        assertThat(get("/readyz", "Accept", "application/json").body()).isEqualTo("{\"ready\":true}\n");
        assertThat(get("/livez").body()).isEqualTo("live\n");

        asks.status = FakeAsks.status(Status.State.LAGGING, "lagging 31 s, past the limit of 30 s");

        HttpResponse<String> lagging = get("/readyz");
        assertThat(lagging.statusCode()).isEqualTo(503);
        assertThat(lagging.body()).isEqualTo("lagging 31 s, past the limit of 30 s\n");
        HttpResponse<String> json = get("/readyz", "Accept", "application/json");
        assertThat(json.body())
                .isEqualTo("{\"type\":\"urn:straum:not-ready\",\"title\":\"Not ready\",\"status\":503,"
                        + "\"detail\":\"lagging 31 s, past the limit of 30 s\"}\n");
        assertThat(get("/livez").statusCode()).isEqualTo(200);
    }

    @Test
    void aHeadRequestGetsTheHeadOfTheGet() throws Exception {
        start(SETTINGS);
        try (Wire wire = new Wire(server.address())) {
            Wire.Response head =
                    wire.send("HEAD /livez HTTP/1.1\nHost: localhost\n\n").read(true);
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.headers()).containsEntry("content-length", "5");
            assertThat(wire.send("GET /livez HTTP/1.1\nHost: localhost\n\n")
                            .read()
                            .body())
                    .isEqualTo("live\n");
            assertThat(wire.send("HEAD /nothing HTTP/1.1\nHost: localhost\n\n")
                            .read(true)
                            .status())
                    .isEqualTo(404);
            assertThat(wire.isEnded()).isTrue();
        }
    }

    @Test
    void aTargetMayNameTheHostAndTheHostAPort() throws Exception {
        start(SETTINGS);
        try (Wire wire = new Wire(server.address())) {
            assertThat(wire.send("GET http://LOCALHOST:1 HTTP/1.1\nHost: x\n\n")
                            .read()
                            .status())
                    .isEqualTo(404);
        }
        for (String host : List.of("localhost", "LocalHost:80", "127.0.0.1:7878", "[::1]", "[::1]:7878")) {
            try (Wire wire = new Wire(server.address())) {
                assertThat(wire.send("GET /livez HTTP/1.1\nHost: " + host + "\n\n")
                                .read()
                                .status())
                        .as(host)
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void anAskWaitsForItsLsn() throws Exception {
        start(SETTINGS);
        CompletableFuture<Boolean> reached = new CompletableFuture<>();
        CountDownLatch waiting = new CountDownLatch(1);
        AtomicReference<Lsn> asked = new AtomicReference<>();
        AtomicReference<Duration> atMost = new AtomicReference<>();
        asks.onWait = (lsn, timeout) -> {
            asked.set(lsn);
            atMost.set(timeout);
            waiting.countDown();
            return reached;
        };

        CompletableFuture<HttpResponse<String>> response = client().sendAsync(
                        request("/ask", "Straum-Min-LSN", "0/16B3748", "Prefer", "wait=2")
                                .header("Content-Type", "text/plain")
                                .POST(BodyPublishers.ofString("q"))
                                .build(),
                        BodyHandlers.ofString());
        assertThat(waiting.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(response).isNotDone();
        reached.complete(true);

        assertThat(response.get(10, TimeUnit.SECONDS).body()).isEqualTo(GUIDE);
        assertThat(asked.get()).isEqualTo(Lsn.parse("0/16B3748"));
        assertThat(atMost.get()).as("what is left of it").isLessThanOrEqualTo(Duration.ofSeconds(2));
    }

    /** Following stops between the moment that the position is reached and the one that it is asked. */
    @Test
    void whatIsLostAgainBeforeItIsAskedIsWaitedForOnceMore() throws Exception {
        start(SETTINGS);
        AtomicInteger asked = new AtomicInteger();
        asks.onWait = (lsn, timeout) -> CompletableFuture.completedFuture(true);
        asks.onAsk = ask -> asked.incrementAndGet() == 1
                ? new Outcome.NotReady("following stopped", 1)
                : FakeAsks.ok(FakeAsks.regions());
        assertThat(post("/ask", "text/plain", "q", "Straum-Min-LSN", "0/1").statusCode())
                .isEqualTo(200);
        assertThat(asked).hasValue(2);

        asks.onAsk = ask -> new Outcome.NotReady("following stopped", 1);
        assertThat(post("/ask", "text/plain", "q", "Straum-Min-LSN", "0/1", "Prefer", "wait=0")
                        .statusCode())
                .isEqualTo(503);
    }

    @Test
    void aWaitThatTheStopEndsIsTold() throws Exception {
        start(SETTINGS);
        asks.onWait = (lsn, timeout) -> CompletableFuture.completedFuture(false);
        asks.status = FakeAsks.status(Status.State.STOPPING, "stopping: this Straum is about to end");

        HttpResponse<String> response = post("/ask", "text/plain", "q", "Straum-Min-LSN", "0/16B3749");

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).contains("stopping: this Straum is about to end");
        assertThat(response.headers().firstValue("Retry-After")).isPresent();
    }

    @Test
    void anLsnNotReachedInTimeIsToldWithHowFarItHasCome() throws Exception {
        start(SETTINGS);
        asks.onWait = (lsn, timeout) -> CompletableFuture.completedFuture(false);

        HttpResponse<String> response =
                post("/ask", "text/plain", "q", "Straum-Min-LSN", "0/16B3749", "Prefer", "wait=90");

        assertThat(response.body())
                .isEqualTo("{\"type\":\"urn:straum:not-reached\",\"title\":\"Not reached\",\"status\":504,"
                        + "\"detail\":\"0/16B3749 was not applied within 30 s; applied is 0/16B3748,"
                        + " as of 2026-11-13T10:00:00.412Z; the server was at 0/16B3750 when last asked\"}\n");
        assertThat(response.statusCode()).isEqualTo(504);
    }

    /** As where the wait was over before anybody had time to say that the position is reached. */
    @Test
    void aPositionThatIsAppliedIsNotSaidNotToBe() throws Exception {
        start(SETTINGS);
        asks.onWait = (lsn, timeout) -> CompletableFuture.completedFuture(false);

        HttpResponse<String> response = post("/ask", "text/plain", "q", "Straum-Min-LSN", "0/16B3748");

        assertThat(response.statusCode()).isEqualTo(504);
        assertThat(response.body())
                .doesNotContain("0/16B3748 was not applied")
                .contains("0/16B3748 is applied, and within 5 s the catalog was not seen unchanged up to there");
    }

    /** As where the position is reached while the ask waits for a worker. */
    @Test
    void aPositionThatIsReachedAfterAllIsAnswered() throws Exception {
        start(SETTINGS);
        AtomicInteger looks = new AtomicInteger();
        asks.onWait = (lsn, timeout) -> CompletableFuture.completedFuture(looks.incrementAndGet() > 1);

        HttpResponse<String> response = post("/ask", "text/plain", "q", "Straum-Min-LSN", "0/16B3748");

        assertThat(response.body()).isEqualTo(GUIDE);
    }

    @Test
    void anAskThatSaysHowLongItWaitsWaitsSoForAWorkerToo() throws Exception {
        HttpSettings.Room room = SETTINGS.room();
        start(SETTINGS.with(new HttpSettings.Room(room.connections(), 1, 4, room.heldBytes(), 1)));
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        asks.onAsk = ask -> {
            running.countDown();
            awaitLatch(go);
            return FakeAsks.ok(FakeAsks.regions());
        };
        String body = "Content-Length: 1\n\nq";
        try (Wire first = new Wire(server.address());
                Wire patient = new Wire(server.address());
                Wire since = new Wire(server.address());
                Wire impatient = new Wire(server.address())) {
            first.send(ASK + body);
            assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
            patient.send(ASK + "Prefer: wait=30\n" + body);
            since.send(ASK + "Prefer: wait=30\nStraum-Min-LSN: 0/1\n" + body);
            for (int i = 0; i < 2; i++) {
                Wire.Response late =
                        impatient.send(ASK + "Prefer: wait=0\n" + body).read();
                assertThat(late.status()).isEqualTo(503);
                assertThat(late.body()).contains("no turn has come within 1000 ms");
            }
            go.countDown();
            assertThat(first.read().status()).isEqualTo(200);
            assertThat(patient.read().body()).isEqualTo(GUIDE);
            assertThat(since.read().body()).isEqualTo(GUIDE);
        }
    }

    @Test
    void anLsnNotReachedWhileNothingIsLoadedIs503() throws Exception {
        start(SETTINGS);
        asks.onWait = (lsn, timeout) -> CompletableFuture.completedFuture(false);
        asks.onAsk = ask -> new Outcome.NotReady("loading", 3);
        asks.status = FakeAsks.failed();

        HttpResponse<String> response = post("/ask", "text/plain", "q", "Straum-Min-LSN", "0/1");

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().map()).containsEntry("retry-after", List.of("3"));
    }

    @Test
    void anAnswerShortOfTheLsnIsNeverGiven() throws Exception {
        start(SETTINGS);

        assertThat(post("/ask", "text/plain", "q", "Straum-Min-LSN", "0/16B3749")
                        .statusCode())
                .isEqualTo(504);
    }

    @Test
    void anLsnInsideTheHeaderOfTheNextPageIsNotPastTheEndOfThePageBefore() throws Exception {
        start(SETTINGS);
        asks.onAsk = ask -> new Outcome.Ok(new Answered(FakeAsks.regions(), Lsn.parse("0/6192000"), FakeAsks.AS_OF));

        assertThat(post("/ask", "text/plain", "q", "Straum-Min-LSN", "0/6192018")
                        .statusCode())
                .isEqualTo(200);
    }

    /** A socket that is closed says what one does whose sending half is: that nothing more comes. */
    @ParameterizedTest
    @ValueSource(strings = {"reset", "closed", "half closed"})
    void aClientThatGoesWhileItWaitsIsForgotten(String how) throws Exception {
        start(SETTINGS);
        CompletableFuture<Boolean> reached = new CompletableFuture<>();
        CountDownLatch waiting = new CountDownLatch(1);
        asks.onWait = (lsn, timeout) -> {
            waiting.countDown();
            return reached;
        };
        try (Wire wire = new Wire(server.address())) {
            wire.send(ASK + "Straum-Min-LSN: 0/1\nContent-Length: 1\n\nq");
            assertThat(waiting.await(10, TimeUnit.SECONDS)).isTrue();
            switch (how) {
                case "reset" -> wire.reset();
                case "closed" -> wire.leave();
                default -> wire.endSending();
            }
            await().until(reached::isCancelled);
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws Exception {
        start(SETTINGS);
        try (Wire wire = new Wire(server.address())) {
            wire.send(ASK + "Content-Length: 1\n\nq" + "GET /livez HTTP/1.1\nHost: localhost\n\n" + ASK
                    + "Accept: text/plain\nContent-Length: 1\n\n!"
                    + "GET /livez HTTP/1.1\nHost: localhost\n\n".repeat(2000));
            assertThat(wire.read().body()).isEqualTo(GUIDE);
            assertThat(wire.read().body()).isEqualTo("live\n");
            assertThat(wire.read().body()).startsWith("nothing can be made of !");
            for (int i = 0; i < 2000; i++) {
                assertThat(wire.read().body()).isEqualTo("live\n");
            }
        }
    }

    @Test
    void aBodyMayComeInChunksAndSlowly() throws Exception {
        start(SETTINGS);
        try (Wire wire = new Wire(server.address())) {
            String request = ASK + "Transfer-Encoding: chunked\n\n1\nS\n7\nELECT 1\n0\nTrailer: x\n\n";
            for (char c : request.replace("\n", "\r\n").toCharArray()) {
                wire.sendBytes(new byte[] {(byte) c});
            }
            assertThat(wire.read().body()).isEqualTo(GUIDE);
        }
    }

    @Test
    void aClientThatExpectsToContinueIsTold() throws Exception {
        start(SETTINGS);
        try (Wire wire = new Wire(server.address())) {
            wire.send(ASK + "Expect: 100-continue\nContent-Length: 1\n\n");
            assertThat(wire.read().status()).isEqualTo(100);
            assertThat(wire.send("q").read().body()).isEqualTo(GUIDE);
            wire.send(ASK + "Expect: 100-continue\nContent-Length: 9999999\n\n");
            assertThat(wire.read().status()).isEqualTo(413);
            assertThat(wire.isEnded()).isTrue();
        }
    }

    @Test
    void aHalfClosedClientGetsItsAnswer() throws Exception {
        start(SETTINGS);
        try (Wire wire = new Wire(server.address())) {
            wire.send(ASK + "Content-Length: 1\n\nq").endSending();
            assertThat(wire.read().body()).isEqualTo(GUIDE);
            assertThat(wire.isEnded()).isTrue();
        }
        try (Wire wire = new Wire(server.address())) {
            wire.send(ASK + "Content-Length: 100\n\nq").endSending();
            assertThat(wire.read().body()).contains("the request ended before it was whole");
            assertThat(wire.isEnded()).isTrue();
        }
    }

    @Test
    void anHttp10ClientIsAnsweredAndTheConnectionClosed() throws Exception {
        start(SETTINGS);
        try (Wire wire = new Wire(server.address())) {
            assertThat(wire.send("GET /livez HTTP/1.0\n\n").read().body()).isEqualTo("live\n");
            assertThat(wire.isEnded()).isTrue();
        }
        asks.onAsk = ask -> FakeAsks.ok(FakeAsks.many(20_000));
        try (Wire wire = new Wire(server.address())) {
            wire.send("POST /ask HTTP/1.0\nConnection: keep-alive\nContent-Type: text/plain\nContent-Length: 1\n\nq");
            Wire.Response response = wire.read();
            assertThat(response.headers()).doesNotContainKey("transfer-encoding");
            assertThat(response.body()).endsWith("[\"region number 19999\",19999,19999.25]]}\n");
        }
    }

    @Test
    void anOversizedBodyIsRefusedAndTheRefusalCanBeRead() throws Exception {
        start(SETTINGS);
        try (Wire wire = new Wire(server.address())) {
            wire.send(ASK + "Content-Length: 3000000\n\n");
            wire.sendBytes(new byte[3_000_000]);
            assertThat(wire.read().status()).isEqualTo(413);
            assertThat(wire.isEnded()).isTrue();
        }
    }

    @Test
    void aSlowRequestIsGivenUp() throws Exception {
        HttpSettings.Times times = SETTINGS.times();
        start(SETTINGS.with(new HttpSettings.Times(
                times.idle(),
                Duration.ofMillis(300),
                times.write(),
                times.linger(),
                times.queue(),
                times.defaultWait(),
                times.maxWait())));
        try (Wire head = new Wire(server.address());
                Wire body = new Wire(server.address())) {
            head.send("POST /ask HT");
            body.send(ASK + "Content-Length: 2\n\nq");
            assertThat(head.read().status()).isEqualTo(408);
            assertThat(body.read().body()).contains("the request did not arrive whole within 0.3 s");
            assertThat(head.isEnded()).isTrue();
        }
    }

    @Test
    void aSilentClientIsClosed() throws Exception {
        HttpSettings.Times times = SETTINGS.times();
        start(SETTINGS.with(new HttpSettings.Times(
                Duration.ofMillis(200),
                times.request(),
                times.write(),
                times.linger(),
                times.queue(),
                times.defaultWait(),
                times.maxWait())));
        try (Wire silent = new Wire(server.address());
                Wire once = new Wire(server.address())) {
            assertThat(once.send("GET /livez HTTP/1.1\nHost: localhost\n\n")
                            .read()
                            .status())
                    .isEqualTo(200);
            assertThat(silent.isEnded()).isTrue();
            assertThat(once.isEnded()).isTrue();
        }
    }

    @Test
    void aLongAnswerComesWhole() throws Exception {
        start(SETTINGS);
        asks.onAsk = ask -> FakeAsks.ok(FakeAsks.many(30_000));

        String json = post("/ask", "text/plain", "q").body();
        String text = post("/ask", "text/plain", "q", "Accept", "text/plain").body();

        assertThat(json).endsWith("[\"region number 29999\",29999,29999.25]]}\n");
        assertThat(json.chars().filter(c -> c == '[').count()).isEqualTo(30_002);
        assertThat(text).endsWith(" region number 29999 |  29999 | 29999.25\n(30000 rows)\n");
        assertThat(text.lines().count()).isEqualTo(30_003);
    }

    @Test
    void anAnswerLongerThanAllThatMayBeHeldIsNoMatterOfBeingBusy() throws Exception {
        HttpSettings.Room room = SETTINGS.room();
        start(SETTINGS.with(new HttpSettings.Room(room.connections(), 1, 1, 100_000, 1)));
        asks.onAsk = ask -> FakeAsks.ok(FakeAsks.many(30_000));

        HttpResponse<String> refused = post("/ask", "text/plain", "q");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.headers().firstValue("Retry-After")).isEmpty();
        assertThat(refused.body())
                .contains("\"urn:straum:answer-too-large\"", "and at most 100000 are held", "by LIMIT and OFFSET");
    }

    @Test
    void aClientThatStopsReadingHoldsNoThreadAndIsClosed() throws Exception {
        HttpSettings.Times times = SETTINGS.times();
        HttpSettings.Room room = SETTINGS.room();
        start(SETTINGS.with(new HttpSettings.Times(
                        times.idle(),
                        times.request(),
                        Duration.ofMillis(700),
                        times.linger(),
                        times.queue(),
                        times.defaultWait(),
                        times.maxWait()))
                .with(new HttpSettings.Room(room.connections(), 1, 1, 25_000_000, 1)));
        Outcome longAnswer = FakeAsks.ok(FakeAsks.many(150_000));
        asks.onAsk = ask -> ask.view().text().equals("long") ? longAnswer : FakeAsks.ok(FakeAsks.regions());
        try (Wire stopped = new Wire(server.address(), 4096)) {
            stopped.send(ASK + "Content-Length: 4\n\nlong");
            await().until(() -> post("/ask", "text/plain", "long").body().contains("too many long answers at once"));
            assertThat(post("/ask", "text/plain", "short").statusCode()).isEqualTo(200);
            // Once the client has been given up, there is room for another long answer.
            await().until(() -> post("/ask", "text/plain", "long").statusCode() == 200);
            assertThatThrownBy(stopped::read).isInstanceOf(IOException.class);
        }
    }

    @Test
    void asksBeyondThoseThatRunAndQueueAreRefused() throws Exception {
        HttpSettings.Room room = SETTINGS.room();
        start(SETTINGS.with(new HttpSettings.Room(room.connections(), 1, 1, room.heldBytes(), 1)));
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        asks.onAsk = ask -> {
            running.countDown();
            awaitLatch(go);
            return FakeAsks.ok(FakeAsks.regions());
        };
        try (Wire first = new Wire(server.address());
                Wire second = new Wire(server.address());
                Wire third = new Wire(server.address())) {
            first.send(ASK + "Content-Length: 1\n\nq");
            assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
            second.send(ASK + "Content-Length: 1\n\nq");
            Wire.Response late = second.read();
            assertThat(late.status()).isEqualTo(503);
            assertThat(late.headers()).containsEntry("retry-after", "1");
            second.send(ASK + "Content-Length: 1\n\nq");
            third.send(ASK + "Content-Length: 1\n\nq");
            assertThat(List.of(second.read().status(), third.read().status())).containsOnly(503);
            assertThat(get("/readyz").statusCode()).isEqualTo(200);
            go.countDown();
            assertThat(first.read().status()).isEqualTo(200);
        }
    }

    @Test
    void connectionsBeyondTheLimitAreToldSo() throws Exception {
        HttpSettings.Room room = SETTINGS.room();
        start(SETTINGS.with(new HttpSettings.Room(1, 1, 1, room.heldBytes(), 1)));
        try (Wire first = new Wire(server.address())) {
            assertThat(first.send("GET /livez HTTP/1.1\nHost: localhost\n\n")
                            .read()
                            .status())
                    .isEqualTo(200);
            try (Wire second = new Wire(server.address())) {
                assertThat(second.read().body()).contains("too many connections at once");
                assertThat(second.isEnded()).isTrue();
            }
            assertThat(first.send("GET /livez HTTP/1.1\nHost: localhost\n\n")
                            .read()
                            .status())
                    .isEqualTo(200);
        }
        await().until(() -> get("/livez").statusCode() == 200);
    }

    @Test
    void aStopLetsARunningAskFinish() throws Exception {
        start(SETTINGS);
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        asks.onAsk = ask -> {
            running.countDown();
            awaitLatch(go);
            return FakeAsks.ok(FakeAsks.regions());
        };
        try (Wire asking = new Wire(server.address());
                Wire idle = new Wire(server.address())) {
            asking.send(ASK + "Content-Length: 1\n\nq");
            assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
            CompletableFuture<Void> stopped = Beside.run(() -> {
                try {
                    server.stop(Duration.ofSeconds(10));
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            assertThat(idle.isEnded()).isTrue();
            assertThat(stopped).isNotDone();
            go.countDown();
            Wire.Response response = asking.read();
            assertThat(response.body()).isEqualTo(GUIDE);
            assertThat(response.headers()).containsEntry("connection", "close");
            stopped.get(10, TimeUnit.SECONDS);
        }
        assertThatThrownBy(() -> new Wire(server.address())).isInstanceOf(IOException.class);
    }

    @Test
    void aStopWaitsNoLongerThanItIsTold() throws Exception {
        start(SETTINGS);
        CountDownLatch running = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        asks.onAsk = ask -> {
            running.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.set(true);
            }
            return FakeAsks.ok(FakeAsks.regions());
        };
        try (Wire asking = new Wire(server.address())) {
            asking.send(ASK + "Content-Length: 1\n\nq");
            assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
            server.stop(Duration.ofMillis(100));
            assertThatThrownBy(asking::read).isInstanceOf(IOException.class);
            assertThat(interrupted).isTrue();
        }
    }

    @Test
    void anAddressInUseIsNamed() throws Exception {
        start(SETTINGS);
        assertThatThrownBy(() -> HttpServer.start(
                        asks, FakeAsks::read, FakeAsks::print, SETTINGS.listeningOn(server.address()), "1"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(
                        "cannot listen on 127.0.0.1:" + server.address().getPort());
    }

    @Test
    void garbageOfAnyKindIsAnsweredOrClosed() throws Exception {
        start(SETTINGS);
        Random random = new Random(1);
        for (int i = 0; i < 50; i++) {
            byte[] garbage = new byte[200];
            random.nextBytes(garbage);
            try (Wire wire = new Wire(server.address())) {
                wire.sendBytes(garbage).sendBytes("\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                assertThat(wire.read().status()).isEqualTo(400);
                assertThat(wire.isEnded()).isTrue();
            }
        }
        assertThat(get("/livez").statusCode()).isEqualTo(200);
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private HttpResponse<String> post(String path, String type, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest request = request(path, headers)
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString(body))
                .build();
        return client().send(request, BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        return client().send(request(path, headers).GET().build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(
                URI.create("http://localhost:" + server.address().getPort() + path));
        return headers.length == 0 ? builder : builder.headers(headers);
    }

    private static HttpClient client() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }
}
