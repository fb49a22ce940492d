package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import straum.domain.ask.Answer;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.UnanswerableException;
import straum.domain.spec.Fact;
import straum.domain.spec.Spec;
import straum.domain.testing.Feature;
import straum.domain.testing.RandomStore;
import straum.domain.testing.RowStore;
import straum.domain.testing.Specs;
import straum.domain.testing.TestDetached;
import straum.domain.testing.TestTypes;
import straum.domain.value.Rows;

/** Whatever the views, the rows, their changes and the asks: a store answers what rows kept and read one by one do. */
class StoreAgreesWithRowsProperties {
    private static final int MAX_GROUPS = 1_000_000;
    private static final Set<Feature> FEATURES = features();

    /** -Dstraum.features=FILTER,VALUES takes these alone, and -Dstraum.features=none only what always was. */
    private static Set<Feature> features() {
        String names = System.getProperty("straum.features", "all");
        Set<Feature> features = EnumSet.noneOf(Feature.class);
        for (String name : names.equals("all") || names.equals("none") ? new String[0] : names.split(",")) {
            features.add(Feature.valueOf(name));
        }
        return names.equals("all") ? EnumSet.allOf(Feature.class) : features;
    }

    @Property(tries = 300)
    void aStoreAnswersWhatItsRowsDo(@ForAll long seed, @ForAll @IntRange(max = 60) int changes) throws Exception {
        Both both = new Both(new Random(seed));
        both.load();
        both.askAll();
        for (int change = 0; change < changes; change++) {
            both.change();
            if (both.random.nextInt(6) == 0) {
                both.askAll();
            }
        }
        both.askAll();
    }

    /** Whatever is changed meanwhile, and however many asks are under way, of which the writer then copies what they read. */
    @Property(tries = 300)
    void aDetachedAskAnswersOfTheMomentItWasMade(@ForAll long seed, @ForAll @IntRange(max = 80) int changes)
            throws Exception {
        Both both = new Both(new Random(seed));
        both.load();
        List<UnderWay> underWay = new ArrayList<>();
        for (int change = 0; change < changes; change++) {
            if (both.random.nextInt(3) == 0) {
                underWay.add(both.begin());
            }
            both.change();
            if (both.random.nextInt(3) == 0) {
                both.store.settle();
            }
            if (!underWay.isEmpty() && both.random.nextInt(4) == 0) {
                underWay.remove(both.random.nextInt(underWay.size())).end();
            }
        }
        for (UnderWay each : underWay) {
            each.end();
        }
        both.askAll();
    }

    /**
     * An ask that was made, and is answered later, in as many parts.
     *
     * @param expected its answer when it was made
     * @param parts none where it was refused then
     */
    private record UnderWay(List<List<String>> expected, List<Asking> parts, String what) {
        private void end() {
            if (!parts.isEmpty()) {
                assertThat(texts(this::answer)).as(what).isEqualTo(expected);
            }
            parts.forEach(Asking::close);
        }

        private Answer answer() throws UnanswerableException {
            Asking first = parts.get(0);
            if (parts.size() == 1 || !first.splits()) {
                return first.answer();
            }
            for (int part = parts.size() - 1; part >= 0; part--) {
                parts.get(part).read(part, parts.size());
            }
            for (Asking other : parts.subList(1, parts.size())) {
                first.add(other);
            }
            return first.result();
        }
    }

    @Property(tries = 200)
    void aStoreOfWhichEveryRowWasTakenOutHoldsNothing(@ForAll long seed) throws Exception {
        Both both = new Both(new Random(seed));
        both.load();
        for (int change = 0; change < 20; change++) {
            both.change();
        }
        both.deleteAll();
        both.askAll();
        both.store.settle();
        assertThat(both.store.cells()).isZero();
        assertThat(both.store.held().views()).allSatisfy(view -> {
            assertThat(view.rows()).isZero();
            assertThat(view.firstBucket()).isNull();
            assertThat(view.levels())
                    .allSatisfy(level -> assertThat(level.buckets()).isZero());
        });
        assertThat(both.store.held().dims())
                .allSatisfy(dim -> assertThat(dim.rows()).isZero());
        assertThat(both.store.codesInUse()).isZero();
    }

