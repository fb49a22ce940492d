package straum.cli.testing;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.app.Lsn;

/** Asks a Straum over HTTP, as a program would. Thread-safe. */
public final class AskClient {
    private static final JsonFactory JSON = new JsonFactory();
    private static final String WAIT_SECONDS = "30";

    private final InetSocketAddress address;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** A client of the Straum that serves there. */
    public AskClient(InetSocketAddress address) {
        this.address = address;
    }

    /** What a server answered: the status, the body as text, and where it is an answer to an ask its two positions. */
    public record Reply(
            int status,
            String body,
            @Nullable String lsn,
            @Nullable String asOf) {}

    /** The answer to an ask, whose parameters are JSON as it is. */
    public Answered ask(String query, List<String> parameters) {
        return answered(query, parameters, null);
    }

    /** The answer to an ask once everything up to the position is in it, waited for at most 30 seconds. */
    public Answered askAt(Lsn least, String query, List<String> parameters) {
        return answered(query, parameters, least);
    }

    private Answered answered(String query, List<String> parameters, @Nullable Lsn least) {
        Reply reply = reply(query, parameters, least);
        if (reply.status() != 200) {
            throw new AssertionError(reply.status() + " to " + query + " " + parameters + "\n" + reply.body());
        }
        return Answered.read(reply.body());
    }

    /** The same, whatever is answered. */
    public Reply reply(String query, List<String> parameters, @Nullable Lsn least) {
        HttpRequest.Builder request =
                request("/ask").header("Content-Type", "application/json").header("Accept", "application/json");
        if (least != null) {
            request.header("Straum-Min-LSN", least.toString()).header("Prefer", "wait=" + WAIT_SECONDS);
        }
        return send(request.POST(HttpRequest.BodyPublishers.ofString(body(query, parameters))));
    }

    /** The query that an ask is to PostgreSQL. */
    public Reply printed(String query, List<String> parameters) {
        return send(request("/ask")
                .header("Content-Type", "application/json")
                .header("Accept", "application/sql")
                .POST(HttpRequest.BodyPublishers.ofString(body(query, parameters))));
    }

    /** What a path answers to a GET, in that media type. */
    public Reply get(String path, String accept) {
        return send(request(path).header("Accept", accept).GET());
    }

    /** What {@code /ask} answers to that body, of that media type, as text. */
    public Reply post(String contentType, String body) {
        return send(request("/ask")
                .header("Content-Type", contentType)
                .header("Accept", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + address.getPort() + path));
    }

    private Reply send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = response(request.build());
            return new Reply(
                    response.statusCode(),
                    response.body(),
                    response.headers().firstValue("Straum-LSN").orElse(null),
                    response.headers().firstValue("Straum-As-Of").orElse(null));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while asking", e);
        }
    }

    /**
     * The JDK's pool closes a connection that it gave away a moment ago, when the response comes before its reader has been
     * exchanged, as on a busy machine. Nothing of Straum's is wrong then, and an ask may be asked again.
     */
    private HttpResponse<String> response(HttpRequest request) throws IOException, InterruptedException {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            if (!isByPool(e)) {
                throw e;
            }
            return http.send(request, BodyHandlers.ofString());
        }
    }

    private static boolean isByPool(@Nullable Throwable thrown) {
        return thrown != null
                && ("connection closed locally".equals(thrown.getMessage()) || isByPool(thrown.getCause()));
    }

    private static String body(String query, List<String> parameters) {
        StringWriter body = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(body)) {
            json.writeStartObject();
            json.writeStringField("query", query);
            json.writeArrayFieldStart("params");
            for (String parameter : parameters) {
                json.writeRawValue(parameter);
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return body.toString();
    }
}
