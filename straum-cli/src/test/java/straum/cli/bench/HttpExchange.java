package straum.cli.bench;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A request and its answer.
 *
 * @param request as it was sent
 * @param fields the header fields of the answer
 * @param body the answer's, without chunks
 */
record HttpExchange(byte[] request, List<String> fields, byte[] body) {
    /** The answer as bytes; its body is as long as a field says. */
    byte[] answer() {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        String head = "HTTP/1.1 200 OK\r\n" + String.join("\r\n", fields) + "\r\n\r\n";
        answer.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
        answer.writeBytes(body);
        return answer.toByteArray();
    }
}
