package straum.domain.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.AbandonedException;
import straum.domain.ask.Answer;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.TimeKey;
import straum.domain.ask.Types;
import straum.domain.ask.UnanswerableException;
import straum.domain.spec.Condition;
import straum.domain.spec.Dim;
import straum.domain.spec.Fact;
import straum.domain.spec.Spec;
import straum.domain.spec.Via;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/**
 * One ask against a store: its conditions and keys become tests on codes and parts of groups, its range the buckets to
 * read. Then {@link #read} makes a {@link Pass} over their cells, one more over the value cells of each input that
 * measures look at the values of, and {@link #result} makes of the groups a {@link Result}.
 *
 * <p>Made under the store's lock, and answered under it too, or after {@link #detach} outside of it: the answer is that of
 * the moment it was made. It only reads the store. For one thread; to be closed.
 */
public final class Asking implements AutoCloseable {
    /** Room is left for all groups there can be while they are no more than this, or than the cells to read. */
    private static final int FEW_GROUPS = 1 << 10;

    private static final int MANY_GROUPS = 1 << 20;

    /** What a measure takes of the heap for a group, about. */
    private static final int GROUP_BYTES = 32;

    /** So many tests of a code take as long as reading a cell. */
    private static final int TESTS_A_CELL = 4;

    private static final long NOT_DETACHED = 0;

    private final Spec spec;
    private final Types types;
    private final Fact fact;
    private final CheckedAsk ask;
    private final int maxGroups;
    private final Room room;
    /** The room it had. */
    private final long bytesBefore;

    private final Detached detached;
    private final Wanted wanted;
    /** Those it reads: the bound ones where they are current, for they are fewer. */
    private final KeyedCells cells;

    private final boolean isBound;
    private final ColumnType bucketType;
    private final BucketEdges edges;
    private final Where where;
    /** The time grouped by; null where there is none. */
    private final @Nullable TimeKey time;

    private final Buckets buckets;
    /** By input whose values measures look at, the buckets of its value cells. */
    private final Map<String, Buckets> ofValues = new LinkedHashMap<>();

    private final CodeSets codeSets = new CodeSets();
    private final Joins joins;
    private final Sources sources;
    private final List<Result.Grouped> groupedBy = new ArrayList<>();
    /** Beside {@link #groupedBy}: more than any code; 0 of a time, whose number is not known yet. */
    private final int[] limits;
    /** What must hold of a cell beside the {@link #filters}; null where nothing must. */
    private final @Nullable Mask whole;
    /** Of each column of the cells' key, the codes that meet the conditions on it; null where there is none. */
    private final @Nullable CodeSet[] filters;

    private final Sinks sinks;
    private final List<Result.Measuring> measuring;
    private long number = NOT_DETACHED;
    /** Those the answer tells apart; null until they are looked at. */
    private @Nullable Times times;
    /** Null until they are looked at. */
    private @Nullable Groups groups;

    /**
     * An ask of a fact.
     *
     * @param projections of all dims of the spec
     * @param detached the asks that read outside of the lock
     * @param isGone whether nobody wants the answer any more
     * @throws UnanswerableException when a bucket lies within no one of the times grouped by
     */
    Asking(
            Spec spec,
            Types types,
            Rollup rollup,
            Projection[] projections,
            CheckedAsk ask,
            int maxGroups,
            Room room,
            Detached detached,
            BooleanSupplier isGone)
            throws UnanswerableException {
        this.spec = spec;
        this.types = types;
        this.fact = spec.facts().get(ask.fact());
        this.ask = ask;
        this.maxGroups = maxGroups;
        this.room = room;
        this.bytesBefore = room.left();
        this.detached = detached;
        this.wanted = new Wanted(isGone);
        Bound bound = rollup.bound();
        this.isBound = bound != null && bound.isCurrent();
        this.cells = bound != null && isBound ? bound : rollup;
        this.bucketType = CheckedAsk.keyType(spec, types, ask.fact(), CheckedAsk.BUCKET);
        this.edges = new BucketEdges(bucketType, fact.width());
        this.where = Where.of(fact, cells, ask.where());
        this.time = time();
        this.buckets = cover(cells.levels());
        for (String input : Sinks.valueInputs(fact, ask)) {
            ofValues.put(input, cover(cells.valueLevels(input)));
        }
        this.joins = joins(projections);
        this.sources = new Sources(cells, joins, codeSets, this::type, edges);
        this.limits = new int[ask.groupBy().size()];
        readGroups();
        this.whole = whole();
        this.filters = filters();
        this.sinks = new Sinks(fact, rollup, cells.shift(), ask, sources, room);
        this.measuring = measuring();
        room.take(codeSets.bytes(), "its conditions are on too many different values");
    }

    private @Nullable TimeKey time() {
        for (CheckedAsk.Grouping by : ask.groupBy()) {
            if (by instanceof CheckedAsk.Grouping.ByTime of) {
                return of.time();
            }
        }
        return null;
    }

