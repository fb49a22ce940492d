package straum.domain.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.UnanswerableException;
import straum.domain.spec.Condition;
import straum.domain.spec.Dim;
import straum.domain.spec.Fact;
import straum.domain.spec.Ref;
import straum.domain.spec.Via;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/**
 * Arranges the refs of a fact into {@link Join}s for one ask. Refs that hang together by a chain make one; a ref that
 * the ask does not read is left out where it can neither drop a row nor make several of it.
 */
final class Joins {
    /** Where an attribute asked is found: a join, and its place among the attributes asked of that. */
    record Place(Join join, int which) {}

    private final Fact fact;
    private final List<Dim> dims;
    private final Projection[] projections;
    private final Map<Via.Attribute, List<Condition<Via, Literal>>> conditions;
    private final Set<Via.Attribute> asked;
    private final CodeSets codeSets;
    private final Room room;
    private final Wanted wanted;
    private final Function<Via, ColumnType> types;

    private final List<Join> joins = new ArrayList<>();
    private boolean multiplies;
    private final Map<Via.Attribute, Place> places = new LinkedHashMap<>();

    /**
     * The joins for an ask.
     *
     * @param dims of each ref, its dim
     * @param projections of each ref, its dim's projection
     * @param conditions those on one attribute each
     * @param asked the attributes that groups and masks read
     * @param limits of each column of the fact's rollup key, more than any of its codes, or 0 where these are more than
     *     are worth room for
     * @param codeSets takes what conditions become
     * @param room what the joins may take
     * @param wanted is told of the ways gone
     * @param types of what vias read
     * @throws UnanswerableException when the joins take more room than an ask may have
     */
    Joins(
            Fact fact,
            List<Dim> dims,
            Projection[] projections,
            Map<Via.Attribute, List<Condition<Via, Literal>>> conditions,
            Set<Via.Attribute> asked,
            int[] limits,
            CodeSets codeSets,
            Room room,
            Wanted wanted,
            Function<Via, ColumnType> types)
            throws UnanswerableException {
        this.fact = fact;
        this.codeSets = codeSets;
        this.room = room;
        this.wanted = wanted;
        this.types = types;
        this.dims = dims;
        this.projections = projections;
        this.conditions = conditions;
        this.asked = asked;
        for (List<Integer> chain : chains(needed())) {
            joins.add(join(chain, limits));
        }
    }

    /** The joins. */
    List<Join> all() {
        return joins;
    }

    /** Whether a cell may have several ways: then how many an ask goes is not told by its cells. */
    boolean multiplies() {
        return multiplies;
    }

    /** Where an attribute asked is found. */
    Place place(Via.Attribute attribute) {
        Place place = places.get(attribute);
        if (place == null) {
            throw new IllegalStateException(attribute + " is not asked");
        }
        return place;
    }

    /** The codes of an attribute. */
    Codes codes(Via.Attribute attribute) {
        Dim dim = dims.get(attribute.ref());
        return projections[attribute.ref()].codes(dim.attributes().indexOf(attribute.column()));
    }

    /** Of each ref, whether it matters: itself, or for a later ref that goes through it. */
    private boolean[] needed() {
        boolean[] needed = new boolean[projections.length];
        for (Via.Attribute attribute : asked) {
            needed[attribute.ref()] = true;
        }
        for (Via.Attribute attribute : conditions.keySet()) {
            needed[attribute.ref()] = true;
        }
        for (int ref = needed.length - 1; ref >= 0; ref--) {
            needed[ref] |= fact.refs().get(ref).kind() != Ref.Kind.LEFT || !projections[ref].isUnique();
            if (needed[ref]) {
                for (Ref.On on : fact.refs().get(ref).on()) {
                    if (on.via() instanceof Via.Attribute through) {
                        needed[through.ref()] = true;
                    }
                }
            }
        }
        return needed;
    }

