package straum.domain.spec;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A condition in three-valued logic, as PostgreSQL's WHERE and FILTER have it (manual, 9.1 and 9.2): it is true, false or
 * unknown, and a row meets it where it is true. A view's WHERE and the conditions on a dim are such, a measure's FILTER,
 * and what an ask asks of its keys.
 *
 * @param <S> what is tested: a column, a via, a name
 * @param <V> what it is compared with
 */
public sealed interface Condition<S, V> {
    /** How two values are compared. */
    enum Operator {
        EQUAL("="),
        NOT_EQUAL("<>"),
        LESS("<"),
        LESS_OR_EQUAL("<="),
        GREATER(">"),
        GREATER_OR_EQUAL(">=");

        private final String sql;

        Operator(String sql) {
            this.sql = sql;
        }

        /** As SQL writes it. */
        public String sql() {
            return sql;
        }

        /** The operator that says the same with its sides exchanged. */
        public Operator mirrored() {
            return switch (this) {
                case EQUAL, NOT_EQUAL -> this;
                case LESS -> GREATER;
                case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
                case GREATER -> LESS;
                case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
            };
        }

        /** Whether it holds between two values, of which a comparison says how they are ordered. */
        public boolean holds(int comparison) {
            return switch (this) {
                case EQUAL -> comparison == 0;
                case NOT_EQUAL -> comparison != 0;
                case LESS -> comparison < 0;
                case LESS_OR_EQUAL -> comparison <= 0;
                case GREATER -> comparison > 0;
                case GREATER_OR_EQUAL -> comparison >= 0;
            };
        }

        /** Whether it asks for an order, and not for equality alone. */
        public boolean orders() {
            return this != EQUAL && this != NOT_EQUAL;
        }
    }

    /** False where one is false, else unknown where one is unknown; of none, true. */
    record And<S, V>(List<Condition<S, V>> all) implements Condition<S, V> {
        public And {
            all = List.copyOf(all);
        }
    }

    /** True where one is true, else unknown where one is unknown; of none, false. */
    record Or<S, V>(List<Condition<S, V>> any) implements Condition<S, V> {
        public Or {
            any = List.copyOf(any);
        }
    }

    /** True where it is false, false where it is true. */
    record Not<S, V>(Condition<S, V> of) implements Condition<S, V> {}

    /** {@code (...) IS TRUE}, or with {@code value} false {@code IS FALSE}: never unknown. */
    record Is<S, V>(Condition<S, V> of, boolean value) implements Condition<S, V> {}

    /** A column of type boolean, as a condition of its own. */
    record Holds<S, V>(S subject) implements Condition<S, V> {}

    /**
     * A comparison; unknown where a side is null.
     *
     * @param collateC whether the text says {@code COLLATE "C"}; what an ask compares is under it always
     */
    record Compare<S, V>(S subject, Operator operator, V value, boolean collateC) implements Condition<S, V> {}

    /** {@code subject IN (...)}: true where one value is equal, else unknown where a side is null. */
    record In<S, V>(S subject, List<V> values) implements Condition<S, V> {
        public In {
            values = List.copyOf(values);
        }
    }

    /** {@code IS NULL}: never unknown. */
    record IsNull<S, V>(S subject) implements Condition<S, V> {}

    /** {@code IS NOT DISTINCT FROM}: equality that holds null equal to null; never unknown. */
    record IsNotDistinct<S, V>(S subject, V value) implements Condition<S, V> {}

    /** {@code LIKE} (manual, 9.7.1) with a backslash as the escape; unknown where a side is null. */
    record Like<S, V>(S subject, V pattern) implements Condition<S, V> {}

    /** Turns a subject or a value into another. */
    @FunctionalInterface
    interface Mapping<A, B, X extends Exception> {
        /** What it becomes. */
        B of(A each) throws X;
    }

    /** The subjects, each once, in the order of the text. */
    default Set<S> subjects() {
        S own = ownSubject();
        if (own != null) {
            return Set.of(own);
        }
        Set<S> subjects = new LinkedHashSet<>();
        forEachSubject(subjects::add);
        return subjects;
    }

    /** Hands over every subject, as often as it stands. */
    default void forEachSubject(Consumer<S> each) {
        if (this instanceof And<S, V> and) {
            and.all.forEach(of -> of.forEachSubject(each));
        } else if (this instanceof Or<S, V> or) {
            or.any.forEach(of -> of.forEachSubject(each));
        } else if (this instanceof Not<S, V> not) {
            not.of.forEachSubject(each);
        } else if (this instanceof Is<S, V> is) {
            is.of.forEachSubject(each);
        } else {
            each.accept(Objects.requireNonNull(ownSubject()));
        }
    }

    /** The subject of a leaf; null of what has conditions in it. */
    private @Nullable S ownSubject() {
        if (this instanceof Holds<S, V> holds) {
            return holds.subject;
        }
        if (this instanceof Compare<S, V> compare) {
            return compare.subject;
        }
        if (this instanceof In<S, V> in) {
            return in.subject;
        }
        if (this instanceof IsNull<S, V> isNull) {
            return isNull.subject;
        }
        if (this instanceof IsNotDistinct<S, V> isNotDistinct) {
            return isNotDistinct.subject;
        }
        return this instanceof Like<S, V> like ? like.subject : null;
    }

    /** The same condition on other subjects, against other values. */
    default <T, W, X extends Exception> Condition<T, W> map(Mapping<S, T, X> subject, Mapping<V, W, X> value) throws X {
        if (this instanceof And<S, V> and) {
            return new And<>(mapAll(and.all, subject, value));
        }
        if (this instanceof Or<S, V> or) {
            return new Or<>(mapAll(or.any, subject, value));
        }
        if (this instanceof Not<S, V> not) {
            return new Not<>(not.of.map(subject, value));
        }
        if (this instanceof Is<S, V> is) {
            return new Is<>(is.of.map(subject, value), is.value);
        }
        if (this instanceof Holds<S, V> holds) {
            return new Holds<>(subject.of(holds.subject));
        }
        if (this instanceof Compare<S, V> compare) {
            return new Compare<>(
                    subject.of(compare.subject), compare.operator, value.of(compare.value), compare.collateC);
        }
        if (this instanceof In<S, V> in) {
            T of = subject.of(in.subject);
            List<W> values = new ArrayList<>();
            for (V each : in.values) {
                values.add(value.of(each));
            }
            return new In<>(of, values);
        }
        if (this instanceof IsNull<S, V> isNull) {
            return new IsNull<>(subject.of(isNull.subject));
        }
        if (this instanceof IsNotDistinct<S, V> isNotDistinct) {
            return new IsNotDistinct<>(subject.of(isNotDistinct.subject), value.of(isNotDistinct.value));
        }
        Like<S, V> like = (Like<S, V>) this;
        return new Like<>(subject.of(like.subject), value.of(like.pattern));
    }

    private static <S, V, T, W, X extends Exception> List<Condition<T, W>> mapAll(
            List<Condition<S, V>> conditions, Mapping<S, T, X> subject, Mapping<V, W, X> value) throws X {
        List<Condition<T, W>> mapped = new ArrayList<>();
        for (Condition<S, V> each : conditions) {
            mapped.add(each.map(subject, value));
        }
        return mapped;
    }
}
