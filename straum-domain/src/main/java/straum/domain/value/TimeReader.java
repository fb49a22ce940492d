package straum.domain.value;

import java.time.DateTimeException;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * Reads dates and times as PostgreSQL reads their ISO forms (manual, 8.5.1), and nothing whose meaning hangs on a session
 * or a clock: {@code 2026-11-13 09:00:00.5+00}, with {@code T} or a space between; an offset {@code Z}, {@code UTC},
 * {@code +05:30}, {@code +0530} or {@code +05}; years of four digits or more, or {@code BC}; {@code infinity}.
 *
 * <p>PostgreSQL ignores a zone in a timestamp, and takes the session's where a timestamptz has none; both are refused.
 */
final class TimeReader {
    private static final int LEAST_YEAR_DIGITS = 4;
    private static final int MOST_YEAR_DIGITS = 7;
    private static final String BEFORE_CHRIST = " bc";
    private static final int NO_NUMBER = -1;

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

    private final String text;
    private final boolean beforeChrist;
    /** Where the text ends, or the era begins. */
    private final int end;
    /** How far it is read. */
    private int at;

    private int year;
    private int month;
    private int day;
    private int hour;
    private int minute;
    private int second;
    /** Of a second, with the point before it; empty where there is none. */
    private String fraction = "";

    private boolean zoned;
    private boolean west;
    private int offsetHours;
    private int offsetMinutes;
    private int offsetSeconds;

    private TimeReader(String text) {
        this.text = text;
        int era = text.length() - BEFORE_CHRIST.length();
        this.beforeChrist = era >= 0 && LiteralReader.isWord(text.substring(era), BEFORE_CHRIST);
        this.end = beforeChrist ? era : text.length();
    }

    /** Days since 2000-01-01; null for what is no date. */
    static @Nullable Long date(String text) {
        Long infinite = infinite(text, Integer.MIN_VALUE, Integer.MAX_VALUE);
        if (infinite != null) {
            return infinite;
        }
        TimeReader date = new TimeReader(text);
        return date.readDay() && date.at == date.end ? date.days() : null;
    }

    /** Microseconds since 2000-01-01; null for what is no timestamp, or is one with a zone. */
    static @Nullable Long timestamp(String text) {
        Long infinite = infinite(text, Long.MIN_VALUE, Long.MAX_VALUE);
        if (infinite != null) {
            return infinite;
        }
        TimeReader timestamp = new TimeReader(text);
        return timestamp.read() && !timestamp.zoned ? timestamp.micros(0) : null;
    }

    /** Microseconds since 2000-01-01 UTC; null for what is no timestamp with a zone. */
    static @Nullable Long timestamptz(String text) {
        Long infinite = infinite(text, Long.MIN_VALUE, Long.MAX_VALUE);
        if (infinite != null) {
            return infinite;
        }
        TimeReader timestamp = new TimeReader(text);
        Integer offset = timestamp.read() && timestamp.zoned ? timestamp.offset() : null;
        return offset == null ? null : timestamp.micros(offset);
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

    /** Reads a day, the time and the zone that may follow it, and finds nothing more. */
    private boolean read() {
        if (!readDay()) {
            return false;
        }
        if (at == end) {
            return true;
        }
        return (take('T') || take(' ')) && readTime() && (at == end || readZone()) && at == end;
    }

    private boolean readDay() {
        while (at < end && at < MOST_YEAR_DIGITS && isDigit(text.charAt(at))) {
            year = 10 * year + text.charAt(at++) - '0';
        }
        if (at < LEAST_YEAR_DIGITS || !take('-')) {
            return false;
        }
        month = twoDigits();
        if (month == NO_NUMBER || !take('-')) {
            return false;
        }
        day = twoDigits();
        return day != NO_NUMBER;
    }

    private boolean readTime() {
        hour = twoDigits();
        if (hour == NO_NUMBER || !take(':')) {
            return false;
        }
        minute = twoDigits();
        if (minute == NO_NUMBER || !take(':')) {
            return minute != NO_NUMBER;
        }
        second = twoDigits();
        int point = at;
        if (second != NO_NUMBER && take('.')) {
            while (at < end && isDigit(text.charAt(at))) {
                at++;
            }
            fraction = text.substring(point, at);
        }
        return second != NO_NUMBER;
    }

    private boolean readZone() {
        zoned = true;
        take(' ');
        if (take('Z')) {
            return true;
        }
        if (take('U')) {
            return take('T') && take('C');
        }
        west = take('-');
        if (!west && !take('+')) {
            return false;
        }
        offsetHours = twoDigits();
        offsetMinutes = at == end ? 0 : partOfOffset();
        offsetSeconds = at == end ? 0 : partOfOffset();
        return offsetHours != NO_NUMBER && offsetMinutes != NO_NUMBER && offsetSeconds != NO_NUMBER;
    }

    private int partOfOffset() {
        take(':');
        return twoDigits();
    }

    /** Reads a character if it is there, a letter in either case. */
    private boolean take(char wanted) {
        char c = at < end ? text.charAt(at) : 0;
        boolean is = c == wanted || (c >= 'a' && c <= 'z' && c - 'a' + 'A' == wanted);
        at += is ? 1 : 0;
        return is;
    }

    private int twoDigits() {
        if (at + 2 > end || !isDigit(text.charAt(at)) || !isDigit(text.charAt(at + 1))) {
            return NO_NUMBER;
        }
        at += 2;
        return 10 * (text.charAt(at - 2) - '0') + text.charAt(at - 1) - '0';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private @Nullable Long days() {
        if (year == 0) {
            return null;
        }
        try {
            // The year before 1 is 1 BC in PostgreSQL, and 0 in ISO 8601.
            LocalDate date = LocalDate.of(beforeChrist ? 1 - year : year, month, day);
            long days = date.toEpochDay() - Epoch.DAYS;
            return days >= FIRST_DAY && days < END_DAY ? days : null;
        } catch (DateTimeException noSuchDay) {
            return null;
        }
    }

    private @Nullable Long micros(int offset) {
        Long days = days();
        if (days == null || days > END_MICROS / DAY_MICROS) {
            return null;
        }
        Long ofDay = microsOfDay();
        if (ofDay == null) {
            return null;
        }
        long micros = days * DAY_MICROS + ofDay - offset * MICROS;
        return micros >= FIRST_DAY * DAY_MICROS && micros < END_MICROS ? micros : null;
    }

    /** A day may end with 24:00:00, and a minute with its second 60, but neither may go on (DecodeTimeOnly). */
    private @Nullable Long microsOfDay() {
        // Rounded as PostgreSQL rounds, by way of a double (ParseFractionalSecond); up to 6 digits that is exact.
        long micros = fraction.length() > 1 ? (long) Math.rint(Double.parseDouble(fraction) * MICROS) : 0;
        long ofDay = (hour * 3600L + minute * 60L + second) * MICROS + micros;
        boolean goesOn = (second == 60 && micros > 0) || (hour == 24 && ofDay > DAY_MICROS);
        return hour > 24 || minute > 59 || second > 60 || goesOn ? null : ofDay;
    }

    /** Seconds east of UTC; null beyond what PostgreSQL takes. */
    private @Nullable Integer offset() {
        if (offsetHours > MAX_OFFSET_HOUR || offsetMinutes > 59 || offsetSeconds > 59) {
            return null;
        }
        int seconds = offsetHours * 3600 + offsetMinutes * 60 + offsetSeconds;
        return west ? -seconds : seconds;
    }
}
