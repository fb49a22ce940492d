package straum.notation;

import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Operand;
import straum.domain.value.Literal;
import straum.domain.value.Place;

/**
 * Lists of values behind IN that are one token each, but for a number's sign: texts, numbers, parameters, {@code NULL},
 * {@code TRUE}, {@code FALSE}. Such a list needs no parser, and may be tens of thousands long.
 */
final class PlainList {
    private PlainList() {}

    /**
     * The index of the parenthesis that closes a list, of which the first value ends with the token at an index; the index
     * itself where that is not so.
     */
    static int rest(List<Token> statement, Role[] roles, int last) {
        int first = last > 0 && isSign(statement.get(last - 1)) ? last - 1 : last;
        if (first < 2
                || !statement.get(first - 1).isSymbol("(")
                || roles[first - 2] != Role.KEYWORD
                || !statement.get(first - 2).isWord("in")) {
            return last;
        }
        int at = behindValue(statement, roles, first);
        if (at != last + 1) {
            return last;
        }
        while (at > 0 && statement.get(at).isSymbol(",")) {
            at = behindValue(statement, roles, at + 1);
        }
        return at > 0 && statement.get(at).isSymbol(")") ? at : last;
    }

    /** The index behind a plain value; −1 where none begins. */
    private static int behindValue(List<Token> statement, Role[] roles, int at) {
        int value = isSign(statement.get(at)) ? at + 1 : at;
        return switch (roles[value]) {
            case NUMBER -> value + 1;
            case TEXT, PARAMETER -> value == at ? value + 1 : -1;
            case KEYWORD -> value == at && isValue(statement.get(value)) ? value + 1 : -1;
            case NAME, FUNCTION, TYPE, SYMBOL, END -> -1;
        };
    }

    private static boolean isSign(Token token) {
        return token.isSymbol("-") || token.isSymbol("+");
    }

    private static boolean isValue(Token word) {
        return word.isWord("null") || word.isWord("true") || word.isWord("false");
    }

    /** Takes a value of such a list. */
    static Operand take(Sentence sentence) throws Refusal {
        Place place = sentence.place();
        boolean minus = sentence.isNext("-");
        boolean signed = sentence.takeIfNext("-") || sentence.takeIfNext("+");
        @Nullable Token number = sentence.takeIfRole(Role.NUMBER);
        if (number != null) {
            return new Operand(new Literal.Number(minus ? "-" + number.text() : number.text()), place);
        }
        if (signed) {
            throw sentence.unread();
        }
        @Nullable Token text = sentence.takeIfRole(Role.TEXT);
        if (text != null) {
            return new Operand(new Literal.Text(text.text()), place);
        }
        @Nullable Token parameter = sentence.takeIfRole(Role.PARAMETER);
        if (parameter != null) {
            return new Operand(new Literal.Parameter(Integer.parseInt(parameter.text())), place);
        }
        if (sentence.takeIfNext("null")) {
            return new Operand(new Literal.Null(), place);
        }
        boolean yes = sentence.isNext("true");
        sentence.take(yes ? "true" : "false");
        return new Operand(new Literal.Bool(yes), place);
    }
}
