package straum.domain.value;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to say of a literal that is no value of a type ({@link ColumnType#read}).
 *
 * @param value the literal as a text writes it, shortened
 * @param type PostgreSQL's name of the type
 * @param hint what the type reads; null where there is nothing to say
 */
public record Misfit(String value, String type, @Nullable String hint) {
    /** A message shows so many characters of a value, so that it stays readable whatever was sent. */
    private static final int SHOWN = 80;

    /** A hint lists so many labels of an enum. */
    private static final int LISTED = 20;

    /** That the literal does not fit the type. */
    public static Misfit of(ColumnType type, Literal literal) {
        return new Misfit(shown(literal), type.name(), hint(type));
    }

    /** What is wrong, of a column of that name. */
    public String message(String name) {
        return name + " is of type " + type + ", and " + value + " is not a value of it";
    }

    /** The literal as a text writes it, shortened where it is long. */
    public static String shown(Literal literal) {
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
            case ENUM -> "its labels are " + listed(type.labels());
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

    private static String listed(List<String> labels) {
        return String.join(", ", labels.subList(0, Math.min(LISTED, labels.size())))
                + (labels.size() > LISTED ? ", ..." : "");
    }

    private static String whole(long least, long greatest) {
        return "it holds whole numbers from " + least + " to " + greatest;
    }
}
