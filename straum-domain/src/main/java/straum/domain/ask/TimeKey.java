package straum.domain.ask;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import org.jspecify.annotations.Nullable;
import straum.domain.value.ColumnType;
import straum.domain.value.Epoch;

/**
 * What buckets are put together by: a time that each bucket has as PostgreSQL's function of its edge gives it. Times are
 * epoch seconds; those of a timestamp's bucket are as if in UTC.
 */
public sealed interface TimeKey {
    /** The first second of PostgreSQL's timestamps, 4714-11-24 00:00 BC: Julian day 0. */
    long FIRST_SECOND = (-2_451_545L + Epoch.DAYS) * 86_400;

    /**
     * The time of an instant.
     *
     * @param second an instant that a timestamp can have, a bucket's edge
     * @throws UnanswerableException when the time lies before the first that PostgreSQL's timestamps reach, or so far from
     *     the origin that PostgreSQL cannot count it: there PostgreSQL has no answer either
     */
    long of(long second) throws UnanswerableException;

    /**
     * Whether all instants from one to before another have the same time: whether a bucket lies within one. Not
     * every bucket of a day does, in a zone whose days begin at other hours, nor every hour where the clock is off by half
     * an hour.
     *
     * @param from a bucket's edge
     * @param to its end, exclusive, at most a day later
     */
    boolean holdsOne(long from, long to);

    /** The bucket itself. */
    record Bucket() implements TimeKey {
        @Override
        public long of(long second) {
            return second;
        }

        @Override
        public boolean holdsOne(long from, long to) {
            return true;
        }
    }

    /**
     * {@code date_bin} of a bucket (manual, 9.9.3): the last of the times that lie whole widths from the origin, before it
     * as after it.
     *
     * @param width in seconds, a multiple of the view's width
     * @param origin an edge
     */
    record Bin(long width, long origin) implements TimeKey {
        /** PostgreSQL counts the way to the origin in 8 bytes of microseconds. */
        private static final long LONGEST_WAY = Long.MAX_VALUE / 1_000_000;

        @Override
        public long of(long second) throws UnanswerableException {
            long bin = bin(second);
            if (bin < FIRST_SECOND || Math.abs(second - origin) > LONGEST_WAY) {
                throw beyond("date_bin", second);
            }
            return bin;
        }

        @Override
        public boolean holdsOne(long from, long to) {
            return bin(from) == bin(to - 1);
        }

        private long bin(long second) {
            return origin + Math.floorDiv(second - origin, width) * width;
        }
    }

    /** {@code date_trunc} of a bucket, in a zone; {@link ZoneOffset#UTC} for a timestamp's. */
    record Trunc(Unit unit, ZoneId zone) implements TimeKey {
        @Override
        public long of(long second) throws UnanswerableException {
            long truncated = truncated(zone.getRules(), second);
            if (truncated < FIRST_SECOND) {
                throw beyond("date_trunc", second);
            }
            return truncated;
        }

        @Override
        public boolean holdsOne(long from, long to) {
            ZoneRules rules = zone.getRules();
            long one = truncated(rules, from);
            // While the offset is the same, local time only goes on, and the ends tell of all between.
            for (long begin = from; begin < to; ) {
                ZoneOffsetTransition next = next(rules, begin);
                long end = next == null ? to : Math.min(to, next.toEpochSecond());
                if (truncated(rules, begin) != one || truncated(rules, end - 1) != one) {
                    return false;
                }
                begin = end;
            }
            return true;
        }

        private long truncated(ZoneRules rules, long second) {
            int offset = rules.getOffset(Instant.ofEpochSecond(second)).getTotalSeconds();
            long local = second + offset;
            if (unit == Unit.HOUR) {
                return Math.floorDiv(local, 3600L) * 3600 - offset;
            }
            return instantOf(rules, unit.firstDay(Math.floorDiv(local, 86_400L)) * 86_400);
        }

        /**
         * The instant that PostgreSQL takes a local time for (DetermineTimeZoneOffset): it looks at the first change of the
         * offset later than a day before; a time that comes twice is the later one, and a time that never comes is counted
         * on by the offset before.
         */
        private static long instantOf(ZoneRules rules, long local) {
            ZoneOffsetTransition change = next(rules, local - 86_400);
            if (change == null) {
                return local - rules.getOffset(Instant.ofEpochSecond(local)).getTotalSeconds();
            }
            long byBefore = local - change.getOffsetBefore().getTotalSeconds();
            long byAfter = local - change.getOffsetAfter().getTotalSeconds();
            long boundary = change.toEpochSecond();
            if (byBefore < boundary && byAfter < boundary) {
                return byBefore;
            }
            if (byBefore > boundary && byAfter >= boundary) {
                return byAfter;
            }
            return Math.max(byBefore, byAfter);
        }

        private static @Nullable ZoneOffsetTransition next(ZoneRules rules, long after) {
            return rules.isFixedOffset() ? null : rules.nextTransition(Instant.ofEpochSecond(after));
        }
    }

    private static UnanswerableException beyond(String function, long second) {
        StringBuilder message = new StringBuilder(function).append(" of the bucket ");
        ColumnType.TIMESTAMP.print(Epoch.timestamp(second), 0, Long.BYTES, message);
        return new UnanswerableException(
                message.append(" is beyond PostgreSQL's timestamps").toString(), false);
    }

    /** What {@code date_trunc} cuts off to (manual, 9.9.2). */
    enum Unit {
        HOUR,
        DAY,
        /** From Monday (ISO 8601). */
        WEEK,
        MONTH,
        QUARTER,
        YEAR;

        /** 1970-01-01 was a Thursday. */
        private static final int MONDAY = 3;

        /** The first day of the unit that a day lies in, both counted from 1970-01-01; the day itself for hours. */
        long firstDay(long day) {
            return switch (this) {
                case HOUR, DAY -> day;
                case WEEK -> day - Math.floorMod(day + MONDAY, 7);
                case MONTH -> LocalDate.ofEpochDay(day).withDayOfMonth(1).toEpochDay();
                case QUARTER -> {
                    LocalDate date = LocalDate.ofEpochDay(day);
                    yield LocalDate.of(date.getYear(), (date.getMonthValue() - 1) / 3 * 3 + 1, 1)
                            .toEpochDay();
                }
                case YEAR -> LocalDate.ofEpochDay(day).withDayOfYear(1).toEpochDay();
            };
        }
    }
}
