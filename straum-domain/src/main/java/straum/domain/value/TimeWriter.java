package straum.domain.value;

import java.time.LocalDate;

/**
 * Writes dates and times as PostgreSQL does with {@code DateStyle} ISO in UTC, or as its {@code to_json} does but for
 * {@code Z} instead of {@code +00:00} (utils/adt/datetime.c, EncodeDateTime).
 */
final class TimeWriter {
    private static final long MICROS = 1_000_000;
    private static final long DAY_MICROS = 86_400 * MICROS;

    private TimeWriter() {}

    /** Appends a date, given as days since 2000-01-01. */
    static void printDate(long days, StringBuilder out) {
        if (days == Integer.MIN_VALUE || days == Integer.MAX_VALUE) {
            out.append(days < 0 ? "-infinity" : "infinity");
            return;
        }
        LocalDate date = LocalDate.ofEpochDay(days + Epoch.DAYS);
        printDay(date, out);
        printEra(date, out);
    }

    /**
     * Appends a timestamp, given as microseconds since 2000-01-01.
     *
     * @param separator between day and time
     * @param zone behind the time
     */
    static void printTimestamp(long micros, char separator, String zone, StringBuilder out) {
        if (micros == Long.MIN_VALUE || micros == Long.MAX_VALUE) {
            out.append(micros < 0 ? "-infinity" : "infinity");
            return;
        }
        LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(micros, DAY_MICROS) + Epoch.DAYS);
        printDay(date, out);
        out.append(separator);
        printTime(Math.floorMod(micros, DAY_MICROS), out);
        out.append(zone);
        printEra(date, out);
    }

    private static void printDay(LocalDate date, StringBuilder out) {
        // The year before 1 is 1 BC in PostgreSQL, and 0 in ISO 8601.
        int year = date.getYear() > 0 ? date.getYear() : 1 - date.getYear();
        String text = Integer.toString(year);
        out.append("0".repeat(Math.max(0, 4 - text.length()))).append(text).append('-');
        print2(date.getMonthValue(), out);
        out.append('-');
        print2(date.getDayOfMonth(), out);
    }

    private static void printTime(long microsOfDay, StringBuilder out) {
        int seconds = (int) (microsOfDay / MICROS);
        print2(seconds / 3600, out);
        out.append(':');
        print2(seconds / 60 % 60, out);
        out.append(':');
        print2(seconds % 60, out);
        int fraction = (int) (microsOfDay % MICROS);
        if (fraction != 0) {
            out.append('.');
            for (int digit = (int) MICROS / 10; fraction > 0; digit /= 10) {
                out.append((char) ('0' + fraction / digit));
                fraction %= digit;
            }
        }
    }

    private static void printEra(LocalDate date, StringBuilder out) {
        if (date.getYear() <= 0) {
            out.append(" BC");
        }
    }

    private static void print2(int number, StringBuilder out) {
        out.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
    }
}
