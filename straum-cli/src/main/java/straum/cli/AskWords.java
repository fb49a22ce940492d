package straum.cli;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Fact;
import straum.domain.spec.TableName;

/** The words that an ask can go on with, told by the clause it has come to and the token before. */
final class AskWords {
    private static final Set<String> CLAUSES =
            Set.of("SELECT", "FROM", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "OFFSET");
    private static final List<String> OPERATORS = List.of("=", "<>", "<", "<=", ">", ">=");
    private static final List<String> TIMES = List.of("date_bin(", "date_trunc(");
    private static final String MEASURE = "measure(";
    private static final String FILTER = "FILTER (WHERE";

    /** An output: the view's name for it, or the function it begins with, and the name it has in the answer. */
    private record Output(
            @Nullable String named,
            @Nullable String function,
            @Nullable String shown) {}

    private final List<Tokens.Token> before;
    private final List<Tokens.Token> statement;
    private final List<Complete.View> views;

    private AskWords(List<Tokens.Token> before, List<Tokens.Token> statement, List<Complete.View> views) {
        this.before = before;
        this.statement = statement;
        this.views = views;
    }

    /**
     * The words that can follow.
     *
     * @param before the statement's tokens before the word begun
     * @param statement all its tokens, which may name the view only after the cursor
     */
    static Stream<String> at(List<Tokens.Token> before, List<Tokens.Token> statement, List<Complete.View> views) {
        return before.isEmpty() ? Stream.of("SELECT") : new AskWords(before, statement, views).words();
    }

    /** The name as a statement has to write it: in quotes unless it is what PostgreSQL folds to. */
    static String quoted(String name) {
        return name.matches("[a-z_][a-z0-9_$]*") ? name : TableName.quoted(name);
    }

    private Stream<String> words() {
        int clause = clause();
        Tokens.Token last = last();
        if (last.isSymbol("(") && isCall(before.size() - 2, "measure")) {
            return measures();
        }
        String time = openTime();
        if (time != null) {
            return inTime(time, last);
        }
        boolean first = clause == before.size() - 1;
        boolean next = first || last.isSymbol(",");
        return switch (before.get(clause).text().toUpperCase(Locale.ROOT)) {
            case "SELECT" -> inOutputs(last, next);
            case "FROM" -> first ? viewNames() : Stream.concat(Stream.of("WHERE"), after("WHERE"));
            case "WHERE" -> inConditions(clause, last, first);
            case "GROUP" -> first ? Stream.of("BY") : next || last.is("BY") ? groupable() : after("GROUP");
            case "HAVING" -> inHaving(last, first);
            case "ORDER" -> first ? Stream.of("BY") : inOrder(last, next || last.is("BY"));
            case "LIMIT" -> first ? Stream.of() : Stream.of("OFFSET");
            case "OFFSET" -> first ? Stream.of() : Stream.of("LIMIT");
            default -> Stream.of();
        };
    }

    /** The token that begins the clause the cursor is in: within open parentheses, or beside the closed ones. */
    private int clause() {
        int depth = 0;
        for (int i = before.size() - 1; i > 0; i--) {
            Tokens.Token token = before.get(i);
            depth += token.isSymbol(")") ? 1 : token.isSymbol("(") && depth > 0 ? -1 : 0;
            if (depth == 0 && CLAUSES.stream().anyMatch(token::is)) {
                return i;
            }
        }
        return 0;
    }

    /** What may come once a clause is whole, but for what it itself goes on with. */
    private static Stream<String> after(String clause) {
        List<String> clauses = List.of("GROUP BY", "HAVING", "ORDER BY", "LIMIT", "OFFSET");
        int from = clause.equals("GROUP") ? 1 : clause.equals("HAVING") ? 2 : clause.equals("ORDER") ? 3 : 0;
        return clauses.subList(from, clauses.size()).stream();
    }

    /** The function of time whose parentheses are open at the cursor; null when none is. */
    private @Nullable String openTime() {
        int depth = 0;
        for (int i = before.size() - 1; i > 0; i--) {
            depth += before.get(i).isSymbol(")") ? 1 : before.get(i).isSymbol("(") ? -1 : 0;
            if (depth < 0) {
                return isCall(i - 1, "date_bin") ? "date_bin" : isCall(i - 1, "date_trunc") ? "date_trunc" : null;
            }
        }
        return null;
    }

    private static Stream<String> inTime(String function, Tokens.Token last) {
        if (last.isSymbol(",")) {
            return Stream.of(Fact.BUCKET);
        }
        if (!last.isSymbol("(")) {
            return Stream.of();
        }
        return function.equals("date_bin")
                ? Stream.of("'1 hour'", "'1 day'", "'7 days'")
                : Stream.of("'hour'", "'day'", "'week'", "'month'", "'quarter'", "'year'");
    }

