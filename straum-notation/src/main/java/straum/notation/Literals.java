package straum.notation;

import java.util.Map;
import java.util.Set;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.DateTimeLiteralExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.IntervalExpression;
import net.sf.jsqlparser.expression.StringValue;
import org.jspecify.annotations.Nullable;
import straum.domain.value.Place;

/** Reads texts, with or without a type: {@code '...'}, {@code DATE '...'}, {@code '...'::date}. */
final class Literals {
    /** Types a text is read as, by the name in SQL: PostgreSQL's internal name (manual, table 8.1). */
    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("bool", "bool"),
            Map.entry("boolean", "bool"),
            Map.entry("int2", "int2"),
            Map.entry("smallint", "int2"),
            Map.entry("int4", "int4"),
            Map.entry("int", "int4"),
            Map.entry("integer", "int4"),
            Map.entry("int8", "int8"),
            Map.entry("bigint", "int8"),
            Map.entry("numeric", "numeric"),
            Map.entry("decimal", "numeric"),
            Map.entry("float4", "float4"),
            Map.entry("real", "float4"),
            Map.entry("float8", "float8"),
            Map.entry("text", "text"),
            Map.entry("varchar", "varchar"),
            Map.entry("uuid", "uuid"),
            Map.entry("date", "date"),
            Map.entry("timestamp", "timestamp"),
            Map.entry("timestamptz", "timestamptz"),
            Map.entry("interval", "interval"));

    /** The types that may stand before the text. */
    private static final Set<String> BEFORE = Set.of("date", "timestamp", "timestamptz", "interval");

    /**
     * A text as read.
     *
     * @param type PostgreSQL's internal name of its type; null where none is written
     * @param token the text itself
     * @param place of its first token
     */
    record Text(@Nullable String type, Token token, Place place) {}

    private Literals() {}

    /** Whether a word, in lower case, is the name of a type that texts are read as. */
    static boolean isType(String word) {
        return TYPES.containsKey(word);
    }

    /** Whether a type, in lower case, may stand before its text. */
    static boolean isWrittenBefore(String type) {
        return BEFORE.contains(type);
    }

    /** Takes a text, in parentheses or not; null, with nothing taken, when the expression is none. */
    static @Nullable Text take(Sentence sentence, Expression expression) throws Refusal {
        Bare bare = Bare.of(expression);
        if (!isText(bare.expression())) {
            return null;
        }
        bare.open(sentence);
        Text text = takeBare(sentence, bare.expression());
        bare.close(sentence);
        return text;
    }

    private static boolean isText(Expression expression) {
        return expression instanceof StringValue
                || expression instanceof DateTimeLiteralExpression
                || (expression instanceof IntervalExpression literal && literal.getParameter() != null)
                || (expression instanceof CastExpression cast && cast.getLeftExpression() instanceof StringValue);
    }

    private static Text takeBare(Sentence sentence, Expression expression) throws Refusal {
        Place place = sentence.place();
        if (expression instanceof StringValue text) {
            return new Text(null, sentence.takeText(text.toString()), place);
        }
        if (expression instanceof DateTimeLiteralExpression literal) {
            String type = sentence.takeType(String.valueOf(literal.getType())).text();
            return new Text(type, sentence.takeText(literal.getValue()), place);
        }
        if (expression instanceof IntervalExpression literal) {
            String type = sentence.takeType("interval").text();
            return new Text(type, sentence.takeText(literal.getParameter()), place);
        }
        CastExpression cast = (CastExpression) expression;
        Token read = sentence.takeText(cast.getLeftExpression().toString());
        sentence.take("::");
        Place typePlace = sentence.place();
        Token type = sentence.takeType(cast.getColDataType().getDataType());
        String internal = TYPES.get(type.text());
        if (internal == null) {
            throw new Refusal(typePlace, "a cast to " + type.shown() + " is not read", "write the text alone");
        }
        return new Text(internal, read, place);
    }
}
