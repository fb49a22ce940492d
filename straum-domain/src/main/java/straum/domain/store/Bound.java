package straum.domain.store;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import straum.domain.spec.Dim;
import straum.domain.spec.Fact;
import straum.domain.spec.Key;
import straum.domain.spec.Measure;
import straum.domain.spec.Via;

/**
 * The bound cells of a fact: its cells once more, keyed by what keys and filters read, with the joins resolved as the dims
 * are now (Invariant 12). They are fewer than the cells, which are keyed by the columns the joins go through, and an ask of
 * them reads no projection. Only for a fact whose joins are all by columns of its own, one of them no key
 * ({@link Fact#isBound}).
 *
 * <p>A row is in a bound cell once for each way that its joins have. A change of a dim leaves the bound cells as they are
 * until {@link #settle}, at the commit's end, moves those it concerns, all in one pass over the cells; until then a changed
 * key keeps the ways it had ({@link BoundRef}). While there is anything to settle, and before {@link #bind}, they are not
 * {@link #isCurrent}, and an ask reads the cells.
 *
 * <p>Mutable; one writer, and any number of readers while it does not write.
 */
final class Bound implements KeyedCells {
    /** Past this share of a dim's keys, making all bound cells anew costs less than moving some. */
    private static final int FEW = 4;

    /** Takes what the cell or row at hand is on one of its ways. */
    @FunctionalInterface
    private interface Arrival {
        /** The bound key is set; the way comes so many times. */
        void at(long times);
    }

    private final Rollup rollup;
    private final List<String> valueInputs;
    private final Values[] values;
    private final List<Via> key;
    private final Codes[] codes;
    /** Of each column of the bound key, the column of the cells' key that it is; −1 where a ref reads it. */
    private final int[] cellColumns;

    private final BoundRef[] refs;
    private final BoundLevels cells;
    /** Beside {@link #values}. */
    private final BoundLevels[] valueCells;

    private final Concerned concerned;

    /** Whether every row is in. */
    private boolean isBound;
    /** Whether a dim has lost all its rows at once since the last settling: then all is made anew. */
    private boolean isStale;

    /* What is at hand, and where it goes. */
    private final int[] cellKey;
    private final int[] boundKey;
    private final int[] valueKey;
    private final Arrival rowArrives = this::addRow;
    private final Arrival cellArrives = this::addCell;
    private Amounts amounts = new Amounts();
    private long seconds;
    private int sign;
    private BoundLevels target;
    private int level;
    private Columns source;
    private int position;
    /** The code of the value cell at hand; −1 of a cell. */
    private int valueCode;

    /**
     * No bound cells.
     *
     * @param rollup the fact's cells
     * @param dims of each ref, its dim
     * @param projections of each ref, its dim's projection
     */
    Bound(Fact fact, Rollup rollup, List<Dim> dims, Projection[] projections) {
        this.rollup = rollup;
        this.key = keyOf(fact);
        List<String> rollupKey = fact.rollupKey();
        this.refs = new BoundRef[projections.length];
        for (int ref = 0; ref < refs.length; ref++) {
            refs[ref] = new BoundRef(fact, ref, dims.get(ref), projections[ref], key, this::forget);
            projections[ref].tell(refs[ref]);
        }
        Codes[] ofCells = new Codes[rollupKey.size()];
        Arrays.setAll(ofCells, rollup::codes);
        this.concerned = new Concerned(refs, ofCells);
        this.codes = new Codes[key.size()];
        this.cellColumns = new int[key.size()];
        for (int column = 0; column < codes.length; column++) {
            Via via = key.get(column);
            if (via instanceof Via.Attribute attribute) {
                Dim dim = dims.get(attribute.ref());
                cellColumns[column] = -1;
                codes[column] =
                        projections[attribute.ref()].codes(dim.attributes().indexOf(attribute.column()));
            } else {
                cellColumns[column] = rollupKey.indexOf(via.column());
                codes[column] = rollup.codes(cellColumns[column]);
            }
        }
        this.cells = new BoundLevels(rollup.levels(), rollup.layouts(), codes, rollup.rowsColumn());
        this.valueInputs = fact.valueInputs();
        this.values = new Values[valueInputs.size()];
        this.valueCells = new BoundLevels[values.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = rollup.values(valueInputs.get(i));
            Codes[] withValue = Arrays.copyOf(codes, codes.length + 1);
            withValue[codes.length] = values[i].codes();
            valueCells[i] =
                    new BoundLevels(values[i].levels(), values[i].layouts(), withValue, values[i].countColumn());
        }
        this.cellKey = new int[rollupKey.size()];
        this.boundKey = new int[codes.length];
        this.valueKey = new int[codes.length + 1];
        this.target = cells;
        this.source = new Columns(new Layouts(0));
    }

