package straum.notation;

import java.util.ArrayList;
import java.util.List;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.schema.Column;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Ask;
import straum.domain.ask.Name;
import straum.domain.ask.Operand;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.value.Place;

/** Reads what an ask's clauses have in common: keys and values, {@code measure(m)} and times of the bucket. */
final class AskTerms {
    static final String RANGE_HINT = "write bucket >= a AND bucket < b";
    private static final String VALUES_HINT = "a value is a literal or a parameter";
    private static final String FUNCTION_HINT =
            "WHERE tests keys: bucket >= a AND bucket < b bounds times, and HAVING tests measures";
    private static final String ROWS_HINT = "write a whole number, or a parameter";
    private static final String FUNCTIONS_HINT =
            "an ask has measure(m), date_bin(w, bucket) and date_trunc(unit, bucket)";

    /** What an ask writes as a function. */
    sealed interface Called {
        /** {@code measure(m)}, {@code filter} null where it has none. */
        record OfMeasure(Name measure, @Nullable Condition<Name, Operand> filter) implements Called {}

        /** {@code date_bin} or {@code date_trunc} of the bucket. */
        record OfTime(Ask.Time time) implements Called {}
    }

    private final Sentence sentence;
    private final Values values;
    private final Values measured;
    private final Values counts;
    private final Conditions<Name, Operand> where;
    private final Conditions<Name, Operand> filter;

    AskTerms(Sentence sentence) {
        this.sentence = sentence;
        this.values = new Values(sentence, "key", VALUES_HINT, FUNCTION_HINT);
        this.measured = new Values(sentence, "measure", VALUES_HINT);
        this.counts = new Values(sentence, "number of rows", ROWS_HINT);
        this.where = new Conditions<>(sentence, new Terms(false));
        this.filter = new Conditions<>(sentence, new Terms(true));
    }

    /** Takes a condition on keys. */
    Condition<Name, Operand> condition(Expression condition) throws Refusal {
        return where.take(condition);
    }

    /** Takes a value. */
    Operand value(Expression expression) throws Refusal {
        return values.take(expression);
    }

    /** Takes a value that a measure is compared with. */
    Operand measured(Expression expression) throws Refusal {
        return measured.take(expression);
    }

    /** Takes a number of rows. */
    Operand count(Expression expression) throws Refusal {
        if (Bare.of(expression).expression() instanceof Column) {
            throw sentence.refusal("a number of rows is no name", ROWS_HINT);
        }
        return counts.take(expression);
    }

    /** Whether the expression is the name of the bucket, in parentheses or not. Takes nothing. */
    boolean isBucket(Expression expression) {
        return sentence.isNamed(Bare.of(expression).expression(), Fact.BUCKET);
    }

    /** Takes a function, in parentheses or not; null, with nothing taken, when the expression is none. */
    @Nullable Called takeCalled(Expression expression) throws Refusal {
        Bare bare = Bare.of(expression);
        if (bare.expression() instanceof AnalyticExpression filtered) {
            bare.open(sentence);
            Called called = filtered(filtered);
            bare.close(sentence);
            return called;
        }
        if (!(bare.expression() instanceof Function function)) {
            return null;
        }
        bare.open(sentence);
        Place place = sentence.place();
        Token name = sentence.takeFunction(function.getMultipartName().get(0));
        sentence.take("(");
        Called called = switch (name.text()) {
            case "measure" -> new Called.OfMeasure(measure(function.getParameters()), null);
            case "date_bin" -> new Called.OfTime(bin(arguments(function, name), place));
            case "date_trunc" -> new Called.OfTime(trunc(arguments(function, name), place));
            default -> throw new AssertionError(name); // The language has no other.
        };
        sentence.take(")");
        bare.close(sentence);
        return called;
    }

    private Called filtered(AnalyticExpression analytic) throws Refusal {
        Place place = sentence.place();
        Token name = sentence.takeFunction(analytic.getName());
        if (!name.text().equals("measure")) {
            throw new Refusal(place, "FILTER stands behind a measure alone", "write measure(m) FILTER (WHERE ...)");
        }
        sentence.take("(");
        Name measure = measure(analytic.getExpression());
        sentence.take(") filter ( where");
        if (analytic.getFilterExpression() == null) {
            throw sentence.unread();
        }
        Condition<Name, Operand> condition = filter.take(analytic.getFilterExpression());
        checkBucket(condition);
        sentence.take(")");
        return new Called.OfMeasure(measure, condition);
    }

    private Name measure(@Nullable ExpressionList<?> parameters) throws Refusal {
        return measure(parameters == null || parameters.size() != 1 ? null : parameters.get(0));
    }