    /** Invariant 9: how many cells an ask reads goes by the widths, and nothing else. */
    @Property(tries = 100)
    void answersDoNotChangeWithTheWidthsKept(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        RandomStore draws = new RandomStore(random, FEATURES);
        Spec spec = draws.spec();
        Fact[] narrow = spec.facts().stream()
                .map(fact -> new Fact(
                        fact.name(),
                        fact.table(),
                        fact.time(),
                        List.of(fact.width()),
                        fact.keys(),
                        fact.refs(),
                        fact.measures(),
                        fact.where(),
                        fact.assumed()))
                .toArray(Fact[]::new);
        TestTypes types = RandomStore.types(spec);
        Store many = new Store(spec);
        Store one = new Store(Specs.of(narrow));
        for (int table = 0; table < spec.tables().size(); table++) {
            Rows rows = new Rows(spec.tables().get(table).columns().size());
            for (int row = 0; row < 40; row++) {
                draws.addRow(spec, table, rows);
            }
            for (Store store : List.of(many, one)) {
                store.setTypes(
                        table, types.table(spec.tables().get(table).name().toString()));
                store.addRows(table, rows);
            }
        }
        for (int view = 0; view < narrow.length; view++) {
            for (int i = 0; i < 5; i++) {
                CheckedAsk ask = draws.ask(spec, view);
                assertThat(texts(many, ask)).as("%s", ask).isEqualTo(texts(one, ask));
            }
        }
    }

    /** Answers, or refuses. */
    private interface Answering {
        Answer answer() throws UnanswerableException;
    }

    private static List<List<String>> texts(Store store, CheckedAsk ask) {
        return texts(() -> store.ask(ask, MAX_GROUPS, Long.MAX_VALUE));
    }

    /** The answer, or why there is none. */
    private static List<List<String>> texts(Answering answering) {
        try {
            return RowStore.texts(answering.answer());
        } catch (UnanswerableException e) {
            return List.of(List.of(e.getMessage()));
        }
    }

    /** Invariant 4. */
    @Property(tries = 200)
    void aTableOfWhichEveryRowWasTakenOutGivesUpNoOther(@ForAll long seed) throws Exception {
        Both both = new Both(new Random(seed));
        both.load();
        int table = both.random.nextInt(both.rows.size());
        Rows again = both.draw(table);
        both.rows.get(table).add(again);
        both.store.insert(table, again, 0);
        both.model.insert(table, again, 0);
        both.deleteAll();
        // What no view and no dim holds it cannot miss: a row outside WHERE, one with a null in its key (Invariant 6).
        boolean hasNull = IntStream.range(0, again.columns()).anyMatch(column -> again.isNull(0, column));
        if (both.model.isOfAView(table, again, 0) || (both.isDim(table) && !hasNull)) {
            assertThatThrownBy(() -> both.store.delete(table, again, 0)).isInstanceOf(RowException.class);
        }
    }

    /** A store and the rows it should hold. */
    private static final class Both {
        private final Random random;
        private final RandomStore draws;
        private final Spec spec;
        private final TestTypes types;
        private final Store store;
        private final RowStore model;
        /** By table: the rows in it, each in a batch of its own. */
        private final List<List<Rows>> rows = new ArrayList<>();

        private Both(Random random) {
            this.random = random;
            this.draws = new RandomStore(random, FEATURES);
            this.spec = draws.spec();
            this.types = RandomStore.types(spec);
            this.store = new Store(spec, new TestDetached());
            this.model = new RowStore(spec, types);
            for (int table = 0; table < spec.tables().size(); table++) {
                store.setTypes(
                        table, types.table(spec.tables().get(table).name().toString()));
                rows.add(new ArrayList<>());
            }
        }

