package straum.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Asks a running Straum, one request after another. For one thread at a time. */
final class Client {
    /** How the server is to write what it answers. */
    enum Format {
        /** An aligned table, for people. */
        TABLE("text/plain"),
        /** JSON, for programs. */
        JSON("application/json");

        private final String mediaType;

        Format(String mediaType) {
            this.mediaType = mediaType;
        }
    }

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final JsonFactory JSON = new JsonFactory();

    private final URI url;
    private final HttpClient http;

    /** A client of the Straum at that URL. Nothing is sent before the first request. */
    Client(URI url) {
        this.url = url;
        // Without the version the JDK asks every server on plain HTTP to go over to HTTP/2.
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_TIMEOUT)
                .build();
    }

    /** What a server answered: the status, and the body as it comes, which whoever takes it closes. */
    record Response(int status, InputStream body) implements AutoCloseable {
        /** Whether the request was answered, and the body is what was asked for. */
        boolean isOk() {
            return status == 200;
        }

        @Override
        public void close() throws IOException {
            body.close();
        }
    }

    /** Where it sends its requests. */
    URI url() {
        return url;
    }

    /**
     * Sends an ask.
     *
     * @param parameters {@code $1} first, each as its column's type reads its text
     * @throws CommandFailure when no Straum answers there
     * @throws InterruptedException when the thread is interrupted: the connection is closed, and the server gives the
     *     ask up
     */
    Response ask(String query, List<String> parameters, Format format) throws CommandFailure, InterruptedException {
        return post(request("/ask", format), query, parameters);
    }

    /**
     * Has PostgreSQL's query printed that an ask stands for. A refusal is for people.
     *
     * @param parameters as of {@link #ask}
     * @throws CommandFailure when no Straum answers there
     */
    Response sql(String query, List<String> parameters) throws CommandFailure, InterruptedException {
        return post(request("/ask", "application/sql, text/plain;q=0.5"), query, parameters);
    }

    private Response post(HttpRequest.Builder request, String query, List<String> parameters)
            throws CommandFailure, InterruptedException {
        return send(request.header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(askBody(query, parameters))));
    }

    /**
     * Gets what the views hold.
     *
     * @throws CommandFailure when no Straum answers there
     */
    Response views(Format format) throws CommandFailure, InterruptedException {
        return send(request("/views", format).GET());
    }

    /**
     * Gets the newest rows of a view.
     *
     * @throws CommandFailure when no Straum answers there
     */
    Response view(String name, Format format) throws CommandFailure, InterruptedException {
        String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
        return send(request("/views/" + encoded, format).GET());
    }

    /**
     * Gets the running state.
     *
     * @throws CommandFailure when no Straum answers there
     */
    Response status(Format format) throws CommandFailure, InterruptedException {
        return send(request("/status", format).GET());
    }

    private HttpRequest.Builder request(String path, Format format) {
        return request(path, format.mediaType);
    }

    private HttpRequest.Builder request(String path, String accept) {
        String base = url.toString();
        String joined = (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path;
        return HttpRequest.newBuilder(URI.create(joined)).header("Accept", accept);
    }

    private Response send(HttpRequest.Builder request) throws CommandFailure, InterruptedException {
        try {
            HttpResponse<InputStream> response = http.send(request.build(), BodyHandlers.ofInputStream());
            return new Response(response.statusCode(), response.body());
        } catch (ConnectException | HttpConnectTimeoutException e) {
            throw CommandFailure.failed(
                    "nothing answers at " + url + ": is straum run running there?" + " --url or STRAUM_URL says where");
        } catch (IOException e) {
            String cause = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw CommandFailure.failed("the request to " + url + " failed: " + cause);
        }
    }

    /** The body of {@code POST /ask}. */
    static String askBody(String query, List<String> parameters) {
        StringWriter body = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(body)) {
            json.writeStartObject();
            json.writeStringField("query", query);
            json.writeArrayFieldStart("params");
            for (String parameter : parameters) {
                json.writeString(parameter);
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("a string refused what was written to it", e);
        }
        return body.toString();
    }
}
