package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** An index beside a map from key to position. */
class IndexProperties {
    @Property
    void anIndexFindsWhatAMapFinds(@ForAll long seed, @ForAll @IntRange(min = 1, max = 400) int steps) {
        Random random = new Random(seed);
        Cells cells = new Cells(new Layouts(2));
        Index index = new Index(2, 0);
        Map<List<Integer>, Integer> model = new HashMap<>();
        List<List<Integer>> keys = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            int[] key = {random.nextInt(12), random.nextInt(3) * 300};
            List<Integer> boxed = List.of(key[0], key[1]);
            long hash = Index.hash(key, 2);
            int position = index.find(cells, key, hash);
            assertThat(position).isEqualTo(model.getOrDefault(boxed, Index.ABSENT));
            if (position == Index.ABSENT) {
                int added = cells.append(key, Cells.hash(key));
                index.add(cells, added, hash);
                model.put(boxed, added);
                keys.add(boxed);
            } else if (random.nextBoolean()) {
                int last = cells.size() - 1;
                assertThat(index.hashAt(cells, position)).isEqualTo(hash);
                index.remove(cells, position, hash);
                if (last != position) {
                    index.move(last, position, index.hashAt(cells, last));
                    model.put(keys.get(last), position);
                }
                cells.remove(position);
                model.remove(boxed);
                keys.set(position, keys.get(last));
                keys.remove(last);
            }
        }
        model.forEach((key, position) -> {
            int[] codes = {key.get(0), key.get(1)};
            assertThat(index.find(cells, codes, Index.hash(codes, 2))).isEqualTo(position);
        });
    }

    @Test
    void anIndexFindsPositionsPastTwoBytes() {
        int size = 200_000;
        Cells cells = new Cells(new Layouts(1));
        Index index = new Index(1, 0);
        Index few = new Index(1, 0);
        int[] key = new int[1];
        for (int i = 0; i < size; i++) {
            key[0] = i;
            cells.append(key, Cells.hash(key));
            index.add(cells, i, Index.hash(key, 1));
            if (i % 30_000 == 0) {
                few.add(cells, i, Index.hash(key, 1));
            }
        }
        for (int i = 0; i < size; i++) {
            key[0] = i;
            assertThat(index.find(cells, key, Index.hash(key, 1))).isEqualTo(i);
            assertThat(few.find(cells, key, Index.hash(key, 1))).isEqualTo(i % 30_000 == 0 ? i : Index.ABSENT);
        }
    }
}
