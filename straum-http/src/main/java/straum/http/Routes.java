package straum.http;

import java.util.Map;
import straum.http.StatusRoute.Page;

/** Which route answers a path. Thread-safe. */
final class Routes {
    private final Map<String, Route> byPath;
    private final Route views;

    /**
     * All routes, over one app.
     *
     * @param workers run what may wait for the app's lock
     * @param version Straum's own, for {@code /status}
     */
    Routes(
            Asks asks,
            ReadAsk reader,
            PrintAsk printer,
            HttpSettings settings,
            Budget budget,
            Workers workers,
            String version) {
        Answering answering = new Answering(asks, workers, budget, settings.times(), printer);
        this.views = new ViewsRoute(asks, answering, workers, settings.sizes().rows());
        this.byPath = Map.of(
                "/ask", new AskRoute(asks, reader, answering, settings.sizes()),
                "/views", views,
                "/status", new StatusRoute(Page.STATUS, asks, version),
                "/readyz", new StatusRoute(Page.READYZ, asks, version),
                "/livez", new StatusRoute(Page.LIVEZ, asks, version));
    }

    /**
     * The route of a method and a decoded path.
     *
     * @throws ProblemException 404 for a path that is none, 405 for a method the path does not take
     */
    Route find(String method, String path) throws ProblemException {
        Route route = path.startsWith(ViewsRoute.ONE_VIEW) ? views : byPath.get(path);
        if (route == null) {
            throw new ProblemException(Problem.unknownPath(path));
        }
        if (!route.methods().contains(method)) {
            throw new ProblemException(Problem.methodNotAllowed(method, path, route.methods()));
        }
        return route;
    }
}
