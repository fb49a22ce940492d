package straum.domain.value;

/**
 * How far PostgreSQL's epoch, 2000-01-01 00:00, from which values of dates and timestamps count, lies after that of the
 * buckets, 1970-01-01 00:00. A timestamp counts as if in UTC.
 */
public final class Epoch {
    /** In days. */
    public static final int DAYS = 10_957;

    /** In seconds. */
    public static final long SECONDS = 86_400L * DAYS;

    /** In microseconds. */
    public static final long MICROS = 1_000_000 * SECONDS;

    private Epoch() {}

    /** The canonical bytes of a timestamp or timestamptz of whole seconds, given since 1970-01-01. */
    public static byte[] timestamp(long epochSeconds) {
        return ColumnType.bytesOf(Math.multiplyExact(epochSeconds - SECONDS, 1_000_000L), Long.BYTES);
    }
}
