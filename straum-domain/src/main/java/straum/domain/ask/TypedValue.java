package straum.domain.ask;

import org.jspecify.annotations.Nullable;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/** Reads the values of an ask as their columns' types, and says what is wrong with one that does not fit. */
final class TypedValue {
    /** A message shows so many characters of a value, so that it stays readable whatever was sent. */
    private static final int SHOWN = 80;

    /** A hint lists so many labels of an enum. */
    private static final int LISTED = 20;

    private TypedValue() {}

    /**
     * The canonical bytes.
     *
     * @param name the column's name in the ask
     * @throws AskException when it is null or does not fit the type
     */
    static byte[] of(String name, ColumnType type, Operand operand) throws AskException {
        byte[] value = operand.value() instanceof Literal.Null ? null : type.read(operand.value());
        if (value == null) {
            throw new AskException(
                    new AskError.WrongType(name, type.name(), shown(operand.value()), hint(type)), operand.place());
        }
        return value;
    }

    /** The literal as the ask would write it. */
    static String shown(Literal literal) {
        if (literal instanceof Literal.Text text) {
            return quoted(text.text());
        }
        if (literal instanceof Literal.Typed typed) {
            return typed.type() + " " + quoted(typed.text());
        }
        if (literal instanceof Literal.Number number) {
            return shortened(number.text());
        }
        if (literal instanceof Literal.Parameter parameter) {
            return "$" + parameter.number();
        }
        if (literal instanceof Literal.Bool bool) {
            return Boolean.toString(bool.value());
        }
        return "null";
    }

    private static String quoted(String text) {
        return "'" + shortened(text).replace("'", "''") + "'";
    }

    private static String shortened(String text) {
        int end = Math.min(SHOWN, text.length());
        if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        return end == text.length() ? text : text.substring(0, end) + "...";
    }

    private static @Nullable String hint(ColumnType type) {
        return switch (type.kind()) {
            case TEXT, VARCHAR, BPCHAR, NAME -> "write it in single quotes, or send it as a string";
            case ENUM ->
                "its labels are "
                        + String.join(
                                ", ",
                                type.labels()
                                        .subList(
                                                0,
                                                Math.min(LISTED, type.labels().size())))
                        + (type.labels().size() > LISTED ? ", ..." : "");
            case INT2 -> whole(Short.MIN_VALUE, Short.MAX_VALUE);
            case INT4 -> whole(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case INT8 -> whole(Long.MIN_VALUE, Long.MAX_VALUE);
            case DATE -> "write it as '2026-11-13'";
            case TIMESTAMP -> "write it without a zone: '2026-11-13 09:00:00'";
            case TIMESTAMPTZ -> "write it with its time and zone: '2026-11-13 09:00:00Z'";
            case BOOL -> "write true or false";
            case NUMERIC, FLOAT4, FLOAT8, UUID, INTERVAL, TIME, BYTEA, OID, INET, OTHER -> null;
        };
    }

    private static String whole(long least, long greatest) {
        return "it holds whole numbers from " + least + " to " + greatest;
    }
}