    /** The needed refs, those that hang together in one list, each in join order. */
    private List<List<Integer>> chains(boolean[] needed) {
        List<List<Integer>> chains = new ArrayList<>();
        for (int ref = 0; ref < needed.length; ref++) {
            if (needed[ref]) {
                Set<Integer> through = new LinkedHashSet<>();
                for (Ref.On on : fact.refs().get(ref).on()) {
                    if (on.via() instanceof Via.Attribute attribute) {
                        through.add(attribute.ref());
                    }
                }
                List<Integer> merged = new ArrayList<>();
                for (List<Integer> chain : List.copyOf(chains)) {
                    if (chain.stream().anyMatch(through::contains)) {
                        merged.addAll(chain);
                        chains.remove(chain);
                    }
                }
                merged.add(ref);
                merged.sort(null);
                chains.add(merged);
            }
        }
        return chains;
    }

    private Join join(List<Integer> chain, int[] limits) throws UnanswerableException {
        Set<String> factColumns = new LinkedHashSet<>();
        Map<Via, Integer> registers = new LinkedHashMap<>();
        for (int ref : chain) {
            for (Ref.On on : fact.refs().get(ref).on()) {
                if (on.via() instanceof Via.Column column && factColumns.add(column.column())) {
                    registers.put(column, registers.size());
                }
            }
        }
        Join.Step[] steps = new Join.Step[chain.size()];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = step(chain.get(i), chain, registers);
        }
        List<Via.Attribute> ofChain =
                asked.stream().filter(each -> chain.contains(each.ref())).toList();
        int[] columns = factColumns.stream().mapToInt(fact.rollupKey()::indexOf).toArray();
        Join join = Join.of(
                columns,
                columns.length == 1 ? limits[columns[0]] : 0,
                steps,
                registers.size(),
                ofChain.stream().mapToInt(registers::get).toArray(),
                room,
                wanted);
        for (int which = 0; which < ofChain.size(); which++) {
            places.put(ofChain.get(which), new Place(join, which));
        }
        return join;
    }

    private Join.Step step(int number, List<Integer> chain, Map<Via, Integer> registers) {
        Ref ref = fact.refs().get(number);
        int[] key =
                ref.on().stream().mapToInt(on -> register(registers, on.via())).toArray();
        Set<Via.Attribute> read = new LinkedHashSet<>();
        asked.stream().filter(each -> each.ref() == number).forEach(read::add);
        conditions.keySet().stream().filter(each -> each.ref() == number).forEach(read::add);
        for (int later : chain) {
            for (Ref.On on : fact.refs().get(later).on()) {
                if (on.via() instanceof Via.Attribute attribute && attribute.ref() == number) {
                    read.add(attribute);
                }
            }
        }
        List<Via.Attribute> attributes = List.copyOf(read);
        int[] places = new int[attributes.size()];
        @Nullable CodeSet[] tests = new CodeSet[attributes.size()];
        for (int i = 0; i < places.length; i++) {
            Via.Attribute attribute = attributes.get(i);
            places[i] = dims.get(number).attributes().indexOf(attribute.column());
            List<Condition<Via, Literal>> on = conditions.get(attribute);
            if (on != null) {
                Codes codes = projections[number].codes(places[i]);
                tests[i] = codeSets.of(new Condition.And<>(on), Truth.TRUE, types.apply(attribute), codes);
            }
        }
        int[] into =
                attributes.stream().mapToInt(each -> register(registers, each)).toArray();
        multiplies |= ref.kind().reads() && !projections[number].isUnique();
        return new Join.Step(
                projections[number].asTheyAre(),
                projections[number].isUnique(),
                ref.kind(),
                key,
                places,
                into,
                tests,
                matching(number));
    }

    /** The ref's own condition. */
    private Matching matching(int number) {
        Condition<String, Literal> condition = fact.refs().get(number).condition();
        if (condition == null) {
            return new Matching(null, new int[0]);
        }
        List<String> columns = List.copyOf(condition.subjects());
        Projection projection = projections[number];
        int[] attributes = columns.stream()
                .mapToInt(dims.get(number).attributes()::indexOf)
                .toArray();
        Mask mask = Mask.of(condition, Truth.TRUE, (column, of, wanted) -> {
            int source = columns.indexOf(column);
            ColumnType type = types.apply(new Via.Attribute(number, column));
            return new Mask.In(source, codeSets.of(of, wanted, type, projection.codes(attributes[source])));
        });
        return new Matching(mask, attributes);
    }

    private static int register(Map<Via, Integer> registers, Via via) {
        Integer known = registers.putIfAbsent(via, registers.size());
        return known == null ? registers.size() - 1 : known;
    }
}
