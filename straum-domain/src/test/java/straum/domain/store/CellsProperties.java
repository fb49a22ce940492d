package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import straum.domain.testing.TestDetached;

/** Cells beside a map from key to what the cell holds. */
class CellsProperties {
    @Property
    void cellsHoldWhatAMapHolds(@ForAll long seed, @ForAll @IntRange(max = 300) int steps) {
        Random random = new Random(seed);
        int mostBits = random.nextBoolean() ? 30 : 150;
        TestDetached asks = new TestDetached();
        Layouts layouts = new Layouts(2, asks);
        int count = layouts.newCounts();
        int sum = layouts.newSums();
        int nothing = layouts.newSums();
        Cells cells = new Cells(layouts);
        Map<List<Integer>, Entry> model = new HashMap<>();
        for (int step = 0; step < steps; step++) {
            int[] key = {random.nextInt(8), random.nextInt(3) * 40_000};
            List<Integer> boxed = List.of(key[0], key[1]);
            long hash = Cells.hash(key);
            int position = cells.find(key, hash);
            assertThat(position != Cells.ABSENT).isEqualTo(model.containsKey(boxed));
            if (position != Cells.ABSENT && random.nextInt(3) == 0) {
                cells.remove(position);
                model.remove(boxed);
                continue;
            }
            if (position == Cells.ABSENT) {
                position = cells.append(key, hash);
            }
            if (random.nextInt(8) == 0) {
                asks.begin();
            }
            BigInteger amount = new BigInteger(random.nextInt(mostBits), random);
            Counts.add(cells.toChange(position), count, Cells.inPage(position), 1 + step);
            Sums.add(cells.toChange(position), sum, Cells.inPage(position), amount);
            Entry before = model.getOrDefault(boxed, new Entry(0, BigInteger.ZERO));
            model.put(boxed, new Entry(before.count + 1 + step, before.sum.add(amount)));
        }
        assertThat(cells.size()).isEqualTo(model.size());
        model.forEach((key, entry) -> {
            int[] codes = {key.get(0), key.get(1)};
            int position = cells.find(codes, Cells.hash(codes));
            Columns page = cells.page(position);
            int place = Cells.inPage(position);
            assertThat(Counts.get(page, count, place)).isEqualTo(entry.count);
            assertThat(Sums.get(page, sum, place)).isEqualTo(entry.sum);
            assertThat(Sums.get(page, nothing, place)).isEqualTo(BigInteger.ZERO);
            assertThat(cells.code(0, position)).isEqualTo(codes[0]);
            assertThat(cells.code(1, position)).isEqualTo(codes[1]);
        });
        assertThat(layouts.cellBytes()).isEqualTo(cells.bytes());
        cells.giveUp();
        assertThat(layouts.cellBytes()).isZero();
    }

    private record Entry(long count, BigInteger sum) {}
}
