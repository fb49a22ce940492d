package straum.notation;

import java.util.ArrayList;
import java.util.List;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.GreaterThanEquals;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.IsBooleanExpression;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.MinorThan;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Name;
import straum.domain.ask.Operand;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.value.Place;

/** Reads an ask's WHERE: conditions on keys, and the range of buckets. Mutable; one ask. */
final class ConditionReader {
    private static final String RANGE_HINT = "write bucket >= a AND bucket < b";
    private static final String VALUES_HINT = "a value is a literal or a parameter";

    private final Sentence sentence;
    private final List<Condition<Name, Operand>> onKeys = new ArrayList<>();
    private @Nullable Operand from;
    private @Nullable Operand to;
    private boolean bucketNotNull;

    ConditionReader(Sentence sentence) {
        this.sentence = sentence;
    }

    /** Takes the conditions. */
    void take(Expression where) throws Refusal {
        Conjunction.take(sentence, where, this::condition);
    }

    /** The conditions on keys, in the order of the text. */
    List<Condition<Name, Operand>> onKeys() {
        return onKeys;
    }

    /** The lower bound of the range, inclusive; null where there is none. */
    @Nullable Operand from() {
        return from;
    }

    /** The upper bound of the range, exclusive; null where there is none. */
    @Nullable Operand to() {
        return to;
    }

    /** Whether it says {@code bucket IS NOT NULL}. */
    boolean isBucketNotNull() {
        return bucketNotNull;
    }

    private void condition(Expression condition) throws Refusal {
        Place place = sentence.place();
        if (condition instanceof EqualsTo equals) {
            equation(equals, place);
        } else if (condition instanceof InExpression in) {
            in(in, place);
        } else if (condition instanceof IsNullExpression isNull) {
            isNull(isNull, place);
        } else if (condition instanceof GreaterThanEquals from) {
            this.from = bound(from.getLeftExpression(), ">=", from.getRightExpression(), this.from);
        } else if (condition instanceof MinorThan to) {
            this.to = bound(to.getLeftExpression(), "<", to.getRightExpression(), this.to);
        } else if (condition instanceof IsBooleanExpression is) {
            key(is.getLeftExpression());
            throw sentence.refusal("IS TRUE and IS FALSE are not read yet", null);
        } else if (condition instanceof Column column) {
            Name name = key(column);
            throw new Refusal(
                    place, "a key as a condition of its own is not read yet", "write " + name.text() + " = TRUE");
        } else {
            throw sentence.refusal("a condition compares a key with a value", VALUES_HINT);
        }
    }

    private void equation(EqualsTo equals, Place place) throws Refusal {
        Expression left = equals.getLeftExpression();
        if (Bare.of(left).expression() instanceof Column) {
            Name key = keyBeside(left, place);
            sentence.take("=");
            onKeys.add(equal(key, value(equals.getRightExpression())));
            return;
        }
        Operand value = value(left);
        sentence.take("=");
        onKeys.add(equal(keyBeside(equals.getRightExpression(), place), value));
    }

    private static Condition<Name, Operand> equal(Name key, Operand value) {
        return new Condition.Compare<>(key, Condition.Operator.EQUAL, value, false);
    }

    /** Takes a key that is compared for equality, which the bucket is not. */
    private Name keyBeside(Expression expression, Place condition) throws Refusal {
        Name key = key(expression);
        if (isBucket(key)) {
            throw new Refusal(condition, "one bucket by its start is not read yet", RANGE_HINT);
        }
        return key;
    }

    private void in(InExpression in, Place place) throws Refusal {
        Name key = keyBeside(in.getLeftExpression(), place);
        sentence.take("in (");
        if (!(in.getRightExpression() instanceof ParenthesedExpressionList<?> list)) {
            throw sentence.unread();
        }
        onKeys.add(new Condition.In<>(key, values(list)));
        sentence.take(")");
    }

    private List<Operand> values(ExpressionList<?> list) throws Refusal {
        List<Operand> values = new ArrayList<>();
        for (Expression each : list) {
            if (!values.isEmpty()) {
                sentence.take(",");
            }
            values.add(value(each));
        }
        if (values.isEmpty()) {
            throw sentence.unread();
        }
        return values;
    }

    private void isNull(IsNullExpression isNull, Place place) throws Refusal {
        Name key = key(isNull.getLeftExpression());
        sentence.take("is");
        boolean negated = sentence.takeIfNext("not");
        sentence.take("null");
        if (negated != isNull.isNot()) {
            throw new AssertionError(isNull);
        }
        if (!isBucket(key)) {
            onKeys.add(negated ? new Condition.Not<>(new Condition.IsNull<>(key)) : new Condition.IsNull<>(key));
        } else if (negated) {
            bucketNotNull = true;
        } else {
            throw new Refusal(place, "rows without a time are in no answer", "bucket IS NOT NULL asks for all buckets");
        }
    }

    /** Takes a bound of the range; {@code before} is the one that was read before it, or null. */
    private Operand bound(Expression left, String operator, Expression right, @Nullable Operand before) throws Refusal {
        Place place = sentence.place();
        if (!(Bare.of(left).expression() instanceof Column)) {
            throw sentence.refusal("a comparison begins with its key", RANGE_HINT);
        }
        Name key = key(left);
        if (!isBucket(key)) {
            throw sentence.refusal(operator + " on a key is not read yet", "keys are compared with =, IN and IS NULL");
        }
        if (before != null) {
            throw new Refusal(place, "the range has two bounds bucket " + operator, null);
        }
        sentence.take(operator);
        return value(right);
    }

    private Name key(Expression expression) throws Refusal {
        Name key = ColumnName.takeAlone(sentence, expression);
        if (key == null) {
            throw sentence.refusal("a condition compares a key with a value", VALUES_HINT);
        }
        return key;
    }

    private static boolean isBucket(Name name) {
        return name.text().equals(Fact.BUCKET);
    }

    private Operand value(Expression expression) throws Refusal {
        return new Values(sentence, "key", VALUES_HINT).take(expression);
    }
}
