package straum.cli.bench;

import java.util.Arrays;
import java.util.Locale;

/** The rates of one thing over several runs, rows a second each. */
record Figures(String name, double[] rates) {
    double median() {
        return median(rates);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    /** A row of the Markdown table: the median of the runs' ratios to the peer's, and the medians of the rates. */
    String row(String figure, Figures peer) {
        return String.format(
                Locale.ROOT,
                "| %s | **%.2f** | %,.0f | %,.0f | %s | %s |",
                figure,
                median(ratios(peer)),
                median(),
                peer.median(),
                peer.name,
                runs(peer));
    }

    private double[] ratios(Figures peer) {
        double[] ratios = new double[rates.length];
        for (int i = 0; i < rates.length; i++) {
            ratios[i] = rates[i] / peer.rates[i];
        }
        return ratios;
    }

    /** Run by run, this beside the peer: so that a reader sees how far the machine wavers. */
    private String runs(Figures peer) {
        StringBuilder out = new StringBuilder();
        for (double ratio : ratios(peer)) {
            out.append(out.length() == 0 ? "" : ", ").append(String.format(Locale.ROOT, "%.2f", ratio));
        }
        return out.toString();
    }
}
