package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Picks beside a list of positions. */
class PicksProperties {
    private static final int MOST = 12;

    @Property
    void whatIsKeptIsWhatWasMarked(@ForAll long seed) {
        Random random = new Random(seed);
        Picks picks = new Picks(MOST);
        Picks others = new Picks(MOST);
        for (int time = 0; time < 3; time++) {
            int first = random.nextInt(5);
            int count = random.nextInt(MOST + 1);
            picks.run(first, count);
            List<Integer> model = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                model.add(first + i);
            }
            for (int step = 0; step < 4; step++) {
                int[] marks =
                        random.ints(MOST, 0, random.nextInt(4) == 0 ? 1 : 2).toArray();
                List<Integer> kept = new ArrayList<>();
                for (int i = 0; i < model.size(); i++) {
                    if (marks[i] == 1) {
                        kept.add(model.get(i));
                    }
                }
                if (random.nextBoolean()) {
                    others.keep(picks, marks);
                    assertThat(positions(others)).isEqualTo(kept);
                } else {
                    picks.keep(marks);
                    model = kept;
                }
                assertThat(positions(picks)).isEqualTo(model);
            }
        }
    }

    private static List<Integer> positions(Picks picks) {
        List<Integer> positions = new ArrayList<>();
        for (int i = 0; i < picks.count(); i++) {
            positions.add(picks.get(i));
            assertThat(picks.isRun() ? picks.first() + i : picks.singles()[i]).isEqualTo(picks.get(i));
        }
        return positions;
    }

    /** Some of the positions below a number, or all. */
    static Picks draw(Random random, int below) {
        Picks picks = new Picks(below);
        picks.run(0, below);
        if (random.nextBoolean()) {
            picks.keep(random.ints(below, 0, 2).toArray());
        }
        return picks;
    }
}
