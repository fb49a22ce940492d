package straum.pg;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The three ways to write a connection string, each to its parameters by libpq's names. Messages name a part of the text
 * only where it cannot be the password.
 */
final class DsnText {
    /** What pgjdbc calls what libpq calls otherwise. */
    private static final Map<String, String> JDBC_NAMES = Map.ofEntries(
            Map.entry("applicationname", "application_name"),
            Map.entry("connecttimeout", "connect_timeout"),
            Map.entry("channelbinding", "channel_binding"),
            Map.entry("gssencmode", "gssencmode"),
            Map.entry("kerberosservername", "krbsrvname"),
            Map.entry("loadbalancehosts", "load_balance_hosts"),
            Map.entry("requireauth", "require_auth"),
            Map.entry("sslmode", "sslmode"),
            Map.entry("sslnegotiation", "sslnegotiation"),
            Map.entry("targetservertype", "target_session_attrs"),
            Map.entry("tcpkeepalive", "keepalives"));

    /** The values of those that pgjdbc has other words for. */
    private static final Map<String, Map<String, String>> JDBC_VALUES = Map.of(
            "load_balance_hosts", Map.of("true", "random", "false", "disable"),
            "keepalives", Map.of("true", "1", "false", "0"),
            "target_session_attrs",
                    Map.of(
                            "master", "primary",
                            "preferPrimary", "primary",
                            "secondary", "standby",
                            "slave", "standby",
                            "preferSecondary", "prefer-standby",
                            "preferSlave", "prefer-standby"));

    private DsnText() {}

    /** The parameters of a connection string, as written; none for an empty one. */
    static Map<String, String> parse(String text) throws DsnException {
        if (text.isEmpty()) {
            return Map.of();
        }
        if (text.startsWith("jdbc:postgresql:")) {
            return jdbc(text.substring("jdbc:postgresql:".length()));
        }
        if (text.startsWith("postgresql://") || text.startsWith("postgres://")) {
            return uri(text.substring(text.indexOf("://") + 3));
        }
        int scheme = text.indexOf("://");
        if (scheme > 0 && text.substring(0, scheme).matches("[A-Za-z][A-Za-z0-9+.:-]*")) {
            throw new DsnException(
                    "a connection string begins with postgresql://, this one with " + text.substring(0, scheme + 3));
        }
        if (text.indexOf('=') < 0) {
            throw new DsnException("not a connection string: write postgresql://user@host:port/database,"
                    + " or host=... dbname=... user=...");
        }
        return pairs(text);
    }

    /**
     * What follows {@code postgresql://} (PostgreSQL manual, 32.1.1.2). As in libpq a user and password end at the first @,
     * if no / comes before it, whatever else is in them.
     */
    private static Map<String, String> uri(String text) throws DsnException {
        Map<String, String> parameters = new LinkedHashMap<>();
        int at = text.indexOf('@');
        int firstSlash = text.indexOf('/');
        boolean hasLogin = at >= 0 && (firstSlash < 0 || at < firstSlash);
        if (hasLogin) {
            String login = text.substring(0, at);
            int colon = login.indexOf(':');
            parameters.put("user", decode(colon < 0 ? login : login.substring(0, colon)));
            if (colon >= 0) {
                parameters.put("password", decode(login.substring(colon + 1)));
            }
        }
        String place = hasLogin ? text.substring(at + 1) : text;
        int query = place.indexOf('?');
        String before = query < 0 ? place : place.substring(0, query);
        int slash = before.indexOf('/');
        hosts(slash < 0 ? before : before.substring(0, slash), parameters);
        parameters.put("dbname", decode(slash < 0 ? "" : before.substring(slash + 1)));
        if (query >= 0) {
            query(place.substring(query + 1), false, parameters);
        }
        parameters.values().removeIf(String::isEmpty);
        return parameters;
    }

    /** Reads {@code host:port,host:port}; each may lack its port, or be an IPv6 address in brackets. */
    private static void hosts(String text, Map<String, String> parameters) throws DsnException {
        if (text.indexOf('@') >= 0) {
            throw new DsnException("the connection string has an @ too many: write one in a user or password as %40");
        }
        List<String> names = new ArrayList<>();
        List<String> ports = new ArrayList<>();
        for (String host : text.split(",", -1)) {
            int close = host.startsWith("[") ? host.indexOf(']') : -1;
            if (host.startsWith("[") && (close < 0 || !host.substring(close + 1).matches("(:.*)?"))) {
                throw new DsnException("the address " + host + " has no ] after its IPv6 address");
            }
            int colon = host.indexOf(':', close + 1);
            names.add(decode(close > 0 ? host.substring(1, close) : colon < 0 ? host : host.substring(0, colon)));
            String port = colon < 0 ? "" : host.substring(colon + 1);
            if (!port.matches("[0-9]*")) {
                // Not the port itself: it may be the beginning of a password.
                throw new DsnException("the port is not a number after the host " + names.get(names.size() - 1)
                        + ": write a / in a user or password as %2F, an @ as %40");
            }
            ports.add(port);
        }
        // As libpq: a list without any port, or any name, is as good as none.
        parameters.put("host", names.stream().allMatch(String::isEmpty) ? "" : String.join(",", names));
        parameters.put("port", ports.stream().allMatch(String::isEmpty) ? "" : String.join(",", ports));
    }

