package straum.notation;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.statement.Statement;

/**
 * What JSqlParser sees of a statement: its keywords and marks as they are, and for every name, text, number and parameter
 * only its token's index, as {@code "n7"}, {@code '7'}, {@code 7} and {@code $7}; one token a line. So the parser tells the
 * structure alone: it meets no name it takes for a keyword, no escape it reads its own way, and its line numbers are token
 * indexes. Of a long list of plain values it sees the first alone, since its time grows faster than the list. A FILTER behind a WITHIN GROUP, where PostgreSQL has it, the parser takes only before it: the two change places.
 */
final class Skeleton {
    /** How many commas are among the tokens the parser is given: a list takes the parser longer than its length says. */
    static final int MAX_COMMAS = 1 << 11;

    private Skeleton() {}

    /**
     * The tree of a statement.
     *
     * @param language for keywords that a name may have been meant for
     * @throws Refusal where the parser can read no further
     */
    static Statement parse(List<Token> statement, Role[] roles, Language language) throws Refusal {
        int[] order = order(statement, roles);
        checkSize(statement, order, language.maxTokens());
        StringBuilder skeleton = new StringBuilder();
        for (int i : order) {
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
            throw Stumble.refusal(statement, roles, order[Math.min(Math.max(at, 0), order.length - 1)], language);
        } catch (RuntimeException | StackOverflowError e) { // its lexer throws so, and it has bugs
            throw new Refusal(statement.get(0).place(), "the statement cannot be read", null);
        }
    }

    private static void checkSize(List<Token> statement, int[] order, int maxTokens) throws Refusal {
        int commas = 0;
        for (int i = 0; i < order.length; i++) {
            Token token = statement.get(order[i]);
            commas += token.isSymbol(",") ? 1 : 0;
            if (i == maxTokens) {
                throw new Refusal(
                        token.place(),
                        "a statement has at most " + maxTokens + " words and marks, lists of values apart",
                        null);
            }
            if (commas > MAX_COMMAS) {
                throw new Refusal(
                        token.place(),
                        "a statement has at most " + MAX_COMMAS + " commas, lists of values apart",
                        null);
            }
        }
    }

    /** The indexes of the tokens in the order of the skeleton. */
    private static int[] order(List<Token> statement, Role[] roles) {
        int[] order = new int[roles.length];
        int at = 0;
        for (int i = 0; i < roles.length; i++) {
            int rest = PlainList.rest(statement, roles, i);
            if (rest > i) {
                order[at++] = i;
                i = rest - 1; // the tokens up to it are the readers' alone
                continue;
            }
            boolean within = isKeyword(statement, roles, i, "within") && isKeyword(statement, roles, i + 1, "group");
            int filter = within ? behindParentheses(statement, i + 2) : -1;
            int end = filter > 0 && isKeyword(statement, roles, filter, "filter")
                    ? behindParentheses(statement, filter + 1)
                    : -1;
            if (end < 0) {
                order[at++] = i;
                continue;
            }
            for (int moved = filter; moved < end; moved++) {
                order[at++] = moved;
            }
            for (int moved = i; moved < filter; moved++) {
                order[at++] = moved;
            }
            i = end - 1;
        }
        return Arrays.copyOf(order, at);
    }

    private static boolean isKeyword(List<Token> statement, Role[] roles, int i, String word) {
        return roles[i] == Role.KEYWORD && statement.get(i).isWord(word);
    }

    /** The index behind the parentheses that open at an index; −1 where none do. */
    private static int behindParentheses(List<Token> statement, int open) {
        if (!statement.get(open).isSymbol("(")) {
            return -1;
        }
        int depth = 1;
        int at = open + 1;
        for (; depth > 0; at++) {
            depth += statement.get(at).isSymbol("(") ? 1 : statement.get(at).isSymbol(")") ? -1 : 0;
        }
        return at;
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
