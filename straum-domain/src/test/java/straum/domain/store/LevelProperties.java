package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import straum.domain.spec.Width;

/** A level beside a sorted map from edge to cells. */
class LevelProperties {
    private static final Width HOUR = new Width(3600);

    @Property(tries = 200)
    void aLevelHoldsWhatASortedMapHolds(
            @ForAll long seed,
            @ForAll @IntRange(max = 3000) int steps,
            @ForAll @IntRange(min = 1, max = 3000) int edges) {
        Random random = new Random(seed);
        boolean inOrder = random.nextBoolean();
        Layouts layouts = new Layouts(0);
        Level level = new Level(HOUR, layouts);
        TreeMap<Long, Cells> model = new TreeMap<>();
        for (int step = 0; step < steps; step++) {
            int hour = inOrder ? step - random.nextInt(3) : random.nextInt(edges);
            long seconds = (hour - 50) * 3600L + random.nextInt(3600);
            long edge = Math.floorDiv(seconds, 3600L) * 3600;
            assertThat(level.find(seconds)).isSameAs(model.get(edge));
            if (model.containsKey(edge) && random.nextInt(3) == 0) {
                level.remove(seconds);
                model.remove(edge);
            } else {
                Cells cells = level.at(seconds);
                assertThat(model.getOrDefault(edge, cells)).isSameAs(cells);
                model.put(edge, cells);
            }
        }
        assertThat(level.bucketCount()).isEqualTo(model.size());
        for (int i = 0; i < 10; i++) {
            long from = i == 0 ? Long.MIN_VALUE : (random.nextInt(edges + 100) - 50) * 3600L;
            long to = i == 1 ? Long.MAX_VALUE : (random.nextInt(edges + 100) - 50) * 3600L;
            Buckets collected = new Buckets();
            level.collect(from, to, collected);
            Map<Long, Cells> expected = from < to ? model.subMap(from, to) : Map.of();
            assertThat(collected.size()).isEqualTo(expected.size());
            assertThat(level.edges(from, to))
                    .containsExactly(
                            expected.keySet().stream().mapToLong(edge -> edge).toArray());
            int at = 0;
            for (Map.Entry<Long, Cells> bucket : expected.entrySet()) {
                assertThat(collected.edge(at)).isEqualTo(bucket.getKey());
                assertThat(collected.columns(at++)).isSameAs(bucket.getValue().page(0));
            }
        }
        assertThat(layouts.cellBytes())
                .isEqualTo(model.values().stream().mapToLong(Cells::bytes).sum());
        if (!model.isEmpty()) {
            assertThat(level.firstEdge()).isEqualTo(model.firstKey());
            assertThat(level.lastEdge()).isEqualTo(model.lastKey());
        }
        level.clear();
        assertThat(layouts.cellBytes()).isZero();
    }
}
