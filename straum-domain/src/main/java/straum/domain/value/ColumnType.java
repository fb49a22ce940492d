package straum.domain.value;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The type of a column, as the catalog has it, and the only place that knows what a value's bytes mean.
 *
 * <p>A value is its bytes in one <em>canonical form</em>: PostgreSQL's binary send format, normalised so that equal
 * values are equal bytes.
 *
 * <ul>
 *   <li>bool: 1 byte, 0 or 1. Integers: 2, 4 or 8 bytes, big-endian, two's complement. date: 4 bytes, days since
 *       2000-01-01. timestamp, timestamptz: 8 bytes, microseconds since 2000-01-01 (UTC for timestamptz). The extremes of
 *       date and the timestamps are the infinities.
 *   <li>float4, float8: IEEE 754 in 4 or 8 bytes, big-endian; {@code -0} as {@code 0}, every NaN as the one of
 *       {@link Double#NaN}.
 *   <li>text, varchar, name, enums (by their label): UTF-8. bpchar: UTF-8 without the trailing spaces.
 *   <li>uuid: 16 bytes.
 *   <li>numeric: {@link Decimal}, with the display scale first; the scale is no part of what makes values equal, so a key
 *       is the bytes after it ({@link #keyOffset}).
 * </ul>
 *
 * @param kind what the bytes mean
 * @param name PostgreSQL's internal name of the type, for people: {@code int4}, {@code numeric}, an enum's own name
 * @param modifier of numeric: the column's scale, or −1 without a type modifier; of bpchar: its length in characters, or
 *     −1; otherwise −1
 * @param labels of an enum: its labels in declared order; otherwise empty
 */
public record ColumnType(Kind kind, String name, int modifier, List<String> labels) {
    /** What a value's bytes mean. */
    public enum Kind {
        BOOL,
        INT2,
        INT4,
        INT8,
        NUMERIC,
        FLOAT4,
        FLOAT8,
        TEXT,
        VARCHAR,
        BPCHAR,
        NAME,
        ENUM,
        UUID,
        DATE,
        TIMESTAMP,
        TIMESTAMPTZ,
        /** A type that can be counted and nothing else. Its bytes are whatever the server sends. */
        OTHER
    }

    public static final ColumnType BOOL = of(Kind.BOOL, "bool");
    public static final ColumnType INT2 = of(Kind.INT2, "int2");
    public static final ColumnType INT4 = of(Kind.INT4, "int4");
    public static final ColumnType INT8 = of(Kind.INT8, "int8");
    /** Numeric without a type modifier. */
    public static final ColumnType NUMERIC = of(Kind.NUMERIC, "numeric");

    public static final ColumnType FLOAT4 = of(Kind.FLOAT4, "float4");
    public static final ColumnType FLOAT8 = of(Kind.FLOAT8, "float8");
    public static final ColumnType TEXT = of(Kind.TEXT, "text");
    public static final ColumnType VARCHAR = of(Kind.VARCHAR, "varchar");
    public static final ColumnType NAME = of(Kind.NAME, "name");
    public static final ColumnType UUID = of(Kind.UUID, "uuid");
    public static final ColumnType DATE = of(Kind.DATE, "date");
    public static final ColumnType TIMESTAMP = of(Kind.TIMESTAMP, "timestamp");
    public static final ColumnType TIMESTAMPTZ = of(Kind.TIMESTAMPTZ, "timestamptz");

    public ColumnType {
        labels = List.copyOf(labels);
    }

    private static ColumnType of(Kind kind, String name) {
        return new ColumnType(kind, name, -1, List.of());
    }

    /** A numeric with a type modifier of that scale; the values of such a column all have it. */
    public static ColumnType numeric(int scale) {
        return new ColumnType(Kind.NUMERIC, "numeric", scale, List.of());
    }

    /** A {@code char(n)}. */
    public static ColumnType bpchar(int length) {
        return new ColumnType(Kind.BPCHAR, "bpchar", length, List.of());
    }

    /** An enum of these labels, in declared order. */
    public static ColumnType enumOf(String name, List<String> labels) {
        return new ColumnType(Kind.ENUM, name, -1, labels);
    }

    /** A type that can be counted and nothing else. */
    public static ColumnType other(String name) {
        return of(Kind.OTHER, name);
    }

    /** Whether a value is a whole number of at most 8 bytes that orders and equals as a {@code long}: {@link #longOf}. */
    public boolean isLong() {
        return switch (kind) {
            case BOOL, INT2, INT4, INT8, DATE, TIMESTAMP, TIMESTAMPTZ -> true;
            case NUMERIC, FLOAT4, FLOAT8, TEXT, VARCHAR, BPCHAR, NAME, ENUM, UUID, OTHER -> false;
        };
    }

    /** The bytes at the start of a value that say only how it is printed, so that a key leaves them out. */
    public int keyOffset() {
        return kind == Kind.NUMERIC ? Decimal.SCALE_BYTES : 0;
    }

    /** The big-endian two's complement number of 1, 2, 4 or 8 bytes. */
    public static long longOf(byte[] bytes, int start, int length) {
        long value = bytes[start];
        for (int i = 1; i < length; i++) {
            value = value << 8 | (bytes[start + i] & 0xff);
        }
        return value;
    }

    /**
     * The canonical bytes of a value as a person wrote it, read as PostgreSQL's input function of the type reads its
     * text; null when it does not fit the type: another kind of literal, a text the type cannot read, a value beyond its
     * range. Not for {@link Literal.Null}.
     */
    public byte @Nullable [] read(Literal literal) {
        return LiteralReader.read(this, literal);
    }

    /** Appends the value as PostgreSQL prints it: {@code DateStyle} ISO, time zone UTC, shortest floats. */
    public void print(byte[] bytes, int start, int length, StringBuilder out) {
        throw new AssertionError("contract");
    }

    /** Appends the value as {@link #print} does, but times in ISO 8601 ({@code T}, and {@code Z} for timestamptz). */
    public void printIso(byte[] bytes, int start, int length, StringBuilder out) {
        throw new AssertionError("contract");
    }

    /** Orders two values as PostgreSQL does, text by {@code COLLATE "C"}. */
    public int compare(byte[] a, byte[] b) {
        throw new AssertionError("contract");
    }
}
