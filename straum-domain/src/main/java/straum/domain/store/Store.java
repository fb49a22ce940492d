package straum.domain.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Answer;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.Types;
import straum.domain.ask.UnanswerableException;
import straum.domain.spec.Condition;
import straum.domain.spec.Dim;
import straum.domain.spec.Fact;
import straum.domain.spec.Ref;
import straum.domain.spec.Spec;
import straum.domain.spec.Table;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;
import straum.domain.value.Rows;

/**
 * Everything Straum keeps: per fact a rollup, per dim a projection. Mutable; one writer, and no reader beside it but a
 * {@linkplain Asking#detach detached} ask: the app's lock sees to that. Tables are named by their index in {@link Spec#tables}, and rows come in the layout of
 * {@link straum.domain.spec.Table#columns}. A table that several views read, as fact or as dim, has each change applied
 * to all of them.
 */
public final class Store {
    private final Spec spec;
    private final Detached asks;
    private final SharedCodes codes;
    /** By table; empty until its types are set. */
    private final ColumnType[][] types;

    private final TableUsers[] users;
    /** By fact; null until its table has types. */
    private final @Nullable Rollup[] rollups;
    /** By dim; null until its table has types. */
    private final @Nullable Projection[] projections;

    /** An empty store for a spec, which is read under its lock alone. */
    public Store(Spec spec) {
        this(spec, Detached.NONE);
    }

    /**
     * An empty store for a spec.
     *
     * @param asks those that read it outside of its lock
     */
    public Store(Spec spec, Detached asks) {
        this.spec = spec;
        this.asks = asks;
        this.codes = new SharedCodes(spec, asks);
        this.types = new ColumnType[spec.tables().size()][0];
        this.users = new TableUsers[types.length];
        Arrays.setAll(users, table -> new TableUsers());
        this.rollups = new Rollup[spec.facts().size()];
        this.projections = new Projection[spec.dims().size()];
    }

    /**
     * Sets the types of a table's columns, in its layout, before its first row (Invariant 5).
     *
     * @throws IllegalArgumentException for a type that cannot be what the spec makes of the column: the catalog check
     *     has refused it before
     */
    public void setTypes(int table, ColumnType[] types) {
        Table of = spec.tables().get(table);
        if (types.length != of.columns().size()) {
            throw new IllegalArgumentException(types.length + " types for the columns of " + of);
        }
        if (this.types[table].length > 0) {
            throw new IllegalStateException(of.name() + " has its types already");
        }
        ColumnType[] own = types.clone();
        Codes[] columns = codes.of(table, own);
        TableUsers user = new TableUsers();
        for (int i = 0; i < projections.length; i++) {
            Dim dim = spec.dims().get(i);
            if (dim.table().equals(of.name())) {
                Projection projection = new Projection(dim, of, own, columns, conditionsOn(dim), asks);
                projections[i] = projection;
                user.add(projection, of, dim);
            }
        }
        for (int i = 0; i < rollups.length; i++) {
            Fact fact = spec.facts().get(i);
            if (fact.table().equals(of.name())) {
                Rollup rollup = new Rollup(fact, of, own, columns, asks);
                rollups[i] = rollup;
                user.add(rollup, of, fact);
            }
        }
        this.types[table] = own;
        users[table] = user;
        for (int i = 0; i < rollups.length; i++) {
            addBound(i);
        }
    }

    /**
     * Takes over the labels that enums have gained since a table's types were set. Cells hold labels by their bytes, and
     * the labels there were keep their order among themselves, so all that has been counted, ordered and compared so far
     * stays as it is.
     *
     * @param types of all the table's columns
     * @throws IllegalArgumentException when a type is more than the one it was with labels added
     */
    public void addLabels(int table, ColumnType[] types) {
        ColumnType[] own = this.types[table];
        for (int column = 0; column < types.length; column++) {
            if (types.length != own.length || !own[column].isWithin(types[column])) {
                Table of = spec.tables().get(table);
                throw new IllegalArgumentException(of.name() + " has other types than " + Arrays.toString(own));
            }
        }
        // The array is the one that the table's users were made with.
        System.arraycopy(types, 0, own, 0, own.length);
        users[table].retyped();
    }

    /** The conditions that refs have on the rows of a dim, each once. */
    private List<Condition<String, Literal>> conditionsOn(Dim dim) {
        Set<Condition<String, Literal>> conditions = new LinkedHashSet<>();
        for (Fact fact : spec.facts()) {
            for (Ref ref : fact.refs()) {
                if (ref.condition() != null
                        && ref.table().equals(dim.table())
                        && ref.key().equals(dim.key())) {
                    conditions.add(ref.condition());
                }
            }
        }
        return List.copyOf(conditions);
    }

