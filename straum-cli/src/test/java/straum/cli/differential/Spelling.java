package straum.cli.differential;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Writes a text otherwise than it is, so that it means the same: comments and blanks between its words, other cases. */
final class Spelling {
    private static final List<String> GAPS =
            List.of("\n", "  ", "\t", " /* , ' \" */ ", " -- it's ; \"a\n", "\n\n", " /* /* in */ out */ ", "\r\n");
    private static final Set<String> WORDS = Set.of(
            "SELECT",
            "FROM",
            "WHERE",
            "GROUP",
            "BY",
            "AND",
            "OR",
            "NOT",
            "IN",
            "IS",
            "NULL",
            "LIKE",
            "BETWEEN",
            "JOIN",
            "LEFT",
            "INNER",
            "OUTER",
            "ON",
            "AS",
            "FILTER",
            "EXISTS",
            "CREATE",
            "VIEW",
            "WITH",
            "HAVING",
            "ORDER",
            "LIMIT",
            "OFFSET",
            "DESC",
            "ASC",
            "NULLS",
            "FIRST",
            "LAST",
            "DISTINCT",
            "TRUE",
            "FALSE",
            "WITHIN",
            "COLLATE");

    private Spelling() {}

    /** The text in another spelling, at most one in ten of its gaps an odd one. */
    static String spell(Dice dice, String text) {
        return Form.SPELLING.now(dice, 50) ? new Words(dice, text).spelled() : text;
    }

    private static final class Words {
        private final Dice dice;
        private final String text;
        private final StringBuilder out = new StringBuilder();
        private int at;

        Words(Dice dice, String text) {
            this.dice = dice;
            this.text = text;
        }

        String spelled() {
            while (at < text.length()) {
                char c = text.charAt(at);
                if (c == '\'' || c == '"') {
                    upTo(text.indexOf(c, at + 1) + 1);
                } else if (Character.isLetter(c) || c == '_' || c == '$') {
                    word();
                } else if (c == ' ' && dice.percent(10)) {
                    out.append(dice.pick(GAPS));
                    at++;
                } else {
                    upTo(at + 1);
                }
            }
            return out.toString();
        }

        private void upTo(int end) {
            out.append(text, at, end);
            at = end;
        }

        private void word() {
            int end = at;
            while (end < text.length()
                    && (Character.isLetterOrDigit(text.charAt(end))
                            || text.charAt(end) == '_'
                            || text.charAt(end) == '$')) {
                end++;
            }
            String word = text.substring(at, end);
            boolean other = WORDS.contains(word) && dice.percent(15);
            out.append(other ? word.toLowerCase(Locale.ROOT) : word);
            at = end;
        }
    }
}
