package straum.pg;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import straum.app.SourceException;
import straum.app.SourceException.Kind;

/** The addresses that were tried in vain, and why each was. Mutable; for one thread. */
final class Tried {
    /** By host, then by reason: the addresses, none where there was none to try. */
    private final Map<Host, Map<String, List<String>>> failures = new LinkedHashMap<>();

    private @Nullable Throwable last;

    /** One more, with the driver's exception where there was one. */
    void add(Host host, @Nullable InetAddress address, String why, @Nullable Throwable cause) {
        List<String> addresses = failures.computeIfAbsent(host, each -> new LinkedHashMap<>())
                .computeIfAbsent(why, each -> new ArrayList<>());
        if (address != null) {
            addresses.add(address.getHostAddress());
        }
        last = cause == null ? last : cause;
    }

    /** What to say of them all: each host once, each reason once with the addresses it is of. */
    SourceException failure() {
        List<String> parts = new ArrayList<>();
        failures.forEach((host, reasons) -> reasons.forEach((why, addresses) -> {
            boolean isPlain = addresses.isEmpty() || Host.isAddress(host.name());
            parts.add(host.label() + (isPlain ? "" : " (" + String.join(", ", addresses) + ")") + ": " + why);
        }));
        String message = "cannot connect to PostgreSQL at " + String.join("; ", parts);
        return last == null ? new SourceException(Kind.LOST, message) : new SourceException(Kind.LOST, message, last);
    }
}