    private Stream<String> inOutputs(Tokens.Token last, boolean begins) {
        if (begins) {
            Set<String> asked = named();
            return Stream.concat(
                    candidates()
                            .flatMap(view -> Stream.concat(keys(view), view.measures().stream()))
                            .filter(name -> !asked.contains(name))
                            .map(AskWords::quoted),
                    Stream.concat(Stream.of(MEASURE), TIMES.stream()));
        }
        if (last.isSymbol(")")) {
            return closes("measure") ? Stream.of(FILTER, "AS") : Stream.of("AS");
        }
        return last.isName() && !last.is("AS") ? Stream.of("FROM", "AS") : Stream.of();
    }

    /** The views that have every name selected, or all where none has: then a name is wrong, and not the view. */
    private Stream<String> viewNames() {
        Set<String> asked = named();
        List<String> fitting = views.stream()
                .filter(view -> Stream.concat(keys(view), view.measures().stream())
                        .toList()
                        .containsAll(asked))
                .map(Complete.View::name)
                .toList();
        return (fitting.isEmpty() ? views.stream().map(Complete.View::name) : fitting.stream()).map(AskWords::quoted);
    }

    private Stream<String> inConditions(int where, Tokens.Token last, boolean first) {
        boolean inFilter = where >= 2
                && before.get(where - 1).isSymbol("(")
                && before.get(where - 2).is("FILTER");
        Tokens.Token earlier = before.get(Math.max(0, before.size() - 2));
        boolean between = isBetween(where);
        if (last.is("NOT") && earlier.is("IS")) {
            return Stream.of("NULL", "TRUE", "FALSE", "DISTINCT FROM");
        }
        if (last.is("NOT") && isKey(earlier)) {
            return Stream.of("IN (", "BETWEEN", "LIKE");
        }
        if (last.is("AND") && between) {
            return Stream.of();
        }
        boolean opens = last.isSymbol("(") && !earlier.is("IN");
        if (first || last.is("AND") || last.is("OR") || last.is("NOT") || opens) {
            Stream<String> keys = candidates().flatMap(AskWords::keys).map(AskWords::quoted);
            return last.is("NOT") ? keys : Stream.concat(keys, Stream.of("NOT"));
        }
        if (last.is("IS")) {
            return Stream.of("NULL", "NOT NULL", "TRUE", "FALSE", "DISTINCT FROM", "NOT DISTINCT FROM");
        }
        if (isKey(last) && last.name().equals(Fact.BUCKET)) {
            return inFilter ? Stream.of(">=", "<") : Stream.of(">=", "<", "IS NOT NULL");
        }
        if (isKey(last)) {
            return Stream.concat(
                    OPERATORS.stream(), Stream.of("IN (", "BETWEEN", "LIKE", "NOT", "IS NULL", "IS NOT NULL", "IS"));
        }
        if (!isValue(last)) {
            return Stream.of();
        }
        if (between) {
            return Stream.of("AND");
        }
        return Stream.concat(Stream.of("AND", "OR"), inFilter ? Stream.of(")") : after("WHERE"));
    }

    /** Whether a BETWEEN stands before the cursor that has not both its values. */
    private boolean isBetween(int where) {
        boolean and = last().is("AND");
        for (int i = before.size() - (and ? 2 : 1); i > where; i--) {
            Tokens.Token token = before.get(i);
            if (token.is("BETWEEN")) {
                return true;
            }
            if (token.is("AND") || token.is("OR")) {
                return false;
            }
        }
        return false;
    }

    private Stream<String> inHaving(Tokens.Token last, boolean first) {
        if (first || last.is("AND")) {
            return Stream.concat(measures(), Stream.of(MEASURE));
        }
        boolean named =
                last.isName() && candidates().anyMatch(view -> view.measures().contains(last.name()));
        if (named) {
            return OPERATORS.stream();
        }
        if (last.isSymbol(")")) {
            return closes("measure") ? Stream.concat(OPERATORS.stream(), Stream.of(FILTER)) : OPERATORS.stream();
        }
        return isValue(last) ? Stream.concat(Stream.of("AND"), after("HAVING")) : Stream.of();
    }

