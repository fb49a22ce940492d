package straum.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClientTest {
    private TinyServer server;

    @BeforeEach
    void start() throws IOException {
        server = new TinyServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void anAskIsPostedWithItsParameters() throws Exception {
        server.answer("/ask", 200, " events\n");
        String query = "SELECT events FROM \"Usage\" WHERE kind = $1\nAND bucket >= $2";

        try (Client.Response response = new Client(server.url())
                .ask(query, List.of("pür\"chase", "2026-11-13T00:00:00Z"), Client.Format.TABLE)) {
            assertThat(response.isOk()).isTrue();
            assertThat(text(response)).isEqualTo(" events\n");
        }
        assertThat(server.asked())
                .containsExactly(new TinyServer.Asked(
                        "POST /ask",
                        "text/plain",
                        "{\"query\":\"SELECT events FROM \\\"Usage\\\" WHERE kind = $1\\nAND bucket >= $2\","
                                + "\"params\":[\"pür\\\"chase\",\"2026-11-13T00:00:00Z\"]}"));
    }

    @Test
    void theQueryAnAskStandsForIsAskedFor() throws Exception {
        server.answer("/ask", 200, "SELECT count(*);\n");

        try (Client.Response response = new Client(server.url()).sql("SELECT events", List.of("x"))) {
            assertThat(text(response)).isEqualTo("SELECT count(*);\n");
        }
        assertThat(server.asked())
                .containsExactly(new TinyServer.Asked(
                        "POST /ask",
                        "application/sql, text/plain;q=0.5",
                        "{\"query\":\"SELECT events\",\"params\":[\"x\"]}"));
    }

    @Test
    void aRefusalIsAResponseLikeAnyOther() throws Exception {
        server.answer("/ask", 400, "there is no view named x\n");

        try (Client.Response response = new Client(server.url()).ask("SELECT", List.of(), Client.Format.JSON)) {
            assertThat(response.isOk()).isFalse();
            assertThat(text(response)).isEqualTo("there is no view named x\n");
        }
    }

    @Test
    void theOthersAreGotInTheFormatAskedFor() throws Exception {
        Client client = new Client(server.url());

        client.views(Client.Format.JSON).close();
        client.view("Größe/1 a", Client.Format.TABLE).close();
        client.status(Client.Format.TABLE).close();

        assertThat(server.asked())
                .containsExactly(
                        new TinyServer.Asked("GET /views", "application/json", ""),
                        new TinyServer.Asked("GET /views/Gr%C3%B6%C3%9Fe%2F1%20a", "text/plain", ""),
                        new TinyServer.Asked("GET /status", "text/plain", ""));
    }

    @Test
    void aPathInTheUrlComesFirst() throws Exception {
        new Client(URI.create(server.url() + "/behind/a/proxy/"))
                .status(Client.Format.TABLE)
                .close();

        assertThat(server.asked())
                .first()
                .extracting(TinyServer.Asked::request)
                .isEqualTo("GET /behind/a/proxy/status");
    }

    @Test
    void aPortNobodyListensOnIsNamed() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Client client = new Client(URI.create("http://127.0.0.1:" + port));

        assertThatThrownBy(() -> client.status(Client.Format.TABLE))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("nothing answers at http://127.0.0.1:" + port);
    }

    private static String text(Client.Response response) throws IOException {
        return new String(response.body().readAllBytes(), StandardCharsets.UTF_8);
    }
}
