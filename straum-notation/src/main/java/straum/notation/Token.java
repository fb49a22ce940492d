package straum.notation;

import straum.domain.value.Place;

/**
 * One token of a text, as PostgreSQL's scanner cuts it (manual, 4.1).
 *
 * @param text what it means: a word folded to lower case, a quoted name or text without its quotes, a parameter's digits,
 *     otherwise the token as written
 * @param source the token as written
 */
record Token(Kind kind, String text, String source, Place place) {
    /** What a token is. */
    enum Kind {
        /** A keyword or a name without quotes. */
        WORD,
        /** A name in double quotes. */
        QUOTED,
        /** A text in single quotes or between dollars. */
        TEXT,
        /** A number without a sign. */
        NUMBER,
        /** {@code $n}. */
        PARAMETER,
        /** An operator or a mark. */
        SYMBOL,
        /** What ends the statement: its semicolon, or the end of the text. */
        END
    }

    private static final int SHOWN = 40;

    /** Whether it is the keyword, given in lower case, in whatever spelling. */
    boolean isWord(String word) {
        return kind == Kind.WORD && text.equals(word);
    }

    /** Whether it is the operator or mark. */
    boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    /** For messages: the token as written, cut where it is long. */
    String shown() {
        if (kind == Kind.END) {
            return source.isEmpty() ? "the end of the text" : "the end of the statement";
        }
        return cut(source);
    }

    /** For messages: that it stands where nothing reads it. */
    String unread() {
        return shown() + (kind == Kind.END ? " comes too early" : " is not read here");
    }

    /** For messages: the beginning of a text, in one line and not too long. */
    static String cut(String text) {
        String line = text.lines().findFirst().orElse("");
        int shown = Math.min(SHOWN, line.codePointCount(0, line.length()));
        String beginning = line.substring(0, line.offsetByCodePoints(0, shown));
        return beginning.length() == text.length() ? text : beginning + "…";
    }
}
