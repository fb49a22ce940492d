package straum.notation;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Condition;

/**
 * Prints conditions as PostgreSQL's SQL, with no more parentheses than their meaning needs.
 *
 * @param <S> what is tested
 * @param <V> what it is compared with
 */
abstract class ConditionSql<S, V> {
    /** What is tested. */
    abstract String subject(S subject);

    /** What is tested, where it is compared by its order; {@code collateC} as the condition says it. */
    abstract String ordered(S subject, boolean collateC);

    /** A value of a list, or what it is or is not distinct from. */
    abstract String value(S subject, V value);

    /**
     * What an operator compares it with; null where that is {@link SqlLiteral#UNKNOWN}, and the operator is left out.
     */
    @Nullable String operand(S subject, V value) {
        return value(subject, value);
    }

    /** What it is matched with; null where that is {@link SqlLiteral#UNKNOWN}. */
    abstract @Nullable String pattern(V pattern);

    /** The condition, to stand alone or between ANDs. */
    final String print(Condition<S, V> condition) {
        return condition instanceof Condition.Or<S, V> ? parenthesised(condition) : bare(condition);
    }

    private String bare(Condition<S, V> condition) {
        if (condition instanceof Condition.And<S, V> and) {
            return and.all().isEmpty() ? "TRUE" : joined(and.all(), " AND ");
        }
        if (condition instanceof Condition.Or<S, V> or) {
            return or.any().isEmpty() ? "FALSE" : joined(or.any(), " OR ");
        }
        if (condition instanceof Condition.Not<S, V> not) {
            return not(not.of());
        }
        if (condition instanceof Condition.Is<S, V> is) {
            return parenthesised(is.of()) + (is.value() ? " IS TRUE" : " IS FALSE");
        }
        if (condition instanceof Condition.Holds<S, V> holds) {
            return subject(holds.subject());
        }
        if (condition instanceof Condition.Compare<S, V> compare) {
            String left = compare.operator().orders()
                    ? ordered(compare.subject(), compare.collateC())
                    : subject(compare.subject());
            String right = operand(compare.subject(), compare.value());
            return right == null
                    ? SqlLiteral.UNKNOWN
                    : left + ' ' + compare.operator().sql() + ' ' + right;
        }
        if (condition instanceof Condition.In<S, V> in) {
            return subject(in.subject()) + " IN (" + values(in.subject(), in.values()) + ')';
        }
        if (condition instanceof Condition.IsNull<S, V> isNull) {
            return subject(isNull.subject()) + " IS NULL";
        }
        if (condition instanceof Condition.IsNotDistinct<S, V> same) {
            return subject(same.subject()) + " IS NOT DISTINCT FROM " + value(same.subject(), same.value());
        }
        return like((Condition.Like<S, V>) condition, " LIKE ");
    }

    private String not(Condition<S, V> of) {
        if (of instanceof Condition.IsNull<S, V> isNull) {
            return subject(isNull.subject()) + " IS NOT NULL";
        }
        if (of instanceof Condition.In<S, V> in) {
            return subject(in.subject()) + " NOT IN (" + values(in.subject(), in.values()) + ')';
        }
        if (of instanceof Condition.Like<S, V> like) {
            return like(like, " NOT LIKE ");
        }
        if (of instanceof Condition.IsNotDistinct<S, V> same) {
            return subject(same.subject()) + " IS DISTINCT FROM " + value(same.subject(), same.value());
        }
        return "NOT " + (of instanceof Condition.Holds<S, V> ? bare(of) : parenthesised(of));
    }

    private String like(Condition.Like<S, V> like, String operator) {
        String pattern = pattern(like.pattern());
        return pattern == null ? SqlLiteral.UNKNOWN : subject(like.subject()) + operator + pattern;
    }

    private String joined(List<Condition<S, V>> conditions, String by) {
        return conditions.stream()
                .map(each -> each instanceof Condition.And<S, V> || each instanceof Condition.Or<S, V>
                        ? parenthesised(each)
                        : bare(each))
                .collect(Collectors.joining(by));
    }

    private String parenthesised(Condition<S, V> condition) {
        return '(' + bare(condition) + ')';
    }

    private String values(S subject, List<V> values) {
        return values.stream().map(value -> value(subject, value)).collect(Collectors.joining(", "));
    }
}
