package straum.domain.value;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
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
 *   <li>interval: its microseconds, a day as 24 hours and a month as 30 days, in 16 bytes, big-endian two's complement, as
 *       PostgreSQL's {@code =} sees it. time: 8 bytes, microseconds of the day; 24:00:00 is not 00:00:00. bytea: the bytes.
 *       oid: 4 bytes, unsigned. inet: the family (2 for IPv4, 3 for IPv6), the bits of the network, then the address.
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
        INTERVAL,
        TIME,
        BYTEA,
        OID,
        INET,
        /** A type that can be counted and nothing else. Its bytes are whatever the server sends. */
        OTHER
    }

    private static final Set<Kind> COUNTED =
            EnumSet.of(Kind.INTERVAL, Kind.TIME, Kind.BYTEA, Kind.OID, Kind.INET, Kind.OTHER);
    private static final Set<Kind> NUMBERS =
            EnumSet.of(Kind.INT2, Kind.INT4, Kind.INT8, Kind.NUMERIC, Kind.FLOAT4, Kind.FLOAT8);

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
    public static final ColumnType INTERVAL = of(Kind.INTERVAL, "interval");
    public static final ColumnType TIME = of(Kind.TIME, "time");
    public static final ColumnType BYTEA = of(Kind.BYTEA, "bytea");
    public static final ColumnType OID = of(Kind.OID, "oid");
    public static final ColumnType INET = of(Kind.INET, "inet");

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

    /**
     * Whether the other is this type, or of an enum this one with labels added anywhere among its own: what is true of two
     * values of this type is true of them in the other.
     */
    public boolean isWithin(ColumnType other) {
        if (kind != other.kind || modifier != other.modifier || !name.equals(other.name)) {
            return false;
        }
        int found = 0;
        for (String label : other.labels) {
            if (found < labels.size() && labels.get(found).equals(label)) {
                found++;
            }
        }
        return found == labels.size() && (kind == Kind.ENUM || labels.size() == other.labels.size());
    }

    /** A type that can be counted and nothing else. */
    public static ColumnType other(String name) {
        return of(Kind.OTHER, name);
    }

    /**
     * Whether a column of the type can be a key, be joined and be compared: its values are read, ordered and printed. Values
     * of the others are counted, and distinct ones among them as well but of {@link Kind#OTHER}.
     */
    public boolean isComparable() {
        return !COUNTED.contains(kind);
    }

    /** Whether its values can be added up. */
    public boolean isNumber() {
        return NUMBERS.contains(kind);
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

    /** The big-endian two's complement bytes of a number of so many bytes: {@link #longOf} of them is the number again. */
    public static byte[] bytesOf(long value, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (value >> (8 * (length - 1 - i)));
        }
        return bytes;
    }

    /**
     * The canonical bytes of a value as a person wrote it, read as PostgreSQL's input function of the type reads its
     * text; null when it does not fit the type: another kind of literal, a text the type cannot read, a value beyond its
     * range. Not for {@link Literal.Null}.
     */
    public byte @Nullable [] read(Literal literal) {
        return LiteralReader.read(this, literal);
    }

    /** The canonical value of a key ({@link #keyOffset}): a numeric with the column's scale, or just the decimals it needs. */
    public byte[] ofKey(byte[] bytes, int start, int length) {
        if (kind != Kind.NUMERIC) {
            return Arrays.copyOfRange(bytes, start, start + length);
        }
        return Decimal.withScale(
                bytes, start, length, modifier >= 0 ? modifier : Decimal.minimalScale(bytes, start, length));
    }

    /**
     * Appends the value as PostgreSQL prints it: {@code DateStyle} ISO, time zone UTC, {@code extra_float_digits} 1.
     *
     * @throws IllegalArgumentException for a type that can only be counted
     */
    public void print(byte[] bytes, int start, int length, StringBuilder out) {
        switch (kind) {
            case BOOL -> out.append(bytes[start] != 0 ? 't' : 'f');
            case INT2, INT4, INT8 -> out.append(longOf(bytes, start, length));
            case NUMERIC -> DecimalText.print(bytes, start, length, out);
            case FLOAT4 -> FloatWriter.print(Float.intBitsToFloat((int) longOf(bytes, start, length)), out);
            case FLOAT8 -> FloatWriter.print(Double.longBitsToDouble(longOf(bytes, start, length)), out);
            case TEXT, VARCHAR, NAME, ENUM -> out.append(text(bytes, start, length));
            case BPCHAR -> printPadded(text(bytes, start, length), out);
            case UUID -> printUuid(bytes, start, out);
            case DATE -> TimeWriter.printDate(longOf(bytes, start, length), out);
            case TIMESTAMP -> TimeWriter.printTimestamp(longOf(bytes, start, length), ' ', "", out);
            case TIMESTAMPTZ -> TimeWriter.printTimestamp(longOf(bytes, start, length), ' ', "+00", out);
            case INTERVAL, TIME, BYTEA, OID, INET, OTHER ->
                throw new IllegalArgumentException("a value of type " + name + " can only be counted");
        }
    }

    /**
     * Appends the value as {@code to_json} writes it, without the quotes and escapes: as {@link #print} does, but
     * {@code true} and {@code false}, and times in ISO 8601 ({@code T}, and {@code Z} for timestamptz).
     *
     * @throws IllegalArgumentException for a type that can only be counted
     */
    public void printIso(byte[] bytes, int start, int length, StringBuilder out) {
        switch (kind) {
            case BOOL -> out.append(bytes[start] != 0);
            case TIMESTAMP -> TimeWriter.printTimestamp(longOf(bytes, start, length), 'T', "", out);
            case TIMESTAMPTZ -> TimeWriter.printTimestamp(longOf(bytes, start, length), 'T', "Z", out);
            default -> print(bytes, start, length, out);
        }
    }

    private static String text(byte[] bytes, int start, int length) {
        return new String(bytes, start, length, StandardCharsets.UTF_8);
    }

    /** Appends a bpchar with the spaces that its canonical form leaves out. */
    private void printPadded(String text, StringBuilder out) {
        out.append(text).append(" ".repeat(Math.max(0, modifier - text.codePointCount(0, text.length()))));
    }

    private static void printUuid(byte[] bytes, int start, StringBuilder out) {
        for (int i = 0; i < 16; i++) {
            if (i >= 4 && i <= 10 && i % 2 == 0) {
                out.append('-');
            }
            out.append(Character.forDigit(bytes[start + i] >> 4 & 0xf, 16))
                    .append(Character.forDigit(bytes[start + i] & 0xf, 16));
        }
    }

    /**
     * Orders two values as PostgreSQL does: text by {@code COLLATE "C"}, false first, NaN greatest, enums as declared. A
     * total order that holds two values equal only where their keys are: enum labels the type does not know come after
     * those it knows, as text.
     *
     * @throws IllegalArgumentException for a type that can only be counted
     */
    public int compare(byte[] a, byte[] b) {
        return compare(a, 0, a.length, b, 0, b.length);
    }

    /** Orders two values that lie in the midst of other bytes, as {@link #compare(byte[], byte[])} does. */
    public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
        return switch (kind) {
            case BOOL, INT2, INT4, INT8, DATE, TIMESTAMP, TIMESTAMPTZ ->
                Long.compare(longOf(a, aStart, aLength), longOf(b, bStart, bLength));
            case NUMERIC -> Decimal.compare(a, aStart, aLength, b, bStart, bLength);
            case FLOAT4 ->
                Float.compare(Float.intBitsToFloat((int) longOf(a, aStart, 4)), Float.intBitsToFloat((int)
                        longOf(b, bStart, 4)));
            case FLOAT8 ->
                Double.compare(
                        Double.longBitsToDouble(longOf(a, aStart, 8)), Double.longBitsToDouble(longOf(b, bStart, 8)));
            case TEXT, VARCHAR, BPCHAR, NAME, UUID ->
                Arrays.compareUnsigned(a, aStart, aStart + aLength, b, bStart, bStart + bLength);
            case ENUM -> {
                int byRank = Integer.compare(rank(a, aStart, aLength), rank(b, bStart, bLength));
                yield byRank != 0
                        ? byRank
                        : Arrays.compareUnsigned(a, aStart, aStart + aLength, b, bStart, bStart + bLength);
            }
            case INTERVAL, TIME, BYTEA, OID, INET, OTHER ->
                throw new IllegalArgumentException("values of type " + name + " can only be counted");
        };
    }

    /** The place of an enum's label among the declared; behind them all for one that is not. */
    public int rank(byte[] bytes, int start, int length) {
        int rank = labels.indexOf(text(bytes, start, length));
        return rank < 0 ? labels.size() : rank;
    }
}
