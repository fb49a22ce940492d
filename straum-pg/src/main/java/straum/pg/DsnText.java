package straum.pg;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The three ways to write a connection string, each to its parameters by libpq's names. Messages name a part of the text
 * only where it cannot be the password.
 */
final class DsnText {
    /** What pgjdbc calls what libpq calls otherwise. */
    private static final Map<String, String> JDBC_NAMES = Map.of(
            "applicationname", "application_name",
            "connecttimeout", "connect_timeout",
            "channelbinding", "channel_binding");

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

    /** What follows {@code postgresql://} (RFC 3986; PostgreSQL manual, 32.1.1.2). */
    private static Map<String, String> uri(String text) throws DsnException {
        Map<String, String> parameters = new LinkedHashMap<>();
        int query = text.indexOf('?');
        String before = query < 0 ? text : text.substring(0, query);
        int slash = before.indexOf('/');
        String authority = slash < 0 ? before : before.substring(0, slash);
        String database = slash < 0 ? "" : before.substring(slash + 1);
        int at = authority.indexOf('@');
        if (at >= 0) {
            String login = authority.substring(0, at);
            int colon = login.indexOf(':');
            parameters.put("user", decode(colon < 0 ? login : login.substring(0, colon)));
            if (colon >= 0) {
                parameters.put("password", decode(login.substring(colon + 1)));
            }
        }
        hostAndPort(authority.substring(at + 1), parameters);
        parameters.put("dbname", decode(database));
        if (query >= 0) {
            query(text.substring(query + 1), false, parameters);
        }
        parameters.values().removeIf(String::isEmpty);
        return parameters;
    }

    private static void hostAndPort(String text, Map<String, String> parameters) throws DsnException {
        if (text.indexOf('@') >= 0) {
            throw new DsnException("the connection string has an @ too many: write one in a user or password as %40");
        }
        if (text.indexOf(',') >= 0) {
            throw new DsnException(
                    "the connection string names several hosts (" + text + "): Straum follows one server");
        }
        int end = text.length();
        if (text.startsWith("[")) {
            int close = text.indexOf(']');
            if (close < 0 || (close + 1 < end && text.charAt(close + 1) != ':')) {
                throw new DsnException("the address " + text + " has no ] after its IPv6 address");
            }
            parameters.put("host", text.substring(1, close));
            parameters.put("port", close + 1 < end ? text.substring(close + 2) : "");
            return;
        }
        int colon = text.indexOf(':');
        parameters.put("host", decode(colon < 0 ? text : text.substring(0, colon)));
        parameters.put("port", colon < 0 ? "" : text.substring(colon + 1));
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
                String key = name.toLowerCase(Locale.ROOT);
                name = JDBC_NAMES.getOrDefault(key, key.equals("sslmode") ? key : name);
            }
            if (name.equals("ssl")) {
                // libpq and pgjdbc read it alike, for each other's sake.
                if (!value.equals("true")) {
                    throw new DsnException("ssl can only be true: write sslmode=disable for a connection without TLS");
                }
                parameters.put("sslmode", "require");
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
            hostAndPort(slash < 0 ? before.substring(2) : before.substring(2, slash), parameters);
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
