package straum.notation;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.NearestName;
import straum.notation.NotRead.No;

/**
 * The words of one of the two languages: the keywords, functions and marks it has, and why it has no others. What it has
 * still stands only where its reader takes it.
 */
final class Language {
    private static final String CONDITIONS = "and or in is null true false between like";

    /** Keywords that stand before a table's name, or begin what stands in its stead. */
    private static final Set<String> MODIFIERS = Set.of("lateral", "only", "select", "where");

    private static final Set<String> SIGNS = Set.of("+", "-", "*");

    private static final Set<String> COMPARISONS = Set.of("=", "<>", "!=", "<", "<=", ">", ">=");

    /** Refused words that are a whole operand, end one, or may stand alone behind SELECT, LIMIT, IS or BY. */
    private static final Set<String> NO_NAMES = Set.of(
            "current_date",
            "current_time",
            "current_timestamp",
            "localtime",
            "localtimestamp",
            "isnull",
            "notnull",
            "distinct",
            "all",
            "unknown",
            "desc",
            "select",
            "with");

    private static final Set<String> AGGREGATES =
            Set.of("count", "sum", "min", "max", "avg", "bool_and", "bool_or", "every", "percentile_disc");

    /** What a spec is written in. */
    static final Language SPEC = new Language(
            "a spec",
            1 << 14,
            "create view as select from join inner left outer on group by with where filter within order asc exists collate "
                    + CONDITIONS,
            "date_bin count sum min max avg bool_and bool_or every percentile_disc",
            "( ) , . * + - :: = <> != < <= > >=",
            NotRead.IN_A_SPEC);

    /** What an ask is written in. */
    static final Language ASK = new Language(
            "an ask",
            1 << 13,
            "select as from where filter group by having order asc desc nulls first last limit offset " + CONDITIONS,
            "measure date_bin date_trunc",
            "( ) , . * + - :: = <> != < <= > >=",
            NotRead.IN_AN_ASK);

    private final String name;
    private final int maxTokens;
    private final Set<String> keywords;
    private final List<String> functions;
    private final Set<String> marks;
    private final Map<String, No> refused;

    private Language(String name, int maxTokens, String keywords, String functions, String marks, String refused) {
        this.name = name;
        this.maxTokens = maxTokens;
        this.keywords = Set.of(keywords.split(" "));
        this.functions = List.of(functions.split(" "));
        this.marks = Set.of(marks.split(" "));
        this.refused = NotRead.table(refused);
    }

    /** How many tokens the parser is given of a statement: so many take it some tens of milliseconds. */
    int maxTokens() {
        return maxTokens;
    }

    /** Its keywords, in lower case. */
    Set<String> keywords() {
        return keywords;
    }

    /**
     * Checks that every token of a statement has a place in the language.
     *
     * @throws Refusal for the first that has none, by its name
     */
    void check(List<Token> statement, Role[] roles) throws Refusal {
        boolean selecting = false;
        for (int i = 0; i < roles.length; i++) {
            No no = refusalOf(statement, roles, i, selecting);
            if (no != null) {
                throw new Refusal(statement.get(i).place(), no.message(), no.hint());
            }
            selecting |= roles[i] == Role.KEYWORD && statement.get(i).isWord("select");
        }
    }

    private @Nullable No refusalOf(List<Token> statement, Role[] roles, int i, boolean selecting) {
        Token token = statement.get(i);
        return switch (roles[i]) {
            case NAME, TEXT, NUMBER, END -> null;
            case PARAMETER -> refused.get("parameter");
            case FUNCTION -> functions.contains(token.text()) ? null : ofFunction(statement, i);
            case TYPE -> ofType(token, statement.get(i - 1));
            case SYMBOL ->
                isLost(statement, roles, i)
                        ? new No(token.shown() + " is not read here", null)
                        : isThirdName(statement, roles, i)
                                ? named("a.b.c")
                                : ofMark(token, i > 0 && roles[i - 1].endsOperand(statement.get(i - 1)));
            case KEYWORD ->
                isNameOnly(statement, roles, i)
                        ? unquoted(token.text())
                        : ofKeyword(token.text(), i == 0 ? token : statement.get(i - 1), statement, i, selecting);
        };
    }

