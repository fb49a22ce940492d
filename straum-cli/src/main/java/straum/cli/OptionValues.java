package straum.cli;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the values of options that are more than a text or a number, and says what a wrong one should have been. */
final class OptionValues {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,12})\\s*(ms|s|m|h)");
    private static final Pattern ADDRESS = Pattern.compile("(?:\\[([0-9A-Fa-f:.%]+)]|([^\\[\\]:/\\s]+)):(\\d{1,5})");

    private OptionValues() {}

    /** Makes a command line read them. */
    static void register(CommandLine commandLine) {
        commandLine.registerConverter(ByteSize.class, ByteSize::parse);
        commandLine.registerConverter(Duration.class, OptionValues::duration);
        commandLine.registerConverter(InetSocketAddress.class, OptionValues::address);
        commandLine.registerConverter(URI.class, OptionValues::url);
    }

    /**
     * Reads a whole number and a unit: ms, s, m or h.
     *
     * @throws TypeConversionException when the text is no duration
     */
    static Duration duration(String text) {
        Matcher written = DURATION.matcher(text.strip());
        if (!written.matches()) {
            throw new TypeConversionException(
                    "'" + text + "' is not a duration: write a whole number and ms, s, m or h, as 30s");
        }
        long count = Long.parseLong(written.group(1));
        return switch (written.group(2)) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            default -> Duration.ofHours(count);
        };
    }

    /**
     * Reads {@code host:port} or {@code [ipv6]:port}, and looks the host up.
     *
     * @throws TypeConversionException when the text is no address
     */
    static InetSocketAddress address(String text) {
        Matcher written = ADDRESS.matcher(text.strip());
        int port = written.matches() ? Integer.parseInt(written.group(3)) : -1;
        if (port < 0 || port > 65_535) {
            throw new TypeConversionException(
                    "'" + text + "' is not an address: write HOST:PORT, as 127.0.0.1:7878 or [::1]:7878");
        }
        String host = written.group(1) != null ? written.group(1) : written.group(2);
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new TypeConversionException("there is no host named " + host);
        }
        return address;
    }

    /**
     * The name of something in PostgreSQL, as it stands in the catalog and not as SQL writes it.
     *
     * <p>PostgreSQL would cut a longer one where it stands in SQL, and not find it where it is compared.
     */
    static final class Name implements ITypeConverter<String> {
        private static final int MOST_BYTES = 63;

        /** @throws TypeConversionException when nothing can have that name */
        @Override
        public String convert(String text) {
            if (text.isEmpty() || text.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
                throw new TypeConversionException("'" + text + "' is no name: one has 1 to " + MOST_BYTES + " bytes");
            }
            return text;
        }
    }

    /** An address as {@link #address} reads it. */
    static String text(InetSocketAddress address) {
        String host = address.getHostString();
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    /**
     * Reads the address of a running Straum: its scheme, host and port, and where a proxy stands in front the path.
     *
     * @throws TypeConversionException when the text is no such URL
     */
    static URI url(String text) {
        try {
            URI url = new URI(text.strip());
            boolean http = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
            if (http && url.getHost() != null && url.getRawQuery() == null && url.getRawFragment() == null) {
                return url;
            }
        } catch (URISyntaxException e) {
            throw new TypeConversionException("'" + text + "' is not a URL: " + e.getReason());
        }
        throw new TypeConversionException("'" + text + "' is not a URL of a Straum, as http://127.0.0.1:7878");
    }
}
