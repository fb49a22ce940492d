package straum.cli.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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

    /** How long something is measured for that goes on and on: a second for each million rows, from 2 to 10. */
    int seconds() {
        return (int) Math.max(2, Math.min(10, rows / 1_000_000));
    }
}