    /** Adds the bound cells of a fact that is to have some, once it and its dims have types. */
    private void addBound(int number) {
        Fact fact = spec.facts().get(number);
        Rollup rollup = rollups[number];
        if (rollup == null || rollup.bound() != null || !fact.isBound() || !isTyped(fact)) {
            return;
        }
        List<Dim> dims = new ArrayList<>();
        Projection[] ofRefs = new Projection[fact.refs().size()];
        for (int ref = 0; ref < ofRefs.length; ref++) {
            int dim = spec.dim(fact.refs().get(ref));
            dims.add(spec.dims().get(dim));
            ofRefs[ref] = projections[dim];
        }
        rollup.follow(new Bound(fact, rollup, dims, ofRefs));
    }

    /** The cells that {@link #bind} goes through: none where no view has bound cells. */
    public long cellsToBind() {
        long count = 0;
        for (Rollup rollup : rollups) {
            if (rollup != null && rollup.bound() != null) {
                count += rollup.bound().cellsToBind();
            }
        }
        return count;
    }

    /**
     * Makes the bound cells from the cells: once everything is loaded.
     *
     * @param told of how many more of the {@link #cellsToBind} are bound, a few thousand at a time; what it throws ends this,
     *     and the store is of no use then
     */
    public void bind(LongConsumer told) {
        for (Rollup rollup : rollups) {
            if (rollup != null && rollup.bound() != null) {
                rollup.bound().bind(told);
            }
        }
    }

    /** Makes the bound cells from the cells, and tells nobody how far it is. */
    public void bind() {
        bind(cells -> {});
    }

    /**
     * Moves the bound cells that the changes since the last settling concern: at the end of each commit. An ask before it
     * is answered all the same, from the cells.
     */
    public void settle() {
        for (Rollup rollup : rollups) {
            if (rollup != null && rollup.bound() != null) {
                rollup.bound().settle();
            }
        }
    }

    /** The types set. */
    public Types types() {
        return (table, column) -> {
            ColumnType[] of = types[table];
            if (of.length == 0) {
                throw new IllegalStateException(spec.tables().get(table).name() + " has no types yet");
            }
            return of[column];
        };
    }

    /** Adds all rows of a batch, as a load does. */
    public void addRows(int table, Rows rows) {
        users[table].add(rows, 0, rows.size());
    }

    /** Adds one row to every fact and dim of the table. */
    public void insert(int table, Rows rows, int row) {
        users[table].add(rows, row, row + 1);
    }

    /**
     * Replaces one row by another, both in one batch.
     *
     * @throws RowException when the old row was never added
     */
    public void update(int table, Rows rows, int oldRow, int newRow) throws RowException {
        users[table].update(rows, oldRow, newRow);
    }

    /**
     * Takes one row out.
     *
     * @throws RowException when it was never added
     */
    public void delete(int table, Rows rows, int row) throws RowException {
        users[table].remove(rows, row);
    }

    /** Takes all rows of the table out. */
    public void truncate(int table) {
        users[table].clear();
    }

    /**
     * Answers an ask.
     *
     * @param maxGroups the most groups there may be, before HAVING and LIMIT pick the answer's rows from them
     * @param maxBytes of the heap that it may take, about, for what it adds up and answers
     * @throws UnanswerableException when a value is beyond its type, there are more groups, they take more of the heap, or
     *     a bucket lies within no one of the times grouped by
     */
    public Answer ask(CheckedAsk ask, int maxGroups, long maxBytes) throws UnanswerableException {
        return asking(ask, maxGroups, maxBytes, () -> false).answer();
    }

    /** As many buckets as an ask may read at most, of a width; cheap, for none is looked at. */
    public long buckets(CheckedAsk ask) {
        Rollup rollup = rollups[ask.fact()];
        Level narrowest = rollup == null ? null : rollup.levels()[0];
        if (narrowest == null) {
            return 0;
        }
        // A range without an end overflows: it holds all there are.
        long span = ask.to() - ask.from();
        boolean isOpen = ask.from() == Long.MIN_VALUE || ask.to() == Long.MAX_VALUE || span < 0;
        return isOpen
                ? narrowest.bucketCount()
                : Math.min(narrowest.bucketCount(), span / narrowest.width().seconds());
    }

    /**
     * Makes an ask ready to be answered, which reads no cell yet.
     *
     * @param maxGroups the most groups there may be, before HAVING and LIMIT pick the answer's rows from them
     * @param maxBytes of the heap that it may take, about, for what it adds up and answers
     * @param isGone whether nobody wants the answer any more; asked every few thousand cells
     * @throws UnanswerableException when there are more groups, they take more of the heap, or a bucket lies within no one
     *     of the times grouped by
     */
    public Asking asking(CheckedAsk ask, int maxGroups, long maxBytes, BooleanSupplier isGone)
            throws UnanswerableException {
        Rollup rollup = rollups[ask.fact()];
        if (rollup == null) {
            throw new IllegalStateException(spec.facts().get(ask.fact()).name() + " has no types yet");
        }
        return new Asking(spec, types(), rollup, projections, ask, maxGroups, new Room(maxBytes), asks, isGone);
    }

    /** The cells of all facts at all widths, value cells and bound cells counted; cheap, for nothing is walked through. */
    public long cells() {
        long cells = 0;
        for (Rollup rollup : rollups) {
            cells += rollup == null ? 0 : rollup.cellCount();
        }
        return cells;
    }