    private static List<Via> keyOf(Fact fact) {
        Set<Via> vias = new LinkedHashSet<>();
        for (Key key : fact.keys()) {
            vias.add(key.via());
        }
        for (Measure measure : fact.measures()) {
            if (measure.filter() != null) {
                vias.addAll(measure.filter().subjects());
            }
        }
        return List.copyOf(vias);
    }

    /** Whether they are what the cells and the dims make of them now. */
    boolean isCurrent() {
        return isBound && !isStale && Arrays.stream(refs).allMatch(BoundRef::isSettled);
    }

    /** The cells that {@link #bind} goes through; the wider levels come of what it makes of these. */
    long cellsToBind() {
        long count = rollup.levels()[0].cellCount();
        for (Values of : values) {
            count += of.levels()[0].cellCount();
        }
        return count;
    }

    /**
     * Binds every row anew, as the dims are now.
     *
     * @param told of how many more cells are bound, some at a time
     */
    void bind(LongConsumer told) {
        clear();
        for (BoundRef ref : refs) {
            ref.settled();
            ref.keep(true);
        }
        isStale = false;
        isBound = true;
        sign = 1;
        try {
            bindNarrowest(told);
            cells.widen();
            for (BoundLevels of : valueCells) {
                of.widen();
            }
        } catch (ArithmeticException beyondCounting) {
            unbind();
        }
    }

    /** Lets go of the bound cells until the next {@link #bind}: more matches than can be counted are the ask's to refuse. */
    private void unbind() {
        clear();
        for (BoundRef ref : refs) {
            ref.settled();
            ref.readNow(false);
            ref.keep(false);
        }
        isBound = false;
    }

    /** Adds a row that its cell has got by now, or with sign −1 takes one out. */
    void add(int[] ofCell, Amounts read, long at, int times) {
        if (!isBound || isStale || at == RowTime.NONE) {
            return;
        }
        System.arraycopy(ofCell, 0, cellKey, 0, cellKey.length);
        amounts = read;
        seconds = at;
        sign = times;
        try {
            ways(rowArrives, 0, 1);
        } catch (ArithmeticException beyondCounting) {
            unbind();
        }
    }

    private void addRow(long times) {
        for (int each = 0; each < cells.count(); each++) {
            cells.add(each, seconds, boundKey, amounts, sign * times);
        }
        System.arraycopy(boundKey, 0, valueKey, 0, boundKey.length);
        for (int i = 0; i < values.length; i++) {
            valueKey[boundKey.length] = values[i].lastCode();
            if (valueKey[boundKey.length] != Codes.NULL) {
                for (int each = 0; each < cells.count(); each++) {
                    valueCells[i].count(each, seconds, valueKey, sign * times);
                }
            }
        }
    }

    /** A dim has lost all its rows at once. */
    private void forget() {
        if (isBound) {
            isStale = true;
            for (BoundRef ref : refs) {
                ref.keep(false);
            }
        }
    }

    /** Moves what the dims' changes since the last settling concern, in one pass over the cells. */
    void settle() {
        if (!isBound || isCurrent()) {
            return;
        }
        if (isStale || Arrays.stream(refs).anyMatch(ref -> ref.isChangedPast(FEW))) {
            bind(cells -> {});
            return;
        }
        try {
            moveConcerned();
        } catch (ArithmeticException beyondCounting) {
            unbind();
            return;
        }
        for (BoundRef ref : refs) {
            ref.settled();
        }
    }

    /** Moves the cells whose keys have changed, of all levels, and then the value cells. */
    private void moveConcerned() {
        concerned.begin();
        target = cells;
        moveConcerned(rollup.levels(), cells.count() - 1, Long.MIN_VALUE, Long.MAX_VALUE, -1);
        for (int i = 0; i < values.length; i++) {
            target = valueCells[i];
            int widest = target.count() - 1;
            moveConcerned(values[i].levels(), widest, Long.MIN_VALUE, Long.MAX_VALUE, values[i].codeColumn());
        }
    }

    /** From the widest level on: a row is in cells of all, so where a bucket has none, no narrower one within it has. */
    private void moveConcerned(Level[] levels, int number, long from, long to, int codeColumn) {
        for (long edge : levels[number].edges(from, to)) {
            Cells bucket = levels[number].at(edge);
            Positions found = concerned.find(bucket, codeColumn >= 0);
            if (found.size() > 0) {
                level = number;
                seconds = edge;
                for (int i = 0; i < found.size(); i++) {
                    source = bucket.page(found.get(i));
                    position = Cells.inPage(found.get(i));
                    readKey(codeColumn);
                    move();
                }
                if (number > 0) {
                    long end = edge + levels[number].width().seconds();
                    moveConcerned(levels, number - 1, edge, end, codeColumn);
                }
            }
        }
    }

