package straum.http;

import io.netty.handler.codec.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import straum.app.Status;

/** {@code GET /status}, {@code /readyz} and {@code /livez}: how Straum is. Answered at once, on the event loop. */
final class StatusRoute implements Route {
    /** Which of the three. */
    enum Page {
        /** The running state in full. */
        STATUS,
        /** 200, or 503 with one sentence on why Straum is not ready. */
        READYZ,
        /** 200 while the process serves: it asks nobody and waits for nothing. */
        LIVEZ
    }

    private final Page page;
    private final Asks asks;
    private final String version;

    /** The route of one page. */
    StatusRoute(Page page, Asks asks, String version) {
        this.page = page;
        this.asks = asks;
        this.version = version;
    }

    @Override
    public List<String> methods() {
        return List.of("GET", "HEAD");
    }

    @Override
    public List<Format> offers() {
        return page == Page.STATUS ? Format.JSON_FIRST : Format.TEXT_FIRST;
    }

    @Override
    public boolean takesBody() {
        return false;
    }

    @Override
    public void check(HttpHeaders headers) {}

    @Override
    public CompletableFuture<Reply> answer(Request request) throws ProblemException {
        return CompletableFuture.completedFuture(page(request.format()));
    }

    private Reply page(Format format) throws ProblemException {
        return switch (page) {
            case LIVEZ -> one("live", format);
            case READYZ -> readyz(format);
            case STATUS ->
                format == Format.JSON
                        ? ReportJson.status(asks.status(), version)
                        : ReportText.status(asks.status(), version);
        };
    }

    private Reply readyz(Format format) throws ProblemException {
        Status status = asks.status();
        if (status.state() == Status.State.READY) {
            return one("ready", format);
        }
        String reason = status.reason();
        throw new ProblemException(Problem.notReady(reason == null ? ReportJson.state(status) : reason));
    }

    private static Reply one(String word, Format format) {
        String body = format == Format.JSON ? "{\"" + word + "\":true}\n" : word + "\n";
        return Reply.of(200, format.contentType(), Map.of(), body.getBytes(StandardCharsets.UTF_8));
    }
}
