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
    private static final long ROWS = 10_000_000;
    private static final int RUNS = 5;

    /** Fewer rows leave buckets with nothing in them. */
    private static final long LEAST_ROWS = 10_000;

    /** Reads {@code [ROWS [RUNS [SECTION,...]]]}; null when they are no such arguments. */
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

    static String usage(Collection<String> known) {
        return String.format(
                Locale.ROOT,
                "usage: scripts/bench [ROWS [RUNS [SECTION,...]]]%n"
                        + "  ROWS     of the samples, %,d unless said, at least %,d%n"
                        + "  RUNS     of each figure, %d unless said; the median is told%n"
                        + "  SECTION  %s; all unless said%n"
                        + "JAVA_HOME says which JDK; it gets the launcher's options, a heap of 8 GiB, and after them"
                        + " those of STRAUM_JAVA_OPTS.",
                ROWS,
                LEAST_ROWS,
                RUNS,
                String.join(", ", known));
    }

    /** How long something is measured for that goes on and on: a second for each million rows, from 2 to 10. */
    int seconds() {
        return (int) Math.max(2, Math.min(10, rows / 1_000_000));
    }
}
