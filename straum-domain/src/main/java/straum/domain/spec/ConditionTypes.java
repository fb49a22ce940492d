package straum.domain.spec;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;
import straum.domain.value.Misfit;

/**
 * Whether a condition can be, given the types of its subjects: whether PostgreSQL has such a comparison, and each value
 * is one of its subject's type. Null fits every type: comparisons with it are unknown.
 *
 * <p>A pattern of LIKE is a text whatever it is matched with: it is read as {@link ColumnType#TEXT}, so that spaces at its
 * end count against a bpchar, and it is not cut off against a name. All other values are read as the subject's type.
 * A bpchar without a length is not matched: PostgreSQL keeps the spaces at the end of its values, and their canonical form
 * does not.
 */
public final class ConditionTypes {
    /** What a subject is. */
    public interface Subjects<S> {
        /** Its name, for people. */
        String name(S subject);

        /** Its type. */
        ColumnType type(S subject);
    }

    /**
     * What is wrong with a condition.
     *
     * @param subject of the leaf that is wrong
     * @param value the value that is wrong; null where it is no value
     * @param misfit where the value does not fit the subject's type, why; else null
     * @param message what was read and why it cannot be, one sentence
     * @param hint what to write instead; null where the message says it
     */
    public record Fault<S, V>(
            S subject,
            @Nullable V value,
            @Nullable Misfit misfit,
            String message,
            @Nullable String hint) {}

    private ConditionTypes() {}

    /**
     * The first thing wrong with a condition, in the order of its text; null when nothing is.
     *
     * @param literal of a value; no {@link Literal.Parameter}
     */
    public static <S, V> @Nullable Fault<S, V> check(
            Condition<S, V> condition, Subjects<S> subjects, Function<V, Literal> literal) {
        if (condition instanceof Condition.And<S, V> and) {
            return checkAll(and.all(), subjects, literal);
        }
        if (condition instanceof Condition.Or<S, V> or) {
            return checkAll(or.any(), subjects, literal);
        }
        if (condition instanceof Condition.Not<S, V> not) {
            return check(not.of(), subjects, literal);
        }
        if (condition instanceof Condition.Is<S, V> is) {
            return check(is.of(), subjects, literal);
        }
        if (condition instanceof Condition.Holds<S, V> holds) {
            return checkHolds(holds.subject(), subjects);
        }
        if (condition instanceof Condition.Compare<S, V> compare) {
            return checkValues(compare.subject(), List.of(compare.value()), subjects, literal);
        }
        if (condition instanceof Condition.In<S, V> in) {
            return checkValues(in.subject(), in.values(), subjects, literal);
        }
        if (condition instanceof Condition.IsNotDistinct<S, V> isNotDistinct) {
            return checkValues(isNotDistinct.subject(), List.of(isNotDistinct.value()), subjects, literal);
        }
        if (condition instanceof Condition.Like<S, V> like) {
            return checkLike(like, subjects, literal);
        }
        return null; // IS NULL, which every type has
    }

    private static <S, V> @Nullable Fault<S, V> checkAll(
            List<Condition<S, V>> conditions, Subjects<S> subjects, Function<V, Literal> literal) {
        for (Condition<S, V> each : conditions) {
            Fault<S, V> fault = check(each, subjects, literal);
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    private static <S, V> @Nullable Fault<S, V> checkHolds(S subject, Subjects<S> subjects) {
        ColumnType type = subjects.type(subject);
        String name = subjects.name(subject);
        return type.kind() == ColumnType.Kind.BOOL
                ? null
                : new Fault<>(
                        subject,
                        null,
                        null,
                        name + " is of type " + type.name() + ", and only a bool is a condition by itself",
                        "compare it, or write " + name + " IS NOT NULL");
    }

    private static <S, V> @Nullable Fault<S, V> checkValues(
            S subject, List<V> values, Subjects<S> subjects, Function<V, Literal> literal) {
        ColumnType type = subjects.type(subject);
        String name = subjects.name(subject);
        if (!type.isComparable()) {
            return new Fault<>(
                    subject,
                    null,
                    null,
                    name + " is of type " + type.name() + ", whose values cannot be compared",
                    "only " + name + " IS NULL and IS NOT NULL can be said of it");
        }
        for (V value : values) {
            Literal read = literal.apply(value);
            if (!(read instanceof Literal.Null) && type.read(read) == null) {
                Misfit misfit = Misfit.of(type, read);
                return new Fault<>(subject, value, misfit, misfit.message(name), misfit.hint());
            }
        }
        return null;
    }

    private static <S, V> @Nullable Fault<S, V> checkLike(
            Condition.Like<S, V> like, Subjects<S> subjects, Function<V, Literal> literal) {
        ColumnType type = subjects.type(like.subject());
        String name = subjects.name(like.subject());
        switch (type.kind()) {
            case TEXT, VARCHAR, BPCHAR, NAME -> {}
            default -> {
                return new Fault<>(
                        like.subject(),
                        null,
                        null,
                        name + " is of type " + type.name() + ", and LIKE only matches text",
                        type.isComparable() ? "compare it with = or IN" : null);
            }
        }
        if (type.kind() == ColumnType.Kind.BPCHAR && type.modifier() < 0) {
            return new Fault<>(
                    like.subject(),
                    null,
                    null,
                    name + " is of type " + type.name()
                            + " without a length, whose spaces at the end are not kept, and LIKE would tell them",
                    "compare it with = or IN, or declare the column as char(n) or text");
        }
        Literal pattern = literal.apply(like.pattern());
        if (pattern instanceof Literal.Null) {
            return null;
        }
        byte[] read = ColumnType.TEXT.read(pattern);
        if (read == null) {
            return new Fault<>(
                    like.subject(),
                    like.pattern(),
                    null,
                    Misfit.shown(pattern) + " is not a pattern of LIKE",
                    Misfit.IN_QUOTES);
        }
        if (endsInEscape(read)) {
            return new Fault<>(
                    like.subject(),
                    like.pattern(),
                    null,
                    "the pattern " + Misfit.shown(pattern)
                            + " ends with a backslash, which takes the character after it as it is",
                    "double the backslash to match one");
        }
        return null;
    }

    /** Whether a pattern ends with a backslash that no other stands before. */
    private static boolean endsInEscape(byte[] pattern) {
        int backslashes = 0;
        while (backslashes < pattern.length && pattern[pattern.length - 1 - backslashes] == '\\') {
            backslashes++;
        }
        return backslashes % 2 == 1;
    }
}
