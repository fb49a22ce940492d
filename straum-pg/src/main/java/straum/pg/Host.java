package straum.pg;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One of the hosts that a connection string names.
 *
 * @param name what it is called: what its certificate and the password file are about; the address where it has no name
 * @param address where to connect instead of looking the name up; null to look it up
 * @param password null for none
 */
record Host(
        String name,
        @Nullable String address,
        int port,
        @Nullable String password) {
    private static final int DEFAULT_PORT = 5432;

    /** Tells the password of a host; null for none. */
    @FunctionalInterface
    interface Passwords {
        @Nullable String of(String name, int port) throws DsnException;
    }

    /**
     * The hosts of {@code host}, {@code hostaddr} and {@code port}, lists with commas each; one port does for all hosts
     * (PostgreSQL manual, 32.1.1.3).
     */
    static List<Host> list(Map<String, String> given, Passwords passwords) throws DsnException {
        List<String> names = split(given.get("host"));
        List<String> addresses = split(given.get("hostaddr"));
        List<String> ports = split(given.get("port"));
        int count = Math.max(1, Math.max(names.size(), addresses.size()));
        if (!names.isEmpty() && !addresses.isEmpty() && names.size() != addresses.size()) {
            throw new DsnException("there are " + names.size() + " host names and " + addresses.size()
                    + " addresses (hostaddr): give one of each for every host");
        }
        if (ports.size() > 1 && ports.size() != count) {
            throw new DsnException(
                    "there are " + ports.size() + " ports for " + count + " hosts: give one for each, or one for all");
        }
        List<Host> hosts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String address = addresses.isEmpty() || addresses.get(i).isEmpty() ? null : addresses.get(i);
            String named = names.isEmpty() ? "" : names.get(i);
            String name = !named.isEmpty() ? named : address == null ? "localhost" : address;
            if (name.startsWith("/") || name.startsWith("@")) {
                throw new DsnException(
                        "the host " + name + " is a Unix socket: Straum connects by TCP, give a host name");
            }
            if (address != null && !isAddress(address)) {
                throw new DsnException("hostaddr is " + address + ", and must be an IP address: host is for names");
            }
            int port = ports.isEmpty() ? DEFAULT_PORT : port(ports.get(ports.size() == 1 ? 0 : i));
            hosts.add(new Host(name, address, port, passwords.of(name, port)));
        }
        return List.copyOf(hosts);
    }

    private static List<String> split(@Nullable String list) {
        return list == null ? List.of() : List.of(list.split(",", -1));
    }

    /** Whether a text is an IP address and no name. */
    static boolean isAddress(String text) {
        return text.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}")
                || (text.indexOf(':') >= 0 && text.matches("[0-9A-Fa-f:.]+(%[A-Za-z0-9_.-]+)?"));
    }

    private static int port(String text) throws DsnException {
        if (text.isEmpty()) {
            return DEFAULT_PORT;
        }
        if (text.matches("[0-9]{1,5}")) {
            int port = Integer.parseInt(text);
            if (port >= 1 && port <= 65_535) {
                return port;
            }
        }
        throw new DsnException("the port is " + text + ", and must be a number from 1 to 65535");
    }

    /** Where it is, for people: {@code name:port}, an IPv6 address in brackets. */
    String label() {
        return (name.indexOf(':') >= 0 ? "[" + name + "]" : name) + ":" + port;
    }

    /** Without the password. */
    @Override
    public String toString() {
        return label();
    }
}
