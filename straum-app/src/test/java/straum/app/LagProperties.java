package straum.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/** Invariant 13: the lag is never understated. Against a reference that keeps every reading. */
class LagProperties {
    private static final Instant BEGIN = Instant.parse("2026-11-13T09:00:00Z");
    private static final int PAGE_BYTES = 8192;
    private static final int HEADER_BYTES = 24;

    @Property
    void aLagThatForgetsReadingsNeverSaysTheStoreIsYoungerThanOneThatKeepsAll(
            @ForAll("steps") List<Step> steps, @ForAll @IntRange(min = 2, max = 6) int most) {
        Lag lag = new Lag(BEGIN, most);
        Reference reference = new Reference();
        for (Step step : steps) {
            step.play(lag, reference);
            assertThat(lag.asOf()).isBeforeOrEqualTo(reference.asOf());
        }
    }

    @Property
    void aLagThatNeedNotForgetSaysTheSameAsOneThatKeepsAll(@ForAll("steps") List<Step> steps) {
        Lag lag = new Lag(BEGIN);
        Reference reference = new Reference();
        for (Step step : steps) {
            step.play(lag, reference);
            assertThat(lag.asOf()).isEqualTo(reference.asOf());
        }
    }

    @Property
    void onceEverythingIsAppliedTheLastReadingCountsHoweverManyWereForgotten(
            @ForAll("steps") List<Step> steps, @ForAll @IntRange(min = 2, max = 6) int most) {
        Lag lag = new Lag(BEGIN, most);
        Reference reference = new Reference();
        steps.forEach(step -> step.play(lag, reference));
        assertThat(lag.reach(new Lsn(reference.insert))).isEqualTo(reference.lastClock());
    }

    @Property
    void aClockSetBackTakesAsOfBackWithIt(
            @ForAll("steps") List<Step> steps, @ForAll @IntRange(max = 5000) int seconds) {
        Lag lag = new Lag(BEGIN, 4);
        Reference reference = new Reference();
        steps.forEach(step -> step.play(lag, reference));
        Instant back = reference.lastClock().minusSeconds(seconds);
        lag.read(back, new Lsn(reference.insert));
        assertThat(lag.asOf()).isBeforeOrEqualTo(back);
        assertThat(lag.reach(new Lsn(reference.insert))).isEqualTo(back);
    }

    /** A commit made since carries a time before the readings of earlier, so these say nothing any more. */
    @Example
    void readingsOfBeforeTheClockWasSetBackCountNoMore() {
        Lag lag = new Lag(BEGIN);
        lag.read(BEGIN.plusSeconds(10), new Lsn(100));
        lag.read(BEGIN.plusSeconds(20), new Lsn(200));
        lag.read(BEGIN.plusSeconds(5), new Lsn(300));
        assertThat(lag.reach(new Lsn(250))).isEqualTo(BEGIN);
        assertThat(lag.reach(new Lsn(300))).isEqualTo(BEGIN.plusSeconds(5));
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Integer> bytes = Arbitraries.integers().between(0, 50).map(records -> records * 8);
        Arbitrary<Step> readings = Combinators.combine(
                        bytes, Arbitraries.integers().between(0, 3))
                .as((written, seconds) -> new Step(written, seconds, 0));
        Arbitrary<Step> applies = Arbitraries.integers().between(0, 100).map(percent -> new Step(0, -1, percent));
        return Arbitraries.frequencyOf(Tuple.of(3, readings), Tuple.of(1, applies))
                .list()
                .ofMaxSize(60);
    }

    /** A reading so many bytes and seconds after the last one, or, without seconds, some percent of what is left applied. */
    private record Step(int written, int seconds, int percent) {
        void play(Lag lag, Reference reference) {
            if (seconds >= 0) {
                reference.read(written, seconds);
                lag.read(reference.lastClock(), new Lsn(reference.insert));
            } else {
                reference.apply(percent);
            }
            lag.reach(new Lsn(reference.applied));
        }
    }

    /** Every reading ever taken, the slow and obvious way. */
    private static final class Reference {
        private final List<Instant> clocks = new ArrayList<>(List.of(BEGIN));
        private final List<Long> inserts = new ArrayList<>(List.of(100_000L));
        private long insert = 100_000;
        private long applied = 100_000;

        void read(int written, int seconds) {
            insert += written;
            clocks.add(lastClock().plusSeconds(seconds));
            inserts.add(insert);
        }

        void apply(int percent) {
            applied += (insert - applied) * percent / 100;
        }

        Instant lastClock() {
            return clocks.get(clocks.size() - 1);
        }

        Instant asOf() {
            Instant youngest = BEGIN;
            for (int i = 0; i < clocks.size(); i++) {
                if (isApplied(inserts.get(i)) && clocks.get(i).isAfter(youngest)) {
                    youngest = clocks.get(i);
                }
            }
            return youngest;
        }

        /** A position in the header of the page behind what is applied has nothing before it that is not. */
        private boolean isApplied(long position) {
            return position <= applied || (applied % PAGE_BYTES == 0 && position - applied <= HEADER_BYTES);
        }
    }
}
