package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Codes sought in a column, beside a look at each cell. */
class CodeSearchProperties {
    private static final int[] LIMITS = {1, 2, 3, 256, 300, 65_536, 70_000, Integer.MAX_VALUE};

    @Property
    void theNextCellOfACodeIsFound(@ForAll long seed, @ForAll @IntRange(max = 200) int size) {
        Random random = new Random(seed);
        int limit = LIMITS[random.nextInt(LIMITS.length)];
        Columns page = new Columns(new Layouts(2));
        int[] near = {random.nextInt(limit), random.nextInt(limit), 0};
        for (int position = 0; position < size; position++) {
            page.append(
                    new int[] {random.nextInt(3), random.nextBoolean() ? random.nextInt(limit) : near[random.nextInt(3)]
                    });
        }
        for (int tried = 0; tried < 50; tried++) {
            // Neighbours of a code, and codes that have its lower bytes, are not to be taken for it.
            int code = near[random.nextInt(3)] ^ random.nextInt(3) << 8 * random.nextInt(4);
            int from = random.nextInt(size + 1);
            int expected = from;
            while (expected < size && page.code(1, expected) != code) {
                expected++;
            }
            assertThat(CodeSearch.next(page, 1, code, from)).isEqualTo(expected);
        }
    }
}
