package straum.pg.pgoutput;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.app.SourceException;
import straum.domain.value.ColumnType;
import straum.domain.value.Decimal;
import straum.domain.value.Literal;
import straum.domain.value.Rows;

/**
 * The values of one table, from the form the server sends them in to their canonical form ({@link ColumnType}): the same
 * bytes whether they came by COPY or by the stream.
 *
 * <p>A value that is none of its type, or an enum label that the catalog did not have, is a {@link SourceException} that
 * names table and column; the row is then half filled and to be thrown away. Immutable and thread-safe.
 */
public final class Canonical {
    /* What is to be done with a column's value; the first two are taken as they come. */
    private static final byte ANY_LENGTH = 0;
    private static final byte FIXED_LENGTH = 1;
    private static final byte BOOL = 2;
    private static final byte FLOAT4 = 3;
    private static final byte FLOAT8 = 4;
    private static final byte NUMERIC = 5;
    private static final byte BPCHAR = 6;
    private static final byte ENUM = 7;
    private static final byte INTERVAL = 8;
    private static final byte INET = 9;

    /** The shortest numeric that is sent: digit count, weight, sign and scale. */
    private static final int NUMERIC_HEAD = 8;

    /** What is sent of an inet before its address: family, bits, whether it is a cidr, and the length of the address. */
    private static final int INET_HEAD = 4;

    private static final int IPV4 = 2;
    private static final int IPV6 = 3;

    private static final long DAY_MICROS = 86_400_000_000L;
    private static final int MONTH_DAYS = 30;

    private static final int FLOAT4_NAN = Float.floatToIntBits(Float.NaN);
    private static final long FLOAT8_NAN = Double.doubleToLongBits(Double.NaN);

    private final Layout layout;
    private final byte[] forms;
    /** Per column the length a value must have; of no meaning where any will do. */
    private final int[] lengths;
    /** Per column the labels of an enum, ordered as {@link Arrays#compareUnsigned} has them; otherwise none. */
    private final byte[][][] labels;
    /** Where labels go that an enum had not when it was loaded; null where there can be none. */
    private final @Nullable NewLabels newLabels;

    /** The values of the table of that layout as a load sends them, whose enums have the labels of its snapshot. */
    public Canonical(Layout layout) {
        this(layout, null);
    }

    /** The values of the table of that layout, whose enums may gain labels. */
    Canonical(Layout layout, @Nullable NewLabels newLabels) {
        this.layout = layout;
        this.newLabels = newLabels;
        List<LayoutColumn> columns = layout.columns();
        forms = new byte[columns.size()];
        lengths = new int[columns.size()];
        labels = new byte[columns.size()][][];
        for (int i = 0; i < columns.size(); i++) {
            ColumnType type = columns.get(i).type();
            forms[i] = form(type.kind());
            lengths[i] = length(type.kind());
            labels[i] = type.labels().stream()
                    .map(label -> label.getBytes(StandardCharsets.UTF_8))
                    .sorted(Arrays::compareUnsigned)
                    .toArray(byte[][]::new);
        }
    }

    private static byte form(ColumnType.Kind kind) {
        return switch (kind) {
            case INT2, INT4, INT8, UUID, DATE, TIMESTAMP, TIMESTAMPTZ, TIME, OID -> FIXED_LENGTH;
            case BOOL -> BOOL;
            case FLOAT4 -> FLOAT4;
            case FLOAT8 -> FLOAT8;
            case NUMERIC -> NUMERIC;
            case BPCHAR -> BPCHAR;
            case ENUM -> ENUM;
            case INTERVAL -> INTERVAL;
            case INET -> INET;
            case TEXT, VARCHAR, NAME, BYTEA, OTHER -> ANY_LENGTH;
        };
    }

