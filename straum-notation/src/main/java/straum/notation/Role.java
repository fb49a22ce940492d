package straum.notation;

import java.util.List;
import java.util.Map;

/**
 * What a token is to the grammar, told by the tokens beside it: PostgreSQL takes most of its keywords as names as well, so
 * that the word alone does not say.
 */
enum Role {
    /** The name of a view, table, column or output. */
    NAME,
    /** The name of a function: a parenthesis follows. */
    FUNCTION,
    /** The name of a type: before a text, or behind {@code ::}. */
    TYPE,
    /** A keyword. */
    KEYWORD,
    /** A text. */
    TEXT,
    /** A number without a sign. */
    NUMBER,
    /** {@code $n}. */
    PARAMETER,
    /** An operator or a mark. */
    SYMBOL,
    /** The statement's end. */
    END;

    /** Words that are keywords only behind an operand, and only with the word or mark after them, where one is given. */
    private static final Map<String, String> BEHIND_AN_OPERAND =
            Map.of("between", "", "at", "time", "filter", "(", "over", "(", "within", "group");

    /** The role of each token of a statement. */
    static Role[] of(List<Token> statement) {
        Role[] roles = new Role[statement.size()];
        boolean selecting = false;
        for (int i = 0; i < roles.length; i++) {
            roles[i] = roleOf(statement, roles, i, selecting);
            selecting |= roles[i] == KEYWORD && statement.get(i).isWord("select");
        }
        return roles;
    }

    /** Whether an operand ends with the token, which has this role: what follows is no operand of its own. */
    boolean endsOperand(Token token) {
        return switch (this) {
            case NAME, TYPE, TEXT, NUMBER, PARAMETER -> true;
            case SYMBOL -> token.isSymbol(")");
            case KEYWORD -> token.isWord("null") || token.isWord("true") || token.isWord("false");
            case FUNCTION, END -> false;
        };
    }

    private static Role roleOf(List<Token> statement, Role[] roles, int i, boolean selecting) {
        Token token = statement.get(i);
        return switch (token.kind()) {
            case WORD -> roleOfWord(statement, roles, i, selecting);
            case QUOTED -> isCalled(statement, i) ? FUNCTION : NAME;
            case TEXT -> TEXT;
            case NUMBER -> NUMBER;
            case PARAMETER -> PARAMETER;
            case SYMBOL -> SYMBOL;
            case END -> END;
        };
    }

    private static Role roleOfWord(List<Token> statement, Role[] roles, int i, boolean selecting) {
        Token word = statement.get(i);
        Token next = statement.get(i + 1);
        if (i == 0 || (word.isWord("view") && statement.get(i - 1).isWord("create"))) {
            return KEYWORD;
        }
        Token before = statement.get(i - 1);
        if (before.isSymbol(".") || (selecting && before.isWord("as") && roles[i - 1] == KEYWORD)) {
            return NAME; // Any word at all (manual, appendix C: ColLabel).
        }
        if (before.isSymbol("::")) {
            return TYPE;
        }
        if (Keywords.isReserved(word.text()) || isKeywordHere(statement, roles, i)) {
            return KEYWORD;
        }
        if (next.kind() == Token.Kind.TEXT) {
            return TYPE;
        }
        return isCalled(statement, i) ? FUNCTION : NAME;
    }

    private static boolean isKeywordHere(List<Token> statement, Role[] roles, int i) {
        Token word = statement.get(i);
        Token before = statement.get(i - 1);
        Token next = statement.get(i + 1);
        if (word.isWord("by")) {
            return before.isWord("group") || before.isWord("order");
        }
        if (word.isWord("exists")) {
            return next.isSymbol("(");
        }
        if (word.isWord("without") || word.isWord("grouping")) {
            return next.isWord(word.isWord("without") ? "time" : "sets");
        }
        if (word.isWord("unknown")) {
            return before.isWord("is")
                    || (before.isWord("not") && statement.get(i - 2).isWord("is"));
        }
        if (word.isWord("nulls")) {
            return (next.isWord("first") || next.isWord("last"))
                    && (roles[i - 1].endsOperand(before) || isDirection(before));
        }
        if (word.isWord("first") || word.isWord("last")) {
            return before.isWord("nulls") && roles[i - 1] == KEYWORD;
        }
        if (word.isWord("escape")) {
            return next.kind() == Token.Kind.TEXT && roles[i - 1].endsOperand(before);
        }
        // a NOT BETWEEN, and not NOT "between".
        int operand = word.isWord("between") && before.isWord("not") && roles[i - 1] == KEYWORD ? i - 2 : i - 1;
        String follows = BEHIND_AN_OPERAND.get(word.text());
        return follows != null
                && operand >= 0
                && roles[operand].endsOperand(statement.get(operand))
                && (follows.isEmpty() || next.isWord(follows) || next.isSymbol(follows));
    }

    private static boolean isDirection(Token word) {
        return word.isWord("asc") || word.isWord("desc");
    }

    /** Whether the word names a function: its parenthesis follows, and it is not the view's own name. */
    private static boolean isCalled(List<Token> statement, int i) {
        return statement.get(i + 1).isSymbol("(")
                && !(i == 2 && statement.get(1).isWord("view"));
    }
}
