package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a connection says of itself and will speak, before anything is said. */
class TlsSocketsTest {
    private static SSLSocket socket(String dsn, String host, Socket plain) throws IOException, DsnException {
        Properties properties = passed(dsn);
        return (SSLSocket) new TlsSockets(properties).createSocket(plain, host, 5432, true);
    }

    private static Properties passed(String dsn) throws DsnException {
        Properties properties = new Properties();
        Dsn.read("host=h sslmode=require " + dsn, Map.of("HOME", "/nowhere"))
                .tls()
                .pass("require", properties);
        return properties;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "| TLSv1.2 TLSv1.3",
                "ssl_min_protocol_version=TLSv1.3 | TLSv1.3",
                "ssl_min_protocol_version=TLSv1 | TLSv1.2 TLSv1.3",
                "ssl_max_protocol_version=TLSv1.2 | TLSv1.2",
                "ssl_min_protocol_version=TLSv1.2 ssl_max_protocol_version=TLSv1.3 | TLSv1.2 TLSv1.3",
            })
    void noVersionIsSpokenThatIsNotAllowed(String dsn, String versions) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket plain = new Socket(server.getInetAddress(), server.getLocalPort());
                SSLSocket socket = socket(dsn == null ? "" : dsn, "localhost", plain)) {
            assertThat(socket.getSSLParameters().getProtocols()).containsExactly(versions.split(" "));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "| db.example | db.example",
                "| localhost | localhost",
                "sslsni=1 | localhost | localhost",
                "sslsni=0 | db.example |",
                "| 127.0.0.1 |",
                "| ::1 |",
                "| [::1] |",
            })
    void theServerIsToldItsNameUnlessItIsAnAddress(String dsn, String host, String told) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket plain = new Socket(server.getInetAddress(), server.getLocalPort());
                SSLSocket socket = socket(dsn == null ? "" : dsn, host, plain)) {
            assertThat(socket.getSSLParameters().getServerNames())
                    .extracting(name -> ((SNIHostName) name).getAsciiName())
                    .isEqualTo(told == null ? Arrays.asList() : Arrays.asList(told));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"| postgres", "sslnegotiation=postgres | postgres", "sslnegotiation=direct | direct"})
    void tlsBeginsAsAskedFor(String dsn, String negotiation) throws DsnException {
        assertThat(passed(dsn == null ? "" : dsn)).containsEntry("sslNegotiation", negotiation);
    }
}
