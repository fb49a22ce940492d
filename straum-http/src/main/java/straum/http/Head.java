package straum.http;

import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.util.List;

/**
 * A request's line and header fields, accepted: everything that can be refused before the body is read has been looked at.
 * A query string is refused rather than passed over: whoever writes {@code /ask?format=csv} is to know it does nothing.
 *
 * @param path decoded, without a query string
 * @param bodyLength bytes to come; −1 when only the body's end will tell; 0 when there is no body
 * @param waitsToContinue whether the client waits for 100 before it sends the body
 */
record Head(
        String method,
        String path,
        HttpHeaders headers,
        Route route,
        Format format,
        long bodyLength,
        boolean waitsToContinue) {
    /** Looks at heads, for one server. */
    static final class Reader {
        private final Routes routes;
        private final Hosts hosts;
        private final HttpSettings.Sizes sizes;

        /** A reader of requests to these routes under these hosts. */
        Reader(Routes routes, Hosts hosts, HttpSettings.Sizes sizes) {
            this.routes = routes;
            this.hosts = hosts;
            this.sizes = sizes;
        }

        /** Accepts a head or refuses it. */
        Head read(HttpRequest message) throws ProblemException {
            checkDecoded(message.decoderResult(), sizes);
            HttpHeaders headers = message.headers();
            checkVersion(message.protocolVersion());
            String target = target(message);
            checkCoding(message.headers());
            int question = target.indexOf('?');
            String path = path(question < 0 ? target : target.substring(0, question));
            Route route = routes.find(message.method().name(), path);
            if (question >= 0 && question < target.length() - 1) {
                throw new ProblemException(Problem.queryString(path));
            }
            Format format = format(route, path, headers);
            long bodyLength = bodyLength(route, path, message);
            boolean waits = waitsToContinue(message);
            return new Head(message.method().name(), path, headers, route, format, bodyLength, waits);
        }

        /** The path of a target after its host was checked: the one in the target before the one in the header. */
        private String target(HttpRequest message) throws ProblemException {
            List<String> named = message.headers().getAll(HttpHeaderNames.HOST);
            if (named.size() > 1) {
                throw new ProblemException(Problem.invalidRequest("the request has more than one Host header"));
            }
            String target = message.uri();
            if (target.regionMatches(true, 0, "http://", 0, 7)) {
                int slash = target.indexOf('/', 7);
                int end = slash < 0 ? target.length() : slash;
                hosts.check(target.substring(7, end));
                return slash < 0 ? "/" : target.substring(slash);
            }
            if (named.size() == 1) {
                hosts.check(named.get(0).strip());
            } else if (!message.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
                throw new ProblemException(Problem.invalidRequest("the request has no Host header"));
            }
            if (!target.startsWith("/")) {
                throw new ProblemException(Problem.invalidRequest("the request's target does not begin with /"));
            }
            return target;
        }

        private long bodyLength(Route route, String path, HttpRequest message) throws ProblemException {
            HttpHeaders headers = message.headers();
            boolean chunked = headers.contains(HttpHeaderNames.TRANSFER_ENCODING);
            String length = headers.get(HttpHeaderNames.CONTENT_LENGTH);
            long bytes = chunked ? -1 : length == null ? 0 : Long.parseLong(length.strip());
            if (!route.takesBody()) {
                if (bytes != 0) {
                    throw new ProblemException(Problem.invalidRequest(path + " takes no body"));
                }
                return 0;
            }
            route.check(headers);
            if (bytes > sizes.body()) {
                throw new ProblemException(Problem.bodyTooLarge(sizes.body()));
            }
            return bytes;
        }
    }

    /** The format to tell a problem in when there may be no accepted head. */
    static Format problemFormat(HttpHeaders headers, List<Format> offers) {
        return Accept.of(headers.getAll(HttpHeaderNames.ACCEPT)).forProblem(offers);
    }

    /** Refuses what the decoder could not read. */
    static void checkDecoded(DecoderResult result, HttpSettings.Sizes sizes) throws ProblemException {
        if (result.isSuccess()) {
            return;
        }
        Throwable cause = result.cause();
        if (cause instanceof TooLongHttpLineException) {
            throw new ProblemException(Problem.lineTooLong(sizes.line()));
        }
        if (cause instanceof TooLongHttpHeaderException) {
            throw new ProblemException(Problem.headerTooLarge(sizes.header()));
        }
        throw new ProblemException(Problem.invalidRequest("the request cannot be read as HTTP/1.1"));
    }

    private static void checkVersion(HttpVersion version) throws ProblemException {
        if (!version.protocolName().equals("HTTP") || version.majorVersion() != 1) {
            throw new ProblemException(Problem.unsupportedVersion(version.text()));
        }
    }

    /**
     * Refuses codings other than chunked. Where a body ends is clear by now: the decoder takes neither two lengths, nor a
     * length beside a coding, nor a coding in HTTP/1.0 (RFC 9112, 6.1 and 6.3).
     */
    private static void checkCoding(HttpHeaders headers) throws ProblemException {
        String coding = headers.get(HttpHeaderNames.TRANSFER_ENCODING);
        if (coding != null && !coding.strip().equalsIgnoreCase("chunked")) {
            throw new ProblemException(Problem.transferCoding(coding));
        }
    }

    private static String path(String raw) throws ProblemException {
        try {
            return new QueryStringDecoder(raw).path();
        } catch (IllegalArgumentException malformed) {
            throw new ProblemException(Problem.invalidRequest("the path has a % that no two hex digits follow"));
        }
    }

    private static Format format(Route route, String path, HttpHeaders headers) throws ProblemException {
        List<String> fields = headers.getAll(HttpHeaderNames.ACCEPT);
        Format format = Accept.of(fields).best(route.offers());
        if (format == null) {
            throw new ProblemException(Problem.notAcceptable(path, String.join(", ", fields), route.offers()));
        }
        return format;
    }

    private static boolean waitsToContinue(HttpRequest message) throws ProblemException {
        String expectation = message.headers().get(HttpHeaderNames.EXPECT);
        if (expectation == null || message.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
            return false;
        }
        if (!expectation.strip().equalsIgnoreCase("100-continue")) {
            throw new ProblemException(Problem.expectationFailed(expectation));
        }
        return true;
    }
}