    /** Has the cell at hand in the key. */
    private void readKey(int codeColumn) {
        for (int column = 0; column < cellKey.length; column++) {
            cellKey[column] = source.code(column, position);
        }
        valueCode = codeColumn < 0 ? -1 : source.code(codeColumn, position);
    }

    /** Moves the cell at hand from the ways it had to those it has. */
    private void move() {
        boolean isChanged = false;
        for (BoundRef ref : refs) {
            isChanged |= ref.isChanged(cellKey);
        }
        if (!isChanged) {
            return;
        }
        sign = -1;
        ways(cellArrives, 0, 1);
        for (BoundRef ref : refs) {
            ref.readNow(true);
        }
        sign = 1;
        ways(cellArrives, 0, 1);
        for (BoundRef ref : refs) {
            ref.readNow(false);
        }
    }

    /** Binds each cell, and each value cell, of the narrowest level. */
    private void bindNarrowest(LongConsumer told) {
        level = 0;
        target = cells;
        bind(rollup.levels()[0], -1, told);
        for (int i = 0; i < values.length; i++) {
            target = valueCells[i];
            bind(values[i].levels()[0], values[i].codeColumn(), told);
        }
    }

    private void bind(Level of, int codeColumn, LongConsumer told) {
        Buckets buckets = of.buckets();
        for (int bucket = 0; bucket < buckets.size(); bucket++) {
            seconds = buckets.edge(bucket);
            source = buckets.columns(bucket);
            for (position = 0; position < source.size(); position++) {
                readKey(codeColumn);
                ways(cellArrives, 0, 1);
            }
            told.accept(source.size());
        }
    }

    private void addCell(long times) {
        int[] to = boundKey;
        if (valueCode >= 0) {
            System.arraycopy(boundKey, 0, valueKey, 0, boundKey.length);
            valueKey[boundKey.length] = valueCode;
            to = valueKey;
        }
        target.add(level, seconds, to, source, position, sign * times);
    }

    /**
     * Goes the ways of the cell at hand, from a ref on; the refs before it having come about so many times.
     *
     * @throws ArithmeticException when the times are beyond a long
     */
    private void ways(Arrival arrival, int ref, long times) {
        if (ref == 0) {
            for (int column = 0; column < boundKey.length; column++) {
                if (cellColumns[column] >= 0) {
                    boundKey[column] = cellKey[cellColumns[column]];
                }
            }
        }
        if (ref == refs.length) {
            arrival.at(times);
            return;
        }
        BoundRef.Ways of = refs[ref].ways(cellKey);
        for (int way = 0; way < of.size(); way++) {
            refs[ref].put(of, way, boundKey);
            ways(arrival, ref + 1, Math.multiplyExact(times, of.times(way)));
        }
    }

    /** Takes all rows out. */
    void clear() {
        cells.clear();
        for (BoundLevels of : valueCells) {
            of.clear();
        }
    }

    @Override
    public int column(Via via) {
        return key.indexOf(via);
    }

    @Override
    public int keyCount() {
        return codes.length;
    }

    @Override
    public Codes codes(int column) {
        return codes[column];
    }

    @Override
    public Level[] levels() {
        return cells.levels();
    }

    @Override
    public Level[] valueLevels(String input) {
        return valueCells[valueInputs.indexOf(input)].levels();
    }

    @Override
    public int shift() {
        return cells.shift();
    }

    /** The bound cells, at every width. */
    BoundLevels cells() {
        return cells;
    }

    /** The bound value cells of an input, by its index in {@link Fact#valueInputs}. */
    BoundLevels valueCells(int input) {
        return valueCells[input];
    }

    /** The bound cells of all levels, bound value cells counted. */
    long cellCount() {
        long count = cells.cellCount();
        for (BoundLevels of : valueCells) {
            count += of.cellCount();
        }
        return count;
    }

    /** The bytes of the heap that they take. */
    long bytes() {
        long bytes = HeapSizes.object(17, 33) + concerned.bytes() + cells.bytes();
        for (BoundRef ref : refs) {
            bytes += ref.bytes();
        }
        for (BoundLevels of : valueCells) {
            bytes += of.bytes();
        }
        return bytes;
    }
}
