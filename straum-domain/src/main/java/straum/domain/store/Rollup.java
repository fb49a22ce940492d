package straum.domain.store;

import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Fact;
import straum.domain.spec.Measure;
import straum.domain.spec.Table;
import straum.domain.spec.Via;
import straum.domain.value.ColumnType;
import straum.domain.value.Rows;

/**
 * Every cell of one fact: a {@link Level} a width, narrowest first, and the codes of each column of the cells' key. Every
 * row goes into one cell of each level in the same add (Invariant 9), or, having no time, into one that no ask reads
 * (Invariant 7); a row that the view's WHERE is not true of goes into none. A cell is there while it has rows, and a bucket while it has cells.
 *
 * <p>A row is read once: its key's values become codes, its inputs {@link Amounts}; each level then only finds the bucket
 * and the cell. An input whose values measures look at has {@link Values} beside the cells, which follow every row too.
 *
 * <p>Mutable; one writer, and any number of readers while it does not write.
 */
final class Rollup implements KeyedCells {
    /** The places in the table's rows of the columns of the key, in the order of {@link Fact#rollupKey}. */
    private final int[] keyColumns;

    /** The names of the columns of the key. */
    private final List<String> keyNames;

    private final Fact fact;
    private final Table table;
    /** Of the table's columns, the store's own array. */
    private final ColumnType[] types;

    private final Codes[] codes;
    private final RowTime time;
    /** What the view's WHERE is of a row; null where it has none. */
    private @Nullable RowTest where;

    private final State[] states;
    /** Of the inputs that measures look at the values of, in the order of {@link Fact#valueInputs}. */
    private final Values[] values;

    private final List<String> valueInputs;
    private final Layouts layouts;
    /** The column that counts a cell's rows. */
    private final int rowsColumn;

    private final Level[] levels;
    /** The cells of the rows without a time, at no level. */
    private Cells timeless;

    /** The cells once more, by what the joins lead to; null where a fact has none. */
    private @Nullable Bound bound;

    private long rowCount;

    /* The row being added or taken out. */
    private final int[] key;
    private final Amounts amounts = new Amounts();

    /**
     * No cells, of a fact.
     *
     * @param types of the table's columns
     * @param codes of the table's columns
     * @param asks that may read outside of the lock
     */
    Rollup(Fact fact, Table table, ColumnType[] types, Codes[] codes, Detached asks) {
        this.fact = fact;
        this.table = table;
        this.types = types;
        this.keyNames = fact.rollupKey();
        this.keyColumns = keyNames.stream().mapToInt(table::column).toArray();
        this.codes = new Codes[keyColumns.length];
        for (int i = 0; i < keyColumns.length; i++) {
            this.codes[i] = codes[keyColumns[i]];
        }
        int timeColumn = table.column(fact.time());
        this.time = new RowTime(timeColumn, types[timeColumn]);
        this.where = where(fact, table, types);
        this.layouts = new Layouts(keyColumns.length, asks);
        this.rowsColumn = layouts.newCounts();
        List<String> inputs = fact.inputs();
        this.states = new State[inputs.size()];
        for (int i = 0; i < states.length; i++) {
            String input = inputs.get(i);
            Set<Aggregate.Kind> kinds = EnumSet.noneOf(Aggregate.Kind.class);
            for (Measure measure : fact.measures()) {
                if (input.equals(measure.aggregate().input())) {
                    kinds.add(measure.aggregate().kind());
                }
            }
            int column = table.column(input);
            this.states[i] = new State(layouts, column, types[column], kinds);
        }
        this.valueInputs = fact.valueInputs();
        this.values = new Values[valueInputs.size()];
        for (int i = 0; i < values.length; i++) {
            int column = table.column(valueInputs.get(i));
            values[i] = new Values(keyColumns.length, fact.widths(), column, types[column], codes[column], asks);
        }
        this.levels = new Level[fact.widths().size()];
        for (int i = 0; i < levels.length; i++) {
            levels[i] = new Level(fact.widths().get(i), layouts);
        }
        this.timeless = new Cells(layouts);
        this.key = new int[keyColumns.length];
    }

