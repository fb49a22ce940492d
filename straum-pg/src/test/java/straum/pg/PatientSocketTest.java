package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PatientSocketTest {
    private final ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final Socket socket = new PatientSocket();

    PatientSocketTest() throws IOException {}

    @AfterEach
    void close() throws IOException {
        PatientSocket.lookFor(1);
        socket.close();
        listening.close();
    }

    @Test
    void aLookTakesAsLongAsItIsToldToAndOtherReadsAsLongAsTheyAre() throws IOException {
        PatientSocket.lookFor(700);
        socket.setSoTimeout(1);
        assertThat(socket.getSoTimeout()).isEqualTo(700);
        socket.setSoTimeout(30_000);
        assertThat(socket.getSoTimeout()).isEqualTo(30_000);
        PatientSocket.lookFor(1);
        socket.setSoTimeout(1);
        assertThat(socket.getSoTimeout()).isEqualTo(1);
    }

    @Test
    void theEndOfTheStreamIsAnException() throws IOException {
        socket.connect(listening.getLocalSocketAddress());
        try (Socket server = listening.accept()) {
            server.getOutputStream().write('x');
        }
        byte[] bytes = new byte[8];
        assertThat(socket.getInputStream().read(bytes)).isEqualTo(1);
        assertThatThrownBy(() -> socket.getInputStream().read(bytes)).isInstanceOf(EOFException.class);
    }
}
