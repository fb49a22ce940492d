package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import straum.domain.ask.UnanswerableException;

/** Groups, dense and not, beside a map from parts to number. */
class GroupsProperties {
    @Property
    void aGroupIsTheOneOfItsPartsAndTellsThem(@ForAll long seed) throws UnanswerableException {
        Random random = new Random(seed);
        int[] limits = IntStream.range(0, random.nextInt(4))
                .map(part -> 1 + random.nextInt(5))
                .toArray();
        boolean dense = random.nextBoolean();
        Groups groups = new Groups(limits, dense ? 125 : 0, 1000, true);
        Map<List<Integer>, Integer> model = new HashMap<>();
        for (int step = 0; step < 20; step++) {
            int count = random.nextInt(4);
            int[][] parts = new int[limits.length + random.nextInt(2)][5];
            for (int part = 0; part < limits.length; part++) {
                for (int i = 0; i < count; i++) {
                    parts[part][i] = random.nextInt(limits[part]);
                }
            }
            int[] found = {-7, -7, -7, -7, -7};
            groups.find(parts, count, found);
            assertThat(Arrays.copyOfRange(found, count, 5)).containsOnly(-7);
            for (int i = 0; i < count; i++) {
                int at = i;
                int[] one = Arrays.stream(parts).mapToInt(part -> part[at]).toArray();
                assertThat(groups.find(one)).isEqualTo(found[i]);
                for (int part = 0; part < limits.length; part++) {
                    assertThat(groups.part(found[i], part)).isEqualTo(one[part]);
                }
                List<Integer> key = Arrays.stream(one, 0, limits.length).boxed().toList();
                assertThat(model.putIfAbsent(key, found[i])).isIn(null, found[i]);
                assertThat(found[i]).isNotNegative().isLessThan(groups.limit());
            }
        }
        assertThat(groups.partCount()).isEqualTo(limits.length);
        assertThat(model.values()).doesNotHaveDuplicates();
        if (dense) {
            assertThat(groups.limit()).isEqualTo(Arrays.stream(limits).reduce(1, (product, limit) -> product * limit));
        } else {
            assertThat(groups.limit()).isEqualTo(model.size());
        }
    }

    @Example
    void groupsThatCanBeMoreThanAnIntCountsAreFoundToo() throws UnanswerableException {
        Groups groups = new Groups(new int[] {1 << 20, 1 << 20, 1 << 30}, 1 << 20, 10, true);

        assertThat(groups.find(new int[] {5, 6, 7})).isZero();
        assertThat(groups.find(new int[] {1 << 19, 6, 1 << 29})).isEqualTo(1);
        assertThat(groups.limit()).isEqualTo(2);
        assertThat(groups.part(1, 2)).isEqualTo(1 << 29);
    }

    @Example
    void thereMayBeSoManyGroupsAndNoMore() throws UnanswerableException {
        for (boolean allAnswered : new boolean[] {true, false}) {
            Groups groups = new Groups(new int[] {100}, 0, 2, allAnswered);
            groups.find(new int[] {1});
            groups.find(new int[] {2});
            groups.find(new int[] {1});
            groups.check(2);
            String said = allAnswered ? "more than 2 rows" : "more than 2 groups to pick";
            assertThatExceptionOfType(UnanswerableException.class)
                    .isThrownBy(() -> groups.find(new int[] {3}))
                    .withMessageContaining(said);
            assertThatExceptionOfType(UnanswerableException.class)
                    .isThrownBy(() -> groups.find(new int[][] {{3}}, 1, new int[1]))
                    .withMessageContaining(said);
            assertThatExceptionOfType(UnanswerableException.class)
                    .isThrownBy(() -> groups.check(3))
                    .withMessageContaining(said);
        }
    }
}
