package straum.domain.ask;

import java.time.ZoneId;

/**
 * What buckets are put together by: a time that each bucket has as PostgreSQL's function of its edge gives it. Times are
 * epoch seconds; those of a timestamp's bucket are as if in UTC.
 */
public sealed interface TimeKey {
    /** The bucket itself. */
    record Bucket() implements TimeKey {}

    /**
     * {@code date_bin} of a bucket.
     *
     * @param width in seconds, a multiple of the view's width
     * @param origin an edge
     */
    record Bin(long width, long origin) implements TimeKey {}

    /** {@code date_trunc} of a bucket, in a zone; {@link java.time.ZoneOffset#UTC} for a timestamp's. */
    record Trunc(Unit unit, ZoneId zone) implements TimeKey {}

    /** What {@code date_trunc} cuts off to (manual, 9.9.2). */
    enum Unit {
        HOUR,
        DAY,
        /** From Monday (ISO 8601). */
        WEEK,
        MONTH,
        QUARTER,
        YEAR
    }
}
