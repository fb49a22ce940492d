package straum.pg;

import java.net.InetAddress;

/** One address of a host that can be connected to. */
record HostAddress(Host host, InetAddress address) {
    /** Where it is, for people: {@code name:port}, with the address where that is another than the name. */
    String label() {
        return Host.isAddress(host.name()) ? host.label() : host.label() + " (" + address.getHostAddress() + ")";
    }
}
