package straum.cli.disruption;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** What a client of PostgreSQL says first (PostgreSQL manual, 54.2.1, 54.2.10 and 54.7). */
final class StartupMessage {
    private static final int LENGTH_BYTES = 4;
    /** Of a request for TLS or GSSAPI, which a code alone follows. */
    private static final int REQUEST_LENGTH = 8;

    private StartupMessage() {}

    /** Reads it off a client that has just connected; encryption that it asks for is refused, as by a server without it. */
    static byte[] of(Socket client) throws IOException {
        DataInputStream in = new DataInputStream(client.getInputStream());
        int length = in.readInt();
        while (length == REQUEST_LENGTH) {
            in.readInt();
            client.getOutputStream().write('N');
            length = in.readInt();
        }
        byte[] message = new byte[length];
        ByteBuffer.wrap(message).putInt(length);
        in.readFully(message, LENGTH_BYTES, length - LENGTH_BYTES);
        return message;
    }

    /** Whether it asks for a walsender. */
    static boolean isForReplication(byte[] message) {
        return new String(message, StandardCharsets.UTF_8).contains("\0replication\0database\0");
    }
}
