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
import straum.domain.testing.TestDetached;

/** The first entries of keys beside a map of them, and what detached asks have of them beside what it was. */
class HeadsProperties {
    private static final int ATTRIBUTES = 2;

    /** An entry and what it reads; none where the entry is {@link Entries#ABSENT}. */
    private record Head(int entry, int first, int second) {
        private static final Head NONE = new Head(Entries.ABSENT, Codes.NULL, Codes.NULL);
    }

    /** What an ask that is under way has of the heads, and what they were when it began. */
    private record Ask(long number, Heads heads, Map<Integer, Head> then) {}

    private final TestDetached asks = new TestDetached();

    @Property
    void areThoseSetLastAndForAnAskThoseOfItsBeginning(
            @ForAll long seed, @ForAll @IntRange(max = 300) int steps, @ForAll @IntRange(min = 1, max = 60) int codes) {
        Random random = new Random(seed);
        Cells entries = entries();
        Heads heads = new Heads(ATTRIBUTES, asks);
        Map<Integer, Head> model = new HashMap<>();
        List<Ask> underWay = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            int code = 1 + random.nextInt(codes);
            int entry = random.nextInt(entries.size());
            switch (random.nextInt(6)) {
                case 0 -> {
                    heads.clear(code);
                    model.remove(code);
                }
                case 1 -> {
                    heads.move(code, entry);
                    Head before = model.getOrDefault(code, Head.NONE);
                    model.put(code, new Head(entry, before.first, before.second));
                }
                case 2 -> {
                    long number = asks.begin();
                    underWay.add(new Ask(number, heads.asTheyAre(), new HashMap<>(model)));
                }
                case 3 -> {
                    if (!underWay.isEmpty()) {
                        asks.end(underWay.remove(random.nextInt(underWay.size())).number);
                    }
                }
                default -> {
                    heads.set(code, entry, entries);
                    model.put(code, new Head(entry, entries.code(1, entry), entries.code(2, entry)));
                }
            }
        }
        check(heads, model, codes);
        underWay.forEach(ask -> check(ask.heads, ask.then, codes));
        underWay.forEach(ask -> asks.end(ask.number));
    }

    /** Entries of codes that tell them apart. */
    private static Cells entries() {
        Cells entries = new Cells(new Layouts(1 + ATTRIBUTES));
        for (int entry = 0; entry < 7; entry++) {
            int[] row = {100 + entry, 1 + entry, 1000 + entry};
            entries.append(row, Cells.hash(row));
        }
        return entries;
    }

    private static void check(Heads heads, Map<Integer, Head> model, int codes) {
        int[] all = new int[codes + 2 * Cells.PAGE];
        for (int code = 0; code < all.length; code++) {
            all[code] = code;
        }
        int[] present = new int[all.length];
        int[][] attributes = new int[ATTRIBUTES][all.length];
        heads.present(all, all.length, present);
        for (int attribute = 0; attribute < ATTRIBUTES; attribute++) {
            heads.attributes(attribute, all, all.length, attributes[attribute]);
        }
        for (int code = 0; code < all.length; code++) {
            Head head = model.getOrDefault(code, Head.NONE);
            assertThat(heads.first(code)).isEqualTo(head.entry);
            assertThat(present[code]).isEqualTo(head.entry == Entries.ABSENT ? 0 : 1);
            assertThat(attributes[0][code]).isEqualTo(head.first).isEqualTo(heads.attribute(0, code));
            assertThat(attributes[1][code]).isEqualTo(head.second).isEqualTo(heads.attribute(1, code));
        }
    }
}
