package straum.domain.value;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads dates and times as PostgreSQL reads their ISO forms (manual, 8.5.1), and nothing whose meaning hangs on a session
 * or a clock: {@code 2026-11-13 09:00:00.5+00}, with {@code T} or a space between; an offset {@code Z}, {@code UTC},
 * {@code +05:30}, {@code +0530} or {@code +05}; years of four digits or more, or {@code BC}; {@code infinity}.
 *
 * <p>PostgreSQL ignores a zone in a timestamp, and takes the session's where a timestamptz has none; both are refused.
 */
final class TimeReader {
    private static final Pattern DATE =
            Pattern.compile("([0-9]{4,7})-([0-9]{2})-([0-9]{2})( BC)?", Pattern.CASE_INSENSITIVE);
    private static final Pattern TIMESTAMP = Pattern.compile(
            "([0-9]{4,7})-([0-9]{2})-([0-9]{2})"
                    + "(?:[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(\\.[0-9]*)?)?"
                    + "( ?(?:Z|UTC|([+-])([0-9]{2})(?::?([0-9]{2})(?::?([0-9]{2}))?)?))?)?( BC)?",
            Pattern.CASE_INSENSITIVE);

    private static final long MICROS = 1_000_000;
    private static final long DAY_MICROS = 86_400 * MICROS;

    /** 2000-01-01, from which PostgreSQL counts, in days since 1970-01-01. */
    private static final long EPOCH_DAY = 10_957;

    /** 4714-11-24 BC, Julian day 0, where every type begins. */
    private static final long FIRST_DAY = -2_451_545;

    /** 5874898-01-01, the first day after the last date. */
    private static final long END_DAY = 2_145_031_949;

    /** 294277-01-01 00:00, the first instant after the last timestamp. */
    private static final long END_MICROS = 9_223_371_331_200_000_000L;

    /** An offset is less than 16 hours (MAX_TZDISP_HOUR). */
    private static final int MAX_OFFSET_HOUR = 15;

    private TimeReader() {}

    /** Days since 2000-01-01; null for what is no date. */
    static @Nullable Long date(String text) {
        Long infinite = infinite(text, Integer.MIN_VALUE, Integer.MAX_VALUE);
        if (infinite != null) {
            return infinite;
        }
        Matcher date = DATE.matcher(text);
        return date.matches() ? day(date, date.group(4) != null) : null;
    }

    /** Microseconds since 2000-01-01; null for what is no timestamp, or is one with a zone. */
    static @Nullable Long timestamp(String text) {
        Long infinite = infinite(text, Long.MIN_VALUE, Long.MAX_VALUE);
        if (infinite != null) {
            return infinite;
        }
        Matcher timestamp = TIMESTAMP.matcher(text);
        return timestamp.matches() && timestamp.group(8) == null ? micros(timestamp, 0) : null;
    }

    /** Microseconds since 2000-01-01 UTC; null for what is no timestamp with a zone. */
    static @Nullable Long timestamptz(String text) {
        Long infinite = infinite(text, Long.MIN_VALUE, Long.MAX_VALUE);
        if (infinite != null) {
            return infinite;
        }
        Matcher timestamp = TIMESTAMP.matcher(text);
        Integer offset = timestamp.matches() && timestamp.group(8) != null ? offset(timestamp) : null;
        return offset == null ? null : micros(timestamp, offset);
    }

    /** The microseconds at which a date's day begins, infinite for an infinite date; null where no timestamp is as far. */
    static @Nullable Long midnight(long days) {
        if (days == Integer.MIN_VALUE || days == Integer.MAX_VALUE) {
            return days < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return days < END_MICROS / DAY_MICROS ? days * DAY_MICROS : null;
    }

    private static @Nullable Long infinite(String text, long minus, long plus) {
        return text.equalsIgnoreCase("infinity") ? (Long) plus : text.equalsIgnoreCase("-infinity") ? minus : null;
    }

    private static @Nullable Long day(Matcher text, boolean beforeChrist) {
        int year = number(text, 1);
        if (year == 0) {
            return null;
        }
        try {
            // The year before 1 is 1 BC in PostgreSQL, and 0 in ISO 8601.
            LocalDate date = LocalDate.of(beforeChrist ? 1 - year : year, number(text, 2), number(text, 3));
            long day = date.toEpochDay() - EPOCH_DAY;
            return day >= FIRST_DAY && day < END_DAY ? day : null;
        } catch (DateTimeException noSuchDay) {
            return null;
        }
    }

    private static @Nullable Long micros(Matcher text, int offsetSeconds) {
        Long day = day(text, text.group(13) != null);
        if (day == null || day > END_MICROS / DAY_MICROS) {
            return null;
        }
        int hour = number(text, 4);
        int minute = number(text, 5);
        int second = number(text, 6);
        // Rounded as PostgreSQL rounds, by way of a double (ParseFractionalSecond); up to 6 digits that is exact.
        long fraction = text.group(7) == null || text.group(7).length() == 1
                ? 0
                : (long) Math.rint(Double.parseDouble(text.group(7)) * MICROS);
        if (hour > 24 || minute > 59 || second > 60 || hour == 24 && (minute > 0 || second > 0 || fraction > 0)) {
            return null;
        }
        long ofDay = (hour * 3600L + minute * 60L + second - offsetSeconds) * MICROS + fraction;
        long micros = Math.addExact(day * DAY_MICROS, ofDay);
        return micros >= FIRST_DAY * DAY_MICROS && micros < END_MICROS ? micros : null;
    }

    /** Seconds east of UTC; null beyond what PostgreSQL takes. */
    private static @Nullable Integer offset(Matcher text) {
        if (text.group(9) == null) {
            return 0;
        }
        int hours = number(text, 10);
        int minutes = number(text, 11);
        int seconds = number(text, 12);
        if (hours > MAX_OFFSET_HOUR || minutes > 59 || seconds > 59) {
            return null;
        }
        int offset = hours * 3600 + minutes * 60 + seconds;
        return text.group(9).equals("-") ? -offset : offset;
    }

    /** The number in a group; 0 where the group is left out. */
    private static int number(Matcher text, int group) {
        return text.group(group) == null ? 0 : Integer.parseInt(text.group(group));
    }
}
