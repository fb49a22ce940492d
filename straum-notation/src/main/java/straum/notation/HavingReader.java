package straum.notation;

import java.util.ArrayList;
import java.util.List;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.conditional.OrExpression;
import net.sf.jsqlparser.expression.operators.relational.ComparisonOperator;
import net.sf.jsqlparser.statement.select.PlainSelect;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Ask;
import straum.domain.ask.Name;
import straum.domain.ask.Operand;
import straum.domain.spec.Condition;

/** Reads HAVING: comparisons of a measure with a value, all of which must hold. */
final class HavingReader {
    private static final String HINT = "write HAVING m > 10 AND measure(n) < $1";

    private final Sentence sentence;
    private final AskTerms terms;
    private final List<Ask.Having> having = new ArrayList<>();

    private HavingReader(Sentence sentence, AskTerms terms) {
        this.sentence = sentence;
        this.terms = terms;
    }

    /** Takes HAVING where there is one. */
    static List<Ask.Having> take(Sentence sentence, AskTerms terms, PlainSelect select) throws Refusal {
        HavingReader reader = new HavingReader(sentence, terms);
        if (select.getHaving() != null) {
            sentence.take("having");
            Conjunction.take(sentence, select.getHaving(), reader::comparison);
        }
        return reader.having;
    }

    @SuppressWarnings("NullAway") // a filter may be null, which is lost from the compiled record
    private void comparison(Expression condition) throws Refusal {
        if (condition instanceof OrExpression) {
            throw sentence.refusal(
                    "HAVING takes no OR: all its comparisons must hold",
                    "send two asks, or leave groups out in the client");
        }
        Condition.Operator operator = Predicates.operator(condition);
        if (operator == null) {
            throw sentence.refusal("HAVING compares measures with values, and all must hold", HINT);
        }
        ComparisonOperator comparison = (ComparisonOperator) condition;
        AskTerms.Called.OfMeasure left = measure(comparison.getLeftExpression());
        if (left != null) {
            takeOperator(operator);
            Operand value = terms.measured(comparison.getRightExpression());
            having.add(new Ask.Having(left.measure(), left.filter(), operator, value));
            return;
        }
        Operand value = terms.measured(comparison.getLeftExpression());
        takeOperator(operator);
        AskTerms.Called.OfMeasure right = measure(comparison.getRightExpression());
        if (right == null) {
            throw sentence.refusal("HAVING compares a measure with a value", HINT);
        }
        having.add(new Ask.Having(right.measure(), right.filter(), operator.mirrored(), value));
    }

    private void takeOperator(Condition.Operator operator) throws Refusal {
        sentence.take(operator == Condition.Operator.NOT_EQUAL && sentence.isNext("!=") ? "!=" : operator.sql());
    }

    /** Takes a measure; null, with nothing taken, when the expression is none. */
    private AskTerms.Called.@Nullable OfMeasure measure(Expression expression) throws Refusal {
        Name name = ColumnName.takeAlone(sentence, expression);
        if (name != null) {
            return new AskTerms.Called.OfMeasure(name, null);
        }
        var place = sentence.place();
        AskTerms.Called called = terms.takeCalled(expression);
        if (called instanceof AskTerms.Called.OfTime) {
            throw new Refusal(place, "HAVING compares measures, and no times", "bound the buckets in WHERE");
        }
        return (AskTerms.Called.OfMeasure) called;
    }
}
