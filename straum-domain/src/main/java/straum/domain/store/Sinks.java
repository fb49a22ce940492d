package straum.domain.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.UnanswerableException;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.spec.Via;
import straum.domain.value.Literal;

/**
 * The sinks that add up an ask's measures, each with what it takes: measures that have the same filter and are read from
 * the same cells share one. One that takes all cells is always there: it tells which groups have rows.
 */
final class Sinks {
    /**
     * What a row must meet for a measure to count it.
     *
     * @param own the measure's own filter; null for none
     * @param asked the ask's; null for none
     */
    private record Filter(
            @Nullable Condition<Via, Literal> own, @Nullable Condition<Integer, Literal> asked) {}

    /**
     * What measures that share a sink have in common.
     *
     * @param input the input whose values they look at; null where they are read from the cells
     */
    private record Shared(@Nullable String input, Filter filter) {}

    private static final Shared ALL = new Shared(null, new Filter(null, null));

    private final Fact fact;
    private final Measured rows;
    private final List<Sink> all = new ArrayList<>();
    private final Map<Shared, Computed> computed = new LinkedHashMap<>();
    /** By input, null for the cells themselves. */
    private final Map<@Nullable String, List<Pass.Share>> shares = new LinkedHashMap<>();

    /**
     * Sinks of nothing.
     *
     * @param shift by how much the cells' columns have higher numbers than the rollup's
     * @throws UnanswerableException when they take more room than an ask may have
     */
    Sinks(Fact fact, Rollup rollup, int shift, CheckedAsk ask, Sources sources, Room room)
            throws UnanswerableException {
        this.fact = fact;
        Map<Shared, List<Integer>> measures = new LinkedHashMap<>();
        List<Integer> ofAll = new ArrayList<>();
        measures.put(ALL, ofAll);
        for (CheckedAsk.Asked asked : ask.measures()) {
            measures.computeIfAbsent(shared(asked), key -> new ArrayList<>()).add(asked.measure());
        }
        this.rows = new Measured(fact, rollup, shift, ofAll, 0, room);
        Map<Filter, Mask> masks = new LinkedHashMap<>();
        for (Map.Entry<Shared, List<Integer>> each : measures.entrySet()) {
            Shared shared = each.getKey();
            List<Integer> of = each.getValue();
            Filter filter = shared.filter;
            Mask mask = masks.computeIfAbsent(filter, key -> mask(key, sources));
            if (shared.equals(ALL)) {
                add(shared, mask, rows);
            } else if (shared.input == null) {
                add(shared, mask, new Measured(fact, rollup, shift, of, 0, room));
            } else {
                add(shared, mask, new ValueTotals(fact, rollup, shift, shared.input, of, 0, room));
            }
        }
    }

    private <T extends Sink & Computed> void add(Shared shared, @Nullable Mask mask, T sink) {
        computed.put(shared, sink);
        all.add(sink);
        shares.computeIfAbsent(shared.input, key -> new ArrayList<>()).add(new Pass.Share(mask, sink));
    }

    private @Nullable Mask mask(Filter filter, Sources sources) {
        Mask own = filter.own == null ? null : sources.mask(filter.own);
        Mask asked = filter.asked == null ? null : sources.mask(filter.asked, fact);
        return Mask.both(own, asked);
    }

    private Shared shared(CheckedAsk.Asked asked) {
        Aggregate aggregate = fact.measures().get(asked.measure()).aggregate();
        Filter filter = new Filter(fact.measures().get(asked.measure()).filter(), asked.filter());
        return new Shared(aggregate.kind().readsValues() ? aggregate.input() : null, filter);
    }

    /** The inputs whose values an ask's measures look at. */
    static Set<String> valueInputs(Fact fact, CheckedAsk ask) {
        Set<String> inputs = new LinkedHashSet<>();
        for (CheckedAsk.Asked asked : ask.measures()) {
            Aggregate aggregate = fact.measures().get(asked.measure()).aggregate();
            String input = aggregate.input();
            if (input != null && aggregate.kind().readsValues()) {
                inputs.add(input);
            }
        }
        return inputs;
    }

    /**
     * Makes room for so many groups.
     *
     * @throws UnanswerableException when they take more room than an ask may have
     */
    void reserve(int groups) throws UnanswerableException {
        for (Sink sink : all) {
            sink.reserve(groups);
        }
    }

    /**
     * Adds what those of the same ask have taken, whose groups have the same numbers.
     *
     * @throws UnanswerableException when that takes more room than an ask may have
     */
    void add(Sinks others) throws UnanswerableException {
        for (int i = 0; i < all.size(); i++) {
            all.get(i).add(others.all.get(i));
        }
    }

    /** What takes the cells, or with an input, its value cells. */
    List<Pass.Share> shares(@Nullable String input) {
        return shares.getOrDefault(input, List.of());
    }

    /** What counts all rows. */
    Measured rows() {
        return rows;
    }

    /** What computes a measure. */
    Computed of(CheckedAsk.Asked asked) {
        Computed by = computed.get(shared(asked));
        if (by == null) {
            throw new IllegalArgumentException(asked + " is not asked");
        }
        return by;
    }
}
