package straum.pg;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import jdk.net.ExtendedSocketOptions;

/**
 * How soon TCP itself notices that the other host is gone while we wait for it: the only thing that does while an answer
 * may take as long as it takes. By default within a minute.
 *
 * @param isOn whether the other host is asked at all
 * @param idleSeconds of silence before it is asked the first time; 0 for the system's own
 * @param intervalSeconds between asking and asking again; 0 for the system's own
 * @param count how often it may leave that unanswered; 0 for the system's own
 */
record Keepalive(boolean isOn, int idleSeconds, int intervalSeconds, int count) {
    private static final int IDLE_SECONDS = 30;
    private static final int INTERVAL_SECONDS = 10;
    private static final int COUNT = 3;

    private static final String PROPERTY = "straum.keepalive";

    /**
     * By libpq's parameters.
     *
     * @throws DsnException when one is no number
     */
    static Keepalive of(Map<String, String> given) throws DsnException {
        return new Keepalive(
                !"0".equals(given.get("keepalives")),
                number(given, "keepalives_idle", IDLE_SECONDS),
                number(given, "keepalives_interval", INTERVAL_SECONDS),
                number(given, "keepalives_count", COUNT));
    }

    private static int number(Map<String, String> given, String key, int byDefault) throws DsnException {
        String text = given.get(key);
        if (text == null) {
            return byDefault;
        }
        if (!text.matches("[0-9]{1,5}")) {
            throw new DsnException(key + " is " + text + ", and must be a whole number up to 99999");
        }
        return Integer.parseInt(text);
    }

    /** Adds itself to the driver's properties. */
    void pass(Properties properties) {
        properties.setProperty(
                PROPERTY, String.join(" ", "" + isOn, "" + idleSeconds, "" + intervalSeconds, "" + count));
    }

    /** What {@link #pass} passed on. */
    static Keepalive passed(Properties properties) {
        String[] parts = Objects.requireNonNull(properties.getProperty(PROPERTY), PROPERTY)
                .split(" ", -1);
        return new Keepalive(
                Boolean.parseBoolean(parts[0]),
                Integer.parseInt(parts[1]),
                Integer.parseInt(parts[2]),
                Integer.parseInt(parts[3]));
    }

    /** Sets a socket's options, as far as the system has them. */
    void apply(Socket socket) throws IOException {
        socket.setOption(StandardSocketOptions.SO_KEEPALIVE, isOn);
        if (isOn) {
            set(socket, ExtendedSocketOptions.TCP_KEEPIDLE, idleSeconds);
            set(socket, ExtendedSocketOptions.TCP_KEEPINTERVAL, intervalSeconds);
            set(socket, ExtendedSocketOptions.TCP_KEEPCOUNT, count);
        }
    }

    private static void set(Socket socket, SocketOption<Integer> option, int value) throws IOException {
        if (value > 0 && socket.supportedOptions().contains(option)) {
            socket.setOption(option, value);
        }
    }
}
