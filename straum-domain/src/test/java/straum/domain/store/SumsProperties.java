package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

/** A column of sums beside an array of BigIntegers. */
class SumsProperties {
    private static final int CELLS = 5;

    @Property
    void sumsHoldWhatAnArrayOfBigIntegersHolds(@ForAll("steps") @Size(max = 40) List<Step> steps) {
        Layouts layouts = new Layouts(1);
        int column = layouts.newSums();
        Columns cells = new Columns(layouts);
        BigInteger[] model = new BigInteger[CELLS];
        Arrays.fill(model, BigInteger.ZERO);
        for (int i = 0; i < CELLS; i++) {
            cells.append(new int[] {i * 100});
        }
        for (Step step : steps) {
            if (step.amount.bitLength() < Long.SIZE) {
                Sums.add(cells, column, step.position, step.amount.longValue());
            } else {
                Sums.add(cells, column, step.position, step.amount);
            }
            model[step.position] = model[step.position].add(step.amount);
            assertThat(Sums.get(cells, column, step.position)).isEqualTo(model[step.position]);
        }
        Picks picks = PicksProperties.draw(new Random(steps.hashCode()), CELLS);
        long[] read = new long[CELLS];
        boolean areLongs = Sums.areLongs(cells, column);
        if (areLongs) {
            Sums.read(cells, column, picks, read);
        }
        for (int i = 0; i < CELLS; i++) {
            assertThat(cells.code(0, i)).isEqualTo(i * 100);
            assertThat(Sums.get(cells, column, i)).isEqualTo(model[i]);
        }
        for (int i = 0; i < picks.count() && areLongs; i++) {
            assertThat(read[i]).isEqualTo(model[picks.get(i)].longValueExact());
        }
    }

    @Property
    void whatIsAddedAndTakenAgainLeavesNothing(@ForAll("steps") @Size(max = 30) List<Step> steps) {
        Layouts layouts = new Layouts(0);
        int column = layouts.newSums();
        Columns cells = new Columns(layouts);
        for (int i = 0; i < CELLS; i++) {
            cells.append(new int[0]);
        }
        steps.forEach(step -> Sums.add(cells, column, step.position, step.amount));
        steps.forEach(step -> Sums.add(cells, column, step.position, step.amount.negate()));
        for (int i = 0; i < CELLS; i++) {
            assertThat(cells.isZero(i)).isTrue();
        }
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<BigInteger> amounts = Arbitraries.oneOf(
                Arbitraries.longs().between(-300, 300).map(BigInteger::valueOf),
                Arbitraries.longs().map(BigInteger::valueOf),
                Arbitraries.of(Long.MIN_VALUE, Long.MAX_VALUE, -1L, 32_767L, -32_769L)
                        .map(BigInteger::valueOf),
                Arbitraries.integers().between(60, 140).map(BigInteger.ONE::shiftLeft),
                Arbitraries.integers()
                        .between(60, 140)
                        .map(bits -> BigInteger.ONE.shiftLeft(bits).negate()),
                Arbitraries.integers()
                        .between(60, 140)
                        .map(bits -> BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE)));
        return Combinators.combine(Arbitraries.integers().between(0, CELLS - 1), amounts)
                .as(Step::new)
                .list();
    }

    record Step(int position, BigInteger amount) {}
}
