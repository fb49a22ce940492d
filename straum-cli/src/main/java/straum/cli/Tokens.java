package straum.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The tokens of a text at the prompt, complete or not: enough of PostgreSQL's lexical rules (manual, 4.1) to find where a
 * statement ends and what the cursor stands in. Comments and white space are left out.
 */
final class Tokens {
    /** What a token is. */
    enum Kind {
        /** A keyword or a name without quotes. */
        WORD,
        /** A name in double quotes. */
        QUOTED,
        /** A text in single quotes or dollars. */
        STRING,
        /** A number, or a parameter as {@code $1}. */
        NUMBER,
        /** A run of operator characters, or a single {@code ( ) , ; .} and the like. */
        SYMBOL
    }

    /** One token, from {@code start} to {@code end}, exclusive, of the text. */
    record Token(Kind kind, String text, int start, int end) {
        /** Whether it is that keyword, written in capitals here, in any case there. */
        boolean is(String keyword) {
            return kind == Kind.WORD && text.equalsIgnoreCase(keyword);
        }

        /** Whether it is that symbol. */
        boolean isSymbol(String symbol) {
            return kind == Kind.SYMBOL && text.equals(symbol);
        }

        /** Whether it can be a name. */
        boolean isName() {
            return kind == Kind.WORD || kind == Kind.QUOTED;
        }

        /** The name it stands for: folded, or without its quotes. */
        String name() {
            if (kind != Kind.QUOTED) {
                return text.toLowerCase(Locale.ROOT);
            }
            boolean closed = text.length() > 1 && text.endsWith("\"");
            return text.substring(1, closed ? text.length() - 1 : text.length()).replace("\"\"", "\"");
        }
    }

    private static final String OPERATORS = "<>=!+-*/%|&^~#@";

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private boolean open;

    private Tokens(String text) {
        this.text = text;
    }

    /** The tokens of a text. */
    static Tokens of(String text) {
        Tokens tokens = new Tokens(text);
        while (tokens.at < text.length()) {
            tokens.next();
        }
        return tokens;
    }

    /** All tokens in order. */
    List<Token> all() {
        return tokens;
    }

    /** Whether the text ends inside quotes or a comment that nothing closes. */
    boolean isOpen() {
        return open;
    }

    private void next() {
        char c = text.charAt(at);
        if (Character.isWhitespace(c)) {
            at++;
        } else if (text.startsWith("--", at)) {
            int newline = text.indexOf('\n', at);
            at = newline < 0 ? text.length() : newline + 1;
        } else if (text.startsWith("/*", at)) {
            skipComment();
        } else if (c == '\'') {
            quoted(Kind.STRING, '\'');
        } else if (c == '"') {
            quoted(Kind.QUOTED, '"');
        } else if (isWordStart(c)) {
            run(Kind.WORD, Tokens::isWordPart);
        } else if (Character.isDigit(c)) {
            run(Kind.NUMBER, part -> isWordPart(part) || part == '.');
        } else if (c == '$') {
            dollar();
        } else if (OPERATORS.indexOf(c) >= 0) {
            run(Kind.SYMBOL, part -> OPERATORS.indexOf(part) >= 0);
        } else {
            add(Kind.SYMBOL, at + 1);
        }
    }

    /** Comments nest (manual, 4.1.5). */
    private void skipComment() {
        int depth = 0;
        do {
            if (text.startsWith("/*", at)) {
                depth++;
                at += 2;
            } else if (text.startsWith("*/", at)) {
                depth--;
                at += 2;
            } else {
                at++;
            }
        } while (depth > 0 && at < text.length());
        open = depth > 0;
    }

    /** A doubled quote stands for one inside. */
    private void quoted(Kind kind, char quote) {
        int end = at + 1;
        while (end < text.length()) {
            if (text.charAt(end) != quote) {
                end++;
            } else if (end + 1 < text.length() && text.charAt(end + 1) == quote) {
                end += 2;
            } else {
                add(kind, end + 1);
                return;
            }
        }
        open = true;
        add(kind, end);
    }

    /** A parameter, a text in dollars ({@code $tag$...$tag$}; manual, 4.1.2.4), or a dollar alone. */
    private void dollar() {
        int tag = at + 1;
        while (tag < text.length() && isWordPart(text.charAt(tag)) && text.charAt(tag) != '$') {
            tag++;
        }
        boolean digits = at + 1 < text.length() && Character.isDigit(text.charAt(at + 1));
        if (digits || tag == text.length() || text.charAt(tag) != '$') {
            add(Kind.NUMBER, Math.max(tag, at + 1));
            return;
        }
        String delimiter = text.substring(at, tag + 1);
        int close = text.indexOf(delimiter, tag + 1);
        open = close < 0;
        add(Kind.STRING, close < 0 ? text.length() : close + delimiter.length());
    }

    private void run(Kind kind, CharTest belongs) {
        int end = at + 1;
        while (end < text.length() && belongs.test(text.charAt(end))) {
            end++;
        }
        add(kind, end);
    }

    private void add(Kind kind, int end) {
        tokens.add(new Token(kind, text.substring(at, end), at, end));
        at = end;
    }

    private static boolean isWordStart(char c) {
        return Character.isLetter(c) || c == '_' || Character.isSurrogate(c);
    }

    private static boolean isWordPart(char c) {
        return isWordStart(c) || Character.isDigit(c) || c == '$';
    }

    @FunctionalInterface
    private interface CharTest {
        boolean test(char c);
    }
}
