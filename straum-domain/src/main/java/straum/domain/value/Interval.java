package straum.domain.value;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads intervals of whole seconds as PostgreSQL does (manual, 8.5.4): a part of its spellings, and each as it does. */
public final class Interval {
    /** What stands for a text that is not read. */
    public static final long NOT_READ = -1;

    private static final long LONGER = Long.MAX_VALUE;

    private static final Map<String, Long> UNITS = Map.ofEntries(
            Map.entry("s", 1L),
            Map.entry("sec", 1L),
            Map.entry("secs", 1L),
            Map.entry("second", 1L),
            Map.entry("seconds", 1L),
            Map.entry("m", 60L),
            Map.entry("min", 60L),
            Map.entry("mins", 60L),
            Map.entry("minute", 60L),
            Map.entry("minutes", 60L),
            Map.entry("h", 3600L),
            Map.entry("hr", 3600L),
            Map.entry("hrs", 3600L),
            Map.entry("hour", 3600L),
            Map.entry("hours", 3600L),
            Map.entry("d", 86_400L),
            Map.entry("day", 86_400L),
            Map.entry("days", 86_400L),
            Map.entry("w", 604_800L),
            Map.entry("week", 604_800L),
            Map.entry("weeks", 604_800L),
            Map.entry("mon", LONGER),
            Map.entry("mons", LONGER),
            Map.entry("month", LONGER),
            Map.entry("months", LONGER),
            Map.entry("y", LONGER),
            Map.entry("yr", LONGER),
            Map.entry("yrs", LONGER),
            Map.entry("year", LONGER),
            Map.entry("years", LONGER));

    private static final String BLANKS = " \t\n\r\f";
    private static final String BLANK = "[" + BLANKS + "]";
    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");
    private static final Pattern PART = Pattern.compile("(\\d{1,9})" + BLANK + "*([a-z]+)(?:" + BLANK + "+|$)");
    private static final Pattern CLOCK = Pattern.compile("(\\d{1,5}):(\\d{1,2})(?::(\\d{1,2}))?");

    private Interval() {}

    /**
     * The seconds of an interval: amounts with units of which each stands once, as {@code 1 hour 30 minutes}, behind them or
     * alone a clock as {@code 01:30:00}, or seconds alone as {@code 5400}.
     *
     * @return {@link Long#MAX_VALUE} with a month or a year in it; {@link #NOT_READ} for any other spelling
     */
    public static long seconds(String text) {
        String interval = folded(stripped(text));
        if (SECONDS.matcher(interval).matches()) {
            return Long.parseLong(interval);
        }
        Set<Long> units = new HashSet<>();
        long seconds = 0;
        int at = 0;
        Matcher part = PART.matcher(interval);
        while (part.region(at, interval.length()).lookingAt()) {
            Long unit = UNITS.get(part.group(2));
            boolean calendar = unit != null && unit == LONGER;
            if (unit == null || (!units.add(unit) && !calendar)) {
                return NOT_READ;
            }
            seconds = calendar || seconds == LONGER ? LONGER : seconds + Long.parseLong(part.group(1)) * unit;
            at = part.end();
        }
        if (at == interval.length()) {
            return at == 0 ? NOT_READ : seconds;
        }
        long clock = clock(interval.substring(at));
        boolean time = units.contains(1L) || units.contains(60L) || units.contains(3600L);
        if (clock == NOT_READ || time) {
            return NOT_READ;
        }
        return seconds == LONGER ? LONGER : seconds + clock;
    }

    /** PostgreSQL folds the letters of ASCII alone (utils/adt/datetime.c, ParseDateTime). */
    private static String folded(String text) {
        StringBuilder folded = new StringBuilder(text);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 'A' && c <= 'Z') {
                folded.setCharAt(i, (char) (c + ('a' - 'A')));
            }
        }
        return folded.toString();
    }

    private static long clock(String text) {
        Matcher clock = CLOCK.matcher(text);
        if (!clock.matches()) {
            return NOT_READ;
        }
        int minutes = Integer.parseInt(clock.group(2));
        int seconds = clock.group(3) == null ? 0 : Integer.parseInt(clock.group(3));
        return minutes > 59 || seconds > 59
                ? NOT_READ
                : Integer.parseInt(clock.group(1)) * 3600L + minutes * 60L + seconds;
    }

    private static String stripped(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && BLANKS.indexOf(text.charAt(start)) >= 0) {
            start++;
        }
        while (end > start && BLANKS.indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return text.substring(start, end);
    }
}
