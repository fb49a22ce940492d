package straum.domain.store;

import java.util.Arrays;
import straum.domain.value.ColumnType;
import straum.domain.value.Decimal;

/** The values that {@link ByteCodes} stand for. */
final class ByteValues implements CodeValues {
    private final byte[] arena;
    private final int[] starts;
    private final int[] lengths;
    private final int limit;

    /** Those of codes below the limit; of a code in use, what the arrays have of it must not change. */
    ByteValues(byte[] arena, int[] starts, int[] lengths, int limit) {
        this.arena = arena;
        this.starts = starts;
        this.lengths = lengths;
        this.limit = limit;
    }

    @Override
    public byte[] value(int code, ColumnType type) {
        int start = starts[code];
        int length = lengths[code];
        if (type.kind() == ColumnType.Kind.NUMERIC) {
            int scale = Math.max(type.modifier(), Decimal.minimalScale(arena, start, length));
            return Decimal.withScale(arena, start, length, scale);
        }
        return Arrays.copyOfRange(arena, start, start + length);
    }

    /** Compares the bytes of the values of two codes, neither of them null's. */
    int compareBytes(int one, int other) {
        int start = starts[one];
        int otherStart = starts[other];
        return Arrays.compareUnsigned(
                arena, start, start + lengths[one], arena, otherStart, otherStart + lengths[other]);
    }

    /** Compares the values of two codes as numerics, neither of them null's. */
    int compareDecimals(int one, int other) {
        return Decimal.compareKeys(arena, starts[one], lengths[one], arena, starts[other], lengths[other]);
    }

    @Override
    public int limit() {
        return limit;
    }
}
