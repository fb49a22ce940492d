package straum.notation;

import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Ask;
import straum.domain.ask.Condition;
import straum.domain.ask.Name;
import straum.domain.value.Literal;
import straum.domain.value.Place;

/** Asks without their places, to compare what they mean. */
final class Placeless {
    private static final Place NOWHERE = new Place(1, 1);

    private Placeless() {}

    /** The same ask, with every place the same. */
    @SuppressWarnings("NullAway") // the bounds may be null, which is lost from the compiled record
    static Ask ask(Ask ask) {
        return new Ask(
                name(ask.view().text()),
                ask.outputs().stream()
                        .map(output -> new Ask.Output(name(output.name().text()), output.as()))
                        .toList(),
                ask.conditions().stream().map(Placeless::condition).toList(),
                bound(ask.from()),
                bound(ask.to()),
                ask.bucketNotNull(),
                ask.groupBy().stream().map(each -> name(each.text())).toList());
    }

    static Name name(String text) {
        return new Name(text, NOWHERE);
    }

    static Condition.Operand operand(Literal value) {
        return new Condition.Operand(value, NOWHERE);
    }

    private static Condition.@Nullable Operand bound(Condition.@Nullable Operand operand) {
        return operand == null ? null : operand(operand.value());
    }

    static Condition oneOf(String key, Literal... values) {
        return new Condition.OneOf(
                name(key), List.of(values).stream().map(Placeless::operand).toList());
    }

    static Condition isNull(String key, boolean negated) {
        return new Condition.IsNull(name(key), negated);
    }

    private static Condition condition(Condition condition) {
        if (condition instanceof Condition.OneOf oneOf) {
            return oneOf(
                    oneOf.key().text(),
                    oneOf.values().stream().map(Condition.Operand::value).toArray(Literal[]::new));
        }
        return isNull(condition.key().text(), ((Condition.IsNull) condition).negated());
    }
}
