package straum.app;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * Invariants 1 (a commit applies whole), 2 (none is missed or applied twice), 3 (only the writer writes), 13 (the lag is
 * never understated) and 14 (two stores never take memory at once), over whole histories.
 */
class SimulationProperties {
    @Property(tries = 60, shrinking = ShrinkingMode.OFF)
    void everyAnswerOfAHistoryIsTrueAndItEndsReady(@ForAll long seed) throws InterruptedException {
        Simulation simulation = new Simulation(seed);
        simulation.run(200);
        simulation.settle();
        assertThat(simulation.answers()).isPositive();
    }
}