    private static int length(ColumnType.Kind kind) {
        return switch (kind) {
            case BOOL -> 1;
            case INT2 -> 2;
            case INT4, FLOAT4, DATE, OID -> 4;
            case INT8, FLOAT8, TIMESTAMP, TIMESTAMPTZ, TIME -> 8;
            case UUID, INTERVAL -> 16;
            case NUMERIC, TEXT, VARCHAR, BPCHAR, NAME, ENUM, BYTEA, INET, OTHER -> -1;
        };
    }

    /** The layout of the table. */
    Layout layout() {
        return layout;
    }

    /**
     * Brings a value in the binary send format into its canonical form, in place, and gives it to the last row.
     *
     * @param column its place in the layout
     * @param start where it lies in {@link Rows#bytes}, into which it has been copied
     */
    public void binary(Rows rows, int column, int start, int length) throws SourceException {
        byte[] bytes = rows.bytes();
        switch (forms[column]) {
            case ANY_LENGTH -> rows.place(column, start, length);
            case FIXED_LENGTH -> {
                checkLength(column, length);
                rows.place(column, start, length);
            }
            case BOOL -> {
                checkLength(column, length);
                if ((bytes[start] & ~1) != 0) {
                    throw unreadable(column, "a bool of " + bytes[start]);
                }
                rows.place(column, start, length);
            }
            case FLOAT4 -> {
                checkLength(column, length);
                float4(bytes, start);
                rows.place(column, start, length);
            }
            case FLOAT8 -> {
                checkLength(column, length);
                float8(bytes, start);
                rows.place(column, start, length);
            }
            case NUMERIC -> {
                numeric(bytes, column, start, length);
                rows.place(column, start + 2, length - 2);
            }
            case BPCHAR -> rows.place(column, start, withoutPadding(bytes, start, length));
            case ENUM -> {
                checkLabel(bytes, column, start, length);
                rows.place(column, start, length);
            }
            case INTERVAL -> {
                checkLength(column, length);
                interval(bytes, start);
                rows.place(column, start, length);
            }
            case INET -> {
                checkInet(bytes, column, start, length);
                // Family and bits go before the address, whether it is a cidr is no part of the value.
                bytes[start + 2] = bytes[start];
                bytes[start + 3] = bytes[start + 1];
                rows.place(column, start + 2, length - 2);
            }
            default -> throw new AssertionError(forms[column]);
        }
    }

    private void checkLength(int column, int length) throws SourceException {
        if (length != lengths[column]) {
            throw unreadable(column, length + " bytes");
        }
    }

    /** Makes of {@code -0} a 0 and of every NaN the one. */
    private static void float4(byte[] bytes, int start) {
        int bits = (int) ColumnType.longOf(bytes, start, 4);
        int canonical = bits == Integer.MIN_VALUE ? 0 : Float.isNaN(Float.intBitsToFloat(bits)) ? FLOAT4_NAN : bits;
        if (canonical != bits) {
            for (int i = 0; i < 4; i++) {
                bytes[start + i] = (byte) (canonical >>> (24 - 8 * i));
            }
        }
    }

    /** Makes of {@code -0} a 0 and of every NaN the one. */
    private static void float8(byte[] bytes, int start) {
        long bits = ColumnType.longOf(bytes, start, 8);
        long canonical = bits == Long.MIN_VALUE ? 0 : Double.isNaN(Double.longBitsToDouble(bits)) ? FLOAT8_NAN : bits;
        if (canonical != bits) {
            for (int i = 0; i < 8; i++) {
                bytes[start + i] = (byte) (canonical >>> (56 - 8 * i));
            }
        }
    }

    /** Microseconds, days and months to the microseconds PostgreSQL compares by (timestamp.c, interval_cmp_value). */
    private static void interval(byte[] bytes, int start) {
        long micros = ColumnType.longOf(bytes, start, 8);
        long days = ColumnType.longOf(bytes, start + 8, 4) + MONTH_DAYS * ColumnType.longOf(bytes, start + 12, 4);
        long low = days * DAY_MICROS + micros;
        long carry = Long.compareUnsigned(low, micros) < 0 ? 1 : 0;
        long high = Math.multiplyHigh(days, DAY_MICROS) + (micros >> 63) + carry;
        for (int i = 0; i < 8; i++) {
            bytes[start + i] = (byte) (high >> (56 - 8 * i));
            bytes[start + 8 + i] = (byte) (low >> (56 - 8 * i));
        }
    }

