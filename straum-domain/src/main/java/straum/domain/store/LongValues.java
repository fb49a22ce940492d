package straum.domain.store;

import straum.domain.value.ColumnType;

/** The values that {@link LongCodes} stand for. */
final class LongValues implements CodeValues {
    private final long[] values;
    private final int limit;

    /** Those of codes below the limit, by code; of a code in use, the array's entry must not change. */
    LongValues(long[] values, int limit) {
        this.values = values;
        this.limit = limit;
    }

    @Override
    public byte[] value(int code, ColumnType type) {
        int length = switch (type.kind()) {
            case BOOL -> 1;
            case INT2 -> 2;
            case INT4, DATE, FLOAT4 -> 4;
            case INT8, TIMESTAMP, TIMESTAMPTZ, TIME, FLOAT8 -> 8;
            case NUMERIC, TEXT, VARCHAR, BPCHAR, NAME, ENUM, UUID, INTERVAL, BYTEA, OID, INET, OTHER ->
                throw new IllegalArgumentException(type + " is not kept as a number");
        };
        return ColumnType.bytesOf(values[code], length);
    }

    /** The value of a code other than null's, as the number it is kept as. */
    long number(int code) {
        return values[code];
    }

    @Override
    public int limit() {
        return limit;
    }
}
