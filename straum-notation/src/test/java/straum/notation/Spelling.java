package straum.notation;

import java.util.Locale;
import java.util.Random;
import java.util.regex.Pattern;

/** Writes statements in a random spelling: case, blanks, comments, quotes, parentheses and optional words. */
final class Spelling {
    private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_$]*");
    private static final String[] BLANKS = {
        " ", "\n", "\t", "  ", "\r\n", "/**/", "/* a /* b */ ' */", " -- it's \"a\" comment\n", " --\r", "\f"
    };

    private final Random random;
    private final StringBuilder out = new StringBuilder();
    /** Whether the last token runs together with a letter, a digit or a quote after it. */
    private boolean sticky;

    Spelling(Random random) {
        this.random = random;
    }

    /** Writes keywords and types, one blank between each two. */
    Spelling words(String words) {
        for (String word : words.split(" ", -1)) {
            separate();
            out.append(cased(word));
            sticky = true;
        }
        return this;
    }

    /** Writes a keyword that may be left out, or not. */
    Spelling maybe(String word) {
        return chance() ? words(word) : this;
    }

    /** Writes marks; {@code .} and all the others may have blanks around them. */
    Spelling mark(String mark) {
        blanks();
        // A minus followed by another would begin a comment.
        out.append(mark);
        sticky = false;
        return this;
    }

    /** Writes an operator; a blank follows, for a sign behind it would be part of it. */
    Spelling operator(String operator) {
        mark(operator);
        out.append(' ');
        return this;
    }

    /** Writes a name, quoted wherever it must be. */
    Spelling name(String name) {
        return name(name, PLAIN.matcher(name).matches() && !Keywords.isReserved(name));
    }

    /** Writes an output's own name, with AS or without. */
    Spelling as(String name) {
        if (chance()) {
            return words("as").name(name, PLAIN.matcher(name).matches());
        }
        return name(
                name,
                PLAIN.matcher(name).matches()
                        && !Keywords.isReserved(name)
                        && !Keywords.isOnlyAfterAs(name)
                        && !name.equals("between"));
    }

    private Spelling name(String name, boolean plain) {
        separate();
        out.append(plain && random.nextInt(4) > 0 ? cased(name) : '"' + name.replace("\"", "\"\"") + '"');
        sticky = true;
        return this;
    }

    /** Writes a text. */
    Spelling text(String text) {
        separate();
        out.append(text.contains("$") || chance() ? "'" + text.replace("'", "''") + "'" : "$t$" + text + "$t$");
        sticky = true;
        return this;
    }

    /** Writes a number or a parameter as it is. */
    Spelling bare(String token) {
        separate();
        out.append(token);
        sticky = true;
        return this;
    }

    /** Writes what the writer writes, with up to two pairs of parentheses around it. */
    Spelling parenthesised(Runnable writer) {
        int pairs = Math.max(0, random.nextInt(5) - 2);
        for (int i = 0; i < pairs; i++) {
            mark("(");
        }
        writer.run();
        for (int i = 0; i < pairs; i++) {
            mark(")");
        }
        return this;
    }

    /** True every other time. */
    boolean chance() {
        return random.nextBoolean();
    }

    /** A number below the bound. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    private void separate() {
        blanks();
        if (sticky) {
            out.append(BLANKS[random.nextInt(5)]);
        }
    }

    private void blanks() {
        if (random.nextInt(3) == 0) {
            out.append(' ').append(BLANKS[random.nextInt(BLANKS.length)]);
        }
    }

    private String cased(String word) {
        return switch (random.nextInt(3)) {
            case 0 -> word;
            case 1 -> word.toUpperCase(Locale.ROOT);
            default -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
        };
    }

    /** What was written. */
    @Override
    public String toString() {
        return out.toString();
    }
}
