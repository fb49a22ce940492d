package straum.notation;

import java.util.ArrayList;
import java.util.List;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.ComparisonOperator;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.IsDistinctExpression;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Ask;
import straum.domain.ask.Name;
import straum.domain.ask.Operand;
import straum.domain.spec.Condition;
import straum.domain.value.Place;

/** Reads an ask's WHERE: conditions on keys, and beside them the range of buckets. Mutable; one ask. */
final class RangeReader {
    private final Sentence sentence;
    private final AskTerms terms;
    private final List<Condition<Name, Operand>> onKeys = new ArrayList<>();
    private @Nullable Operand from;
    private @Nullable Operand to;
    private boolean notNull;

    RangeReader(Sentence sentence, AskTerms terms) {
        this.sentence = sentence;
        this.terms = terms;
    }

    /** Takes the conditions. */
    void take(Expression where) throws Refusal {
        Conjunction.take(sentence, where, this::conjunct);
    }

    /** What is asked of keys; null where it is nothing. */
    @Nullable Condition<Name, Operand> onKeys() {
        return Conditions.all(onKeys);
    }

    /** The buckets asked. */
    @SuppressWarnings("NullAway") // a bound may be null, which is lost from the compiled record
    Ask.Range range() {
        return new Ask.Range(from, to, notNull);
    }

    private void conjunct(Expression condition) throws Refusal {
        if (condition instanceof ComparisonOperator comparison) {
            if (terms.isBucket(comparison.getLeftExpression())) {
                bound(comparison, false);
                return;
            }
            if (terms.isBucket(comparison.getRightExpression())) {
                bound(comparison, true);
                return;
            }
        }
        if (condition instanceof IsNullExpression isNull && terms.isBucket(isNull.getLeftExpression())) {
            notNull(isNull);
            return;
        }
        if (terms.isBucket(tested(condition))) {
            throw AskTerms.notBound(sentence.place());
        }
        onKeys.add(terms.condition(condition));
    }

    /** What a condition that holds no other tests; of any other, itself. */
    private static Expression tested(Expression condition) {
        if (condition instanceof Between between) {
            return between.getLeftExpression();
        }
        if (condition instanceof InExpression in) {
            return in.getLeftExpression();
        }
        if (condition instanceof LikeExpression like) {
            return like.getLeftExpression();
        }
        return condition instanceof IsDistinctExpression distinct ? distinct.getLeftExpression() : condition;
    }

    private void notNull(IsNullExpression isNull) throws Refusal {
        Place place = sentence.place();
        ColumnName.takeAlone(sentence, isNull.getLeftExpression());
        sentence.take("is");
        if (!sentence.takeIfNext("not")) {
            throw new Refusal(place, "rows without a time are in no answer", "bucket IS NOT NULL asks for all buckets");
        }
        sentence.take("null");
        notNull = true;
    }

    /** Takes a bound; {@code mirrored} when the bucket stands on the right. */
    private void bound(ComparisonOperator comparison, boolean mirrored) throws Refusal {
        Place place = sentence.place();
        Condition.Operator written = Predicates.operator(comparison);
        Condition.Operator operator = written == null || !mirrored ? written : written.mirrored();
        if (written == null || operator == null || !AskTerms.isBound(operator)) {
            throw AskTerms.notBound(place);
        }
        Operand edge;
        if (mirrored) {
            edge = terms.value(comparison.getLeftExpression());
            sentence.take(written.sql());
            ColumnName.takeAlone(sentence, comparison.getRightExpression());
        } else {
            ColumnName.takeAlone(sentence, comparison.getLeftExpression());
            sentence.take(written.sql());
            edge = terms.value(comparison.getRightExpression());
        }
        boolean lower = operator == Condition.Operator.GREATER_OR_EQUAL;
        if ((lower ? from : to) != null) {
            throw new Refusal(place, "the range has two bounds bucket " + operator.sql(), null);
        }
        if (lower) {
            from = edge;
        } else {
            to = edge;
        }
    }
}
