package straum.domain.testing.model;

/** LIKE as the manual, 9.7.1, has it: a percent sign for any text, an underscore for any character, a backslash before both. */
final class Like {
    private Like() {}

    static boolean matches(String text, String pattern) {
        return matches(text.codePoints().toArray(), 0, pattern.codePoints().toArray(), 0);
    }

    private static boolean matches(int[] text, int at, int[] pattern, int from) {
        if (from == pattern.length) {
            return at == text.length;
        }
        if (pattern[from] == '%') {
            for (int rest = at; rest <= text.length; rest++) {
                if (matches(text, rest, pattern, from + 1)) {
                    return true;
                }
            }
            return false;
        }
        boolean escaped = pattern[from] == '\\';
        int next = escaped ? from + 1 : from;
        boolean one = at < text.length && ((!escaped && pattern[next] == '_') || text[at] == pattern[next]);
        return one && matches(text, at + 1, pattern, next + 1);
    }
}
