package straum.domain.testing.model;

import java.math.BigDecimal;
import java.util.HexFormat;
import straum.domain.testing.TestRows;
import straum.domain.value.ColumnType;

/**
 * A value that is not null: the text that PostgreSQL prints, and the type it is of. A value of a type that can only be
 * counted is its bytes in hexadecimal.
 */
public record Value(String text, ColumnType type) {
    /** The value of these canonical bytes. */
    public static Value of(ColumnType type, byte[] bytes, int start, int length) {
        if (type.kind() == ColumnType.Kind.OTHER) {
            return new Value(HexFormat.of().formatHex(bytes, start, start + length), type);
        }
        StringBuilder text = new StringBuilder();
        type.print(bytes, start, length, text);
        return new Value(text.toString(), type);
    }

    /** The same for all values that are equal, also to those of the types that a join compares it with. */
    public String equality() {
        return switch (type.kind()) {
            case NUMERIC -> isFinite() ? stripped() : text;
            case BPCHAR -> text.replaceAll(" +$", "");
            default -> text;
        };
    }

    /** Whether it is a number, and neither NaN nor an infinity. */
    public boolean isFinite() {
        return Character.isDigit(text.charAt(text.length() - 1));
    }

    private String stripped() {
        BigDecimal number = new BigDecimal(text);
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    /** How it is ordered against another of its type. */
    public int compareTo(Value other) {
        return type.compare(TestRows.value(type, text), TestRows.value(type, other.text));
    }

    /** The one of its equal forms that an answer shows: a numeric with its column's scale, or just the decimals it needs. */
    public Value shown() {
        if (type.kind() != ColumnType.Kind.NUMERIC || !isFinite()) {
            return this;
        }
        boolean scaled = type.modifier() >= 0;
        return new Value(scaled ? new BigDecimal(text).setScale(type.modifier()).toPlainString() : stripped(), type);
    }
}
