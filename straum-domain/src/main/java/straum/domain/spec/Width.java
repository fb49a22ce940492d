package straum.domain.spec;

/**
 * A bucket's width. Buckets are aligned to 1970-01-01 00:00 UTC; a width divides a day, so each day begins on an edge
 * (Invariant 8).
 *
 * @param seconds whole seconds, at least 1; divides 86,400
 */
public record Width(int seconds) implements Comparable<Width> {
    /** The seconds of a day. */
    public static final int DAY = 86_400;

    public Width {
        if (seconds < 1 || DAY % seconds != 0) {
            throw new IllegalArgumentException("a width of " + seconds + " seconds does not divide a day");
        }
    }

    /** Whether a width of so many seconds may be: whether it divides a day. */
    public static boolean divides(long seconds) {
        return seconds >= 1 && seconds <= DAY && DAY % seconds == 0;
    }

    /** The edge of the bucket an instant falls in: the greatest multiple of the width not after it. */
    public long floor(long epochSeconds) {
        return Math.floorDiv(epochSeconds, (long) seconds) * seconds;
    }

    /** Whether each bucket of this width lies within one of the other. */
    public boolean nestsIn(Width wider) {
        return wider.seconds % seconds == 0;
    }

    @Override
    public int compareTo(Width other) {
        return Integer.compare(seconds, other.seconds);
    }

    /** As the notation writes it: {@code 1 hour}, {@code 15 minutes}. */
    @Override
    public String toString() {
        if (seconds == DAY) {
            return "1 day";
        }
        int count = seconds % 3600 == 0 ? seconds / 3600 : seconds % 60 == 0 ? seconds / 60 : seconds;
        String unit = seconds % 3600 == 0 ? "hour" : seconds % 60 == 0 ? "minute" : "second";
        return count + " " + unit + (count == 1 ? "" : "s");
    }
}
