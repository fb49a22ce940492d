package straum.cli.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Measures contenders in turn, round by round: what disturbs the machine for a while disturbs them all. */
final class Rounds {
    private Rounds() {}

    /** Once all contenders, in their order. */
    @FunctionalInterface
    interface Round {
        double[] measure(int round) throws Exception;
    }

    /**
     * The figures of so many rounds, after one that does not count and whose number is −1.
     *
     * @param contenders their names, Straum's first; whoever is named next is told beside it while it goes on
     */
    static List<Figures> measure(String what, Unit unit, int runs, List<String> contenders, Round round)
            throws Exception {
        double[][] values = new double[contenders.size()][runs];
        for (int run = -1; run < runs; run++) {
            double[] once = round.measure(run);
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < once.length; i++) {
                line.append(i == 0 ? "" : ", ")
                        .append(contenders.get(i))
                        .append(' ')
                        .append(unit.print(once[i]));
                if (run >= 0) {
                    values[i][run] = once[i];
                }
            }
            System.err.printf(Locale.ROOT, "%s, %s: %s%n", what, run < 0 ? "warm-up" : "run " + (run + 1), line);
        }
        List<Figures> figures = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            figures.add(new Figures(contenders.get(i), unit, Arrays.copyOf(values[i], runs)));
        }
        return figures;
    }

    /** Something timed. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    static double seconds(Step step) throws Exception {
        long from = System.nanoTime();
        step.run();
        return (System.nanoTime() - from) / 1e9;
    }
}
