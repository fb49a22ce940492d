package straum.notation;

import org.jspecify.annotations.Nullable;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/** Prints values for PostgreSQL, so that each is read back as the value it is, whatever the session's settings. */
final class SqlLiteral {
    static final String NULL = "NULL";

    /** What a comparison with null is, whatever is compared. */
    static final String UNKNOWN = "NULL::boolean";

    private SqlLiteral() {}

    /**
     * A value of a column's type, with its type named. An enum's label is not: PostgreSQL reads it as the type of the column
     * it is compared with, whose schema may be any.
     *
     * @param bytes in the type's canonical form
     */
    static String of(ColumnType type, byte[] bytes) {
        StringBuilder text = new StringBuilder();
        type.print(bytes, 0, bytes.length, text);
        String quoted = quoted(text.toString());
        return type.kind() == ColumnType.Kind.ENUM ? quoted : quoted + "::" + type.name();
    }

    /**
     * A null that a value of a column's type is compared with; null where the type cannot be named, as an enum's. It is never
     * bare: with {@code transform_null_equals} on, {@code = NULL} is {@code IS NULL} (manual, 20.13.2).
     */
    static @Nullable String nullOf(ColumnType type) {
        return type.kind() == ColumnType.Kind.ENUM ? null : NULL + "::" + type.name();
    }

    /**
     * A literal as the spec has it.
     *
     * @throws IllegalArgumentException for a parameter
     */
    static String asWritten(Literal literal) {
        if (literal instanceof Literal.Text text) {
            return quoted(text.text());
        }
        if (literal instanceof Literal.Typed typed) {
            return quoted(typed.text()) + "::" + typed.type();
        }
        if (literal instanceof Literal.Number number) {
            return number.text();
        }
        if (literal instanceof Literal.Bool bool) {
            return bool.value() ? "TRUE" : "FALSE";
        }
        if (literal instanceof Literal.Null) {
            return NULL;
        }
        throw new IllegalArgumentException(literal + " is no value");
    }

    /** A text in quotes; one with a backslash is read alike with {@code standard_conforming_strings} on and off. */
    static String quoted(String text) {
        String doubled = "'" + text.replace("'", "''") + "'";
        return text.indexOf('\\') < 0 ? doubled : "E" + doubled.replace("\\", "\\\\");
    }
}
