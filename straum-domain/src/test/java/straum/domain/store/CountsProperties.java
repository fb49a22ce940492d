package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

/** A column of counts beside an array of longs. */
class CountsProperties {
    private static final int CELLS = 6;

    @Property
    void countsHoldWhatAnArrayOfLongsHolds(@ForAll("steps") @Size(max = 60) List<Step> steps) {
        Layouts layouts = new Layouts(0);
        int[] columns = {layouts.newCounts(), layouts.newCounts()};
        Columns cells = new Columns(layouts);
        for (int i = 0; i < CELLS; i++) {
            cells.append(new int[0]);
        }
        long[][] model = new long[2][CELLS];
        for (Step step : steps) {
            long[] of = model[step.column];
            long sum = of[step.position] + step.amount;
            assertThat(Counts.add(cells, columns[step.column], step.position, step.amount))
                    .isEqualTo(sum);
            of[step.position] = Math.max(sum, sum < 0 ? of[step.position] : sum);
            assertThat(cells.width(columns[step.column])).isGreaterThanOrEqualTo(widest(of));
        }
        Picks picks = PicksProperties.draw(new Random(steps.hashCode()), CELLS);
        for (int column = 0; column < 2; column++) {
            long[] read = new long[CELLS];
            Counts.read(cells, columns[column], picks, read);
            for (int i = 0; i < CELLS; i++) {
                assertThat(Counts.get(cells, columns[column], i)).isEqualTo(model[column][i]);
            }
            for (int i = 0; i < picks.count(); i++) {
                assertThat(read[i]).isEqualTo(model[column][picks.get(i)]);
            }
        }
    }

    @Property
    void aColumnThatNothingWasAddedToTakesNoRoom(@ForAll("steps") @Size(max = 20) List<Step> steps) {
        Layouts layouts = new Layouts(0);
        int counted = layouts.newCounts();
        int idle = layouts.newCounts();
        Columns cells = new Columns(layouts);
        cells.append(new int[0]);
        steps.forEach(step -> Counts.add(cells, counted, 0, step.amount));
        assertThat(cells.width(idle)).isZero();
        assertThat(cells.array()).hasSize(cells.width(counted));
    }

    private static int widest(long[] counts) {
        int widest = 0;
        for (long count : counts) {
            widest = Math.max(
                    widest, count == 0 ? 0 : count < 1 << 8 ? 1 : count < 1 << 16 ? 2 : count < 1L << 32 ? 4 : 8);
        }
        return widest;
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Long> amounts = Arbitraries.oneOf(
                Arbitraries.longs().between(-3, 3),
                Arbitraries.of(
                        127L,
                        128L,
                        255L,
                        256L,
                        65_535L,
                        65_536L,
                        -65_536L,
                        (1L << 31),
                        (1L << 32) - 1,
                        1L << 32,
                        -(1L << 32),
                        1L << 50));
        return Combinators.combine(
                        Arbitraries.integers().between(0, 1),
                        Arbitraries.integers().between(0, CELLS - 1),
                        amounts)
                .as(Step::new)
                .list();
    }

    record Step(int column, int position, long amount) {}
}
