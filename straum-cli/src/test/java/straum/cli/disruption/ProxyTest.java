package straum.cli.disruption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The tests' network disturbs what it is told to, and nothing else. */
class ProxyTest {
    private static final int SHORT_MILLIS = 100;

    private final ServerSocket listening = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    private final Proxy proxy = Proxy.to(listening.getLocalPort());
    private Socket client;
    private Socket server;

    ProxyTest() throws IOException {}

    @BeforeEach
    void connect() throws IOException {
        client = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        server = listening.accept();
        client.setSoTimeout(10_000);
        send("hello");
        assertThat(receive(5)).isEqualTo("hello");
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        server.close();
        proxy.close();
        listening.close();
        assertThat(proxy.connections()).isZero();
    }

    private void send(String text) throws IOException {
        server.getOutputStream().write(text.getBytes());
    }

    private String receive(int length) throws IOException {
        return new String(client.getInputStream().readNBytes(length));
    }

    @Test
    void aCutIsAnEnd() throws IOException {
        proxy.cut();

        assertThat(client.getInputStream().read()).isEqualTo(-1);
        assertThat(server.getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void aResetIsAnError() {
        proxy.reset();

        assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
    }

    @Test
    void aCutAfterBytesComesInTheMidstOfAMessage() throws IOException {
        proxy.cutAfter(3);
        send("message");

        assertThat(receive(7)).isEqualTo("mes");
    }

    @Test
    void whatIsStalledComesOnceItIsCarriedAgain() throws IOException {
        proxy.stallAfter(3);
        send("message");
        assertThat(receive(3)).isEqualTo("mes");
        Awaitility.await().until(proxy::isStalled);
        assertNothingComes();

        proxy.carry();

        assertThat(receive(4)).isEqualTo("sage");
    }

    @Test
    void whatIsSwallowedIsLostAndNobodyIsTold() throws IOException {
        proxy.swallow();
        send("message");
        server.close();
        assertNothingComes();
        assertThat(client.isClosed()).isFalse();

        proxy.carry();

        assertThat(client.getInputStream().read()).isEqualTo(-1);
    }

    private void assertNothingComes() throws IOException {
        client.setSoTimeout(SHORT_MILLIS);
        assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        client.setSoTimeout(10_000);
    }

    @Test
    void whatIsDelayedComes() throws IOException {
        proxy.delay(20);
        send("message");

        assertThat(receive(7)).isEqualTo("message");
    }

    @Test
    void whoeverIsRefusedMayConnectLaterAtTheSamePort() throws IOException {
        proxy.refuse();
        assertThat(client.getInputStream().read()).isEqualTo(-1);
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), proxy.port()))
                .isInstanceOf(ConnectException.class);

        proxy.acceptAgain();

        try (Socket again = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
            assertThat(again.isConnected()).isTrue();
        }
    }

    @Test
    void anEndIsPassedOn() throws IOException {
        server.close();

        assertThat(client.getInputStream().read()).isEqualTo(-1);
        Awaitility.await().until(() -> proxy.connections() == 0);
    }

    @Test
    void newConnectionsGoWhereItLeadsTo() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            proxy.leadTo(other.getLocalPort());
            try (Socket second = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
                    Socket reached = other.accept()) {
                reached.getOutputStream().write('x');
                assertThat(second.getInputStream().read()).isEqualTo('x');
            }
            send("message");
            assertThat(receive(7)).isEqualTo("message");
        }
    }

    @Test
    void aConnectionForReplicationMayGoElsewhere() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            proxy.leadReplicationTo(other.getLocalPort());
            String first = "\0\3\0\0user\0me\0";
            try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
                    Socket replication = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
                begin(plain, first);
                begin(replication, first + "replication\0database\0");
                try (Socket reached = listening.accept();
                        Socket elsewhere = other.accept()) {
                    assertThat(reached.getInputStream().readNBytes(4 + first.length() + 1))
                            .asString()
                            .endsWith(first + "\0");
                    assertThat(elsewhere.getInputStream().readNBytes(4 + first.length() + 21))
                            .asString()
                            .contains("replication");
                }
            }
        }
    }

    /** Asks for TLS as libpq does, and goes on without. */
    private static void begin(Socket socket, String message) throws IOException {
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(8);
        out.writeInt(80877103);
        assertThat(socket.getInputStream().read()).isEqualTo('N');
        out.writeInt(4 + message.length() + 1);
        out.writeBytes(message + "\0");
    }
}
