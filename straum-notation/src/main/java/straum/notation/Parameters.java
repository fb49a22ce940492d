package straum.notation;

import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.AskError;
import straum.domain.ask.AskException;
import straum.domain.value.Literal;

/** The parameters given with a query, and which of them it has used. Mutable; one reader. */
final class Parameters {
    private final List<Literal> given;
    private final BitSet used = new BitSet();

    private Parameters(List<Literal> given) {
        this.given = given;
    }

    /**
     * The parameters of a query.
     *
     * @throws AskException when it uses one that is not given, at the first such
     */
    static Parameters of(List<Literal> given, List<Token> query) throws AskException {
        int highest = 0;
        @Nullable Token missing = null;
        for (Token token : query) {
            if (token.kind() == Token.Kind.PARAMETER) {
                int number = Integer.parseInt(token.text());
                missing = missing == null && number > given.size() ? token : missing;
                highest = Math.max(highest, number);
            }
        }
        if (missing != null) {
            String were = given.size() == 1 ? "1 parameter was given" : given.size() + " parameters were given";
            throw new AskException(
                    new AskError.Parameters("the query uses $" + highest + " and " + were, null), missing.place());
        }
        return new Parameters(given);
    }

    /** The value of a parameter, which counts as used from now on. */
    Literal use(Token parameter) {
        int number = Integer.parseInt(parameter.text());
        used.set(number - 1);
        return given.get(number - 1);
    }

    /**
     * Checks that no parameter was left over.
     *
     * @throws AskException without a place: none of the text is at fault
     */
    void checkAllUsed() throws AskException {
        StringBuilder unused = new StringBuilder();
        for (int i = used.nextClearBit(0); i < given.size(); i = used.nextClearBit(i + 1)) {
            unused.append(unused.isEmpty() ? "$" : ", $").append(i + 1);
        }
        if (!unused.isEmpty()) {
            throw new AskException(
                    new AskError.Parameters("the query does not use " + unused + " of the parameters given", null),
                    null);
        }
    }
}