    private No ofFunction(List<Token> statement, int i) {
        Token function = statement.get(i);
        No known = refused.get(function.text() + "()");
        if (function.text().equals("date_trunc") && known != null) {
            return new No(function.shown() + "(...) " + known.message(), dateBin(statement, i));
        }
        No no = known != null ? known : named(AGGREGATES.contains(function.text()) ? "aggregate()" : "other()");
        String nearest = known == null && !AGGREGATES.contains(function.text())
                ? NearestName.of(function.text(), functions)
                : null;
        return new No(
                function.shown() + "(...) " + no.message(),
                nearest == null ? no.hint() : "did you mean " + nearest + "?");
    }

    /** The date_bin to write for a date_trunc, of the same column where it is one. */
    private static String dateBin(List<Token> statement, int i) {
        String unit = statement.get(i + 2).kind() == Token.Kind.TEXT
                ? statement.get(i + 2).text().toLowerCase(Locale.ROOT)
                : "";
        boolean wide = Set.of("week", "month", "quarter", "year").contains(unit);
        String width =
                "1 " + (wide ? "day" : Set.of("second", "minute", "hour", "day").contains(unit) ? unit : "hour");
        StringBuilder column = new StringBuilder();
        if (statement.get(Math.min(i + 3, statement.size() - 1)).isSymbol(",")) {
            int at = i + 4;
            while (isOfName(statement.get(at))) {
                column.append(statement.get(at).source());
                at++;
            }
            if (!statement.get(at).isSymbol(")") && !statement.get(at).isSymbol(",")) {
                column.setLength(0);
            }
        }
        return "write date_bin('" + width + "', " + (column.length() == 0 ? "time" : Token.cut(column.toString()))
                + ", TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket"
                + (wide ? "; an ask groups days by " + unit + ": date_trunc('" + unit + "', bucket)" : "");
    }

    private static boolean isOfName(Token token) {
        return token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED || token.isSymbol(".");
    }

    private @Nullable No ofType(Token type, Token before) {
        if (before.isSymbol("::") || Literals.isWrittenBefore(type.text())) {
            return null;
        }
        String keyword = Stumble.nearest(type, this);
        if (keyword != null) {
            return new No(type.shown() + " is read as a name here", Stumble.misspelt(keyword));
        }
        return Literals.isType(type.text())
                ? new No(
                        "a text with the type " + type.shown() + " before it is not read",
                        "write '...'::" + type.text())
                : new No(
                        "a text behind " + type.shown() + " is not read",
                        "a name is quoted in double quotes: \"name\"");
    }

    /** Whether it is a dot behind no name; the parser would take time by the square of how many there are. */
    private static boolean isLost(List<Token> statement, Role[] roles, int i) {
        return statement.get(i).isSymbol(".") && (i == 0 || roles[i - 1] != Role.NAME);
    }

    /** Whether the dot leads to a third name; the parser would take time by the square of how many follow. */
    private static boolean isThirdName(List<Token> statement, Role[] roles, int i) {
        return i >= 3
                && statement.get(i).isSymbol(".")
                && roles[i - 1] == Role.NAME
                && statement.get(i - 2).isSymbol(".");
    }

    private @Nullable No ofMark(Token mark, boolean behindOperand) {
        boolean arithmetic = behindOperand && SIGNS.contains(mark.text());
        if (marks.contains(mark.text()) && !arithmetic) {
            return null;
        }
        No known = refused.get(mark.text().equals("||") ? "double bar" : mark.text());
        return known != null ? known : new No("the operator " + mark.shown() + " is not read", null);
    }

