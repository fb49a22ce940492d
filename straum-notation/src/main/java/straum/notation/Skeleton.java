package straum.notation;

import java.util.List;
import java.util.Locale;
import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.statement.Statement;

/**
 * What JSqlParser sees of a statement: its keywords and marks as they are, and for every name, text, number and parameter
 * only its token's index, as {@code "n7"}, {@code '7'}, {@code 7} and {@code $7}; one token a line. So the parser tells the
 * structure alone: it meets no name it takes for a keyword, no escape it reads its own way, and its line numbers are token
 * indexes.
 */
final class Skeleton {
    private Skeleton() {}

    /**
     * The tree of a statement.
     *
     * @param language for keywords that a name may have been meant for
     * @throws Refusal where the parser can read no further
     */
    static Statement parse(List<Token> statement, Role[] roles, Language language) throws Refusal {
        StringBuilder skeleton = new StringBuilder();
        for (int i = 0; i < roles.length; i++) {
            skeleton.append(of(statement.get(i), roles[i], i)).append('\n');
        }
        try {
            Statement tree = new CCJSqlParser(skeleton.toString())
                    .withAllowComplexParsing(false)
                    .Statement();
            if (tree == null) {
                throw new Refusal(statement.get(0).place(), "the statement cannot be read", null);
            }
            return tree;
        } catch (ParseException e) {
            int at = e.currentToken == null ? 0 : e.currentToken.next.beginLine - 1;
            throw Stumble.refusal(statement, roles, Math.min(Math.max(at, 0), roles.length - 1), language);
        } catch (RuntimeException | StackOverflowError e) { // its lexer throws so, and it has bugs
            throw new Refusal(statement.get(0).place(), "the statement cannot be read", null);
        }
    }

    /** The index of the token that a name in the tree stands for; −1 for a keyword that the parser took for a name. */
    static int indexOfName(String atom) {
        return atom.startsWith("\"n") ? Integer.parseInt(atom, 2, atom.length() - 1, 10) : -1;
    }

    /** What stands in the skeleton for the token at an index. */
    static String of(Token token, Role role, int index) {
        return switch (role) {
            case NAME, FUNCTION -> "\"n" + index + '"';
            case TEXT -> "'" + index + "'";
            case NUMBER -> Integer.toString(index);
            case PARAMETER -> "$" + index;
            case KEYWORD -> token.text().toUpperCase(Locale.ROOT);
            case TYPE, SYMBOL -> token.text();
            case END -> ";";
        };
    }
}
