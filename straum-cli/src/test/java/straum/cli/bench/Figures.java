package straum.cli.bench;

import java.util.Arrays;
import java.util.Locale;

/** The rates of one thing over several runs, rows a second each. */
record Figures(String name, double[] rates) {
    double median() {
        double[] sorted = rates.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    /** A row of the Markdown table, with the ratio to the peer's median. */
    String row(String figure, Figures peer) {
        return String.format(
                Locale.ROOT,
                "| %s | **%.2f** | %,.0f | %,.0f | %s | %s |",
                figure,
                median() / peer.median(),
                median(),
                peer.median(),
                peer.name,
                runs(peer));
    }

    /** Run by run, this beside the peer: so that a reader sees how far the machine wavers. */
    private String runs(Figures peer) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < rates.length; i++) {
            out.append(i == 0 ? "" : ", ").append(String.format(Locale.ROOT, "%.2f", rates[i] / peer.rates[i]));
        }
        return out.toString();
    }
}
