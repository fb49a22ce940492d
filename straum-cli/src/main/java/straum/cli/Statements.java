package straum.cli;

import java.util.ArrayList;
import java.util.List;

/** What a text at the prompt says to do: asks ended by {@code ;}, or a command of the shell's own. */
final class Statements {
    private Statements() {}

    /**
     * Whether there is nothing more to wait for: the text is blank, a command of the shell's own, which is one line that
     * begins with a backslash, or ends with a {@code ;} that is in no quotes.
     */
    static boolean isComplete(String text) {
        String stripped = text.strip();
        if (stripped.isEmpty() || stripped.startsWith("\\")) {
            return true;
        }
        Tokens tokens = Tokens.of(text);
        int count = tokens.all().size();
        return !tokens.isOpen() && (count == 0 || tokens.all().get(count - 1).isSymbol(";"));
    }

    /** The asks of a text, without their {@code ;}: the last need not have one, and empty ones are left out. */
    static List<String> split(String text) {
        List<String> statements = new ArrayList<>();
        int from = 0;
        boolean empty = true;
        for (Tokens.Token token : Tokens.of(text).all()) {
            if (!token.isSymbol(";")) {
                empty = false;
                continue;
            }
            if (!empty) {
                statements.add(text.substring(from, token.start()).strip());
            }
            from = token.end();
            empty = true;
        }
        if (!empty) {
            statements.add(text.substring(from).strip());
        }
        return statements;
    }
}
