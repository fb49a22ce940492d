package straum.domain.value;

/**
 * A value as a person wrote it, in a query or as a parameter, before a column's type reads it ({@link ColumnType#read}).
 */
public sealed interface Literal {
    /** SQL's null: equal to nothing. */
    record Null() implements Literal {}

    /** {@code true} or {@code false}. */
    record Bool(boolean value) implements Literal {}

    /** A number, by its text: never through a double. */
    @SuppressWarnings("JavaLangClash") // never written without Literal before it
    record Number(String text) implements Literal {}

    /** A quoted text, read as the column's type reads its text. */
    record Text(String text) implements Literal {}

    /**
     * A text with its type named, as {@code TIMESTAMPTZ '2026-11-13 09:00:00Z'}.
     *
     * @param type PostgreSQL's internal name of the type: {@code timestamptz}, {@code date}, {@code numeric}
     */
    record Typed(String type, String text) implements Literal {}

    /** {@code $n}, counted from 1: what stands for a value until one is given. No type reads it. */
    record Parameter(int number) implements Literal {}
}
