package straum.cli.bench;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * One connection to a Straum, kept, that sends requests made before as bytes: the client costs as little as one can. Knows
 * as much of HTTP as Straum's answers have. Not thread-safe.
 */
final class HttpSocket implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final StringBuilder line = new StringBuilder();

    HttpSocket(InetSocketAddress address) throws IOException {
        socket = new Socket(address.getAddress(), address.getPort());
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream(), 64 << 10);
        out = socket.getOutputStream();
    }

    /** The bytes of an ask, whose query needs no escapes in JSON. */
    static byte[] ask(String query, String... texts) {
        return ask(query, List.of(), texts);
    }

    /** The same with header fields of one's own. */
    static byte[] ask(String query, List<String> fields, String... texts) {
        String body = body(query, texts);
        StringBuilder head = new StringBuilder("POST /ask HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + "Content-Type: application/json\r\nAccept: application/json\r\n");
        fields.forEach(field -> head.append(field).append("\r\n"));
        head.append("Content-Length: ").append(body.length()).append("\r\n\r\n").append(body);
        return head.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** The body of an ask with parameters that are texts. */
    static String body(String query, String... texts) {
        StringBuilder body = new StringBuilder("{\"query\":\"").append(query).append("\",\"params\":[");
        for (int i = 0; i < texts.length; i++) {
            body.append(i == 0 ? "\"" : ",\"").append(texts[i]).append('"');
        }
        return body.append("]}").toString();
    }

    /** Sends a request and reads its answer; the answer's body. */
    byte[] exchange(byte[] request) throws IOException {
        return exchange(request, field -> {});
    }

    /**
     * The same.
     *
     * @param fields is told the header fields of the answer
     */
    byte[] exchange(byte[] request, Consumer<String> fields) throws IOException {
        out.write(request);
        String status = readLine();
        int length = -1;
        for (String field = readLine(); !field.isEmpty(); field = readLine()) {
            fields.accept(field);
            String lower = field.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(lower.substring(15).strip());
            }
        }
        byte[] body = length >= 0 ? read(length) : readChunks();
        if (!status.startsWith("HTTP/1.1 200 ")) {
            throw new IOException(status + ": " + new String(body, StandardCharsets.UTF_8));
        }
        return body;
    }

    private byte[] readChunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = chunkSize(); size > 0; size = chunkSize()) {
            body.write(read(size));
            readLine();
        }
        readLine();
        return body.toByteArray();
    }

    private int chunkSize() throws IOException {
        return Integer.parseInt(readLine(), 16);
    }

    private byte[] read(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the answer ends in its middle");
        }
        return bytes;
    }

    private String readLine() throws IOException {
        line.setLength(0);
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the connection ended");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