        /** Makes an ask, which is to be answered later. */
        private UnderWay begin() {
            CheckedAsk ask = draws.ask(spec, random.nextInt(spec.facts().size()));
            List<List<String>> expected = texts(store, ask);
            List<Asking> parts = new ArrayList<>();
            try {
                int count = 1 + random.nextInt(3);
                for (int part = 0; part < count; part++) {
                    Asking asking = store.asking(ask, MAX_GROUPS, Long.MAX_VALUE, () -> false);
                    asking.detach(() -> {});
                    parts.add(asking);
                }
            } catch (UnanswerableException refused) {
                assertThat(expected).isEqualTo(List.of(List.of(String.valueOf(refused.getMessage()))));
            }
            return new UnderWay(expected, parts, ask + " of " + spec.facts().get(ask.fact()));
        }

        private Rows draw(int table) {
            Rows drawn = new Rows(spec.tables().get(table).columns().size());
            draws.addRow(spec, table, drawn);
            return drawn;
        }

        private void load() {
            for (int table = 0; table < rows.size(); table++) {
                Rows batch = new Rows(spec.tables().get(table).columns().size());
                for (int row = 0; row < random.nextInt(30); row++) {
                    Rows one = draw(table);
                    rows.get(table).add(one);
                    model.insert(table, one, 0);
                    copy(one, batch);
                }
                store.addRows(table, batch);
            }
            if (random.nextInt(4) > 0) {
                store.bind();
            }
        }

        private static void copy(Rows from, Rows to) {
            to.addRow();
            for (int column = 0; column < from.columns(); column++) {
                if (!from.isNull(0, column)) {
                    to.set(column, from.bytes(), from.start(0, column), from.length(0, column));
                }
            }
        }

        private void change() throws RowException {
            int table = random.nextInt(rows.size());
            List<Rows> held = rows.get(table);
            int kind = random.nextInt(10);
            if (kind == 0 && random.nextInt(4) == 0) {
                store.truncate(table);
                model.truncate(table);
                held.clear();
            } else if (kind < 4 || held.isEmpty()) {
                Rows added = draw(table);
                store.insert(table, added, 0);
                model.insert(table, added, 0);
                held.add(added);
            } else if (kind < 7) {
                delete(table, held.remove(random.nextInt(held.size())));
            } else {
                Rows both = new Rows(spec.tables().get(table).columns().size());
                Rows before = held.remove(random.nextInt(held.size()));
                Rows after = random.nextInt(4) == 0 ? before : draw(table);
                copy(before, both);
                copy(after, both);
                store.update(table, both, 0, 1);
                model.delete(table, before, 0);
                model.insert(table, after, 0);
                held.add(after);
            }
        }

        private void delete(int table, Rows row) throws RowException {
            store.delete(table, row, 0);
            assertThat(model.delete(table, row, 0)).isTrue();
        }

        private void deleteAll() throws RowException {
            for (int table = 0; table < rows.size(); table++) {
                for (Rows row : rows.get(table)) {
                    delete(table, row);
                }
                rows.get(table).clear();
            }
        }

        /** Asks at a commit's end mostly, and else in the middle of one. */
        private void askAll() throws Exception {
            if (random.nextInt(4) > 0) {
                store.settle();
            }
            for (int view = 0; view < spec.facts().size(); view++) {
                for (int i = 0; i < 3; i++) {
                    compare(draws.ask(spec, view));
                }
            }
        }

        private void compare(CheckedAsk ask) {
            List<List<String>> expected;
            try {
                expected = model.ask(ask);
            } catch (ArithmeticException beyond) {
                expected = null;
            }
            Fact fact = spec.facts().get(ask.fact());
            try {
                List<List<String>> answered = RowStore.texts(store.ask(ask, MAX_GROUPS, Long.MAX_VALUE));
                if (expected != null) {
                    assertThat(answered).as("%s of %s", ask, fact).isEqualTo(expected);
                } else {
                    // A group that is not in the answer may be what is beyond.
                    assertThat(ask.having().isEmpty() && ask.limit() == Long.MAX_VALUE && ask.offset() == 0)
                            .as("a value beyond its type is answered: %s of %s", ask, fact)
                            .isFalse();
                }
            } catch (UnanswerableException e) {
                assertThat(expected == null || model.straddles(ask))
                        .as("refused: %s: %s of %s", e.getMessage(), ask, fact)
                        .isTrue();
            }
        }

        private boolean isDim(int table) {
            return spec.dims().stream().anyMatch(dim -> spec.table(dim.table()) == table);
        }
    }
}
