package straum.notation;

import java.util.ArrayList;
import java.util.List;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.SelectItem;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Ask;
import straum.domain.ask.Name;
import straum.domain.ask.Operand;
import straum.domain.spec.Condition;
import straum.domain.value.Place;

/** Reads an ask's outputs, and finds among them what another clause writes out again. */
final class AskOutputs {
    private static final Place NOWHERE = new Place(1, 1);

    private AskOutputs() {}

    /** Takes SELECT and the outputs. */
    static List<Ask.Output> take(Sentence sentence, AskTerms terms, PlainSelect select) throws Refusal {
        sentence.take("select");
        List<Ask.Output> outputs = new ArrayList<>();
        for (SelectItem<?> item : select.getSelectItems()) {
            OutputReader.comma(sentence, outputs.size());
            outputs.add(output(sentence, terms, item));
        }
        return outputs;
    }

    @SuppressWarnings("NullAway") // a filter may be null, which is lost from the compiled record
    private static Ask.Output output(Sentence sentence, AskTerms terms, SelectItem<?> item) throws Refusal {
        Expression expression = item.getExpression();
        if (expression instanceof AllColumns || expression instanceof AllTableColumns) {
            throw sentence.refusal("* is not read in an ask", "name the keys and measures");
        }
        Place place = sentence.place();
        Name name = ColumnName.takeAlone(sentence, expression);
        if (name != null) {
            Token as = OutputReader.alias(sentence, item.getAlias());
            return new Ask.Output.Named(name, as == null ? name.text() : as.text());
        }
        AskTerms.Called called = terms.takeCalled(expression);
        if (called == null) {
            OutputReader.checkNoCast(sentence, expression);
            throw sentence.refusal(
                    "an output is a key, a measure or bucket, by its name",
                    "or measure(m), date_bin(w, bucket) or date_trunc(unit, bucket)");
        }
        Token as = OutputReader.alias(sentence, item.getAlias());
        if (as == null) {
            throw new Refusal(
                    place,
                    "an output that is no name alone needs one of its own",
                    called instanceof AskTerms.Called.OfTime ? "write AS day behind it" : "write AS total behind it");
        }
        return called instanceof AskTerms.Called.OfMeasure measure
                ? new Ask.Output.Filtered(measure.measure(), measure.filter(), as.text(), place)
                : new Ask.Output.Timed(((AskTerms.Called.OfTime) called).time(), as.text());
    }

    /** The position of an output, in parentheses or not. */
    private static Ask.@Nullable Item takePosition(Sentence sentence, Expression expression, List<Ask.Output> outputs)
            throws Refusal {
        Bare bare = Bare.of(expression);
        if (!(bare.expression() instanceof LongValue number)) {
            return null;
        }
        bare.open(sentence);
        Token position = sentence.takeNumber(number.getStringValue());
        bare.close(sentence);
        return new Ask.Item.Output(GroupBy.position(position, outputs.size()), position.place());
    }

    /**
     * Takes what an item of GROUP BY or ORDER BY most often is, the position of an output or a name; null, with nothing
     * taken, when the expression is neither.
     */
    static Ask.@Nullable Item takePositionOrName(Sentence sentence, Expression expression, List<Ask.Output> outputs)
            throws Refusal {
        Ask.Item position = takePosition(sentence, expression, outputs);
        if (position != null) {
            return position;
        }
        Name name = ColumnName.takeAlone(sentence, expression);
        return name == null ? null : new Ask.Item.Named(name);
    }

    /** The index of the first output that is the same expression; −1 when none is. */
    static int indexOf(List<Ask.Output> outputs, AskTerms.Called called) {
        AskTerms.Called wanted = placeless(called);
        for (int i = 0; i < outputs.size(); i++) {
            AskTerms.Called each = called(outputs.get(i));
            if (each != null && placeless(each).equals(wanted)) {
                return i;
            }
        }
        return -1;
    }

    @SuppressWarnings("NullAway") // a filter may be null, which is lost from the compiled record
    private static AskTerms.@Nullable Called called(Ask.Output output) {
        if (output instanceof Ask.Output.Filtered filtered) {
            return new AskTerms.Called.OfMeasure(filtered.measure(), filtered.filter());
        }
        return output instanceof Ask.Output.Timed timed ? new AskTerms.Called.OfTime(timed.time()) : null;
    }

    /** The same with every place the same. */
    private static AskTerms.Called placeless(AskTerms.Called called) {
        if (called instanceof AskTerms.Called.OfMeasure measure) {
            Condition<Name, Operand> filter = measure.filter();
            return new AskTerms.Called.OfMeasure(
                    placeless(measure.measure()),
                    filter == null
                            ? null
                            : filter.<Name, Operand, RuntimeException>map(
                                    AskOutputs::placeless, AskOutputs::placeless));
        }
        return new AskTerms.Called.OfTime(placeless(((AskTerms.Called.OfTime) called).time()));
    }

    @SuppressWarnings("NullAway") // an origin or a zone may be null, which is lost from the compiled record
    private static Ask.Time placeless(Ask.Time time) {
        if (time instanceof Ask.Time.Bin bin) {
            Operand origin = bin.origin();
            return new Ask.Time.Bin(placeless(bin.width()), origin == null ? null : placeless(origin), NOWHERE);
        }
        Ask.Time.Trunc trunc = (Ask.Time.Trunc) time;
        Operand zone = trunc.zone();
        return new Ask.Time.Trunc(placeless(trunc.unit()), zone == null ? null : placeless(zone), NOWHERE);
    }

    private static Name placeless(Name name) {
        return new Name(name.text(), NOWHERE);
    }

    private static Operand placeless(Operand operand) {
        return new Operand(operand.value(), NOWHERE);
    }
}
