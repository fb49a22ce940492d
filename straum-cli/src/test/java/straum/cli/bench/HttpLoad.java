package straum.cli.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The same ask again and again on connections that are kept, each of which asks anew once it is answered; by one thread of
 * {@code wrk}, or where that is not on the path of this process.
 */
final class HttpLoad {
    private static final Pattern RATE = Pattern.compile("Requests/sec:\\s*([0-9.]+)");
    private static final Pattern FAILED = Pattern.compile("Non-2xx or 3xx responses.*|Socket errors.*");

    private final @Nullable String wrk = Programs.onPath("wrk");
    private final int connections;
    private final String body;

    HttpLoad(int connections, String body) {
        this.connections = connections;
        this.body = body;
    }

    /** Who asks. */
    String name() {
        return wrk == null ? "a generator in the same process" : "`wrk` with one thread";
    }

    /** The answers a second, over so many seconds. */
    double rate(InetSocketAddress address, byte[] request, int seconds) throws IOException, InterruptedException {
        if (wrk == null) {
            return SelectorLoad.rate(address, request, connections, seconds);
        }
        Path script = Files.createTempFile("ask", ".lua");
        try {
            Files.writeString(
                    script,
                    "wrk.method = 'POST'\nwrk.headers['Content-Type'] = 'application/json'\n"
                            + "wrk.headers['Accept'] = 'application/json'\nwrk.body = [==[" + body + "]==]\n",
                    StandardCharsets.UTF_8);
            return read(Programs.run(
                    wrk,
                    "-t1",
                    "-c" + connections,
                    "-d" + seconds + "s",
                    "-s",
                    script.toString(),
                    "http://127.0.0.1:" + address.getPort() + "/ask"));
        } finally {
            Files.delete(script);
        }
    }

    private static double read(String printed) throws IOException {
        Matcher rate = RATE.matcher(printed);
        if (FAILED.matcher(printed).find() || !rate.find()) {
            throw new IOException("wrk: " + printed);
        }
        return Double.parseDouble(rate.group(1));
    }
}
