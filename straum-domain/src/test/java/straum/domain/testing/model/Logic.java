package straum.domain.testing.model;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Condition;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/** Conditions by the truth tables of the manual, 9.1, and the rules of 9.2: true, false, or null for unknown. */
final class Logic {
    private Logic() {}

    /** Whether a condition is true: null for none is. */
    static <S> boolean meets(@Nullable Condition<S, Literal> condition, Function<S, Tables.Operand> operands) {
        return condition == null || Boolean.TRUE.equals(of(condition, operands));
    }

    private static <S> @Nullable Boolean of(Condition<S, Literal> condition, Function<S, Tables.Operand> operands) {
        if (condition instanceof Condition.And<S, Literal> and) {
            return all(and.all(), operands, true);
        }
        if (condition instanceof Condition.Or<S, Literal> or) {
            return all(or.any(), operands, false);
        }
        if (condition instanceof Condition.Not<S, Literal> not) {
            Boolean of = of(not.of(), operands);
            return of == null ? null : !of;
        }
        if (condition instanceof Condition.Is<S, Literal> is) {
            Boolean of = of(is.of(), operands);
            return of != null && of == is.value();
        }
        Tables.Operand operand = operands.apply(condition.subjects().iterator().next());
        ColumnType type = operand.type();
        Value value = operand.value();
        if (condition instanceof Condition.IsNull) {
            return value == null;
        }
        if (condition instanceof Condition.IsNotDistinct<S, Literal> same) {
            Value other = value(type, same.value());
            return value == null || other == null ? value == other : equal(value, other);
        }
        if (value == null) {
            return condition instanceof Condition.In<S, Literal> in
                            && in.values().isEmpty()
                    ? false
                    : null;
        }
        if (condition instanceof Condition.Holds) {
            return value.text().equals("t");
        }
        if (condition instanceof Condition.Compare<S, Literal> compare) {
            Value other = value(type, compare.value());
            return other == null ? null : compare.operator().holds(value.compareTo(other));
        }
        if (condition instanceof Condition.In<S, Literal> in) {
            Boolean result = false;
            for (Literal each : in.values()) {
                Value other = value(type, each);
                if (other == null) {
                    result = Boolean.TRUE.equals(result) ? result : null;
                } else if (equal(value, other)) {
                    result = true;
                }
            }
            return result;
        }
        Literal pattern = ((Condition.Like<S, Literal>) condition).pattern();
        return pattern instanceof Literal.Null ? null : Like.matches(value.text(), text(pattern));
    }

    /** AND, or its mirror OR: what decides it, else unknown where one is, else the opposite. */
    private static <S> @Nullable Boolean all(
            List<Condition<S, Literal>> conditions, Function<S, Tables.Operand> operands, boolean and) {
        boolean unknown = false;
        for (Condition<S, Literal> each : conditions) {
            Boolean of = of(each, operands);
            if (of != null && of != and) {
                return !and;
            }
            unknown |= of == null;
        }
        return unknown ? null : (Boolean) and;
    }

    private static boolean equal(Value one, Value other) {
        return one.equality().equals(other.equality());
    }

    private static @Nullable Value value(ColumnType type, Literal literal) {
        if (literal instanceof Literal.Null) {
            return null;
        }
        byte[] bytes = type.read(literal);
        if (bytes == null) {
            throw new IllegalArgumentException(literal + " is no value of " + type.name());
        }
        return Value.of(type, bytes, 0, bytes.length);
    }

    /** A pattern's own text: no type cuts off its spaces. */
    private static String text(Literal pattern) {
        return pattern instanceof Literal.Typed typed ? typed.text() : ((Literal.Text) pattern).text();
    }
}
