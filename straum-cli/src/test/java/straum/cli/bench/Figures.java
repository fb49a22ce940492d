package straum.cli.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What was measured of one contender over several runs. */
record Figures(String name, Unit unit, double[] values) {
    double median() {
        return median(values);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    /**
     * A row of the Markdown table: the median of the runs' ratios to the peer's, more than 1 where this is faster, and the
     * medians of both.
     */
    String row(String figure, Figures peer) {
        double[] ratios = new double[values.length];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = unit.ratio(values[i], peer.values[i]);
        }
        return String.format(
                Locale.ROOT,
                "| %s | **%s** | %s | %s | %s | %s |",
                figure,
                ratio(median(ratios)),
                unit.print(median()),
                unit.print(peer.median()),
                peer.name,
                Arrays.stream(ratios).mapToObj(Figures::ratio).collect(Collectors.joining(", ")));
    }

    /** A row of the Markdown table for what has no peer: the median, and run by run. */
    String row(String figure) {
        return String.format(
                Locale.ROOT,
                "| %s | | %s | | | %s |",
                figure,
                unit.print(median()),
                Arrays.stream(values).mapToObj(unit::print).collect(Collectors.joining(", ")));
    }

    private static String ratio(double ratio) {
        return String.format(Locale.ROOT, ratio >= 100 ? "%,.0f" : ratio >= 10 ? "%.1f" : "%.2f", ratio);
    }
}
