package straum.domain.store;

import java.util.List;
import straum.domain.spec.Width;
import straum.domain.value.ColumnType;
import straum.domain.value.Rows;

/**
 * How often each value of one input column comes, for measures that look at each: <em>value cells</em>, a {@link Level} a
 * width of them, that count a cell's rows by value. A value cell is keyed as the cell is, and last by the value's code,
 * so whatever reads cells by their key reads these too. A null is no value and is in none.
 *
 * <p>Value cells are to the cells of a {@link Rollup} what parts are to a whole: each belongs to one cell, in the bucket
 * of the same edge, and the counts of a cell's value cells add up to its rows that are not null. Rows without a time have
 * theirs at no level, as they have their cells (Invariant 7).
 *
 * <p>A value cell is a user of its value's code alone: its cell holds the codes of the key for it.
 *
 * <p>Mutable; one writer, and any number of readers while it does not write.
 */
final class Values {
    private final int input;
    private ColumnType type;
    private final Codes codes;
    private final Layouts layouts;
    private final int countColumn;
    private final Level[] levels;
    private Cells timeless;

    /** The row being added or taken out: the cell's key, then the value. */
    private final int[] key;

    /**
     * No value cells.
     *
     * @param keys the columns of the cells' key
     * @param input the column's place in the table's rows
     * @param type of the column
     * @param codes of the column
     * @param asks that may read outside of the lock
     */
    Values(int keys, List<Width> widths, int input, ColumnType type, Codes codes, Detached asks) {
        this.input = input;
        this.type = type;
        this.codes = codes;
        this.layouts = new Layouts(keys + 1, asks);
        this.countColumn = layouts.newCounts();
        this.levels = new Level[widths.size()];
        for (int i = 0; i < levels.length; i++) {
            levels[i] = new Level(widths.get(i), layouts);
        }
        this.timeless = new Cells(layouts);
        this.key = new int[keys + 1];
    }

    /**
     * Adds a row, whose cell has its codes by now.
     *
     * @param ofCell the key of the row's cell
     * @param seconds the row's time, or {@link RowTime#NONE}
     */
    void add(Rows rows, int row, int[] ofCell, long seconds) {
        if (rows.isNull(row, input)) {
            key[ofCell.length] = Codes.NULL;
            return;
        }
        System.arraycopy(ofCell, 0, key, 0, ofCell.length);
        key[ofCell.length] = codes.findOrAdd(rows, row, input);
        long hash = Cells.hash(key);
        if (seconds == RowTime.NONE) {
            add(timeless, hash);
        } else {
            for (Level level : levels) {
                level.addCells(add(level.at(seconds), hash));
            }
        }
    }

    private int add(Cells cells, long hash) {
        int position = cells.find(key, hash);
        boolean isNew = position == Cells.ABSENT;
        if (isNew) {
            position = cells.append(key, hash);
            codes.use(key[key.length - 1]);
        }
        Counts.add(cells.toChange(position), countColumn, Cells.inPage(position), 1);
        return isNew ? 1 : 0;
    }

    /**
     * Takes a row out, and answers whether it was in (Invariant 4); if not, the value cells are half changed.
     *
     * @param ofCell the key of the row's cell
     * @param seconds the row's time, or {@link RowTime#NONE}
     */
    boolean remove(Rows rows, int row, int[] ofCell, long seconds) {
        if (rows.isNull(row, input)) {
            key[ofCell.length] = Codes.NULL;
            return true;
        }
        System.arraycopy(ofCell, 0, key, 0, ofCell.length);
        key[ofCell.length] = codes.find(rows, row, input);
        long hash = Cells.hash(key);
        if (seconds == RowTime.NONE) {
            return remove(timeless, hash) >= 0;
        }
        for (Level level : levels) {
            Cells cells = level.find(seconds);
            int removed = cells == null ? -1 : remove(cells, hash);
            if (cells == null || removed < 0) {
                return false;
            }
            level.addCells(-removed);
            if (cells.size() == 0) {
                level.remove(seconds);
            }
        }
        return true;
    }

    /** Takes the row from its value cell of a bucket, and answers how many value cells went with it; −1 if it had none. */
    private int remove(Cells cells, long hash) {
        int position = cells.find(key, hash);
        if (position == Cells.ABSENT) {
            return -1;
        }
        if (Counts.add(cells.toChange(position), countColumn, Cells.inPage(position), -1) > 0) {
            return 0;
        }
        cells.remove(position);
        codes.release(key[key.length - 1]);
        return 1;
    }

    /** Takes all rows out. */
    void clear() {
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
    }

    private void release(Columns cells) {
        for (int position = 0; position < cells.size(); position++) {
            codes.release(cells.code(codeColumn(), position));
        }
    }

    /** The levels, narrowest first. */
    Level[] levels() {
        return levels;
    }

    /** The column of a value cell that has the value's code: the last of the key. */
    int codeColumn() {
        return key.length - 1;
    }

    /** The column that counts a value cell's rows. */
    int countColumn() {
        return countColumn;
    }

    /** The code of the value in the row that was added or taken out last. */
    int lastCode() {
        return key[key.length - 1];
    }

    /** The layouts of the value cells. */
    Layouts layouts() {
        return layouts;
    }

    /** The codes of the values. */
    Codes codes() {
        return codes;
    }

    /** Takes the type with labels that its enum has gained. */
    void retyped(ColumnType now) {
        type = now;
    }

    /** The type of the values. */
    ColumnType type() {
        return type;
    }

    /** The value cells of all levels and of no time. */
    long cellCount() {
        long cells = timeless.size();
        for (Level level : levels) {
            cells += level.cellCount();
        }
        return cells;
    }

    /** The bytes of the heap that the value cells take; the codes, which may be shared, are not in them. */
    long bytes() {
        long bytes = HeapSizes.object(6, 8)
                + layouts.cellBytes()
                + layouts.bytes()
                + HeapSizes.references(levels.length)
                + HeapSizes.array(key.length, Integer.BYTES);
        for (Level level : levels) {
            bytes += level.bytes();
        }
        return bytes;
    }
}
