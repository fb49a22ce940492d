package straum.notation;

import java.util.List;
import java.util.Set;
import straum.domain.value.Place;

/**
 * Finds the quote that was forgotten: a text that lacks its end goes on to where the next one begins, lines later, and what is
 * within that one stands directly behind it as words. So what cannot be read is told of that, and the fault lies here.
 */
final class Unclosed {
    /** What may stand directly behind a quote that closes. */
    private static final Set<String> BEHIND = Set.of(")", ",", ";", "::", "=", "<>", "!=", "<", "<=", ">", ">=", ".");

    private Unclosed() {}

    /**
     * The refusal of a text, at the quote that was forgotten if one seems to have been, else as it is.
     *
     * @param tokens of the text, up to what is refused at least
     */
    static Refusal refusal(Refusal refusal, List<Token> tokens) {
        Token first = null;
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            boolean isQuoted = token.source().startsWith("'") || token.source().startsWith("\"");
            Place end = isQuoted ? end(token) : token.place();
            boolean isTorn =
                    isQuoted && (i + 1 == tokens.size() ? refusal.place().equals(end) : isTorn(tokens.get(i + 1), end));
            if (!isTorn) {
                continue;
            }
            if (first == null || first.place().line() < token.place().line()) {
                first = token;
            }
            if (end.line() > token.place().line()) {
                return first.equals(token) ? unclosed(token, end) : odd(first);
            }
        }
        return refusal;
    }

    private static Refusal unclosed(Token token, Place end) {
        String quote = token.source().substring(0, 1);
        return new Refusal(
                token.place(),
                (quote.equals("'") ? "the text" : "the quoted name") + " is not closed in its line",
                "it goes on to line " + end.line() + ", column " + (end.column() - 1)
                        + ", where another seems to begin: close it with " + quote);
    }

    /** The one that goes on is not the first of its line that another one seems to lie behind. */
    private static Refusal odd(Token first) {
        return new Refusal(
                first.place(),
                "from here on the line has a quote too few, or one too many",
                "each text is closed, and a quote within one is written twice: 'it''s'");
    }

    private static boolean isTorn(Token next, Place end) {
        return next.place().equals(end) && next.kind() != Token.Kind.END && !BEHIND.contains(next.text());
    }

    /** Where the token ends: the place behind it. */
    private static Place end(Token token) {
        String source = token.source();
        int line = token.place().line();
        int column = token.place().column();
        for (int at = 0; at < source.length(); at += Character.charCount(source.codePointAt(at))) {
            boolean isLineEnd = Place.isLineEnd(source, at);
            line += isLineEnd ? 1 : 0;
            column = isLineEnd ? 1 : column + 1;
        }
        return new Place(line, column);
    }
}
