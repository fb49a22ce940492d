package straum.cli.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A range of time to ask for, on edges of hours, in the days of a sample. */
record Span(Instant from, Instant to) {
    private static final Instant FIRST = Instant.parse(Sample.FIRST_DAY + "T00:00:00Z");

    /** All days of a sample. */
    static List<Span> all() {
        return List.of(new Span(FIRST, FIRST.plus(Duration.ofDays(Sample.DAYS))));
    }

    /** Some spans of one length, at other days each: asking for one again and again would show what is remembered. */
    static List<Span> of(Duration length) {
        List<Span> spans = new ArrayList<>();
        // No edge of a day where the length is less, and no day on the first or the last.
        Duration hours = length.compareTo(Duration.ofDays(1)) < 0 ? Duration.ofHours(9) : Duration.ZERO;
        for (int day = 1; day + length.toDays() < Sample.DAYS; day += 3) {
            Instant from = FIRST.plus(Duration.ofDays(day)).plus(hours);
            spans.add(new Span(from, from.plus(length)));
        }
        return spans;
    }
}
