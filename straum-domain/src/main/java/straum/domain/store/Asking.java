package straum.domain.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Answer;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.Types;
import straum.domain.ask.UnanswerableException;
import straum.domain.spec.Condition;
import straum.domain.spec.Dim;
import straum.domain.spec.Fact;
import straum.domain.spec.Key;
import straum.domain.spec.Spec;
import straum.domain.spec.Via;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/**
 * One ask against a store: its conditions and keys become tests on codes and parts of groups, its range the buckets to
 * read; then one {@link Pass} over their cells, and the groups as a {@link Result}. It only reads the store.
 */
final class Asking {
    /** Room is left for all groups there can be while they are no more than this, or than the cells to read. */
    private static final int FEW_GROUPS = 1 << 10;

    private static final int MANY_GROUPS = 1 << 16;

    private final Spec spec;
    private final Types types;
    private final Fact fact;
    private final Rollup rollup;
    private final CheckedAsk ask;
    private final int maxGroups;
    private final List<String> rollupKey;
    private final Buckets buckets;
    private final Joins joins;

    /**
     * An ask of a fact.
     *
     * @param projections of all dims of the spec
     */
    Asking(Spec spec, Types types, Rollup rollup, Projection[] projections, CheckedAsk ask, int maxGroups) {
        this.spec = spec;
        this.types = types;
        this.fact = spec.facts().get(ask.fact());
        this.rollup = rollup;
        this.ask = ask;
        this.maxGroups = maxGroups;
        this.rollupKey = fact.rollupKey();
        boolean byBucket = false;
        for (CheckedAsk.Grouping by : ask.groupBy()) {
            byBucket |= by instanceof CheckedAsk.Grouping.ByTime;
        }
        this.buckets = Cover.of(rollup.levels(), ask.from(), ask.to(), byBucket);
        this.joins = joins(projections);
    }

    private Joins joins(Projection[] projections) {
        List<Dim> dims = new ArrayList<>();
        Projection[] ofRefs = new Projection[fact.refs().size()];
        for (int ref = 0; ref < ofRefs.length; ref++) {
            int dim = spec.dim(fact.refs().get(ref));
            dims.add(spec.dims().get(dim));
            ofRefs[ref] = projections[dim];
        }
        Map<Via.Attribute, List<Condition<Integer, Literal>>> conditions = new LinkedHashMap<>();
        for (Condition<Integer, Literal> condition : conjuncts()) {
            if (via(condition.subjects().iterator().next()) instanceof Via.Attribute attribute) {
                conditions.computeIfAbsent(attribute, key -> new ArrayList<>()).add(condition);
            }
        }
        Set<Via.Attribute> asked = new LinkedHashSet<>();
        for (CheckedAsk.Grouping by : ask.groupBy()) {
            if (by instanceof CheckedAsk.Grouping.ByKey key && via(key.key()) instanceof Via.Attribute attribute) {
                asked.add(attribute);
            }
        }
        int[] limits = new int[rollupKey.size()];
        for (int column = 0; column < limits.length; column++) {
            int limit = rollup.codes(column).limit();
            limits[column] = limit <= 1024 || limit <= 4 * buckets.cellCount() ? limit : 0;
        }
        return new Joins(fact, dims, ofRefs, conditions, asked, limits, this::type);
    }

    private List<Condition<Integer, Literal>> conjuncts() {
        Condition<Integer, Literal> where = ask.where();
        return where == null
                ? List.of()
                : where instanceof Condition.And<Integer, Literal> and ? and.all() : List.of(where);
    }

    private ColumnType type(Via via) {
        return CheckedAsk.viaType(spec, types, ask.fact(), via);
    }

    private Via via(int key) {
        return fact.keys().get(key).via();
    }

    /**
     * The answer.
     *
     * @throws UnanswerableException when a value is beyond its type or there are more groups than may be
     */
    Answer answer() throws UnanswerableException {
        List<Result.Grouped> groupedBy = new ArrayList<>();
        Pass.Part[] parts = new Pass.Part[ask.groupBy().size()];
        int[] limits = new int[parts.length];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = part(
                    ask.groupBy().get(i) instanceof CheckedAsk.Grouping.ByKey key ? key.key() : CheckedAsk.BUCKET,
                    groupedBy);
            Codes codes = groupedBy.get(i).codes();
            limits[i] = codes == null ? Math.max(1, buckets.size()) : codes.limit();
        }
        int dense = (int) Math.min(MANY_GROUPS, Math.max(FEW_GROUPS, buckets.cellCount()));
        Groups groups = new Groups(limits, dense, maxGroups);
        Measured measured = new Measured(fact, rollup, measures(), groups.limit());
        new Pass(filters(), parts, joins.all(), groups, measured).read(buckets);
        return new Result(groupedBy, groups, measured, buckets, maxGroups).answer(ask, columnTypes());
    }

    /** The part of the groups that a key grouped by is; adds what the result needs of it. */
    private Pass.Part part(int key, List<Result.Grouped> into) {
        ColumnType type = CheckedAsk.keyType(spec, types, ask.fact(), key);
        if (key == CheckedAsk.BUCKET) {
            into.add(new Result.Grouped(key, Fact.BUCKET, type, null));
            return new Pass.Part.Bucket();
        }
        Key named = fact.keys().get(key);
        if (named.via() instanceof Via.Attribute attribute) {
            Joins.Place place = joins.place(attribute);
            into.add(new Result.Grouped(key, named.name(), type, joins.codes(attribute)));
            return new Pass.Part.Attribute(place.join(), place.which());
        }
        int column = rollupKey.indexOf(named.via().column());
        into.add(new Result.Grouped(key, named.name(), type, rollup.codes(column)));
        return new Pass.Part.FactColumn(column);
    }

    private List<Integer> measures() {
        return ask.measures().stream().map(CheckedAsk.Asked::measure).toList();
    }

    private List<ColumnType> columnTypes() {
        List<ColumnType> of = new ArrayList<>();
        for (CheckedAsk.Column column : ask.columns()) {
            if (column instanceof CheckedAsk.Column.OfMeasure measure) {
                int asked = ask.measures().get(measure.asked()).measure();
                of.add(CheckedAsk.measureType(spec, types, ask.fact(), asked));
            } else if (column instanceof CheckedAsk.Column.OfKey key) {
                int by = ask.groupBy().get(key.grouping()) instanceof CheckedAsk.Grouping.ByKey of1
                        ? of1.key()
                        : CheckedAsk.BUCKET;
                of.add(CheckedAsk.keyType(spec, types, ask.fact(), by));
            }
        }
        return of;
    }

    /** Of each column of the rollup's key, the codes that meet the conditions on it; null where there is none. */
    private @Nullable CodeSet[] filters() {
        Map<Integer, List<Condition<Integer, Literal>>> conditions = new LinkedHashMap<>();
        for (Condition<Integer, Literal> condition : conjuncts()) {
            if (via(condition.subjects().iterator().next()) instanceof Via.Column column) {
                conditions
                        .computeIfAbsent(rollupKey.indexOf(column.column()), key -> new ArrayList<>())
                        .add(condition);
            }
        }
        @Nullable CodeSet[] filters = new CodeSet[rollupKey.size()];
        conditions.forEach((column, on) ->
                filters[column] = CodeSet.of(on, type(new Via.Column(rollupKey.get(column))), rollup.codes(column)));
        return filters;
    }
}
