package straum.cli;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import straum.domain.spec.Fact;
import straum.domain.spec.TableName;

/**
 * What Tab offers: the words that can go on from the cursor, as the statement so far allows. A function of the text and
 * the views, and of nothing else.
 */
final class Complete {
    /** The shell's own commands. */
    private static final List<String> COMMANDS = List.of("\\?", "\\d", "\\q", "\\timing");

    private final List<Tokens.Token> before;
    private final List<Tokens.Token> statement;
    private final List<View> views;

    private Complete(List<Tokens.Token> before, List<Tokens.Token> statement, List<View> views) {
        this.before = before;
        this.statement = statement;
        this.views = views;
    }

    /**
     * What is offered.
     *
     * @param start where in the text the word begun starts, which every offer replaces up to the cursor
     * @param words each begins with the word begun, whatever its case
     */
    record Offer(int start, List<String> words) {}

    /** What a view offers: its name, and the names of its keys and measures. */
    record View(String name, List<String> keys, List<String> measures) {}

    /** What to offer at the cursor, an index into the text. */
    static Offer at(String text, int cursor, List<View> views) {
        String head = text.substring(0, cursor);
        if (head.stripLeading().startsWith("\\")) {
            return command(head, views);
        }
        Tokens lexed = Tokens.of(head);
        List<Tokens.Token> tokens = lexed.all();
        Tokens.Token last = tokens.isEmpty() ? null : tokens.get(tokens.size() - 1);
        boolean begun = last != null && last.end() == cursor && last.isName();
        if (lexed.isOpen() && !(begun && last != null && last.kind() == Tokens.Kind.QUOTED)) {
            return new Offer(cursor, List.of());
        }
        int from = 0;
        for (int i = 0; i < tokens.size(); i++) {
            from = tokens.get(i).isSymbol(";") ? i + 1 : from;
        }
        List<Tokens.Token> before = tokens.subList(from, begun ? tokens.size() - 1 : tokens.size());
        Complete complete = new Complete(before, statement(text, before, cursor), views);
        String prefix = begun && last != null ? last.text() : "";
        return new Offer(cursor - prefix.length(), matching(prefix, complete.words()));
    }

    private static Offer command(String head, List<View> views) {
        int space = head.lastIndexOf(' ');
        if (space < 0) {
            int start = head.indexOf('\\');
            return new Offer(start, matching(head.substring(start), COMMANDS.stream()));
        }
        boolean describes = head.stripLeading().startsWith("\\d ");
        Stream<String> names = describes ? views.stream().map(view -> quoted(view.name())) : Stream.of();
        return new Offer(space + 1, matching(head.substring(space + 1), names));
    }

    /** The whole statement around the cursor, which may name its view only after it. */
    private static List<Tokens.Token> statement(String text, List<Tokens.Token> before, int cursor) {
        List<Tokens.Token> statement = new ArrayList<>(before);
        for (Tokens.Token token : Tokens.of(text).all()) {
            if (token.start() >= cursor) {
                if (token.isSymbol(";")) {
                    break;
                }
                statement.add(token);
            }
        }
        return statement;
    }

    private Stream<String> words() {
        if (before.isEmpty()) {
            return Stream.of("SELECT");
        }
        int clause = before.size() - 1;
        while (clause > 0 && !isClause(before.get(clause))) {
            clause--;
        }
        Tokens.Token last = before.get(before.size() - 1);
        boolean first = clause == before.size() - 1;
        Tokens.Token opener = before.get(clause);
        if (opener.is("SELECT")) {
            return inOutputs(last, first || last.isSymbol(","));
        }
        if (opener.is("FROM")) {
            return first ? viewNames() : Stream.of("WHERE", "GROUP BY");
        }
        if (opener.is("WHERE")) {
            return inConditions(last, first || last.is("AND"));
        }
        if (opener.is("GROUP")) {
            return first ? Stream.of("BY") : last.is("BY") || last.isSymbol(",") ? groupable() : Stream.of();
        }
        return Stream.of();
    }

    private static boolean isClause(Tokens.Token token) {
        return token.is("SELECT") || token.is("FROM") || token.is("WHERE") || token.is("GROUP");
    }

