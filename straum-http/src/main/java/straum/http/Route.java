package straum.http;

import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What answers the requests to a path. Thread-safe. */
interface Route {
    /** The methods taken, for {@code Allow}. */
    List<String> methods();

    /** The formats offered, best first. */
    List<Format> offers();

    /** Whether the request has a body. */
    boolean takesBody();

    /** Refuses a request by its header fields, before its body is read. */
    void check(HttpHeaders headers) throws ProblemException;

    /**
     * Begins to answer, on the event loop.
     *
     * @return completes with the response, on any thread; or exceptionally with a {@link ProblemException}, or by a bug
     */
    CompletableFuture<Reply> answer(Request request) throws ProblemException;
}
