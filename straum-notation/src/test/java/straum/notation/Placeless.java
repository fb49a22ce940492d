package straum.notation;

import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Ask;
import straum.domain.ask.Name;
import straum.domain.ask.Operand;
import straum.domain.spec.Condition;
import straum.domain.value.Literal;
import straum.domain.value.Place;

/** Asks without their places, to compare what they mean. */
@SuppressWarnings("NullAway") // what may be null of an ask, which is lost from the compiled record
final class Placeless {
    static final Place NOWHERE = new Place(1, 1);

    private Placeless() {}

    /** The same ask, with every place the same. */
    static Ask ask(Ask ask) {
        return new Ask(
                name(ask.view().text()),
                ask.outputs().stream().map(Placeless::output).toList(),
                condition(ask.where()),
                new Ask.Range(
                        operand(ask.range().from()),
                        operand(ask.range().to()),
                        ask.range().notNull()),
                ask.groupBy().stream().map(Placeless::item).toList(),
                ask.having().stream().map(Placeless::having).toList(),
                ask.orderBy().stream()
                        .map(order -> new Ask.Order(item(order.by()), order.descending(), order.nullsFirst()))
                        .toList(),
                operand(ask.limit()),
                operand(ask.offset()));
    }

    static Name name(String text) {
        return new Name(text, NOWHERE);
    }

    static Operand operand(Literal value) {
        return new Operand(value, NOWHERE);
    }

    static Condition<Name, Operand> equal(String key, Literal value) {
        return compare(key, Condition.Operator.EQUAL, value);
    }

    static Condition<Name, Operand> compare(String key, Condition.Operator operator, Literal value) {
        return new Condition.Compare<>(name(key), operator, operand(value), false);
    }

    static Condition<Name, Operand> in(String key, Literal... values) {
        return new Condition.In<>(
                name(key), List.of(values).stream().map(Placeless::operand).toList());
    }

    static Condition<Name, Operand> isNull(String key) {
        return new Condition.IsNull<>(name(key));
    }

    static <S, V> Condition<S, V> not(Condition<S, V> condition) {
        return new Condition.Not<>(condition);
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    static Condition<Name, Operand> and(Condition<Name, Operand>... all) {
        return new Condition.And<>(List.of(all));
    }

    private static @Nullable Operand operand(@Nullable Operand operand) {
        return operand == null ? null : operand(operand.value());
    }

    private static @Nullable Condition<Name, Operand> condition(@Nullable Condition<Name, Operand> condition) {
        return condition == null
                ? null
                : condition.<Name, Operand, RuntimeException>map(
                        name -> name(name.text()), value -> operand(value.value()));
    }

    private static Ask.Output output(Ask.Output output) {
        if (output instanceof Ask.Output.Named named) {
            return new Ask.Output.Named(name(named.name().text()), named.as());
        }
        if (output instanceof Ask.Output.Filtered filtered) {
            return new Ask.Output.Filtered(
                    name(filtered.measure().text()), condition(filtered.filter()), filtered.as(), NOWHERE);
        }
        return new Ask.Output.Timed(time(((Ask.Output.Timed) output).time()), output.as());
    }

    private static Ask.Time time(Ask.Time time) {
        if (time instanceof Ask.Time.Bin bin) {
            return new Ask.Time.Bin(operand(bin.width().value()), operand(bin.origin()), NOWHERE);
        }
        Ask.Time.Trunc trunc = (Ask.Time.Trunc) time;
        return new Ask.Time.Trunc(operand(trunc.unit().value()), operand(trunc.zone()), NOWHERE);
    }

    private static Ask.Item item(Ask.Item item) {
        if (item instanceof Ask.Item.Named named) {
            return new Ask.Item.Named(name(named.name().text()));
        }
        if (item instanceof Ask.Item.Output output) {
            return new Ask.Item.Output(output.index(), NOWHERE);
        }
        return new Ask.Item.Timed(time(((Ask.Item.Timed) item).time()));
    }

    private static Ask.Having having(Ask.Having having) {
        return new Ask.Having(
                name(having.measure().text()),
                condition(having.filter()),
                having.operator(),
                operand(having.value().value()));
    }
}
