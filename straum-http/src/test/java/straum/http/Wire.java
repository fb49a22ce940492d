package straum.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A client that sends whatever bytes it is told to, and reads responses one by one. */
final class Wire implements AutoCloseable {
    private static final int READ_TIMEOUT_MILLIS = 20_000;

    /** A response; header names in lower case. */
    record Response(int status, Map<String, String> headers, String body) {}

    private final Socket socket;
    private final InputStream in;

    Wire(InetSocketAddress address) throws IOException {
        this(address, 0);
    }

    /** A client whose kernel takes so many bytes before the program reads them; 0 for the usual. */
    Wire(InetSocketAddress address, int receiveBuffer) throws IOException {
        socket = new Socket();
        if (receiveBuffer > 0) {
            socket.setReceiveBufferSize(receiveBuffer);
        }
        socket.connect(address);
        socket.setSoTimeout(READ_TIMEOUT_MILLIS);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** Sends a text in Latin-1, with {@code \n} as CR LF. */
    Wire send(String text) throws IOException {
        return sendBytes(text.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    }

    Wire sendBytes(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    /** Closes the sending half. */
    Wire endSending() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** Goes as most do: the server is told that nothing more comes. */
    void leave() throws IOException {
        socket.close();
    }

    /** Goes without a goodbye: the server's kernel learns of it by a reset. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** The next response, whole. */
    Response read() throws IOException {
        return read(false);
    }

    /** The next response, which has no body when it answers a HEAD. */
    Response read(boolean headOnly) throws IOException {
        String[] statusLine = line().split(" ", 3);
        Map<String, String> headers = new TreeMap<>();
        for (String field = line(); !field.isEmpty(); field = line()) {
            int colon = field.indexOf(':');
            headers.put(
                    field.substring(0, colon).toLowerCase(Locale.ROOT),
                    field.substring(colon + 1).strip());
        }
        int status = Integer.parseInt(statusLine[1]);
        byte[] body;
        if (headOnly || status == 100) {
            body = new byte[0];
        } else if ("chunked".equals(headers.get("transfer-encoding"))) {
            body = chunks();
        } else if (headers.containsKey("content-length")) {
            body = exactly(Integer.parseInt(headers.get("content-length")));
        } else {
            body = in.readAllBytes();
        }
        return new Response(status, headers, new String(body, StandardCharsets.UTF_8));
    }

    /** Whether the server closes the connection without another byte. */
    boolean isEnded() throws IOException {
        return in.read() < 0;
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
            body.write(exactly(size));
            line();
        }
        line();
        return body.toByteArray();
    }

    private byte[] exactly(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException(bytes.length + " of " + length + " bytes");
        }
        return bytes;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("after \"" + line + "\"");
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
