package straum.http;

import java.util.ArrayList;
import java.util.List;

/** Reads the lists and parameters of header fields (RFC 9110, 5.6). */
final class FieldList {
    private FieldList() {}

    /**
     * The parts of a text between separators, trimmed and without the empty ones; a separator inside a quoted string
     * separates nothing.
     */
    static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        boolean quoted = false;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted && c == '\\') {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == separator && !quoted) {
                add(parts, text.substring(start, i));
                start = i + 1;
            }
        }
        add(parts, text.substring(start));
        return parts;
    }

    private static void add(List<String> parts, String part) {
        String trimmed = part.strip();
        if (!trimmed.isEmpty()) {
            parts.add(trimmed);
        }
    }

    /** A token as it is, or a quoted string without its quotes and backslashes. */
    static String unquote(String text) {
        if (text.length() < 2 || text.charAt(0) != '"' || text.charAt(text.length() - 1) != '"') {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 1; i < text.length() - 1; i++) {
            if (text.charAt(i) == '\\' && i < text.length() - 2) {
                i++;
            }
            out.append(text.charAt(i));
        }
        return out.toString();
    }
}