    private Buckets cover(Level[] levels) throws UnanswerableException {
        List<Condition<Integer, Literal>> filters = new ArrayList<>();
        for (CheckedAsk.Asked asked : ask.measures()) {
            if (asked.filter() != null) {
                filters.add(asked.filter());
            }
        }
        return Cover.of(levels, ask.from(), ask.to(), time, edges.cuts(filters), bucketType);
    }

    private Joins joins(Projection[] projections) throws UnanswerableException {
        List<Dim> dims = new ArrayList<>();
        // Bound cells have gone through the joins.
        Projection[] ofRefs = new Projection[isBound ? 0 : fact.refs().size()];
        for (int ref = 0; ref < ofRefs.length; ref++) {
            int dim = spec.dim(fact.refs().get(ref));
            dims.add(spec.dims().get(dim));
            ofRefs[ref] = projections[dim];
        }
        int[] limits = new int[cells.keyCount()];
        for (int column = 0; column < limits.length; column++) {
            int limit = cells.codes(column).limit();
            limits[column] = limit <= 1024 || limit <= 4 * buckets.cellCount() ? limit : 0;
        }
        return new Joins(
                fact, dims, ofRefs, where.ofAttributes(), attributes(), limits, codeSets, room, wanted, this::type);
    }

    /** The attributes that groups and masks read. */
    private Set<Via.Attribute> attributes() {
        List<Via> read = new ArrayList<>();
        for (CheckedAsk.Grouping by : ask.groupBy()) {
            if (by instanceof CheckedAsk.Grouping.ByKey key) {
                read.add(via(key.key()));
            }
        }
        where.ofSeveral().forEach(condition -> condition.forEachSubject(read::add));
        for (CheckedAsk.Asked asked : ask.measures()) {
            Condition<Via, Literal> own = fact.measures().get(asked.measure()).filter();
            if (own != null) {
                own.forEachSubject(read::add);
            }
            if (asked.filter() != null) {
                asked.filter().subjects().stream()
                        .filter(key -> key != CheckedAsk.BUCKET)
                        .forEach(key -> read.add(via(key)));
            }
        }
        Set<Via.Attribute> attributes = new LinkedHashSet<>();
        for (Via via : read) {
            if (via instanceof Via.Attribute attribute && cells.column(via) < 0) {
                attributes.add(attribute);
            }
        }
        return attributes;
    }

    private ColumnType type(Via via) {
        return CheckedAsk.viaType(spec, types, ask.fact(), via);
    }

    private Via via(int key) {
        return fact.keys().get(key).via();
    }

    /** What it takes to read, in cells that nothing but two keys and two measures is read of. */
    public long work() {
        return cells() * (TESTS_A_CELL + codeSets.count()) / TESTS_A_CELL;
    }

    /** The bytes of the heap that it has taken so far, or will for its conditions. */
    public long bytes() {
        return bytesBefore - room.left();
    }

    /** The cells to read, value cells counted. */
    public long cells() {
        long count = buckets.cellCount();
        for (Buckets each : ofValues.values()) {
            count += each.cellCount();
        }
        return count;
    }

    /** Whether a cell may match several rows of a dim, so that the cells do not tell how long this takes. */
    public boolean multiplies() {
        return joins.multiplies();
    }

    /** More than the groups there can be, of which the answer's rows are some. */
    public long groupsAtMost() {
        long product = 1;
        for (int i = 0; i < limits.length; i++) {
            long limit = groupedBy.get(i).values() == null ? buckets.size() + 1L : limits[i];
            product = Math.min(product * limit, Integer.MAX_VALUE);
        }
        return product;
    }

    /**
     * Has the store leave what this reads as it is, whatever becomes of it, until {@link #close}: so that it may be answered
     * outside of the lock. To be called under the lock that it was made under.
     *
     * @param giveUp as {@link Detached#begin} takes it
     */
    public void detach(Runnable giveUp) {
        if (number != NOT_DETACHED) {
            throw new IllegalStateException("detached already");
        }
        number = detached.begin(giveUp);
    }

    /** Lets go of what it reads. */
    @Override
    public void close() {
        if (number != NOT_DETACHED) {
            detached.end(number);
            number = NOT_DETACHED;
        }
    }

    /**
     * The answer; to be called once, and instead of {@link #read} and {@link #result}.
     *
     * @throws UnanswerableException when a value is beyond its type or there are more groups than may be
     * @throws AbandonedException when nobody wants it any more
     */
    public Answer answer() throws UnanswerableException {
        read(0, 1);
        return result();
    }

    /**
     * Whether others of the same ask, made under the same lock, may read a part of the cells each, and be added up then: only
     * where there is room for all groups there can be, so that a group has the same number in each.
     *
     * @throws UnanswerableException as {@link #answer}
     */
    public boolean splits() throws UnanswerableException {
        return groups().isDense();
    }

    /**
     * Reads one part of the cells.
     *
     * @param part its number, from 0
     * @param of how many parts there are
     * @throws UnanswerableException as {@link #answer}
     * @throws AbandonedException when nobody wants the answer any more
     */
    public void read(int part, int of) throws UnanswerableException {
        Groups into = groups();
        sinks.reserve(into.limit());
        read(buckets, sinks.shares(null), into, part, of);
        for (Map.Entry<String, Buckets> each : ofValues.entrySet()) {
            read(each.getValue(), sinks.shares(each.getKey()), into, part, of);
        }
    }

