package straum.notation;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds what was left out between two operands that stand side by side: a comma in a list, AND in a condition. The parser
 * takes the second for an alias of the first, and stumbles a token or two later.
 */
final class Omitted {
    private static final Set<String> BEFORE_A_LIST = Set.of("select", "by", "in");
    private static final Set<String> BEFORE_A_CONDITION = Set.of("where", "on", "having", "and", "or", "not");
    /** Keywords that do not begin another clause. */
    private static final Set<String> WITHIN_A_CLAUSE =
            Set.of("as", "filter", "within", "group", "null", "true", "false");

    private Omitted() {}

    /** The hint where the parser stumbled over the token at an index; null where no two operands stand side by side. */
    static @Nullable String hint(List<Token> statement, Role[] roles, int at) {
        int second = -1;
        int depth = 0;
        for (int i = at; i >= 0; i--) {
            Token token = statement.get(i);
            depth += i == at ? 0 : token.isSymbol(")") ? 1 : token.isSymbol("(") ? -1 : 0;
            if (depth > 0) {
                continue;
            }
            boolean isCall = depth < 0 && i > 0 && roles[i - 1] == Role.FUNCTION;
            if (isCall && second < 0) {
                depth = 0; // The call may itself stand behind an operand.
                continue;
            }
            boolean isBegin = depth < 0 || (roles[i] == Role.KEYWORD && !WITHIN_A_CLAUSE.contains(token.text()));
            if (isBegin && second >= 0) {
                Token before = depth < 0 && i > 0 ? statement.get(i - 1) : token;
                return isCall ? comma(statement.get(second)) : hint(statement, second, before);
            }
            if (second < 0 && (isBegin || token.isSymbol(","))) {
                return null;
            }
            if (second < 0 && isBehindOperand(statement, roles, i)) {
                second = i;
            }
        }
        return null;
    }

    private static @Nullable String hint(List<Token> statement, int second, Token before) {
        Token token = statement.get(second);
        if (BEFORE_A_LIST.contains(before.text())) {
            return comma(token);
        }
        boolean isColumn = token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED;
        return isColumn
                        && BEFORE_A_CONDITION.contains(before.text())
                        && !statement.get(second - 1).isWord("exists")
                ? "is AND missing before " + token.shown() + "?"
                : null;
    }

    private static String comma(Token second) {
        return "is a comma missing before " + second.shown() + "?";
    }

    /** Whether an operand begins where another one has just ended; a type stands before its text. */
    private static boolean isBehindOperand(List<Token> statement, Role[] roles, int i) {
        if (i == 0 || !roles[i - 1].endsOperand(statement.get(i - 1))) {
            return false;
        }
        return switch (roles[i]) {
            case NAME, FUNCTION, NUMBER, PARAMETER -> true;
            case TEXT -> roles[i - 1] != Role.TYPE;
            case TYPE, KEYWORD, SYMBOL, END -> false;
        };
    }
}
