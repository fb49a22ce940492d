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
    private static final String DAY = "(?<year>[0-9]{4,7})-(?<month>[0-9]{2})-(?<day>[0-9]{2})";
    private static final String TIME =
            "(?<hour>[0-9]{2}):(?<minute>[0-9]{2})(:(?<second>[0-9]{2})(?<fraction>\\.[0-9]*)?)?";
    private static final String OFFSET =
            "(?<sign>[+-])(?<hours>[0-9]{2})(:?(?<minutes>[0-9]{2})(:?(?<seconds>[0-9]{2}))?)?";
    private static final String ERA = "(?<era> BC)?";

    private static final Pattern DATE = Pattern.compile(DAY + ERA, Pattern.CASE_INSENSITIVE);
    private static final Pattern TIMESTAMP = Pattern.compile(
            DAY + "([T ]" + TIME + "(?<zone> ?(Z|UTC|" + OFFSET + "))?)?" + ERA, Pattern.CASE_INSENSITIVE);

    private static final long MICROS = 1_000_000;
    private static final long DAY_MICROS = 86_400 * MICROS;

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
        return date.matches() ? day(date, date.group("era") != null) : null;
    }

    /** Microseconds since 2000-01-01; null for what is no timestamp, or is one with a zone. */
    static @Nullable Long timestamp(String text) {
        Long infinite = infinite(text, Long.MIN_VALUE, Long.MAX_VALUE);
        if (infinite != null) {
            return infinite;
        }
        Matcher timestamp = TIMESTAMP.matcher(text);
        return timestamp.matches() && timestamp.group("zone") == null ? micros(timestamp, 0) : null;
    }

    /** Microseconds since 2000-01-01 UTC; null for what is no timestamp with a zone. */
    static @Nullable Long timestamptz(String text) {
        Long infinite = infinite(text, Long.MIN_VALUE, Long.MAX_VALUE);
        if (infinite != null) {
            return infinite;
        }
        Matcher timestamp = TIMESTAMP.matcher(text);
        Integer offset = timestamp.matches() && timestamp.group("zone") != null ? offset(timestamp) : null;
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
        return LiteralReader.isWord(text, "infinity")
                ? (Long) plus
                : LiteralReader.isWord(text, "-infinity") ? minus : null;
    }

    private static @Nullable Long day(Matcher text, boolean beforeChrist) {
        int year = number(text, "year");
        if (year == 0) {
            return null;
        }
        try {
            // The year before 1 is 1 BC in PostgreSQL, and 0 in ISO 8601.
            LocalDate date = LocalDate.of(beforeChrist ? 1 - year : year, number(text, "month"), number(text, "day"));
            long day = date.toEpochDay() - Epoch.DAYS;
            return day >= FIRST_DAY && day < END_DAY ? day : null;
        } catch (DateTimeException noSuchDay) {
            return null;
        }
    }

    private static @Nullable Long micros(Matcher text, int offsetSeconds) {
        Long day = day(text, text.group("era") != null);
        if (day == null || day > END_MICROS / DAY_MICROS) {
            return null;
        }
        Long ofDay = microsOfDay(text);
        if (ofDay == null) {
            return null;
        }
        long micros = day * DAY_MICROS + ofDay - offsetSeconds * MICROS;
        return micros >= FIRST_DAY * DAY_MICROS && micros < END_MICROS ? micros : null;
    }

    /** A day may end with 24:00:00, and a minute with its second 60, but neither may go on (DecodeTimeOnly). */
    private static @Nullable Long microsOfDay(Matcher text) {
        int hour = number(text, "hour");
        int minute = number(text, "minute");
        int second = number(text, "second");
        // Rounded as PostgreSQL rounds, by way of a double (ParseFractionalSecond); up to 6 digits that is exact.
        long fraction = text.group("fraction") == null || text.group("fraction").length() == 1
                ? 0
                : (long) Math.rint(Double.parseDouble(text.group("fraction")) * MICROS);
        long ofDay = (hour * 3600L + minute * 60L + second) * MICROS + fraction;
        boolean goesOn = (second == 60 && fraction > 0) || (hour == 24 && ofDay > DAY_MICROS);
        return hour > 24 || minute > 59 || second > 60 || goesOn ? null : ofDay;
    }

    /** Seconds east of UTC; null beyond what PostgreSQL takes. */
    private static @Nullable Integer offset(Matcher text) {
        if (text.group("sign") == null) {
            return 0;
        }
        int hours = number(text, "hours");
        int minutes = number(text, "minutes");
        int seconds = number(text, "seconds");
        if (hours > MAX_OFFSET_HOUR || minutes > 59 || seconds > 59) {
            return null;
        }
        int offset = hours * 3600 + minutes * 60 + seconds;
        return text.group("sign").equals("-") ? -offset : offset;
    }

    /** The number in a group; 0 where the group is left out. */
    private static int number(Matcher text, String group) {
        return text.group(group) == null ? 0 : Integer.parseInt(text.group(group));
    }
}
