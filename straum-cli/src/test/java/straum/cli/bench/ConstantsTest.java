package straum.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What answers a constant in the benchmark answers what it was given, again and again, as Straum's client reads it. */
class ConstantsTest {
    private static final HttpExchange CONSTANT = new HttpExchange(
            HttpSocket.ask("SELECT 1"),
            List.of("content-type: application/json", "content-length: 3"),
            "[1]".getBytes(StandardCharsets.UTF_8));

    @Test
    void aBareNettyAnswersTheBytesAndFieldsItWasGiven() throws Exception {
        try (BareNetty netty = new BareNetty(CONSTANT)) {
            assertAnswers(netty.client());
        }
    }

    @Test
    void aPlainSocketAnswersTheBytesAndFieldsItWasGiven() throws Exception {
        try (PlainSocket socket = new PlainSocket(CONSTANT)) {
            assertAnswers(socket.client());
        }
    }

    private static void assertAnswers(HttpSocket client) throws IOException {
        for (int i = 0; i < 3; i++) {
            List<String> fields = new ArrayList<>();
            assertThat(client.exchange(CONSTANT.request(), fields::add)).isEqualTo(CONSTANT.body());
            assertThat(fields).containsExactlyElementsOf(CONSTANT.fields());
        }
    }
}
