package straum.domain.testing.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.TimeKey;
import straum.domain.testing.TestRows;
import straum.domain.value.ColumnType;

/** The bucket of a time, and what {@code date_bin} and {@code date_trunc} make of a bucket, by java.time. */
final class Times {
    private static final long SECONDS_TO_2000 = 946_684_800;

    /** Microseconds since 2000 from which on date_bin cannot take 1970-01-01 from a time. */
    private static final BigDecimal TOO_LATE =
            new BigDecimal(BigInteger.TWO.pow(63)).subtract(new BigDecimal(SECONDS_TO_2000 * 1_000_000));

    private static final int STEP = 900;

    private Times() {}

    /** The edge of a time's bucket in epoch seconds; null where it falls into none. */
    static @Nullable Long bucket(@Nullable Value time, int width) {
        if (time == null || time.text().contains("infinity")) {
            return null;
        }
        boolean isDate = time.type().kind() == ColumnType.Kind.DATE;
        BigDecimal number =
                new BigDecimal(ColumnType.longOf(TestRows.value(time.type(), time.text()), 0, isDate ? 4 : 8));
        BigDecimal micros = isDate ? number.multiply(new BigDecimal("86400000000")) : number;
        if (micros.compareTo(TOO_LATE) >= 0) {
            return null;
        }
        BigDecimal seconds = micros.movePointLeft(6).add(new BigDecimal(SECONDS_TO_2000));
        return seconds.divide(new BigDecimal(width), 0, RoundingMode.FLOOR)
                .multiply(new BigDecimal(width))
                .longValueExact();
    }

    /** A time as a value of a bucket's type. */
    static Value value(long epochSeconds, ColumnType type) {
        return Value.of(type, ColumnType.bytesOf((epochSeconds - SECONDS_TO_2000) * 1_000_000, 8), 0, 8);
    }

    /** The time that a bucket is put together by. */
    static long of(TimeKey key, long bucket) {
        if (key instanceof TimeKey.Bin bin) {
            return bin.origin() + Math.floorDiv(bucket - bin.origin(), bin.width()) * bin.width();
        }
        if (key instanceof TimeKey.Trunc trunc) {
            return truncated(trunc.unit(), trunc.zone(), bucket);
        }
        return bucket;
    }

    private static long truncated(TimeKey.Unit unit, ZoneId zone, long seconds) {
        ZonedDateTime at = Instant.ofEpochSecond(seconds).atZone(zone);
        if (unit == TimeKey.Unit.HOUR) {
            // Within the hour the offset stays what it was.
            return at.toLocalDateTime().truncatedTo(ChronoUnit.HOURS).toEpochSecond(at.getOffset());
        }
        LocalDateTime day = at.toLocalDateTime().truncatedTo(ChronoUnit.DAYS);
        LocalDateTime first = switch (unit) {
            case HOUR, DAY -> day;
            case WEEK -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
            case MONTH -> day.withDayOfMonth(1);
            case QUARTER -> day.withDayOfMonth(1).minusMonths((day.getMonthValue() - 1) % 3);
            case YEAR -> day.withDayOfYear(1);
        };
        // PostgreSQL takes a skipped midnight by the offset before, and of a repeated one the later.
        return first.atZone(zone).withLaterOffsetAtOverlap().toEpochSecond();
    }

    /** Whether a bucket reaches over times that are not put together. */
    static boolean straddles(TimeKey key, long bucket, int width) {
        for (long at = bucket; at < bucket + width; at += STEP) {
            if (of(key, at) != of(key, bucket)) {
                return true;
            }
        }
        return of(key, bucket + width - 1) != of(key, bucket);
    }
}
