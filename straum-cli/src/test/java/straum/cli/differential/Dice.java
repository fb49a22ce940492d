package straum.cli.differential;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/** One run's chance: the same seed, the same choices. */
final class Dice {
    private final Random random;

    /** The choices of a seed. */
    Dice(long seed) {
        this.random =
                new Random(new SplittableRandom(seed).nextLong()); // those of seeds next to each other begin alike
    }

    /** From 0 to below the bound. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    /** From the one to the other, both included. */
    int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    /** True in so many of a hundred throws. */
    boolean percent(int of100) {
        return random.nextInt(100) < of100;
    }

    /** One of the choices. */
    <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** So many of the choices, each at most once, in any order; all where there are fewer. */
    <T> List<T> pick(List<T> choices, int count) {
        List<T> shuffled = new ArrayList<>(choices);
        Collections.shuffle(shuffled, random);
        return List.copyOf(shuffled.subList(0, Math.min(count, shuffled.size())));
    }
}
