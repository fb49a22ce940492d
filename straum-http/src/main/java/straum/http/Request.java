package straum.http;

import io.netty.handler.codec.http.HttpHeaders;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * A request, whole, and accepted by its head.
 *
 * @param path decoded, without a query string
 * @param body empty when there is none; not to be changed
 * @param format to answer in
 * @param loop runs what must not run elsewhere, and nothing that waits
 * @param gone completes when the client has gone, so that nobody works for it any more
 */
@SuppressWarnings("ArrayRecordComponent") // a body is read once, by the route; nobody compares requests
record Request(
        String method,
        String path,
        HttpHeaders headers,
        byte[] body,
        Format format,
        Executor loop,
        CompletableFuture<Void> gone) {}
