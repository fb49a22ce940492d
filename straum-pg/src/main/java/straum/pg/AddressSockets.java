package straum.pg;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Objects;
import java.util.Properties;
import javax.net.SocketFactory;

/**
 * Connects the driver's sockets to one address, whatever the host's name would lead to: the driver itself tries but the
 * first address of a name. Public because the driver makes it, by its name.
 */
public final class AddressSockets extends SocketFactory {
    private static final String PREFIX = "straum.address.";
    private static final String HOST = PREFIX + "host";
    private static final String PORT = PREFIX + "port";
    private static final String MILLIS = PREFIX + "millis";

    private final InetSocketAddress address;
    private final int timeoutMillis;
    private final Keepalive keepalive;

    /**
     * For one connection.
     *
     * @param properties the driver's, with what {@link #pass} added
     * @throws IOException when the address is none
     */
    public AddressSockets(Properties properties) throws IOException {
        address = new InetSocketAddress(
                InetAddress.getAllByName(property(HOST, properties))[0], Integer.parseInt(property(PORT, properties)));
        timeoutMillis = Integer.parseInt(property(MILLIS, properties));
        keepalive = Keepalive.passed(properties);
    }

    private static String property(String name, Properties properties) {
        return Objects.requireNonNull(properties.getProperty(name), name);
    }

    /**
     * Has the driver connect so.
     *
     * @param timeoutMillis how long connecting may take; 0 for as long as it takes
     */
    static void pass(InetAddress address, int port, int timeoutMillis, Keepalive keepalive, Properties properties) {
        properties.setProperty("socketFactory", AddressSockets.class.getName());
        properties.setProperty(HOST, address.getHostAddress());
        properties.setProperty(PORT, "" + port);
        properties.setProperty(MILLIS, "" + timeoutMillis);
        keepalive.pass(properties);
    }

    /** A socket that is connected already: the driver then leaves it so. */
    @Override
    public Socket createSocket() throws IOException {
        Socket socket = new PatientSocket();
        try {
            keepalive.apply(socket);
            socket.connect(address, timeoutMillis);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException("the driver connects by itself");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException("the driver connects by itself");
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw new UnsupportedOperationException("the driver connects by itself");
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException("the driver connects by itself");
    }
}
