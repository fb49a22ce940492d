package straum.notation;

import java.util.Map;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.schema.Column;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Operand;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/** How a spec writes conditions: columns, and literals. */
record SpecTerms(Sentence sentence) implements Conditions.Terms<ColumnName, Literal> {
    private static final Map<String, ColumnType> TYPES = Map.ofEntries(
            Map.entry("bool", ColumnType.BOOL),
            Map.entry("int2", ColumnType.INT2),
            Map.entry("int4", ColumnType.INT4),
            Map.entry("int8", ColumnType.INT8),
            Map.entry("numeric", ColumnType.NUMERIC),
            Map.entry("float4", ColumnType.FLOAT4),
            Map.entry("float8", ColumnType.FLOAT8),
            Map.entry("text", ColumnType.TEXT),
            Map.entry("varchar", ColumnType.VARCHAR),
            Map.entry("uuid", ColumnType.UUID),
            Map.entry("date", ColumnType.DATE),
            Map.entry("timestamp", ColumnType.TIMESTAMP),
            Map.entry("timestamptz", ColumnType.TIMESTAMPTZ));

    /** The reader of a spec's conditions. */
    static Conditions<ColumnName, Literal> conditions(Sentence sentence) {
        return new Conditions<>(sentence, new SpecTerms(sentence));
    }

    @Override
    public @Nullable ColumnName subject(Expression expression) throws Refusal {
        return ColumnName.take(sentence, expression);
    }

    @Override
    public Literal value(Expression expression) throws Refusal {
        if (Bare.of(expression).expression() instanceof Column) {
            throw sentence.refusal(
                    "two columns are not compared with each other",
                    "a text stands in single quotes; " + NotRead.COMPUTED + " can hold a comparison of columns");
        }
        Operand value = new Values(sentence, "column", "a value is a literal").take(expression);
        if (value.value() instanceof Literal.Typed typed) {
            check(typed, value);
        }
        return value.value();
    }

    @Override
    public Literal plain() throws Refusal {
        return PlainList.take(sentence).value();
    }

    @Override
    public String tested() {
        return "a column";
    }

    /** A text with its type is read by that type here: what it says must not hang on a session or a clock. */
    private static void check(Literal.Typed typed, Operand value) throws Refusal {
        ColumnType type = TYPES.get(typed.type());
        if (type == null) {
            throw new Refusal(value.place(), "no column is compared with an " + typed.type(), null);
        }
        if (type.read(typed) != null) {
            return;
        }
        String read = "'" + Token.cut(typed.text()) + "' is not read as " + typed.type();
        String hint = switch (type.kind()) {
            case DATE -> "a day is written DATE '2026-11-13'";
            case TIMESTAMP -> "it has no zone and hangs on no clock: TIMESTAMP '2026-11-13 09:00:00'";
            case TIMESTAMPTZ -> "it has a zone and hangs on no clock: TIMESTAMPTZ '2026-11-13 09:00:00+00'";
            default -> null;
        };
        throw new Refusal(value.place(), read, hint);
    }
}
