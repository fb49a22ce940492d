package straum.http;

import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
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
            throw new ProblemException(Problem.unknownView(view, nearest(view, views)));
        }
        return answering.answer(request, () -> new Answering.Prepared("", () -> asks.rows(view, maxRows)));
    }

    /** The name that the fewest edits turn this one into; null when even they are most of it. */
    private static @Nullable String nearest(String name, List<String> names) {
        String nearest = null;
        int fewest = Math.min(name.length(), 64) / 2 + 1;
        for (String candidate : names) {
            int edits = edits(name, candidate, fewest);
            if (edits < fewest) {
                nearest = candidate;
                fewest = edits;
            }
        }
        return nearest;
    }

    /** The characters to insert, drop or replace to make one of the other; {@code enough} when they are not fewer. */
    private static int edits(String a, String b, int enough) {
        if (Math.abs(a.length() - b.length()) >= enough) {
            return enough;
        }
        int[] above = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = above[0];
            above[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = above[j];
                above[j] = Math.min(replaced, Math.min(above[j], above[j - 1]) + 1);
            }
        }
        return Math.min(above[b.length()], enough);
    }
}