    private static void query(String text, boolean jdbc, Map<String, String> parameters) throws DsnException {
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (pair.isEmpty()) {
                continue;
            }
            if (equals <= 0) {
                throw new DsnException("the connection string's parameters are written name=value after the ?");
            }
            String name = decode(pair.substring(0, equals));
            String value = decode(jdbc ? pair.substring(equals + 1).replace('+', ' ') : pair.substring(equals + 1));
            if (jdbc) {
                name = JDBC_NAMES.getOrDefault(name.toLowerCase(Locale.ROOT), name);
                value = JDBC_VALUES.getOrDefault(name, Map.of()).getOrDefault(value, value);
            }
            if (name.equals("ssl")) {
                if (!value.equals("true")) {
                    throw new DsnException("ssl can only be true: write sslmode=disable for a connection without TLS");
                }
                // To pgjdbc it says verify-full, where sslmode says nothing; to libpq, require.
                if (jdbc) {
                    parameters.putIfAbsent("sslmode", "verify-full");
                } else {
                    parameters.put("sslmode", "require");
                }
            } else {
                parameters.put(name, value);
            }
        }
    }

    /** What follows {@code jdbc:postgresql:}: {@code //host:port/database?...}, {@code /database} or {@code database}. */
    private static Map<String, String> jdbc(String text) throws DsnException {
        Map<String, String> parameters = new LinkedHashMap<>();
        int query = text.indexOf('?');
        String before = query < 0 ? text : text.substring(0, query);
        if (before.startsWith("//")) {
            int slash = before.indexOf('/', 2);
            hosts(slash < 0 ? before.substring(2) : before.substring(2, slash), parameters);
            before = slash < 0 ? "" : before.substring(slash);
        }
        String database = before.startsWith("/") ? before.substring(1) : before;
        parameters.put("dbname", decode(database.replace('+', ' ')));
        if (query >= 0) {
            query(text.substring(query + 1), true, parameters);
        }
        parameters.values().removeIf(String::isEmpty);
        return parameters;
    }

    private static String decode(String text) throws DsnException {
        if (text.indexOf('%') < 0) {
            return text;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] source = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < source.length; i++) {
            if (source[i] != '%') {
                bytes.write(source[i]);
                continue;
            }
            int high = i + 2 < source.length ? Character.digit(source[i + 1], 16) : -1;
            int low = i + 2 < source.length ? Character.digit(source[i + 2], 16) : -1;
            if (high < 0 || low < 0 || high + low == 0) {
                throw new DsnException("the connection string has a % that is not followed by two hexadecimal digits"
                        + " of a character: write a % itself as %25");
            }
            bytes.write(high << 4 | low);
            i += 2;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new DsnException("the connection string's percent-encoding is not UTF-8");
        }
    }

    /** {@code keyword = value ...} (PostgreSQL manual, 32.1.1.1). */
    private static Map<String, String> pairs(String text) throws DsnException {
        Map<String, String> parameters = new LinkedHashMap<>();
        int at = 0;
        while (at < text.length()) {
            int equals = text.indexOf('=', at);
            String name = (equals < 0 ? text.substring(at) : text.substring(at, equals)).strip();
            if (equals < 0 || !name.matches("[A-Za-z_]+")) {
                // Not the text itself: what stands where a keyword should may be the rest of a password with a space.
                throw new DsnException("the connection string has no keyword= "
                        + (parameters.isEmpty() ? "at its start" : "after the value of " + last(parameters))
                        + ": put a value that has spaces in single quotes");
            }
            at = value(text, skipSpaces(text, equals + 1), name, parameters);
            at = skipSpaces(text, at);
        }
        return parameters;
    }

    private static String last(Map<String, String> parameters) {
        String last = "";
        for (String name : parameters.keySet()) {
            last = name;
        }
        return last;
    }

    private static int skipSpaces(String text, int from) {
        int at = from;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    /** Reads one value, quoted or not, and answers where it ends. */
    private static int value(String text, int from, String name, Map<String, String> parameters) throws DsnException {
        boolean quoted = from < text.length() && text.charAt(from) == '\'';
        StringBuilder value = new StringBuilder();
        int at = quoted ? from + 1 : from;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (quoted ? c == '\'' : Character.isWhitespace(c)) {
                break;
            }
            if (c == '\\' && at + 1 < text.length()) {
                at++;
                c = text.charAt(at);
            }
            value.append(c);
            at++;
        }
        if (quoted && at == text.length()) {
            throw new DsnException("the connection string's value of " + name + " has no closing quote");
        }
        parameters.put(name, value.toString());
        return quoted ? at + 1 : at;
    }
}
