package straum.domain.store;

import straum.domain.spec.Width;
import straum.domain.value.ColumnType;
import straum.domain.value.Rows;

/**
 * Reads the time of rows, floored to seconds since 1970-01-01 00:00 UTC; never truncated, so times before 1970 fall into
 * the second that holds them.
 */
final class RowTime {
    /** The time of a row that falls into no bucket (Invariant 7). */
    static final long NONE = Long.MIN_VALUE;

    /** PostgreSQL counts from 2000-01-01, which is so many seconds later. */
    static final long POSTGRES_EPOCH = 946_684_800;

    private static final long MICROS = 1_000_000;

    /**
     * The last microsecond that {@code date_bin} can bin: it takes the origin, 1970-01-01, from the time in
     * 64 bits of microseconds, and reports an error past them (utils/adt/timestamp.c, timestamp_bin).
     */
    private static final long LAST_MICROS = Long.MAX_VALUE - POSTGRES_EPOCH * MICROS;

    private final int column;
    private final boolean isDate;

    /** Of a column of type date, timestamp or timestamptz. */
    RowTime(int column, ColumnType type) {
        this.column = column;
        this.isDate = switch (type.kind()) {
            case DATE -> true;
            case TIMESTAMP, TIMESTAMPTZ -> false;
            default -> throw new IllegalArgumentException(type.name() + " is no type of a bucket's time");
        };
    }

    /** The row's time, or {@link #NONE} where it is null, infinite, or past what date_bin can bin. */
    long seconds(Rows rows, int row) {
        if (rows.isNull(row, column)) {
            return NONE;
        }
        long value = rows.longAt(row, column);
        if (isDate) {
            if (value == Integer.MIN_VALUE || value > LAST_MICROS / MICROS / Width.DAY) {
                return NONE;
            }
            return value * Width.DAY + POSTGRES_EPOCH;
        }
        if (value == Long.MIN_VALUE || value > LAST_MICROS) {
            return NONE;
        }
        return Math.floorDiv(value, MICROS) + POSTGRES_EPOCH;
    }
}
