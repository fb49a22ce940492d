package straum.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What Tab offers: the words that can go on from the cursor, as the statement so far allows. A function of the text and
 * the views, and of nothing else.
 */
final class Complete {
    /** The shell's own commands. */
    private static final List<String> COMMANDS = List.of("\\?", "\\d", "\\q", "\\timing");

    private Complete() {}

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
        String prefix = begun && last != null ? last.text() : "";
        return new Offer(
                cursor - prefix.length(),
                matching(prefix, AskWords.at(before, statement(text, before, cursor), views)));
    }

    private static Offer command(String head, List<View> views) {
        int space = head.lastIndexOf(' ');
        if (space < 0) {
            int start = head.indexOf('\\');
            return new Offer(start, matching(head.substring(start), COMMANDS.stream()));
        }
        boolean describes = head.stripLeading().startsWith("\\d ");
        Stream<String> names = describes ? views.stream().map(view -> AskWords.quoted(view.name())) : Stream.of();
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
}
