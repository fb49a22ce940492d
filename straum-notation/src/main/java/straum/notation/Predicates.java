package straum.notation;

import java.util.ArrayList;
import java.util.List;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.ComparisonOperator;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.GreaterThan;
import net.sf.jsqlparser.expression.operators.relational.GreaterThanEquals;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.IsDistinctExpression;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import net.sf.jsqlparser.expression.operators.relational.MinorThan;
import net.sf.jsqlparser.expression.operators.relational.MinorThanEquals;
import net.sf.jsqlparser.expression.operators.relational.NotEqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Condition;

/**
 * Reads the conditions that hold no other: comparisons, IN, BETWEEN, LIKE, IS NULL, IS DISTINCT FROM, and what is a
 * condition of its own.
 */
record Predicates<S, V>(Sentence sentence, Conditions.Terms<S, V> terms) {
    /** Takes the condition, around which no parentheses stand. */
    Condition<S, V> take(Expression condition) throws Refusal {
        Condition.Operator operator = operator(condition);
        if (operator != null) {
            return comparison((ComparisonOperator) condition, operator);
        }
        if (condition instanceof InExpression in) {
            return in(in);
        }
        if (condition instanceof Between between) {
            return between(between);
        }
        if (condition instanceof LikeExpression like) {
            return like(like);
        }
        if (condition instanceof IsNullExpression isNull) {
            S subject = subject(isNull.getLeftExpression());
            sentence.take("is");
            boolean negated = sentence.takeIfNext("not");
            sentence.take("null");
            return negatedIf(negated, new Condition.IsNull<>(subject));
        }
        if (condition instanceof IsDistinctExpression isDistinct) {
            return isDistinct(isDistinct);
        }
        return new Condition.Holds<>(subject(condition));
    }

    /** The operator of a comparison; null of any other condition. */
    static Condition.@Nullable Operator operator(Expression condition) {
        if (condition instanceof EqualsTo) {
            return Condition.Operator.EQUAL;
        }
        if (condition instanceof NotEqualsTo) {
            return Condition.Operator.NOT_EQUAL;
        }
        if (condition instanceof MinorThan) {
            return Condition.Operator.LESS;
        }
        if (condition instanceof MinorThanEquals) {
            return Condition.Operator.LESS_OR_EQUAL;
        }
        if (condition instanceof GreaterThan) {
            return Condition.Operator.GREATER;
        }
        return condition instanceof GreaterThanEquals ? Condition.Operator.GREATER_OR_EQUAL : null;
    }

    private Condition<S, V> comparison(ComparisonOperator comparison, Condition.Operator operator) throws Refusal {
        Collated<S> left = tested(comparison.getLeftExpression(), operator.orders());
        if (left != null) {
            takeOperator(operator);
            V value = terms.value(comparison.getRightExpression());
            return new Condition.Compare<>(left.subject(), operator, value, left.collateC());
        }
        V value = terms.value(comparison.getLeftExpression());
        takeOperator(operator);
        Collated<S> right = tested(comparison.getRightExpression(), operator.orders());
        if (right == null) {
            throw noSubject();
        }
        return new Condition.Compare<>(right.subject(), operator.mirrored(), value, right.collateC());
    }

    /** {@code !=} is another spelling of {@code <>} (manual, 9.2). */
    private void takeOperator(Condition.Operator operator) throws Refusal {
        sentence.take(operator == Condition.Operator.NOT_EQUAL && sentence.isNext("!=") ? "!=" : operator.sql());
    }

    private Condition<S, V> in(InExpression in) throws Refusal {
        S subject = subject(in.getLeftExpression());
        boolean negated = sentence.takeIfNext("not");
        sentence.take("in");
        if (!sentence.isNext("(")) {
            throw sentence.refusal("IN has its values in parentheses", "write IN ('a', 'b')");
        }
        sentence.take("(");
        if (sentence.isNext(")")) {
            throw sentence.refusal("IN has one value at least", "write IN ('a', 'b')");
        }
        if (!(in.getRightExpression() instanceof ParenthesedExpressionList<?> list) || list.isEmpty()) {
            throw sentence.unread();
        }
        List<V> values = new ArrayList<>();
        for (Expression each : list) {
            if (!values.isEmpty()) {
                sentence.take(",");
            }
            values.add(terms.value(each));
        }
        // Of a list of plain values the parser saw the first.
        while (sentence.takeIfNext(",")) {
            values.add(terms.plain());
        }
        sentence.take(")");
        return negatedIf(negated, new Condition.In<>(subject, values));
    }

    private Condition<S, V> between(Between between) throws Refusal {
        Collated<S> tested = tested(between.getLeftExpression(), true);
        if (tested == null) {
            throw noSubject();
        }
        boolean negated = sentence.takeIfNext("not");
        sentence.take("between");
        V from = terms.value(between.getBetweenExpressionStart());
        sentence.take("and");
        V to = terms.value(between.getBetweenExpressionEnd());
        return negatedIf(
                negated,
                new Condition.And<>(List.of(
                        new Condition.Compare<>(
                                tested.subject(), Condition.Operator.GREATER_OR_EQUAL, from, tested.collateC()),
                        new Condition.Compare<>(
                                tested.subject(), Condition.Operator.LESS_OR_EQUAL, to, tested.collateC()))));
    }

    private Condition<S, V> like(LikeExpression like) throws Refusal {
        S subject = subject(like.getLeftExpression());
        boolean negated = sentence.takeIfNext("not");
        sentence.take("like");
        return negatedIf(negated, new Condition.Like<>(subject, terms.value(like.getRightExpression())));
    }

    private Condition<S, V> isDistinct(IsDistinctExpression isDistinct) throws Refusal {
        Collated<S> left = tested(isDistinct.getLeftExpression(), false);
        if (left != null) {
            boolean distinct = takeIsDistinct();
            V value = terms.value(isDistinct.getRightExpression());
            return negatedIf(distinct, new Condition.IsNotDistinct<>(left.subject(), value));
        }
        V value = terms.value(isDistinct.getLeftExpression());
        boolean distinct = takeIsDistinct();
        return negatedIf(distinct, new Condition.IsNotDistinct<>(subject(isDistinct.getRightExpression()), value));
    }

    /** Takes {@code IS [NOT] DISTINCT FROM}, and says whether it is without the NOT. */
    private boolean takeIsDistinct() throws Refusal {
        sentence.take("is");
        boolean negated = sentence.takeIfNext("not");
        sentence.take("distinct from");
        return !negated;
    }

    private static <S, V> Condition<S, V> negatedIf(boolean negated, Condition<S, V> condition) {
        return negated ? new Condition.Not<>(condition) : condition;
    }

    private S subject(Expression expression) throws Refusal {
        Collated<S> tested = tested(expression, false);
        if (tested == null) {
            throw noSubject();
        }
        return tested.subject();
    }

    /** Takes what is tested; null, with nothing taken, when the expression is no such thing. */
    private @Nullable Collated<S> tested(Expression expression, boolean ordered) throws Refusal {
        return Collated.take(sentence, expression, terms::subject, ordered);
    }

    private Refusal noSubject() {
        return sentence.refusal(
                "a condition compares " + terms.tested() + " with a value",
                "write " + terms.tested() + " on one side, and a value on the other");
    }
}
