package straum.cli.differential;

import java.util.Locale;
import java.util.regex.Pattern;

/** Names and literals as PostgreSQL and Straum both read them. */
final class Sql {
    /** The names that need no quotes: the plain ones of {@link Schema} alone, so that every other is quoted. */
    private static final Pattern PLAIN = Pattern.compile("[a-z]_[a-z0-9_]+|id|app|public");

    private Sql() {}

    static String name(String name) {
        return PLAIN.matcher(name).matches() ? name : '"' + name.replace("\"", "\"\"") + '"';
    }

    static String text(String value) {
        return '\'' + value.replace("'", "''") + '\'';
    }

    /** A string of JSON. */
    static String json(String value) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ') {
                out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                out.append(c == '"' || c == '\\' ? "\\" : "").append(c);
            }
        }
        return out.append('"').toString();
    }
}
