package straum.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Ask;
import straum.domain.ask.AskException;

/** {@code POST /ask}: reads the ask of the body, has it answered, and writes the answer; or the query it stands for. */
final class AskRoute implements Route {
    private static final String JSON = "application/json";
    private static final List<String> QUERY_ALONE = List.of("text/plain", "application/sql");
    private static final String ACCEPTED = "application/json, application/sql, text/plain";

    /** A body of no more bytes is read on the event loop. */
    private static final int SMALL_BODY = 4 << 10;

    private final Asks asks;
    private final ReadAsk reader;
    private final Answering answering;
    private final HttpSettings.Sizes sizes;

    /** A route that reads queries by the reader. */
    AskRoute(Asks asks, ReadAsk reader, Answering answering, HttpSettings.Sizes sizes) {
        this.asks = asks;
        this.reader = reader;
        this.answering = answering;
        this.sizes = sizes;
    }

    @Override
    public List<String> methods() {
        return List.of("POST");
    }

    @Override
    public List<Format> offers() {
        return Format.ASKS;
    }

    @Override
    public boolean takesBody() {
        return true;
    }

    @Override
    public void check(HttpHeaders headers) throws ProblemException {
        String encoding = headers.get(HttpHeaderNames.CONTENT_ENCODING);
        if (encoding != null && !encoding.strip().equalsIgnoreCase("identity")) {
            throw new ProblemException(Problem.unsupportedEncoding(encoding));
        }
        String field = headers.get(HttpHeaderNames.CONTENT_TYPE);
        String type = mediaType(field);
        if (!JSON.equals(type) && !QUERY_ALONE.contains(type)) {
            String what = field == null ? "the request names no Content-Type" : "a body of " + field + " is not read";
            throw new ProblemException(Problem.unsupportedMediaType(what, ACCEPTED));
        }
        String charset = charset(field);
        if (charset != null && !charset.equals("utf-8") && !charset.equals("us-ascii")) {
            throw new ProblemException(
                    Problem.unsupportedMediaType("a body in " + charset + " is not read, only UTF-8", ACCEPTED));
        }
    }

    @Override
    public CompletableFuture<Reply> answer(Request request) throws ProblemException {
        Reply atOnce = answerAtOnce(request);
        return atOnce == null
                ? answering.answer(request, () -> prepare(request))
                : CompletableFuture.completedFuture(atOnce);
    }

    /** The reply to a small ask whose text is known, made on the event loop: handing it over would cost more. Null for others. */
    private @Nullable Reply answerAtOnce(Request request) throws ProblemException {
        if (request.body().length > SMALL_BODY || request.format() == Format.SQL || Answering.waits(request)) {
            return null;
        }
        AskBody body = body(request);
        try {
            Ask ask = reader.readAtOnce(body.query(), body.parameters());
            return ask == null ? null : answering.answerAtOnce(request, body.query(), () -> asks.askAtOnce(ask));
        } catch (AskException refusal) {
            throw new ProblemException(Problem.refused(refusal, body.query()));
        }
    }

    private AskBody body(Request request) throws ProblemException {
        boolean json = JSON.equals(mediaType(request.headers().get(HttpHeaderNames.CONTENT_TYPE)));
        return json ? AskBody.json(request.body(), sizes) : AskBody.query(request.body(), sizes);
    }

    private Answering.Prepared prepare(Request request) throws ProblemException {
        AskBody body = body(request);
        try {
            Ask ask = reader.read(body.query(), body.parameters());
            boolean alone = request.format() == Format.SQL;
            return new Answering.Prepared(
                    body.query(), () -> alone ? asks.check(ask) : asks.ask(ask, request.gone()::isDone));
        } catch (AskException refusal) {
            throw new ProblemException(Problem.refused(refusal, body.query()));
        }
    }

    private static String mediaType(@Nullable String field) {
        List<String> parts = field == null ? List.of() : FieldList.split(field, ';');
        return parts.isEmpty() ? "" : parts.get(0).toLowerCase(Locale.ROOT);
    }

    private static @Nullable String charset(@Nullable String field) {
        for (String parameter : field == null ? List.<String>of() : FieldList.split(field, ';')) {
            if (parameter.regionMatches(true, 0, "charset=", 0, 8)) {
                return FieldList.unquote(parameter.substring(8)).toLowerCase(Locale.ROOT);
            }
        }
        return null;
    }
}
