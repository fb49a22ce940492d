package straum.notation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.NotExpression;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.conditional.OrExpression;
import net.sf.jsqlparser.expression.operators.relational.ExistsExpression;
import net.sf.jsqlparser.expression.operators.relational.IsBooleanExpression;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Condition;

/**
 * Reads conditions in three-valued logic as {@link Condition}s. Both languages have them alike, and each says how it writes
 * what is tested and what that is compared with ({@link Terms}). The recursion is as deep as parentheses nest, not as long
 * as a chain of AND or OR.
 */
final class Conditions<S, V> {
    /** How many NOT may follow each other. */
    static final int MAX_NOTS = 64;

    /** How a language writes what is tested, and what it is compared with. */
    interface Terms<S, V> {
        /** Takes what is tested, in parentheses or not; null, with nothing taken, when the expression is no such thing. */
        @Nullable S subject(Expression expression) throws Refusal;

        /** Takes what is compared with, in parentheses or not. */
        V value(Expression expression) throws Refusal;

        /** Takes what is compared with where it is plain and the parser has not seen it ({@link PlainList}). */
        V plain() throws Refusal;

        /** What is tested, for messages: {@code a column}. */
        String tested();
    }

    private final Sentence sentence;
    private final Terms<S, V> terms;
    private final Predicates<S, V> predicates;

    Conditions(Sentence sentence, Terms<S, V> terms) {
        this.sentence = sentence;
        this.terms = terms;
        this.predicates = new Predicates<>(sentence, terms);
    }

    /**
     * Takes a condition, in parentheses or not. An AND directly within an AND is one with it, and so is an OR within an OR;
     * {@code BETWEEN} is an AND of two comparisons.
     */
    Condition<S, V> take(Expression expression) throws Refusal {
        Bare bare = Bare.of(expression);
        bare.open(sentence);
        Condition<S, V> condition = condition(bare.expression());
        bare.close(sentence);
        return condition;
    }

    /** Both at once, or the one there is; null of neither. */
    static <S, V> @Nullable Condition<S, V> all(List<Condition<S, V>> conditions) {
        List<Condition<S, V>> all = new ArrayList<>();
        for (Condition<S, V> each : conditions) {
            if (each instanceof Condition.And<S, V> and) {
                all.addAll(and.all());
            } else {
                all.add(each);
            }
        }
        return all.isEmpty() ? null : all.size() == 1 ? all.get(0) : new Condition.And<>(all);
    }

    private Condition<S, V> condition(Expression condition) throws Refusal {
        if (condition instanceof AndExpression) {
            return new Condition.And<>(chain(condition, true));
        }
        if (condition instanceof OrExpression) {
            return new Condition.Or<>(chain(condition, false));
        }
        if (condition instanceof NotExpression) {
            return not(condition);
        }
        if (condition instanceof IsBooleanExpression is) {
            return is(is);
        }
        if (condition instanceof ExistsExpression) {
            throw sentence.refusal(
                    "EXISTS stands alone or beside AND, and not within another condition",
                    "write WHERE EXISTS (...) AND ...: an OR with EXISTS cannot be had in one view");
        }
        if (condition instanceof BooleanValue || condition instanceof NullValue) {
            throw sentence.refusal("a value alone is no condition", "leave it out, or test " + terms.tested());
        }
        return predicates.take(condition);
    }

    /** The conditions of a chain of AND, or of OR, in the order of the text. */
    private List<Condition<S, V>> chain(Expression chain, boolean and) throws Refusal {
        Deque<Expression> rights = new ArrayDeque<>();
        Expression left = chain;
        while (and ? left instanceof AndExpression : left instanceof OrExpression) {
            BinaryExpression both = (BinaryExpression) left;
            rights.push(both.getRightExpression());
            left = both.getLeftExpression();
        }
        List<Condition<S, V>> conditions = new ArrayList<>();
        add(conditions, take(left), and);
        while (!rights.isEmpty()) {
            sentence.take(and ? "and" : "or");
            add(conditions, take(rights.pop()), and);
        }
        return conditions;
    }

    private static <S, V> void add(List<Condition<S, V>> conditions, Condition<S, V> condition, boolean and) {
        if (and && condition instanceof Condition.And<S, V> within) {
            conditions.addAll(within.all());
        } else if (!and && condition instanceof Condition.Or<S, V> within) {
            conditions.addAll(within.any());
        } else {
            conditions.add(condition);
        }
    }

    private Condition<S, V> not(Expression expression) throws Refusal {
        int nots = 0;
        Expression of = expression;
        while (of instanceof NotExpression not) {
            if (nots == MAX_NOTS) {
                throw sentence.refusal("more than " + MAX_NOTS + " NOT follow each other", null);
            }
            sentence.take("not");
            nots++;
            of = not.getExpression();
        }
        Condition<S, V> condition = take(of);
        for (int i = 0; i < nots; i++) {
            condition = new Condition.Not<>(condition);
        }
        return condition;
    }

    private Condition<S, V> is(IsBooleanExpression is) throws Refusal {
        Condition<S, V> of = take(is.getLeftExpression());
        sentence.take("is");
        boolean negated = sentence.takeIfNext("not");
        sentence.take(is.isTrue() ? "true" : "false");
        Condition<S, V> condition = new Condition.Is<>(of, is.isTrue());
        return negated ? new Condition.Not<>(condition) : condition;
    }
}