    private Name measure(@Nullable Expression measure) throws Refusal {
        Name name = null;
        if (measure != null && Bare.of(measure).expression() instanceof Column column) {
            int parentheses = 0;
            while (sentence.isNext("(")) { // where FILTER follows, the parser keeps none of them
                sentence.take("(");
                parentheses++;
            }
            name = ColumnName.takeAlone(sentence, column);
            for (int i = 0; i < parentheses; i++) {
                sentence.take(")");
            }
        }
        if (name == null) {
            throw sentence.refusal("measure(...) is of one measure, by its name", "write measure(amount) AS total");
        }
        return name;
    }

    private List<Expression> arguments(Function function, Token name) throws Refusal {
        ExpressionList<?> parameters = function.getParameters();
        List<Expression> arguments = parameters == null ? List.of() : new ArrayList<>(parameters);
        if (arguments.size() < 2 || arguments.size() > 3) {
            throw sentence.refusal(
                    name.text().equals("date_bin")
                            ? "date_bin has a width, the bucket, and perhaps an origin"
                            : "date_trunc has a unit, the bucket, and perhaps a zone",
                    FUNCTIONS_HINT);
        }
        return arguments;
    }

    private Ask.Time bin(List<Expression> arguments, Place place) throws Refusal {
        Operand width = argument(arguments.get(0), "a width");
        return new Ask.Time.Bin(width, behindBucket("date_bin", arguments, "an origin"), place);
    }

    private Ask.Time trunc(List<Expression> arguments, Place place) throws Refusal {
        Operand unit = argument(arguments.get(0), "a unit");
        return new Ask.Time.Trunc(unit, behindBucket("date_trunc", arguments, "a zone"), place);
    }

    /** Takes the bucket and what stands behind it; null where that is nothing. */
    private @Nullable Operand behindBucket(String function, List<Expression> arguments, String what) throws Refusal {
        sentence.take(",");
        Place place = sentence.place();
        Name bucket = ColumnName.takeAlone(sentence, arguments.get(1));
        if (bucket == null || !bucket.text().equals(Fact.BUCKET)) {
            throw new Refusal(
                    place,
                    function + " in an ask is of the bucket",
                    function.equals("date_bin")
                            ? "write date_bin('1 day', bucket) AS day"
                            : "write date_trunc('month', bucket) AS month");
        }
        if (arguments.size() == 2) {
            return null;
        }
        sentence.take(",");
        return argument(arguments.get(2), what);
    }

    private Operand argument(Expression expression, String what) throws Refusal {
        if (Bare.of(expression).expression() instanceof Column) {
            throw sentence.refusal(what + " is a text or a parameter, and no name", VALUES_HINT);
        }
        return values.take(expression);
    }

    /** Within FILTER the bucket is compared with edges, so that a bucket is within or without as a whole. */
    private static void checkBucket(Condition<Name, Operand> condition) throws Refusal {
        if (condition instanceof Condition.And<Name, Operand> and) {
            for (Condition<Name, Operand> each : and.all()) {
                checkBucket(each);
            }
        } else if (condition instanceof Condition.Or<Name, Operand> or) {
            for (Condition<Name, Operand> each : or.any()) {
                checkBucket(each);
            }
        } else if (condition instanceof Condition.Not<Name, Operand> not) {
            checkBucket(not.of());
        } else if (condition instanceof Condition.Is<Name, Operand> is) {
            checkBucket(is.of());
        } else if (!(condition instanceof Condition.Compare<Name, Operand> compare && isBound(compare.operator()))) {
            for (Name name : condition.subjects()) {
                if (name.text().equals(Fact.BUCKET)) {
                    throw notBound(name.place());
                }
            }
        }
    }

    /** Whether the operator may stand between the bucket and an edge. */
    static boolean isBound(Condition.Operator operator) {
        return operator == Condition.Operator.GREATER_OR_EQUAL || operator == Condition.Operator.LESS;
    }

    /** The refusal of a condition on the bucket that is no bound of a range. */
    static Refusal notBound(Place place) {
        return new Refusal(
                place,
                "the bucket is compared by >= and < alone",
                RANGE_HINT + ", where for bucket <= x, b is the next edge behind x");
    }

    /** What conditions are about; {@code bucket} among it or not. */
    private final class Terms implements Conditions.Terms<Name, Operand> {
        private final boolean bucket;

        Terms(boolean bucket) {
            this.bucket = bucket;
        }

        @Override
        public @Nullable Name subject(Expression expression) throws Refusal {
            Name name = ColumnName.takeAlone(sentence, expression);
            if (name != null && name.text().equals(Fact.BUCKET) && !bucket) {
                throw new Refusal(
                        name.place(),
                        "bounds of the range stand alone or beside AND, and not within another condition",
                        RANGE_HINT);
            }
            return name;
        }

        @Override
        public Operand value(Expression expression) throws Refusal {
            return values.take(expression);
        }

        @Override
        public Operand plain() throws Refusal {
            return PlainList.take(sentence);
        }

        @Override
        public String tested() {
            return "a key";
        }
    }
}
