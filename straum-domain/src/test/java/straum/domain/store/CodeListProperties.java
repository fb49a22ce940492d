package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Lists of codes beside sets of bits. */
class CodeListProperties {
    private static final int LIMIT = 150;

    private record Modelled(CodeList list, BitSet model) {}

    @Property
    void areTheSetsThatTheyAreMadeOf(@ForAll long seed) {
        Random random = new Random(seed);
        List<Modelled> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            all.add(drawn(random));
        }
        for (int step = 0; step < 8; step++) {
            List<Modelled> some = new ArrayList<>();
            for (int i = random.nextInt(5); i > 0; i--) {
                some.add(all.get(random.nextInt(all.size())));
            }
            all.add(
                    random.nextInt(3) == 0
                            ? inverted(all.get(random.nextInt(all.size())))
                            : random.nextBoolean() ? anyOf(some) : allOf(some));
        }
        for (Modelled each : all) {
            check(each);
        }
    }

    private static Modelled drawn(Random random) {
        int[] codes = random.ints(random.nextInt(6), -1, LIMIT).toArray();
        BitSet model = new BitSet();
        for (int code : codes) {
            if (code != Codes.UNKNOWN) {
                model.set(code);
            }
        }
        return new Modelled(CodeList.of(codes), model);
    }

    private static Modelled inverted(Modelled of) {
        BitSet model = (BitSet) of.model.clone();
        model.flip(0, LIMIT);
        return new Modelled(of.list.inverted(), model);
    }

    private static Modelled anyOf(List<Modelled> some) {
        BitSet model = new BitSet();
        some.forEach(each -> model.or(each.model));
        return new Modelled(CodeList.anyOf(some.stream().map(Modelled::list).toList()), model);
    }

    private static Modelled allOf(List<Modelled> some) {
        BitSet model = new BitSet();
        model.set(0, LIMIT);
        some.forEach(each -> model.and(each.model));
        return new Modelled(CodeList.allOf(some.stream().map(Modelled::list).toList()), model);
    }

    private static void check(Modelled of) {
        long[] words = of.list.words(LIMIT);
        for (int code = 0; code < LIMIT; code++) {
            assertThat(of.list.has(code)).isEqualTo(of.model.get(code));
            assertThat((words[code >>> 6] >>> code & 1) != 0).isEqualTo(of.model.get(code));
        }
        int only = of.list.only();
        if (only >= 0) {
            assertThat(of.model.cardinality()).isEqualTo(1);
            assertThat(of.model.get(only)).isTrue();
        } else if (only == Codes.UNKNOWN) {
            assertThat(of.model.isEmpty()).isTrue();
        } else {
            assertThat(of.model.cardinality()).isNotEqualTo(1);
        }
    }
}
