package straum.notation;

import java.util.Map;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.statement.select.AllColumns;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Condition;
import straum.domain.value.Literal;
import straum.domain.value.Place;

/** Reads a view's measures: aggregates of one column of the fact table, or of rows. */
final class MeasureReader {
    private static final String PERCENTILE_HINT = "write percentile_disc(0.95) WITHIN GROUP (ORDER BY ms)";

    private static final Map<String, Aggregate.Kind> AGGREGATES = Map.of(
            "count", Aggregate.Kind.COUNT,
            "sum", Aggregate.Kind.SUM,
            "avg", Aggregate.Kind.AVG,
            "min", Aggregate.Kind.MIN,
            "max", Aggregate.Kind.MAX,
            "bool_and", Aggregate.Kind.BOOL_AND,
            "every", Aggregate.Kind.BOOL_AND,
            "bool_or", Aggregate.Kind.BOOL_OR,
            "percentile_disc", Aggregate.Kind.PERCENTILE_DISC);

    private final Sentence sentence;
    private final Call call;

    private MeasureReader(Sentence sentence, Call call) {
        this.sentence = sentence;
        this.call = call;
    }

    /** Takes the call of the aggregate of that name, which is taken already. */
    static Output.Selected take(Sentence sentence, Token name, Call call) throws Refusal {
        Aggregate.Kind kind = AGGREGATES.get(name.text());
        if (kind == null) {
            throw new AssertionError(name); // The language has no other.
        }
        MeasureReader reader = new MeasureReader(sentence, call);
        return kind == Aggregate.Kind.PERCENTILE_DISC ? reader.percentile() : reader.aggregate(kind);
    }

    private Output.Selected aggregate(Aggregate.Kind named) throws Refusal {
        sentence.take("(");
        if (call.inputs().isEmpty()) {
            throw sentence.unread();
        }
        Expression input = call.inputs().get(0);
        if (named == Aggregate.Kind.COUNT && input instanceof AllColumns) {
            sentence.take("* )");
            return new Output.Selected.Measure(Aggregate.Kind.COUNT_ROWS, null, 0, false, filter());
        }
        Aggregate.Kind kind = named;
        if (sentence.isNext("distinct")) {
            if (kind != Aggregate.Kind.COUNT) {
                throw sentence.refusal("DISTINCT is read in count alone", "write count(DISTINCT kind) AS kinds");
            }
            sentence.take("distinct");
            kind = Aggregate.Kind.COUNT_DISTINCT;
        }
        boolean dropped = call.takeDropped(sentence);
        if (kind == Aggregate.Kind.COUNT && Bare.of(input).expression() instanceof LongValue) {
            throw sentence.refusal("an aggregate reads one column of the fact table", "write count(*) for the rows");
        }
        Collated<ColumnName> column = column(input, kind.orders());
        sentence.take(dropped ? ") )" : ")");
        return new Output.Selected.Measure(kind, column.subject(), 0, column.collateC(), filter());
    }

    private Output.Selected percentile() throws Refusal {
        sentence.take("(");
        if (call.inputs().isEmpty()) {
            throw sentence.unread();
        }
        boolean dropped = call.takeDropped(sentence);
        double fraction = fraction(call.inputs().get(0));
        sentence.take(dropped ? ") )" : ")");
        if (!sentence.isNext("within") || call.withinGroup().isEmpty()) {
            throw sentence.refusal("percentile_disc has no WITHIN GROUP here", PERCENTILE_HINT);
        }
        sentence.take("within group ( order by");
        Collated<ColumnName> column = column(call.withinGroup().get(0), true);
        sentence.takeIfNext("asc");
        sentence.take(")");
        return new Output.Selected.Measure(
                Aggregate.Kind.PERCENTILE_DISC, column.subject(), fraction, column.collateC(), filter());
    }

    private double fraction(Expression expression) throws Refusal {
        Place place = sentence.place();
        Expression bare = Bare.of(expression).expression();
        if ((bare instanceof LongValue || bare instanceof SignedExpression)
                && new Values(sentence, "fraction", PERCENTILE_HINT)
                                .take(expression)
                                .value()
                        instanceof Literal.Number number) {
            double fraction = Double.parseDouble(number.text());
            boolean tooSmall = fraction == 0 && number.text().matches("[^eE]*[1-9].*");
            if (fraction >= 0 && fraction <= 1 && !tooSmall) {
                return fraction + 0.0; // -0 as 0
            }
        }
        throw new Refusal(place, "a fraction is a number from 0 to 1", PERCENTILE_HINT);
    }

    private Collated<ColumnName> column(Expression expression, boolean ordered) throws Refusal {
        Collated<ColumnName> column =
                Collated.take(sentence, expression, each -> ColumnName.take(sentence, each), ordered);
        if (column == null) {
            throw sentence.refusal(
                    "an aggregate reads one column of the fact table", NotRead.COMPUTED + " can hold the expression");
        }
        return column;
    }

    private @Nullable Condition<ColumnName, Literal> filter() throws Refusal {
        if (call.filter() == null) {
            return null;
        }
        sentence.take("filter ( where");
        Condition<ColumnName, Literal> filter = SpecTerms.conditions(sentence).take(call.filter());
        sentence.take(")");
        return filter;
    }
}