    private Stream<String> inOutputs(Tokens.Token last, boolean begins) {
        if (!begins) {
            return last.isName() && !last.is("AS") ? Stream.of("FROM", "AS") : Stream.of();
        }
        Set<String> asked = outputs();
        return candidates()
                .flatMap(view -> Stream.concat(keys(view), view.measures().stream()))
                .filter(name -> !asked.contains(name))
                .map(Complete::quoted);
    }

    /** The views that have every name selected, or all where none has: then a name is wrong, and not the view. */
    private Stream<String> viewNames() {
        Set<String> asked = outputs();
        List<String> fitting = views.stream()
                .filter(view -> Stream.concat(keys(view), view.measures().stream())
                        .toList()
                        .containsAll(asked))
                .map(View::name)
                .toList();
        return (fitting.isEmpty() ? views.stream().map(View::name) : fitting.stream()).map(Complete::quoted);
    }

    private Stream<String> inConditions(Tokens.Token last, boolean begins) {
        if (begins) {
            return candidates().flatMap(Complete::keys).map(Complete::quoted);
        }
        if (last.is("IS")) {
            return Stream.of("NULL", "NOT NULL");
        }
        if (last.is("NOT")) {
            return Stream.of("NULL");
        }
        boolean isKey = last.isName() && candidates().flatMap(Complete::keys).anyMatch(last.name()::equals);
        if (isKey && last.name().equals(Fact.BUCKET)) {
            return Stream.of(">=", "<", "IS NOT NULL");
        }
        if (isKey) {
            return Stream.of("=", "IN (", "IS NULL", "IS NOT NULL");
        }
        boolean ends = last.kind() == Tokens.Kind.STRING
                || last.kind() == Tokens.Kind.NUMBER
                || last.isSymbol(")")
                || last.is("NULL")
                || last.is("TRUE")
                || last.is("FALSE");
        return ends ? Stream.of("AND", "GROUP BY") : Stream.of();
    }

    /** The keys not grouped by yet, those put out first: they have to be. */
    private Stream<String> groupable() {
        Set<String> grouped = new HashSet<>();
        int group = 0;
        while (!before.get(group).is("GROUP")) {
            group++;
        }
        before.subList(group, before.size()).stream()
                .filter(Tokens.Token::isName)
                .forEach(token -> grouped.add(token.name()));
        Set<String> asked = outputs();
        List<String> keys = candidates().flatMap(Complete::keys).distinct().toList();
        return Stream.concat(keys.stream().filter(asked::contains), keys.stream())
                .filter(key -> !grouped.contains(key))
                .map(Complete::quoted);
    }

    /** The names selected, without those the answer gives them. */
    private Set<String> outputs() {
        Set<String> names = new LinkedHashSet<>();
        for (int i = 1; i < before.size() && !before.get(i).is("FROM"); i++) {
            boolean begins = before.get(i - 1).is("SELECT") || before.get(i - 1).isSymbol(",");
            if (begins && before.get(i).isName()) {
                names.add(before.get(i).name());
            }
        }
        return names;
    }

    /** The view the statement names, or while it names none, or one there is not, all of them. */
    private Stream<View> candidates() {
        for (int i = 1; i < statement.size(); i++) {
            if (statement.get(i - 1).is("FROM") && statement.get(i).isName()) {
                String name = statement.get(i).name();
                List<View> named =
                        views.stream().filter(view -> view.name().equals(name)).toList();
                return named.isEmpty() ? views.stream() : named.stream();
            }
        }
        return views.stream();
    }

    private static Stream<String> keys(View view) {
        return Stream.concat(Stream.of(Fact.BUCKET), view.keys().stream());
    }

    /** Those that begin as the word begun does, each once; keywords in its case. */
    private static List<String> matching(String prefix, Stream<String> words) {
        boolean lower = !prefix.isEmpty() && prefix.equals(prefix.toLowerCase(Locale.ROOT));
        return words.distinct()
                .filter(word -> word.regionMatches(true, 0, prefix, 0, prefix.length()))
                .map(word -> lower && isKeyword(word) ? word.toLowerCase(Locale.ROOT) : word)
                .toList();
    }

    private static boolean isKeyword(String word) {
        return word.equals(word.toUpperCase(Locale.ROOT)) && !word.startsWith("\"");
    }

    /** The name as a statement has to write it: in quotes unless it is what PostgreSQL folds to. */
    private static String quoted(String name) {
        return name.matches("[a-z_][a-z0-9_$]*") ? name : TableName.quoted(name);
    }
}
