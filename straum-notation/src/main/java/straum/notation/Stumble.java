package straum.notation;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says where a statement could not be read further. A misspelt keyword is a name to the parser, which then stumbles over the
 * token behind it: where one letter makes a name a keyword, the name is pointed at. And where something is missing, the
 * parser may give up long before: then what stands in its stead is pointed at.
 */
final class Stumble {
    /** Keywords shorter than this are one letter from too many names. */
    private static final int SHORTEST = 4;

    /** Keywords and marks that something must follow. */
    private static final Set<String> AWAITING = Set.of(
            "select", "from", "join", "on", "where", "and", "or", "having", "limit", "offset", "by", "as", "in",
            "between", "like", ",", ".", "=", "<>", "!=", "<", "<=", ">", ">=", "::", "+", "-");
    /** Marks that a value stands behind. */
    private static final Set<String> COMPARING = Set.of("=", "<>", "!=", "<", "<=", ">", ">=");

    /** Keywords that something may follow that awaits something. */
    private static final Set<String> BEGINNING = Set.of("select", "null", "true", "false", "not", "exists");

    private Stumble() {}

    /** The refusal of a statement that the parser could not read from the token at an index. */
    static Refusal refusal(List<Token> statement, Role[] roles, int at, Language language) {
        for (int i = at; i >= Math.max(0, at - 1); i--) {
            Token token = statement.get(i);
            if (token.isWord("nulls")) {
                return new Refusal(token.place(), "NULLS is not read here", "write NULLS FIRST, or NULLS LAST");
            }
            String keyword = roles[i] == Role.NAME || roles[i] == Role.FUNCTION ? nearest(token, language) : null;
            if (keyword != null) {
                return new Refusal(token.place(), token.shown() + " is read as a name here", misspelt(keyword));
            }
        }
        int missing = missing(statement, roles, at);
        Token token = statement.get(missing);
        Token before = statement.get(Math.max(0, missing - 1));
        if (COMPARING.contains(before.text())
                && roles[Math.max(0, missing - 1)] == Role.SYMBOL
                && (roles[missing] == Role.KEYWORD || roles[missing] == Role.END || token.isSymbol(")"))) {
            return new Refusal(
                    token.place(),
                    "a value is missing after " + before.text(),
                    language == Language.ASK
                            ? "a shell takes $1 within double quotes for a variable of its own: write \\$1, or the query in single quotes"
                            : null);
        }
        return new Refusal(token.place(), token.unread(), hint(statement, roles, missing));
    }

    /** What to write where a token cannot stand; null where that is not plain. */
    private static @Nullable String hint(List<Token> statement, Role[] roles, int at) {
        Token token = statement.get(at);
        Token before = statement.get(Math.max(0, at - 1));
        if (token.isWord("is")) {
            return isValue(roles[at + 1])
                    ? "IS has NULL, TRUE, FALSE or DISTINCT FROM behind it: write = before a value"
                    : "a condition before IS stands in parentheses";
        }
        if ((before.isWord("order") || before.isWord("group"))
                && roles[at - 1] == Role.KEYWORD
                && !token.isWord("by")) {
            return "write " + before.text().toUpperCase(Locale.ROOT) + " BY";
        }
        if ((token.isWord("order") || token.isWord("group"))
                && at + 1 < statement.size()
                && !statement.get(at + 1).isWord("by")) {
            return "write " + token.text().toUpperCase(Locale.ROOT) + " BY";
        }
        if (before.isWord("top") && roles[at] == Role.NUMBER) {
            return "write LIMIT " + token.text() + " at the end";
        }
        return token.isWord("from") && before.isSymbol(",")
                ? "no comma stands behind the last output"
                : Omitted.hint(statement, roles, at);
    }

    private static boolean isValue(Role role) {
        return role == Role.TEXT || role == Role.NUMBER || role == Role.PARAMETER;
    }

    /** The hint at a keyword that one letter makes of a name. */
    static String misspelt(String keyword) {
        return "if " + keyword.toUpperCase(Locale.ROOT) + " is meant, it is misspelt";
    }

    /** The index of the first token that stands where something else must; {@code at} when none does. */
    private static int missing(List<Token> statement, Role[] roles, int at) {
        for (int i = 1; i < roles.length; i++) {
            boolean awaited = isMark(roles[i - 1])
                    && AWAITING.contains(statement.get(i - 1).text());
            if (awaited && !begins(statement.get(i), roles[i])) {
                return i;
            }
        }
        return at;
    }

    private static boolean isMark(Role role) {
        return role == Role.KEYWORD || role == Role.SYMBOL;
    }

    private static boolean begins(Token token, Role role) {
        return switch (role) {
            case NAME, FUNCTION, TYPE, TEXT, NUMBER, PARAMETER -> true;
            case KEYWORD -> BEGINNING.contains(token.text());
            case SYMBOL -> Set.of("(", "*", "+", "-").contains(token.text());
            case END -> false;
        };
    }

    /** The keyword that one letter makes of a word; null where none does. */
    static @Nullable String nearest(Token token, Language language) {
        if (token.kind() != Token.Kind.WORD) {
            return null;
        }
        return language.keywords().stream()
                .filter(keyword -> keyword.length() >= SHORTEST && isOneEdit(token.text(), keyword))
                .sorted()
                .findFirst()
                .orElse(null);
    }

    /** Whether one letter left out, added, changed, or swapped with the next makes one word the other. */
    private static boolean isOneEdit(String a, String b) {
        if (a.length() > b.length()) {
            return isOneEdit(b, a);
        }
        int same = 0;
        while (same < a.length() && a.charAt(same) == b.charAt(same)) {
            same++;
        }
        String restOfA = a.substring(same);
        String restOfB = b.substring(same);
        if (a.length() + 1 == b.length()) {
            return restOfA.equals(restOfB.substring(1));
        }
        if (a.length() != b.length() || restOfA.isEmpty()) {
            return false;
        }
        boolean changed = restOfA.substring(1).equals(restOfB.substring(1));
        boolean swapped = restOfA.length() > 1
                && restOfA.charAt(0) == restOfB.charAt(1)
                && restOfA.charAt(1) == restOfB.charAt(0)
                && restOfA.substring(2).equals(restOfB.substring(2));
        return changed || swapped;
    }
}
