package straum.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OutputTest {
    private final ByteArrayOutputStream answers = new ByteArrayOutputStream();
    private final ByteArrayOutputStream refusals = new ByteArrayOutputStream();
    private final Output output = new Output(answers, refusals);

    @Test
    void anAnswerGoesToTheOneStreamByteByByte() throws Exception {
        assertThat(output.print(response(200, "\u00fcber\n"))).isZero();

        assertThat(answers.toString(StandardCharsets.UTF_8)).isEqualTo("\u00fcber\n");
        assertThat(refusals.size()).isZero();
    }

    @Test
    void aRefusalGoesToTheOther() throws Exception {
        assertThat(output.print(response(503, "loading\n"))).isEqualTo(1);

        assertThat(refusals.toString(StandardCharsets.UTF_8)).isEqualTo("loading\n");
        assertThat(answers.size()).isZero();
    }

    @Test
    void anAnswerIsEndedByANewlineWhereTheServerWroteNone() throws Exception {
        output.print(response(200, "{}"));

        assertThat(answers.toString(StandardCharsets.UTF_8)).isEqualTo("{}\n");
    }

    @Test
    void anEmptyAnswerStaysEmpty() throws Exception {
        assertThat(output.print(response(200, ""))).isZero();

        assertThat(answers.size()).isZero();
    }

    @Test
    void aReaderThatWentAwayIsNoMessage() throws Exception {
        assertThat(new Output(failing("Broken pipe"), refusals).print(response(200, "a")))
                .isEqualTo(1);
    }

    @Test
    void anAnswerThatCannotBeWrittenIsSaidSo() {
        assertThatThrownBy(() -> new Output(failing("No space left on device"), refusals).print(response(200, "a")))
                .isInstanceOf(CommandFailure.class)
                .hasMessage("the answer could not be written: No space left on device");
    }

    @Test
    void anAnswerThatBreaksOffIsSaidSo() {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("connection reset");
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                return read();
            }
        };

        assertThatThrownBy(() -> output.print(new Client.Response(200, broken)))
                .isInstanceOf(CommandFailure.class)
                .hasMessage("the answer broke off: connection reset");
    }

    private static Client.Response response(int status, String body) {
        return new Client.Response(status, new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
    }

    private static OutputStream failing(String message) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(message);
            }
        };
    }
}
