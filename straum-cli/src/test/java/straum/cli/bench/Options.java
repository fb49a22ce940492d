package straum.cli.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a run is asked for.
 *
 * @param rows of the samples
 * @param runs how often each figure is measured, after once that does not count
 * @param sections which sections, by name
 */
record Options(long rows, int runs, List<String> sections) {
    /** The rows where none are given. */
    static final long ROWS = 10_000_000;

    /** The runs where none are given. */
    static final int RUNS = 5;

    /** Fewer rows leave buckets with nothing in them. */
    static final long LEAST_ROWS = 10_000;

    /** Over fewer rows a load takes less than a second, and what the JVM compiles meanwhile a good part of it. */
    private static final long FEWEST_ROWS = 1_000_000;

    /** Of fewer runs there is none between the others. */
    private static final int FEWEST_RUNS = 3;

    /** Reads what {@code scripts/bench} has passed, {@code [ROWS [RUNS [SECTION,...]]]}; null when they are no such arguments. */
    static @Nullable Options read(String[] args, Collection<String> known) {
        if (args.length > 3) {
            return null;
        }
        try {
            long rows = args.length > 0 ? Long.parseLong(args[0]) : ROWS;
            int runs = args.length > 1 ? Integer.parseInt(args[1]) : RUNS;
            List<String> sections = args.length > 2 ? List.of(args[2].split(",")) : new ArrayList<>(known);
            return rows < LEAST_ROWS || runs < 1 || !known.containsAll(sections)
                    ? null
                    : new Options(rows, runs, sections);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** For the line above the table: how much was measured, and whether that is too little to compare. */
    String told() {
        String told = String.format(Locale.ROOT, "%,d rows, ", rows)
                + (runs == 1 ? "one run" : "medians of " + runs + " runs");
        String few = String.format(
                Locale.ROOT,
                ". So few say whether it works, and little else: of figures to be compared there are %d runs over %,d"
                        + " rows at least",
                FEWEST_RUNS,
                FEWEST_ROWS);
        return told + " after one that does not count" + (rows < FEWEST_ROWS || runs < FEWEST_RUNS ? few : "");
    }

    /** How long something is measured for that goes on and on: a second for each million rows, from 2 to 10. */
    int seconds() {
        return (int) Math.max(2, Math.min(10, rows / 1_000_000));
    }
}
