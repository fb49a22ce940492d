package straum.notation;

import java.util.ArrayList;
import java.util.List;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.SelectItem;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Fact;
import straum.domain.spec.SpecError;
import straum.domain.spec.SpecException;
import straum.domain.spec.Width;
import straum.domain.value.ColumnType;
import straum.domain.value.Interval;
import straum.domain.value.Place;

/** Reads a view's outputs: the bucket, keys and measures. */
final class OutputReader {
    static final String BUCKET_HINT = "write date_bin('1 hour', time, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket";
    private static final String KEY_HINT = "a key is a column: " + NotRead.COMPUTED + " can hold the expression";

    /** The most outputs PostgreSQL takes (access/htup_details.h, MaxTupleAttributeNumber). */
    static final int MAX_OUTPUTS = 1664;

    private final Sentence sentence;
    private final String view;

    private OutputReader(Sentence sentence, String view) {
        this.sentence = sentence;
        this.view = view;
    }

    /** Takes SELECT and the outputs of the view of that name. */
    static List<Output> take(Sentence sentence, PlainSelect select, String view) throws Refusal, SpecException {
        OutputReader reader = new OutputReader(sentence, view);
        sentence.take("select");
        List<Output> outputs = new ArrayList<>();
        for (SelectItem<?> item : select.getSelectItems()) {
            comma(sentence, outputs.size());
            outputs.add(reader.output(item));
        }
        return outputs;
    }

    /** Takes the comma before the next output, where so many are read already. */
    static void comma(Sentence sentence, int outputs) throws Refusal {
        if (outputs > 0) {
            sentence.take(",");
        }
        if (outputs == MAX_OUTPUTS) {
            throw sentence.refusal("there are more than " + MAX_OUTPUTS + " outputs", null);
        }
    }

    /** Takes what an output may be, in parentheses or not; null, with nothing taken, when the expression is no such thing. */
    static Output.@Nullable Selected takeSelected(Sentence sentence, Expression expression, String view)
            throws Refusal, SpecException {
        return new OutputReader(sentence, view).selected(expression);
    }

    private Output output(SelectItem<?> item) throws Refusal, SpecException {
        Place place = sentence.place();
        int start = sentence.taken();
        if (item.getExpression() instanceof AllColumns || item.getExpression() instanceof AllTableColumns) {
            throw sentence.refusal("* is not read: what a view keeps is named", "name the keys and measures");
        }
        Output.Selected selected = selected(item.getExpression());
        if (selected == null) {
            checkNoCast(sentence, item.getExpression());
            throw sentence.refusal("an expression is no output", KEY_HINT);
        }
        Token as = alias(sentence, item.getAlias());
        if (selected instanceof Output.Selected.Bucket
                && (as == null || !as.text().equals(Fact.BUCKET))) {
            throw new Refusal(as == null ? place : as.place(), "date_bin(...) is named bucket", BUCKET_HINT);
        }
        if (selected instanceof Output.Selected.Measure && as == null) {
            throw new Refusal(place, "a measure needs a name", named(sentence.since(start)));
        }
        return new Output(selected, as, place);
    }

    private static String named(String measure) {
        return measure.equals(Token.cut(measure)) ? "write " + measure + " AS x" : "write AS x behind it";
    }

    /** Checks that an output is no cast of what it would be without. */
    static void checkNoCast(Sentence sentence, Expression expression) throws Refusal {
        if (Bare.of(expression).expression() instanceof CastExpression cast
                && Call.of(cast.getLeftExpression()) != null) {
            throw sentence.refusal(
                    "a cast of a measure is not read", "leave the cast off: the client converts what it reads");
        }
    }

    /** Takes an output's own name; null where it has none. */
    static @Nullable Token alias(Sentence sentence, @Nullable Alias alias) throws Refusal {
        if (alias == null) {
            return null;
        }
        boolean introduced = sentence.takeIfNext("as");
        Token as = sentence.takeName(alias.getName());
        if (!introduced && as.kind() == Token.Kind.WORD && Keywords.isOnlyAfterAs(as.text())) {
            throw new Refusal(as.place(), as.shown() + " is a name here only after AS", "write AS " + as.text());
        }
        return as;
    }

    private Output.@Nullable Selected selected(Expression expression) throws Refusal, SpecException {
        ColumnName column = ColumnName.take(sentence, expression);
        if (column != null) {
            return new Output.Selected.Key(column);
        }
        Bare bare = Bare.of(expression);
        Call call = Call.of(bare.expression());
        if (call == null) {
            return null;
        }
        bare.open(sentence);
        Token name = sentence.takeFunction(call.name());
        Output.Selected selected =
                name.text().equals("date_bin") ? bucket(call) : MeasureReader.take(sentence, name, call);
        bare.close(sentence);
        return selected;
    }

    private Output.Selected bucket(Call call) throws Refusal, SpecException {
        sentence.take("(");
        List<Expression> parameters = call.inputs();
        if (parameters.size() != 3) {
            throw sentence.refusal("date_bin has a width, a time and an origin", BUCKET_HINT);
        }
        Literals.Text widthText = Literals.take(sentence, parameters.get(0));
        if (widthText == null || (widthText.type() != null && !widthText.type().equals("interval"))) {
            throw new Refusal(
                    widthText == null ? sentence.place() : widthText.place(),
                    "a bucket's width is a text",
                    "write it as '1 hour'");
        }
        Width width = width(view, widthText.token().text(), widthText.place());
        sentence.take(",");
        ColumnName time = ColumnName.take(sentence, parameters.get(1));
        if (time == null) {
            throw sentence.refusal("a bucket's time is a column of the fact table", BUCKET_HINT);
        }
        sentence.take(",");
        Literals.Text originText = Literals.take(sentence, parameters.get(2));
        if (originText == null) {
            throw sentence.refusal("a bucket's origin is a text with its type", BUCKET_HINT);
        }
        ColumnType.Kind origin = Origin.kind(originText, width);
        String text = widthText.token().text() + '\0' + originText.token().text();
        sentence.take(")");
        return new Output.Selected.Bucket(width, time, origin, text);
    }

    /** How an ask groups day cells by a width of more than a day; null where it does not. */
    private static @Nullable String grouped(long seconds, String width) {
        if (seconds == Long.MAX_VALUE) {
            return "date_trunc('month', bucket), or 'quarter' or 'year'";
        }
        return seconds % Width.DAY == 0 ? "date_bin('" + width + "', bucket)" : null;
    }

    /** The width a text says. */
    static Width width(String view, String text, Place place) throws Refusal, SpecException {
        long seconds = Interval.seconds(text);
        if (seconds == Interval.NOT_READ) {
            throw new Refusal(
                    place,
                    "'" + Token.cut(text.strip()) + "' is not read as a width",
                    "write it as 1 hour, 15 minutes or 00:15:00");
        }
        if (!Width.divides(seconds)) {
            String shown = Token.cut(text.strip());
            throw new SpecException(
                    seconds > Width.DAY
                            ? new SpecError.WideWidth(view, shown, grouped(seconds, shown))
                            : new SpecError.BadWidth(view, shown),
                    place);
        }
        return new Width((int) seconds);
    }
}
