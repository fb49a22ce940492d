package straum.http;

import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import straum.domain.spec.Fact;

/** {@code GET /views}: what the store holds; {@code GET /views/NAME}: the newest rows of one view, as an answer. */
final class ViewsRoute implements Route {
    /** What the path of one view begins with. */
    static final String ONE_VIEW = "/views/";

    private final Asks asks;
    private final Answering answering;
    private final Workers workers;
    private final int maxRows;

    /** A route that shows at most so many rows of a view. */
    ViewsRoute(Asks asks, Answering answering, Workers workers, int maxRows) {
        this.asks = asks;
        this.answering = answering;
        this.workers = workers;
        this.maxRows = maxRows;
    }

    @Override
    public List<String> methods() {
        return List.of("GET", "HEAD");
    }

    @Override
    public List<Format> offers() {
        return Format.JSON_FIRST;
    }

    @Override
    public boolean takesBody() {
        return false;
    }

    @Override
    public void check(HttpHeaders headers) {}

    @Override
    public CompletableFuture<Reply> answer(Request request) throws ProblemException {
        if (!request.path().startsWith(ONE_VIEW)) {
            return workers.run(
                    request,
                    () -> request.format() == Format.JSON
                            ? ReportJson.held(asks.held())
                            : ReportText.held(asks.held()));
        }
        String view = request.path().substring(ONE_VIEW.length());
        List<String> views = asks.spec().facts().stream().map(Fact::name).toList();
        if (!views.contains(view)) {
            throw new ProblemException(Problem.unknownView(view, views));
        }
        return answering.answer(request, () -> new Answering.Prepared("", () -> asks.rows(view, maxRows)));
    }
}