    private Stream<String> inOrder(Tokens.Token last, boolean begins) {
        if (begins) {
            Set<String> sorted = namesAfter("ORDER");
            return outputs().stream()
                    .map(Output::shown)
                    .flatMap(Stream::ofNullable)
                    .filter(name -> !sorted.contains(name))
                    .map(AskWords::quoted);
        }
        if (last.is("NULLS")) {
            return Stream.of("FIRST", "LAST");
        }
        Stream<String> nulls = Stream.of("NULLS FIRST", "NULLS LAST");
        if (last.is("ASC") || last.is("DESC")) {
            return Stream.concat(nulls, after("ORDER"));
        }
        return last.is("FIRST") || last.is("LAST")
                ? after("ORDER")
                : Stream.concat(Stream.concat(Stream.of("ASC", "DESC"), nulls), after("ORDER"));
    }

    /** The times put out and the keys not grouped by yet, those put out first: they have to be. */
    private Stream<String> groupable() {
        Set<String> grouped = namesAfter("GROUP");
        Set<String> asked = named();
        Stream<String> times = outputs().stream()
                .filter(output -> "date_bin".equals(output.function) || "date_trunc".equals(output.function))
                .map(Output::shown)
                .flatMap(Stream::ofNullable);
        List<String> keys = candidates().flatMap(AskWords::keys).distinct().toList();
        return Stream.concat(times, Stream.concat(keys.stream().filter(asked::contains), keys.stream()))
                .filter(key -> !grouped.contains(key))
                .map(AskWords::quoted);
    }

    private Set<String> namesAfter(String clause) {
        Set<String> names = new LinkedHashSet<>();
        int at = before.size() - 1;
        while (at >= 0 && !before.get(at).is(clause)) {
            if (before.get(at).isName()) {
                names.add(before.get(at).name());
            }
            at--;
        }
        return names;
    }

    /** The names selected, without those the answer gives them. */
    private Set<String> named() {
        Set<String> names = new LinkedHashSet<>();
        outputs().stream().map(Output::named).flatMap(Stream::ofNullable).forEach(names::add);
        return names;
    }

    private List<Output> outputs() {
        List<Output> outputs = new ArrayList<>();
        int begin = 1;
        int depth = 0;
        for (int i = 1; i <= before.size(); i++) {
            boolean end = i == before.size() || (depth == 0 && before.get(i).is("FROM"));
            if (end || (depth == 0 && before.get(i).isSymbol(","))) {
                output(begin, i, outputs);
                begin = i + 1;
            }
            if (end) {
                break;
            }
            depth += before.get(i).isSymbol("(") ? 1 : before.get(i).isSymbol(")") ? -1 : 0;
        }
        return outputs;
    }

    private void output(int begin, int end, List<Output> outputs) {
        if (begin >= end || !before.get(begin).isName()) {
            return;
        }
        String name = before.get(begin).name();
        boolean called = begin + 1 < end && before.get(begin + 1).isSymbol("(");
        Tokens.Token alias = end - 2 > begin && before.get(end - 2).is("AS") ? before.get(end - 1) : null;
        String shown = alias != null ? alias.name() : called ? null : name;
        outputs.add(new Output(called ? null : name, called ? name : null, shown));
    }

    /** The view the statement names, or while it names none, or one there is not, all of them. */
    private Stream<Complete.View> candidates() {
        for (int i = 1; i < statement.size(); i++) {
            if (statement.get(i - 1).is("FROM") && statement.get(i).isName()) {
                String name = statement.get(i).name();
                List<Complete.View> named =
                        views.stream().filter(view -> view.name().equals(name)).toList();
                return named.isEmpty() ? views.stream() : named.stream();
            }
        }
        return views.stream();
    }

    private static Stream<String> keys(Complete.View view) {
        return Stream.concat(Stream.of(Fact.BUCKET), view.keys().stream());
    }

    private Stream<String> measures() {
        return candidates().flatMap(view -> view.measures().stream()).map(AskWords::quoted);
    }

    private boolean isKey(Tokens.Token token) {
        return token.isName() && candidates().flatMap(AskWords::keys).anyMatch(token.name()::equals);
    }

    private static boolean isValue(Tokens.Token token) {
        return token.kind() == Tokens.Kind.STRING
                || token.kind() == Tokens.Kind.NUMBER
                || token.isSymbol(")")
                || token.is("NULL")
                || token.is("TRUE")
                || token.is("FALSE");
    }

    private boolean isCall(int index, String function) {
        return index >= 0
                && before.get(index).isName()
                && before.get(index).name().equals(function);
    }

    /** Whether the parenthesis before the cursor closes those of the function. */
    private boolean closes(String function) {
        int depth = 0;
        for (int i = before.size() - 1; i > 0; i--) {
            depth += before.get(i).isSymbol(")") ? 1 : before.get(i).isSymbol("(") ? -1 : 0;
            if (depth == 0) {
                return isCall(i - 1, function);
            }
        }
        return false;
    }

    private Tokens.Token last() {
        return before.get(before.size() - 1);
    }
}
