package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import straum.domain.spec.Width;

/** Invariants 8 and 9: a cover reads each instant of a range once, from whole buckets, as wide as they fit. */
class CoverProperties {
    private static final List<int[]> WIDTHS =
            List.of(new int[] {3600}, new int[] {3600, 86_400}, new int[] {900, 3600, 21_600, 86_400});

    @Property
    void everyInstantIsReadFromExactlyOneBucket(@ForAll long seed, @ForAll @IntRange(max = 2) int which) {
        Random random = new Random(seed);
        int[] widths = WIDTHS.get(which);
        int narrowest = widths[0];
        int steps = 4 * Width.DAY / narrowest;
        Level[] levels = new Level[widths.length];
        Layouts layouts = new Layouts(0);
        for (int i = 0; i < widths.length; i++) {
            levels[i] = new Level(new Width(widths[i]), layouts);
            for (int step = 0; step < steps; step++) {
                levels[i].at(instant(step, narrowest));
            }
        }
        boolean openBegin = random.nextInt(4) == 0;
        boolean openEnd = random.nextInt(4) == 0;
        int from = openBegin ? 0 : random.nextInt(steps);
        int to = openEnd ? steps : from + 1 + random.nextInt(steps - from);
        boolean byBucket = random.nextInt(4) == 0;
        Buckets cover = Cover.of(
                levels,
                openBegin ? Long.MIN_VALUE : instant(from, narrowest),
                openEnd ? Long.MAX_VALUE : instant(to, narrowest),
                byBucket);

        int[] read = new int[steps];
        int expected = 0;
        for (int bucket = 0; bucket < cover.size(); bucket++) {
            int width = byBucket ? narrowest : widthOf(levels, cover, bucket);
            for (int step = 0; step < steps; step++) {
                long at = instant(step, narrowest);
                read[step] += at >= cover.edge(bucket) && at < cover.edge(bucket) + width ? 1 : 0;
            }
        }
        for (int step = 0; step < steps; step++) {
            assertThat(read[step]).isEqualTo(step >= from && step < to ? 1 : 0);
        }
        // As few buckets as there can be: at each instant, the widest bucket that begins there and ends in time.
        for (int step = from; step < to; expected++) {
            int widest = narrowest;
            for (int width : widths) {
                boolean begins = Math.floorMod(instant(step, narrowest), (long) width) == 0;
                boolean fits = instant(step, narrowest) + width <= instant(to, narrowest);
                widest = begins && fits && !byBucket ? width : widest;
            }
            step += widest / narrowest;
        }
        assertThat(cover.size()).isEqualTo(expected);
    }

    /** From two days before 1970 on. */
    private static long instant(int step, int narrowest) {
        return (long) step * narrowest - 2L * Width.DAY;
    }

    private static int widthOf(Level[] levels, Buckets cover, int bucket) {
        for (Level level : levels) {
            if (level.find(cover.edge(bucket)) == cover.cells(bucket)) {
                return level.width().seconds();
            }
        }
        throw new AssertionError("a bucket of no level");
    }
}