    private static @Nullable RowTest where(Fact fact, Table table, ColumnType[] types) {
        return fact.where() == null
                ? null
                : RowTest.of(fact.where(), table::column, column -> types[table.column(column)]);
    }

    /** Reads the types anew, whose enums have gained labels. */
    void retyped() {
        where = where(fact, table, types);
        for (int i = 0; i < values.length; i++) {
            values[i].retyped(types[table.column(valueInputs.get(i))]);
        }
    }

    /** Adds a row, unless the view passes it over. */
    void add(Rows rows, int row) {
        if (!isIn(rows, row)) {
            return;
        }
        for (int i = 0; i < key.length; i++) {
            key[i] = codes[i].findOrAdd(rows, row, keyColumns[i]);
        }
        read(rows, row);
        long hash = Cells.hash(key);
        long seconds = time.seconds(rows, row);
        if (seconds == RowTime.NONE) {
            add(timeless, hash);
        } else {
            for (Level level : levels) {
                level.addCells(add(level.at(seconds), hash));
            }
        }
        for (Values of : values) {
            of.add(rows, row, key, seconds);
        }
        if (bound != null) {
            bound.add(key, amounts, seconds, 1);
        }
        rowCount++;
    }

    /** Whether the view's WHERE is true of a row. */
    private boolean isIn(Rows rows, int row) {
        return where == null || where.test(rows, row) == Truth.TRUE;
    }

    private void read(Rows rows, int row) {
        amounts.clear();
        amounts.count(rowsColumn);
        for (State state : states) {
            state.read(rows, row, amounts);
        }
    }

    /** Adds the row that was read to its cell of a bucket, and answers how many cells that made. */
    private int add(Cells cells, long hash) {
        int position = cells.find(key, hash);
        boolean isNew = position == Cells.ABSENT;
        if (isNew) {
            position = cells.append(key, hash);
            for (int i = 0; i < key.length; i++) {
                codes[i].use(key[i]);
            }
        }
        amounts.addTo(cells.toChange(position), Cells.inPage(position));
        return isNew ? 1 : 0;
    }

    /**
     * Takes a row out, unless the view passes it over.
     *
     * @throws RowException when it was never added (Invariant 4); the cells are half changed then
     */
    void remove(Rows rows, int row) throws RowException {
        if (!isIn(rows, row)) {
            return;
        }
        for (int i = 0; i < key.length; i++) {
            key[i] = codes[i].find(rows, row, keyColumns[i]);
        }
        read(rows, row);
        long hash = Cells.hash(key);
        long seconds = time.seconds(rows, row);
        for (Values of : values) {
            if (!of.remove(rows, row, key, seconds)) {
                throw missing(rows, row);
            }
        }
        if (seconds == RowTime.NONE) {
            remove(timeless, hash, rows, row);
        } else {
            for (Level level : levels) {
                Cells cells = level.find(seconds);
                if (cells == null) {
                    throw missing(rows, row);
                }
                level.addCells(-remove(cells, hash, rows, row));
                if (cells.size() == 0) {
                    level.remove(seconds);
                }
            }
        }
        if (bound != null) {
            bound.add(key, amounts, seconds, -1);
        }
        rowCount--;
    }

    /** Takes the row that was read from its cell of a bucket, and answers how many cells went with it. */
    private int remove(Cells cells, long hash, Rows rows, int row) throws RowException {
        int position = cells.find(key, hash);
        if (position == Cells.ABSENT) {
            throw missing(rows, row);
        }
        Columns page = cells.toChange(position);
        int at = Cells.inPage(position);
        if (!amounts.takeFrom(page, at)) {
            throw missing(rows, row);
        }
        if (Counts.get(page, rowsColumn, at) > 0) {
            return 0;
        }
        if (!page.isZero(at)) {
            throw missing(rows, row);
        }
        cells.remove(position);
        for (int i = 0; i < key.length; i++) {
            codes[i].release(key[i]);
        }
        return 1;
    }

    private RowException missing(Rows rows, int row) {
        return RowException.missing(table, types, rows, row);
    }

