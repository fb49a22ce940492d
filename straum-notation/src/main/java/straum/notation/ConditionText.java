package straum.notation;

import java.util.function.Function;
import straum.domain.spec.Condition;
import straum.domain.value.Literal;

/** Prints a spec's conditions for people, as the spec writes them: read again under the same names, they say the same. */
public final class ConditionText<S> extends ConditionSql<S, Literal> {
    private final Function<S, String> name;

    private ConditionText(Function<S, String> name) {
        this.name = name;
    }

    /**
     * The condition, to stand alone or between ANDs; an OR is in parentheses.
     *
     * @param condition holds no parameter
     * @param name what a column is written as
     */
    public static <S> String of(Condition<S, Literal> condition, Function<S, String> name) {
        return new ConditionText<>(name).print(condition);
    }

    @Override
    String subject(S subject) {
        return name.apply(subject);
    }

    @Override
    String ordered(S subject, boolean collateC) {
        return collateC ? ViewSql.collateC(subject(subject)) : subject(subject);
    }

    @Override
    String value(S subject, Literal value) {
        return literal(value);
    }

    @Override
    String pattern(Literal pattern) {
        return literal(pattern);
    }

    /** A spec reads a backslash as it stands, so that its texts need no other quotes than these. */
    private static String literal(Literal literal) {
        if (literal instanceof Literal.Text text) {
            return quoted(text.text());
        }
        return literal instanceof Literal.Typed typed
                ? quoted(typed.text()) + "::" + typed.type()
                : SqlLiteral.asWritten(literal);
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