    private void read(Buckets from, List<Pass.Share> shares, Groups into, int part, int of)
            throws UnanswerableException {
        int[] places = time == null ? new int[0] : times().places(from);
        long cellCount = from.cellCount();
        new Pass(filters, whole, sources.parts(), joins.all(), into, shares, cellCount, wanted)
                .read(from, places, cellCount * part / of, cellCount * (part + 1) / of);
    }

    /**
     * Adds what another has read.
     *
     * @param other of the same ask, made under the same lock, which has read another part
     * @throws UnanswerableException when it takes more room than an ask may have
     */
    public void add(Asking other) throws UnanswerableException {
        sinks.add(other.sinks);
    }

    /**
     * The answer, once all parts have been read; to be called once.
     *
     * @throws UnanswerableException when a value is beyond its type or there are more groups than may be
     */
    public Answer result() throws UnanswerableException {
        Result result = new Result(ask, groupedBy, measuring, groups(), times(), sinks.rows(), room);
        List<Answer.Column> columns = new ArrayList<>();
        for (CheckedAsk.Column column : ask.columns()) {
            columns.add(
                    column instanceof CheckedAsk.Column.OfMeasure measure
                            ? new Answer.Column(
                                    column.name(),
                                    measuring.get(measure.asked()).type(),
                                    result.measures(measure.asked()))
                            : keyColumn((CheckedAsk.Column.OfKey) column, result));
        }
        return new Answer(columns, result.rows());
    }

    private Answer.Column keyColumn(CheckedAsk.Column.OfKey column, Result result) {
        ColumnType type = groupedBy.get(column.grouping()).type();
        return new Answer.Column(column.name(), type, result.keys(column.grouping()));
    }

    private Times times() throws UnanswerableException {
        Times known = times;
        if (known == null) {
            List<Buckets> all = new ArrayList<>(ofValues.values());
            all.add(buckets);
            known = time == null ? new Times(new TimeKey.Bucket(), List.of()) : new Times(time, all);
            times = known;
        }
        return known;
    }

    /** Reads what is grouped by, the first of the sources. */
    private void readGroups() {
        for (int i = 0; i < limits.length; i++) {
            if (ask.groupBy().get(i) instanceof CheckedAsk.Grouping.ByKey by) {
                Via via = via(by.key());
                CodeValues values = sources.codes(via).values();
                sources.add(sources.part(via));
                limits[i] = values.limit();
                groupedBy.add(new Result.Grouped(fact.keys().get(by.key()).name(), type(via), values));
            } else {
                sources.add(new Pass.Part.Time());
                groupedBy.add(new Result.Grouped(Fact.BUCKET, bucketType, null));
            }
        }
    }

    private @Nullable Mask whole() {
        Mask all = null;
        for (Condition<Via, Literal> condition : where.ofSeveral()) {
            all = Mask.both(all, sources.mask(condition));
        }
        return all;
    }

    /** The groups, of which no cell has been found before the first read. */
    private Groups groups() throws UnanswerableException {
        Groups known = groups;
        if (known == null) {
            known = newGroups();
            groups = known;
        }
        return known;
    }

    private Groups newGroups() throws UnanswerableException {
        for (int i = 0; i < limits.length; i++) {
            limits[i] = groupedBy.get(i).values() == null ? Math.max(1, times().size()) : limits[i];
        }
        // An array that has to be cleared for each of them costs no more than looking up a group for every cell.
        long many = Math.min(
                MANY_GROUPS, room.left() / 2 / (GROUP_BYTES * (ask.measures().size() + 1L)));
        int dense = (int) Math.max(FEW_GROUPS, Math.min(many, buckets.cellCount()));
        boolean allAnswered = ask.having().isEmpty() && ask.limit() == Long.MAX_VALUE && ask.offset() == 0;
        return new Groups(limits, dense, maxGroups, allAnswered);
    }

    private ColumnType measureType(int asked) {
        return CheckedAsk.measureType(
                spec, types, ask.fact(), ask.measures().get(asked).measure());
    }

    private List<Result.Measuring> measuring() {
        List<Result.Measuring> all = new ArrayList<>();
        for (int i = 0; i < ask.measures().size(); i++) {
            CheckedAsk.Asked asked = ask.measures().get(i);
            String name = fact.measures().get(asked.measure()).name();
            for (CheckedAsk.Column column : ask.columns()) {
                name = column instanceof CheckedAsk.Column.OfMeasure of && of.asked() == i ? column.name() : name;
            }
            all.add(new Result.Measuring(asked.measure(), name, measureType(i), sinks.of(asked)));
        }
        return all;
    }

    private @Nullable CodeSet[] filters() {
        @Nullable CodeSet[] of = new CodeSet[cells.keyCount()];
        where.ofColumns().forEach((column, conditions) -> {
            ColumnType type = type(conditions.get(0).subjects().iterator().next());
            of[column] = codeSets.of(new Condition.And<>(conditions), Truth.TRUE, type, cells.codes(column));
        });
        return of;
    }
}