    private void checkInet(byte[] bytes, int column, int start, int length) throws SourceException {
        int address = length < INET_HEAD ? 0 : bytes[start] == IPV4 ? 4 : bytes[start] == IPV6 ? 16 : 0;
        if (address == 0 || length != INET_HEAD + address || bytes[start + 3] != address) {
            throw unreadable(column, length + " bytes");
        }
    }

    private void numeric(byte[] bytes, int column, int start, int length) throws SourceException {
        if (length < NUMERIC_HEAD) {
            throw unreadable(column, length + " bytes");
        }
        try {
            Decimal.canonical(bytes, start, length);
        } catch (IllegalArgumentException e) {
            throw new SourceException(SourceException.Kind.LOST, notOfType(column, "what was sent"), e);
        }
    }

    private static int withoutPadding(byte[] bytes, int start, int length) {
        int end = start + length;
        while (end > start && bytes[end - 1] == ' ') {
            end--;
        }
        return end - start;
    }

    private void checkLabel(byte[] bytes, int column, int start, int length) throws SourceException {
        byte[][] known = labels[column];
        int low = 0;
        int high = known.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            byte[] label = known[middle];
            int order = Arrays.compareUnsigned(label, 0, label.length, bytes, start, start + length);
            if (order == 0) {
                return;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        String label = new String(bytes, start, length, StandardCharsets.UTF_8);
        if (newLabels != null) {
            newLabels.meet(layout.table(), column, label);
            byte[][] more = Arrays.copyOf(known, known.length + 1);
            System.arraycopy(known, low, more, low + 1, known.length - low);
            more[low] = Arrays.copyOfRange(bytes, start, start + length);
            labels[column] = more;
            return;
        }
        throw new SourceException(
                SourceException.Kind.LOST,
                layout.name() + "." + layout.columns().get(column).name() + " has the label '" + label
                        + "', which its enum did not have when it was loaded; the next start reads the labels again");
    }

    /**
     * Gives the last row a value from its text form, as a type without a send function is sent.
     *
     * @param column its place in the layout
     */
    public void text(Rows rows, int column, byte[] source, int offset, int length) throws SourceException {
        ColumnType type = layout.columns().get(column).type();
        switch (type.kind()) {
            // Of these the text form is the binary one.
            case TEXT, VARCHAR, NAME, BPCHAR, ENUM, OTHER ->
                binary(rows, column, rows.append(source, offset, length), length);
            case INTERVAL, TIME, BYTEA, OID, INET -> {
                byte[] sent = CountedText.sent(type.kind(), new String(source, offset, length, StandardCharsets.UTF_8));
                if (sent == null) {
                    throw unreadable(column, "a text of " + length + " bytes");
                }
                binary(rows, column, rows.append(sent, 0, sent.length), sent.length);
            }
            case BOOL, INT2, INT4, INT8, NUMERIC, FLOAT4, FLOAT8, UUID, DATE, TIMESTAMP, TIMESTAMPTZ -> {
                String text = new String(source, offset, length, StandardCharsets.UTF_8);
                byte[] value = type.read(new Literal.Text(text));
                if (value == null) {
                    throw unreadable(column, "a text of " + length + " bytes");
                }
                rows.set(column, value, 0, value.length);
            }
        }
    }

    private SourceException unreadable(int column, String what) {
        return new SourceException(SourceException.Kind.LOST, notOfType(column, what));
    }

    private String notOfType(int column, String what) {
        LayoutColumn of = layout.columns().get(column);
        return layout.name() + "." + of.name() + " is of type " + of.type().name() + ", and " + what
                + " cannot be read as that";
    }
}
