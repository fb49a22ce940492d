package straum.domain.store;

import java.util.Arrays;
import straum.domain.value.ColumnType;

/**
 * The order of one column's codes by the values they stand for, as {@link ColumnType#compare} has it, told without making
 * the values. For one ask and its thread; it only reads the store.
 */
final class CodeOrder {
    private static final int NO_RANK = -1;

    private final CodeValues values;
    private final ColumnType type;
    /** Of an enum: by code, the label's place among the declared, or {@link #NO_RANK} where nobody has asked yet. */
    private int[] ranks = {};

    /** The order of codes whose values have that type. */
    CodeOrder(CodeValues values, ColumnType type) {
        this.values = values;
        this.type = type;
    }

    /** Compares the values of two codes, neither of them null's. */
    int compare(int one, int other) {
        if (one == other) {
            return 0;
        }
        if (values instanceof LongValues numbers) {
            return switch (type.kind()) {
                case FLOAT4, FLOAT8 -> Long.compare(ofFloat(numbers.number(one)), ofFloat(numbers.number(other)));
                default -> Long.compare(numbers.number(one), numbers.number(other));
            };
        }
        ByteValues bytes = (ByteValues) values;
        return switch (type.kind()) {
            case NUMERIC -> bytes.compareDecimals(one, other);
            case ENUM -> {
                int byRank = Integer.compare(rank(one), rank(other));
                yield byRank != 0 ? byRank : bytes.compareBytes(one, other);
            }
            case TEXT, VARCHAR, BPCHAR, NAME, UUID -> bytes.compareBytes(one, other);
            default -> type.compare(values.value(one, type), values.value(other, type));
        };
    }

    /** The number that orders as the float with those bits does, whose only NaN is greatest. */
    private static long ofFloat(long bits) {
        return bits ^ (bits >> 63 & Long.MAX_VALUE);
    }

    private int rank(int code) {
        if (code >= ranks.length) {
            int known = ranks.length;
            ranks = Arrays.copyOf(ranks, Math.max(code + 1, values.limit()));
            Arrays.fill(ranks, known, ranks.length, NO_RANK);
        }
        if (ranks[code] == NO_RANK) {
            byte[] label = values.value(code, type);
            ranks[code] = type.rank(label, 0, label.length);
        }
        return ranks[code];
    }

    /** Sorts the first of these codes, so many, the least value first; none is null's. */
    void sort(int[] of, int count) {
        IntSort.sort(of, count, this::compare);
    }
}
