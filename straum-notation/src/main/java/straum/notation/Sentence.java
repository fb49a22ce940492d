package straum.notation;

import java.util.List;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.Statement;
import org.jspecify.annotations.Nullable;
import straum.domain.value.Place;

/**
 * One statement, and how far a reader has come in it. A reader walks the parser's tree and takes, in the order of the text,
 * every token that what it understood is written with; what it takes must be the statement's next token. So whatever the
 * parser dropped or the reader does not know is refused where it stands, and nothing is ignored. The only tokens that may
 * be passed over are the optional keywords ({@link #takeIfNext}).
 *
 * <p>Mutable; one reader.
 */
final class Sentence {
    private final List<Token> tokens;
    private final Role[] roles;
    private final Statement tree;
    private int at;

    private Sentence(List<Token> tokens, Role[] roles, Statement tree) {
        this.tokens = tokens;
        this.roles = roles;
        this.tree = tree;
    }

    /**
     * A statement of a language, of which nothing is taken yet.
     *
     * @param tokens at least one, the last of them END and no other
     * @throws Refusal when a token has no place in the language, or the parser cannot read the statement
     */
    static Sentence of(List<Token> tokens, Language language) throws Refusal {
        Role[] roles = Role.of(tokens);
        language.check(tokens, roles);
        return new Sentence(tokens, roles, Skeleton.parse(tokens, roles, language));
    }

    /** The parser's tree. */
    Statement tree() {
        return tree;
    }

    /** The place of the next token. */
    Place place() {
        return tokens.get(at).place();
    }

    /** How many tokens are taken. */
    int taken() {
        return at;
    }

    /** For messages: what is taken since so many tokens were, with a blank only where words or operators meet. */
    String since(int taken) {
        StringBuilder text = new StringBuilder();
        for (int i = taken; i < at; i++) {
            Token token = tokens.get(i);
            boolean closer = token.isSymbol(")") || token.isSymbol(",") || token.isSymbol(".") || token.isSymbol("::");
            boolean called = token.isSymbol("(") && i > 0 && roles[i - 1] == Role.FUNCTION;
            Token before = tokens.get(Math.max(0, i - 1));
            boolean opened = before.isSymbol("(") || before.isSymbol(".") || before.isSymbol("::");
            text.append(i == taken || closer || called || opened ? "" : " ").append(token.source());
        }
        return text.toString();
    }

    /** Whether the next token is that keyword or mark. */
    boolean isNext(String wordOrMark) {
        Role role = roles[at];
        return (role == Role.KEYWORD || role == Role.SYMBOL)
                && tokens.get(at).text().equals(wordOrMark);
    }

    /** How many pairs of parentheses stand around all that comes before the parenthesis that closes the one taken last. */
    int wraps() {
        int close = at;
        for (int depth = 1; depth > 0 && roles[close] != Role.END; close++) {
            depth += tokens.get(close).isSymbol("(") ? 1 : tokens.get(close).isSymbol(")") ? -1 : 0;
        }
        int wraps = 0;
        while (tokens.get(at + wraps).isSymbol("(") && closes(at + wraps) == close - 2 - wraps) {
            wraps++;
        }
        return wraps;
    }

    /** The index of the parenthesis that closes the one at an index; they pair. */
    private int closes(int open) {
        int close = open + 1;
        for (int depth = 1; depth > 0; close++) {
            depth += tokens.get(close).isSymbol("(") ? 1 : tokens.get(close).isSymbol(")") ? -1 : 0;
        }
        return close - 1;
    }

    /** Whether the expression, wherever it stands, is that name alone. */
    boolean isNamed(Expression expression, String name) {
        if (!(expression instanceof Column column) || column.getTable() != null) {
            return false;
        }
        int index = Skeleton.indexOfName(column.getColumnName());
        return index >= 0 && tokens.get(index).text().equals(name);
    }

    /** Takes keywords and marks, given in lower case with a blank between them. */
    void take(String wordsAndMarks) throws Refusal {
        for (String wordOrMark : wordsAndMarks.split(" ", -1)) {
            if (!isNext(wordOrMark)) {
                throw unread();
            }
            at++;
        }
    }

    /** Takes an optional keyword where it stands, and says whether it did. */
    boolean takeIfNext(String word) {
        if (isNext(word)) {
            at++;
            return true;
        }
        return false;
    }

    /** Takes the name that the tree has as {@code atom}. */
    Token takeName(String atom) throws Refusal {
        return take(Role.NAME, atom);
    }

    /** Takes the function's name that the tree has as {@code atom}. */
    Token takeFunction(String atom) throws Refusal {
        return take(Role.FUNCTION, atom);
    }

    /** Takes the text that the tree has as {@code atom}, with its quotes. */
    Token takeText(String atom) throws Refusal {
        return take(Role.TEXT, atom);
    }

    /** Takes the number that the tree has as {@code atom}. */
    Token takeNumber(String atom) throws Refusal {
        return take(Role.NUMBER, atom);
    }

    /** Takes the parameter that the tree has as {@code atom}, with its dollar. */
    Token takeParameter(String atom) throws Refusal {
        return take(Role.PARAMETER, atom);
    }

    /** Takes the next token, whose role is for the caller to read; null with nothing taken where it is none of these. */
    @Nullable Token takeIfRole(Role role) {
        return roles[at] == role ? tokens.get(at++) : null;
    }

    /** Takes the name of a type, in whatever spelling. */
    Token takeType(String type) throws Refusal {
        if (roles[at] != Role.TYPE || !tokens.get(at).text().equals(Lexer.folded(type))) {
            throw unread();
        }
        return tokens.get(at++);
    }

    /** Takes the end. */
    void takeEnd() throws Refusal {
        if (roles[at] != Role.END) {
            throw unread();
        }
    }

    /** The refusal of the next token: it stands where nothing reads it. */
    Refusal unread() {
        return refusal(tokens.get(at).unread(), Omitted.hint(tokens, roles, at));
    }

    /** A refusal at the next token. */
    Refusal refusal(String message, @Nullable String hint) {
        return new Refusal(place(), message, hint);
    }

    private Token take(Role role, String atom) throws Refusal {
        if (roles[at] != role || !Skeleton.of(tokens.get(at), role, at).equals(atom)) {
            throw unread();
        }
        return tokens.get(at++);
    }
}