    /** Takes all rows out. */
    void clear() {
        if (bound != null) {
            bound.clear();
        }
        for (Values of : values) {
            of.clear();
        }
        Buckets all = new Buckets();
        timeless.collect(RowTime.NONE, all);
        for (Level level : levels) {
            level.collect(Long.MIN_VALUE, Long.MAX_VALUE, all);
            level.clear();
        }
        for (int page = 0; page < all.size(); page++) {
            release(all.columns(page));
        }
        timeless.giveUp();
        timeless = new Cells(layouts);
        rowCount = 0;
    }

    private void release(Columns cells) {
        for (int column = 0; column < codes.length; column++) {
            for (int position = 0; position < cells.size(); position++) {
                codes[column].release(cells.code(column, position));
            }
        }
    }

    /** Has bound cells follow these from now on. */
    void follow(Bound cells) {
        bound = cells;
    }

    /** The bound cells, or null where a fact has none. */
    @Nullable Bound bound() {
        return bound;
    }

    /** The layouts of the cells. */
    Layouts layouts() {
        return layouts;
    }

    @Override
    public int column(Via via) {
        return via instanceof Via.Column ? keyNames.indexOf(via.column()) : -1;
    }

    @Override
    public int keyCount() {
        return codes.length;
    }

    @Override
    public Level[] valueLevels(String input) {
        return values(input).levels();
    }

    @Override
    public int shift() {
        return 0;
    }

    @Override
    public Level[] levels() {
        return levels;
    }

    /** The column that counts a cell's rows. */
    int rowsColumn() {
        return rowsColumn;
    }

    @Override
    public Codes codes(int keyColumn) {
        return codes[keyColumn];
    }

    /** The state of an input, by its index in {@link Fact#inputs}. */
    State state(int input) {
        return states[input];
    }

    /** The value cells of an input that measures look at the values of, by its name. */
    Values values(String column) {
        return values[valueInputs.indexOf(column)];
    }

    /** The view's rows, those without a time included. */
    long rowCount() {
        return rowCount;
    }

    /** The cells of all levels and of no time, value cells and bound cells counted. */
    long cellCount() {
        long cells = timeless.size();
        for (Level level : levels) {
            cells += level.cellCount();
        }
        return cells + valueCellCount() + boundCellCount();
    }

    /** The value cells of all inputs; bound ones are not counted. */
    long valueCellCount() {
        long cells = 0;
        for (Values of : values) {
            cells += of.cellCount();
        }
        return cells;
    }

    /** The bound cells, bound value cells counted; 0 of a view that has none. */
    long boundCellCount() {
        return bound == null ? 0 : bound.cellCount();
    }

    /** What its cells are many by; walks through all of the widest width. */
    Largest largest() {
        for (int i = 0; i < values.length; i++) {
            if (2 * values[i].cellCount() > cellCount()) {
                return new Largest(fact.name(), cellCount(), valueInputs.get(i), true, values[i].cellCount());
            }
        }
        String column = null;
        int most = 0;
        for (int i = 0; i < codes.length; i++) {
            int different = differentCodes(i);
            if (different > most) {
                column = keyNames.get(i);
                most = different;
            }
        }
        return new Largest(fact.name(), cellCount(), column, false, most);
    }

    private int differentCodes(int column) {
        BitSet seen = new BitSet();
        Buckets buckets = levels[levels.length - 1].buckets();
        timeless.collect(RowTime.NONE, buckets);
        for (int i = 0; i < buckets.size(); i++) {
            see(buckets.columns(i), column, seen);
        }
        return seen.cardinality();
    }

    private static void see(Columns cells, int column, BitSet seen) {
        for (int position = 0; position < cells.size(); position++) {
            seen.set(cells.code(column, position));
        }
    }

    /** The bytes of the heap that the cells take, value cells included; the codes, which may be shared, are not in them. */
    long bytes() {
        long bytes = HeapSizes.object(16, 12) + layouts.cellBytes() + layouts.bytes();
        for (State state : states) {
            bytes += state.bytes();
        }
        for (Level level : levels) {
            bytes += level.bytes();
        }
        for (Values of : values) {
            bytes += of.bytes();
        }
        return bytes + (bound == null ? 0 : bound.bytes());
    }
}
