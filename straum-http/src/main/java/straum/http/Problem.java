package straum.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import straum.app.Outcome;
import straum.domain.ask.AskException;
import straum.domain.ask.NearestName;
import straum.domain.value.Excerpt;
import straum.domain.value.Place;

/**
 * Why a request is not answered, and the one map from errors to status and type: a problem detail of RFC 9457 for
 * programs, and for people the same as text with the line at fault and a caret under the place.
 *
 * @param status of HTTP
 * @param type a stable name, told as {@code urn:straum:} and it
 * @param detail one sentence on what happened
 * @param where the place in the query; null when no query is at fault
 * @param hint what to do instead; null where the detail says it
 * @param headers of the response
 */
record Problem(
        int status,
        String type,
        String detail,
        @Nullable Where where,
        @Nullable String hint,
        Map<String, String> headers) {
    /** A place in a query. */
    record Where(String query, Place place) {}

    private static final int BUSY_RETRY_SECONDS = 1;

    Problem {
        headers = Map.copyOf(headers);
    }

    private static Problem of(int status, String type, String detail) {
        return new Problem(status, type, detail, null, null, Map.of());
    }

    private Problem withHint(String text) {
        return new Problem(status, type, detail, where, text, headers);
    }

    private Problem withHeader(String name, String value) {
        return new Problem(status, type, detail, where, hint, Map.of(name, value));
    }

    /** A request that HTTP does not allow. */
    static Problem invalidRequest(String detail) {
        return of(400, "invalid-request", detail);
    }

    /** A body that is no ask. */
    static Problem invalidBody(String detail) {
        return of(400, "invalid-body", detail);
    }

    /** A query string where none is taken. */
    static Problem queryString(String path) {
        return of(400, "invalid-request", path + " takes no query string")
                .withHint("the form of the answer is chosen by the Accept header");
    }

    /** A query beyond the limit. */
    static Problem queryTooLong(long bytes, int limit) {
        return of(400, "query-too-long", "the query has " + bytes + " bytes, and at most " + limit + " are read")
                .withHint("pass long lists of values as parameters");
    }

    /** A refused ask. */
    static Problem refused(AskException refusal, String query) {
        Place place = refusal.place();
        return new Problem(
                400,
                refusal.error().type(),
                refusal.error().message(),
                place == null ? null : new Where(query, place),
                refusal.error().hint(),
                Map.of());
    }

    /** An ask that has no answer. */
    static Problem unanswerable(Outcome.Unanswerable outcome) {
        return outcome.tooLarge()
                ? of(400, "answer-too-large", outcome.message())
                : of(422, "unanswerable", outcome.message());
    }

    /** An answer longer than all that may be held of answers at once: it would never be less busy. */
    static Problem answerTooLong(long bytes, long limit) {
        return of(400, "answer-too-large", "the answer takes " + bytes + " bytes, and at most " + limit + " are held")
                .withHint("ask for fewer rows or columns at once, by LIMIT and OFFSET or by a narrower range");
    }

    /** No path of this server. */
    static Problem unknownPath(String path) {
        return of(404, "unknown-path", "there is nothing at " + path)
                .withHint("there are POST /ask, and GET /views, /views/NAME, /status, /readyz and /livez");
    }

    /** No view of that name. */
    static Problem unknownView(String name, List<String> views) {
        String nearest = NearestName.of(name, views);
        return of(404, "unknown-view", "there is no view named " + name)
                .withHint(
                        nearest == null
                                ? "the views are " + String.join(", ", views)
                                : "did you mean " + nearest + "?");
    }

    /** A method the path does not take. */
    static Problem methodNotAllowed(String method, String path, List<String> allowed) {
        return of(405, "method-not-allowed", path + " takes " + String.join(", ", allowed) + ", not " + method)
                .withHeader("Allow", String.join(", ", allowed));
    }

    /** No format that the client takes. */
    static Problem notAcceptable(String path, String accept, List<Format> offered) {
        List<String> types = offered.stream().map(Format::mediaType).toList();
        return of(406, "not-acceptable", path + " answers " + String.join(" or ", types) + ", not " + accept);
    }

    /** A request that takes too long to arrive. */
    static Problem requestTimeout(Duration limit) {
        return of(408, "request-timeout", "the request did not arrive whole within " + seconds(limit));
    }

    /** A body beyond the limit. */
    static Problem bodyTooLarge(int limit) {
        return of(413, "body-too-large", "the body has more than " + limit + " bytes");
    }

    /** A request line beyond the limit. */
    static Problem lineTooLong(int limit) {
        return of(414, "target-too-long", "the request line has more than " + limit + " bytes");
    }

    /** A body of a type that cannot be read. */
    static Problem unsupportedMediaType(String detail, String accepted) {
        return of(415, "unsupported-media-type", detail)
                .withHint("send one of " + accepted + ", with curl by -H 'Content-Type: application/sql'")
                .withHeader("Accept", accepted);
    }

    /** A body that is compressed. */
    static Problem unsupportedEncoding(String encoding) {
        return of(415, "unsupported-media-type", "the body is encoded as " + encoding + ", which is not read")
                .withHeader("Accept-Encoding", "identity");
    }

    /** An expectation other than {@code 100-continue}. */
    static Problem expectationFailed(String expectation) {
        return of(417, "expectation-failed", "the expectation " + expectation + " cannot be met");
    }

    /** A request for another host. */
    static Problem misdirected(String host) {
        return of(421, "misdirected", "this server listens on the loopback address and is not " + host)
                .withHint("send the request to localhost, or listen on another address");
    }

    /** Header fields beyond the limit. */
    static Problem headerTooLarge(int limit) {
        return of(431, "header-too-large", "the header fields have more than " + limit + " bytes");
    }

    /** An exception that nobody expected; what it was is in the log. */
    static Problem internal() {
        return of(500, "internal", "the request failed by a fault of Straum's own, which is in its log");
    }

    /** A transfer coding other than chunked. */
    static Problem transferCoding(String coding) {
        return of(501, "not-implemented", "the transfer coding " + coding + " is not read, only chunked");
    }

    /** Nothing loaded. */
    static Problem notReady(Outcome.NotReady outcome) {
        return of(503, "not-ready", outcome.reason())
                .withHeader("Retry-After", Integer.toString(Math.max(1, outcome.retryAfterSeconds())));
    }

    /** Not ready, for whoever asks whether it is. */
    static Problem notReady(String reason) {
        return of(503, "not-ready", reason);
    }

    /** More at once than the limit; what, in the plural. */
    static Problem busy(String what) {
        return busyWith("too many " + what + " at once");
    }

    /** Work whose turn has not come in time: others were before it, or a commit is being applied, or the machine is slow. */
    static Problem late(String what, Duration after) {
        return busyWith("no turn has come within " + after.toMillis() + " ms, of all " + what
                + ": there are too many at once, a large commit is being applied, or the machine has too little time");
    }

    private static Problem busyWith(String detail) {
        return of(503, "busy", detail).withHeader("Retry-After", Integer.toString(BUSY_RETRY_SECONDS));
    }

    /** An LSN that was not applied in time. */
    static Problem notReached(String detail) {
        return of(504, "not-reached", detail);
    }

    /** Another version of HTTP. */
    static Problem unsupportedVersion(String version) {
        return of(505, "unsupported-version", version + " is not spoken, HTTP/1.1 is");
    }

    /** The type in words, the same for every problem of the type (RFC 9457, 3.1.3). */
    String title() {
        return Character.toUpperCase(type.charAt(0)) + type.substring(1).replace('-', ' ');
    }

    /** The response that tells it. */
    Reply reply(Format format) {
        byte[] body = format == Format.JSON ? json() : text().getBytes(StandardCharsets.UTF_8);
        return Reply.of(status, format.problemType(), headers, body);
    }

    private byte[] json() {
        ByteArrayOutputStream out = new ByteArrayOutputStream(256);
        try (JsonGenerator json = Json.FACTORY.createGenerator(out)) {
            json.writeStartObject();
            json.writeStringField("type", "urn:straum:" + type);
            json.writeStringField("title", title());
            json.writeNumberField("status", status);
            json.writeStringField("detail", detail);
            if (where != null) {
                json.writeNumberField("line", where.place().line());
                json.writeNumberField("column", where.place().column());
            }
            if (hint != null) {
                json.writeStringField("hint", hint);
            }
            json.writeEndObject();
            json.writeRaw('\n');
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }

    private String text() {
        StringBuilder text = new StringBuilder(detail).append('\n');
        if (where != null) {
            Place place = where.place();
            text.append("line ")
                    .append(place.line())
                    .append(", column ")
                    .append(place.column())
                    .append(":\n");
            text.append(Excerpt.of(where.query(), place)).append('\n');
        }
        if (hint != null) {
            text.append("hint: ").append(hint).append('\n');
        }
        return text.toString();
    }

    private static String seconds(Duration duration) {
        return duration.toMillis() / 1000.0 + " s";
    }
}
