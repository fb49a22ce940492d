package straum.http;

import io.netty.handler.codec.http.HttpHeaders;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * A request, whole, and accepted by its head.
 *
 * @param path decoded, without a query string
 * @param body empty when there is none; not to be changed
 * @param format to answer in
 * @param loop runs what must not run elsewhere, and nothing that waits
 * @param connected whether the client is still there; for any thread
 */
record Request(
        String method,
        String path,
        HttpHeaders headers,
        byte[] body,
        Format format,
        Executor loop,
        BooleanSupplier connected) {}
