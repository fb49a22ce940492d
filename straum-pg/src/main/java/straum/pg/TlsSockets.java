package straum.pg;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.postgresql.PGProperty;

/** Puts {@link Tls} over the driver's sockets. Public because the driver makes it, by its name. */
public final class TlsSockets extends SSLSocketFactory {
    private final Tls tls;
    private final SSLSocketFactory made;

    /**
     * For one connection.
     *
     * @param properties the driver's, with what {@link Tls#pass} added
     * @throws DsnException when a file is missing or cannot be read
     */
    public TlsSockets(Properties properties) throws DsnException {
        tls = Tls.passed(properties);
        made = tls.context(properties.getProperty(PGProperty.SSL_MODE.getName(), "verify-full"))
                .getSocketFactory();
    }

    @Override
    public Socket createSocket(Socket plain, String host, int port, boolean autoClose) throws IOException {
        SSLSocket socket = (SSLSocket) made.createSocket(plain, host, port, autoClose);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setProtocols(tls.protocols().toArray(String[]::new));
        // The driver keeps the brackets of an IPv6 address.
        boolean isAddress = host.startsWith("[") || Host.isAddress(host);
        // Java itself names a host only where its name has a dot in it; an address is never named (RFC 6066).
        parameters.setServerNames(
                tls.isNamed() && !isAddress
                        ? List.of(new SNIHostName(host.getBytes(StandardCharsets.UTF_8)))
                        : List.of());
        socket.setSSLParameters(parameters);
        return socket;
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return made.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return made.getSupportedCipherSuites();
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException("TLS is put over a socket that is connected");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException("TLS is put over a socket that is connected");
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw new UnsupportedOperationException("TLS is put over a socket that is connected");
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException("TLS is put over a socket that is connected");
    }
}
