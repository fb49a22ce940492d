package straum.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Which hosts a request may name. A server on the loopback address answers to the names of the loopback alone, so that a
 * page from elsewhere whose name is made to lead here (DNS rebinding) gets nothing; one on another address answers to any.
 */
final class Hosts {
    private final boolean any;
    private final Set<String> names;

    private Hosts(boolean any, Set<String> names) {
        this.any = any;
        this.names = names;
    }

    /** The hosts of a server that listens there. */
    static Hosts of(InetSocketAddress listen) {
        InetAddress address = listen.getAddress();
        if (address == null || !address.isLoopbackAddress()) {
            return new Hosts(true, Set.of());
        }
        String literal = address.getHostAddress();
        return new Hosts(
                false,
                Set.copyOf(List.of(
                        "localhost",
                        "127.0.0.1",
                        "[::1]",
                        address instanceof Inet6Address ? "[" + literal + "]" : literal,
                        listen.getHostString().toLowerCase(Locale.ROOT))));
    }

    /**
     * Checks a host with or without a port, as {@code Host} names it.
     *
     * @throws ProblemException when it is none of ours
     */
    void check(String host) throws ProblemException {
        if (!any && !names.contains(withoutPort(host).toLowerCase(Locale.ROOT))) {
            throw new ProblemException(Problem.misdirected(host.isEmpty() ? "a host without a name" : host));
        }
    }

    private static String withoutPort(String host) {
        int colon = host.lastIndexOf(':');
        boolean port = colon >= 0
                && colon > host.lastIndexOf(']')
                && host.substring(colon + 1).chars().allMatch(c -> c >= '0' && c <= '9');
        return port ? host.substring(0, colon) : host;
    }
}