    /** The view with the most cells; null where none has any. Walks through cells of it. */
    public @Nullable Largest largest() {
        Rollup most = null;
        for (Rollup rollup : rollups) {
            if (rollup != null && rollup.cellCount() > (most == null ? 0 : most.cellCount())) {
                most = rollup;
            }
        }
        return most == null ? null : most.largest();
    }

    /** The bound cells of a fact that has some. */
    Bound boundCells(int fact) {
        Rollup rollup = rollups[fact];
        Bound bound = rollup == null ? null : rollup.bound();
        if (bound == null) {
            throw new IllegalStateException(spec.facts().get(fact).name() + " has no bound cells");
        }
        return bound;
    }

    /** The values of all columns that have a code. */
    long codesInUse() {
        return codes.size();
    }

    /** What it holds. */
    public Held held() {
        boolean[] counted = codes.noneCounted();
        List<Held.HeldDim> dims = new ArrayList<>();
        for (int i = 0; i < projections.length; i++) {
            Dim dim = spec.dims().get(i);
            Projection projection = projections[i];
            Set<String> columns = new LinkedHashSet<>(dim.key());
            columns.addAll(dim.attributes());
            long bytes = codeBytes(spec.table(dim.table()), columns, counted);
            dims.add(new Held.HeldDim(
                    dim.table(),
                    dim.key(),
                    projection == null ? 0 : projection.rowCount(),
                    bytes + (projection == null ? 0 : projection.bytes())));
        }
        List<Held.View> views = new ArrayList<>();
        for (int i = 0; i < rollups.length; i++) {
            Fact fact = spec.facts().get(i);
            long bytes = codeBytes(spec.table(fact.table()), fact.columns(), counted);
            views.add(held(i, fact, rollups[i], bytes));
        }
        return new Held(views, dims);
    }

    /** From the first bucket of a fact to the end of its last; null when there is none. */
    public Held.@Nullable Span span(int fact) {
        Rollup rollup = rollups[fact];
        Level level = rollup == null ? null : rollup.levels()[0];
        return level == null || level.bucketCount() == 0
                ? null
                : new Held.Span(
                        level.firstEdge(), level.lastEdge() + level.width().seconds());
    }

    /** From the last bucket of a fact from which on there are so many cells, or its first, to the end of its last; null when there is none. */
    public Held.@Nullable Span newest(int fact, long cells) {
        Held.Span whole = span(fact);
        Rollup rollup = rollups[fact];
        return whole == null || rollup == null ? null : new Held.Span(rollup.levels()[0].edgeBefore(cells), whole.to());
    }

    /** The bytes of the codes of some columns; codes that are shared count where they are met first. */
    private long codeBytes(int table, Iterable<String> columns, boolean[] counted) {
        long bytes = 0;
        for (String column : columns) {
            bytes += codes.bytes(table, spec.tables().get(table).column(column), counted);
        }
        return bytes;
    }

    private Held.View held(int number, Fact fact, @Nullable Rollup rollup, long codeBytes) {
        List<Held.HeldLevel> levels = new ArrayList<>();
        Long first = null;
        Long last = null;
        for (int i = 0; i < fact.widths().size(); i++) {
            Level level = rollup == null ? null : rollup.levels()[i];
            if (level == null) {
                levels.add(new Held.HeldLevel(fact.widths().get(i), 0, 0));
                continue;
            }
            levels.add(new Held.HeldLevel(level.width(), level.bucketCount(), level.cellCount()));
            if (i == 0 && level.bucketCount() > 0) {
                first = level.firstEdge();
                last = level.lastEdge();
            }
        }
        List<Held.HeldColumn> keys = new ArrayList<>();
        for (int key = 0; key < fact.keys().size(); key++) {
            ColumnType type = isTyped(fact) ? CheckedAsk.keyType(spec, types(), number, key) : null;
            keys.add(new Held.HeldColumn(fact.keys().get(key).name(), type));
        }
        List<Held.HeldColumn> measures = new ArrayList<>();
        for (int measure = 0; measure < fact.measures().size(); measure++) {
            ColumnType type = isTyped(fact) ? CheckedAsk.measureType(spec, types(), number, measure) : null;
            measures.add(new Held.HeldColumn(fact.measures().get(measure).name(), type));
        }
        return new Held.View(
                fact.name(),
                fact.table(),
                levels,
                rollup == null ? 0 : rollup.cellCount(),
                rollup == null ? 0 : rollup.valueCellCount(),
                rollup == null ? 0 : rollup.boundCellCount(),
                rollup == null ? 0 : rollup.rowCount(),
                first,
                last,
                isTyped(fact) ? CheckedAsk.keyType(spec, types(), number, CheckedAsk.BUCKET) : null,
                keys,
                measures,
                codeBytes + (rollup == null ? 0 : rollup.bytes()));
    }

    /** Whether the fact's table and all it joins have types. */
    private boolean isTyped(Fact fact) {
        return types[spec.table(fact.table())].length > 0
                && fact.refs().stream().allMatch(ref -> types[spec.table(ref.table())].length > 0);
    }
}
