package straum.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Example;

/**
 * Invariants 1 (a commit applies whole), 2 (none is missed or applied twice), 3 (only the writer writes), 13 (the lag is
 * never understated) and 14 (two stores never take memory at once), and what {@link Simulation} checks besides, over whole
 * histories.
 *
 * <p>{@code -Dstraum.seed=N} runs one history again, {@code -Dstraum.histories=N} more of them than usual, and
 * {@code -Plong} a hundred thousand.
 */
class SimulationProperties {
    private static final int STEPS = 200;
    private static final int USUALLY = 300;

    @Example
    void everyAnswerOfAHistoryIsTrueAndItEndsReady() throws InterruptedException {
        Long replayed = Long.getLong("straum.seed");
        int histories = replayed == null ? Integer.getInteger("straum.histories", USUALLY) : 1;
        long first = replayed == null ? System.nanoTime() : replayed;
        long begin = System.nanoTime();
        Map<String, Long> tally = new TreeMap<>();
        for (long seed = first; seed < first + histories; seed++) {
            play(seed).tally().forEach((what, times) -> tally.merge(what, (long) times, Long::sum));
        }
        if (System.getProperty("straum.histories") != null) {
            System.out.printf(
                    "%,d histories from -Dstraum.seed=%d in %.0f s: %s%n",
                    histories, first, (System.nanoTime() - begin) / 1e9, tally);
        }
        if (histories >= USUALLY) {
            assertThat(tally)
                    .containsKeys("READY", "LAGGING", "lost", "unfit", "full", "out of memory", "reached", "timed out")
                    .containsKeys("restarts", "told again", "misfits", "lies", "crashes", "unsaid changes")
                    .containsKeys("commits unseen", "come into sight");
        }
    }

    @Example
    void oneSeedGivesOneHistory() throws InterruptedException {
        for (long seed = 0; seed < 20; seed++) {
            assertThat(play(seed).digest()).isEqualTo(play(seed).digest());
        }
    }

    private static Simulation play(long seed) throws InterruptedException {
        Simulation simulation = new Simulation(seed);
        try {
            simulation.run(STEPS);
            simulation.settle();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("-Dstraum.seed=" + seed + " plays this history again: " + e.getMessage(), e);
        }
        return simulation;
    }
}