    private @Nullable No ofKeyword(String word, Token before, List<Token> statement, int i, boolean selecting) {
        if ((before.isWord("from") || before.isWord("join")) && isNamed(word, statement.get(i + 1))) {
            return new No(
                    word.toUpperCase(Locale.ROOT) + " is a keyword, and a table's name stands here",
                    "as a name it stands in double quotes: \"" + word + '"');
        }
        String key = context(word, before, statement, i, selecting);
        if (key != null && !(key.equals("bare filter") && !refused.containsKey(key))) {
            return refused.get(key);
        }
        if (keywords.contains(word) && !(selecting && (word.equals("select") || word.equals("create")))) {
            return null;
        }
        No known = refused.get(word);
        return known != null ? known : unquoted(word);
    }

    private No unquoted(String word) {
        return new No(
                word.toUpperCase(Locale.ROOT) + " has no place in " + name,
                "as a name it stands in double quotes: \"" + word + '"');
    }

    /**
     * Whether a reserved word that the tables refuse stands where only a name could: it begins an operand that ends with it,
     * or lies between an operand and the next output.
     */
    private boolean isNameOnly(List<Token> statement, Role[] roles, int i) {
        Token word = statement.get(i);
        if (i == 0 || NO_NAMES.contains(word.text()) || !refused.containsKey(word.text())) {
            return false;
        }
        Token next = statement.get(i + 1);
        if (next.isSymbol(",") || next.isWord("from") || next.isWord("as")) {
            return true;
        }
        boolean ends = next.kind() == Token.Kind.END
                || next.isSymbol(")")
                || next.isWord("is")
                || COMPARISONS.stream().anyMatch(next::isSymbol);
        return ends && !roles[i - 1].endsOperand(statement.get(i - 1));
    }

    /** Whether a keyword that no keyword goes before seems to be meant for a table's name. */
    private static boolean isNamed(String word, Token next) {
        boolean behindAll = word.equals("order") || word.equals("group");
        return behindAll
                ? !next.isWord("by")
                : !MODIFIERS.contains(word) && next.kind() == Token.Kind.WORD && !Keywords.isReserved(next.text());
    }

    /**
     * What a keyword is called in the tables of refusals where what stands beside it makes it another thing, which has a
     * place unless a table lists it; null where it is itself alone.
     */
    private @Nullable String context(String word, Token before, List<Token> statement, int i, boolean selecting) {
        return switch (word) {
            case "distinct" ->
                before.isSymbol("(")
                        ? "distinct inputs"
                        : before.isWord("is") || before.isWord("not") ? "is distinct" : "distinct";
            case "not" -> before.isWord("is") ? "is not" : statement.get(i + 1).isWord("in") ? "not in" : "not";
            case "with" ->
                statement.get(i + 1).isWord("time") ? "with time" : before.isWord("as") ? "with query" : null;
            case "filter" -> before.isSymbol(")") ? null : "bare filter";
            case "all" -> before.isWord("limit") && refused.containsKey("limit all") ? "limit all" : null;
            case "order" -> keywords.contains("within") ? order(statement, i) : null;
            case "select" -> selecting ? subquery(statement, i) : null;
            default -> null;
        };
    }

    /** What an ORDER orders: by the parenthesis before it and its word. */
    private static String order(List<Token> statement, int i) {
        int depth = 0;
        for (int at = 0; at < i; at++) {
            depth += statement.get(at).isSymbol("(") ? 1 : statement.get(at).isSymbol(")") ? -1 : 0;
        }
        boolean inGroup = i >= 2
                && statement.get(i - 1).isSymbol("(")
                && statement.get(i - 2).isWord("group");
        return inGroup ? "order in group" : depth > 0 ? "order inputs" : "order";
    }

    /** What a SELECT after the first is for: by the words before its parenthesis. Null for a subquery like any other. */
    private @Nullable String subquery(List<Token> statement, int i) {
        if (!statement.get(i - 1).isSymbol("(")) {
            return null;
        }
        if (statement.get(i - 2).isWord("exists") && keywords.contains("exists")) {
            return "select in exists";
        }
        if (!statement.get(i - 2).isWord("in") || !refused.containsKey("in select")) {
            return null;
        }
        return statement.get(i - 3).isWord("not") ? "not in select" : "in select";
    }

    private No named(String key) {
        No no = refused.get(key);
        if (no == null) {
            throw new AssertionError(key);
        }
        return no;
    }
}
