package straum.domain.store;

/**
 * Bound cells, or bound value cells, at every width: what cells of a {@link Rollup} or its {@link Values} become behind
 * another key. Their columns of counts and sums are the same ones, each {@link #shift} further on.
 *
 * <p>A bound cell holds the codes of its key, and goes with its last row. Mutable; for the writer to change.
 */
final class BoundLevels {
    private final Level[] levels;
    private final Layouts layouts;
    private final Codes[] codes;
    private final int shift;
    private final int rowsColumn;

    /**
     * None yet.
     *
     * @param like the levels of the cells
     * @param base the layouts of the cells
     * @param codes of each column of the bound key
     * @param rowsColumn of the cells, the column that counts their rows
     */
    BoundLevels(Level[] like, Layouts base, Codes[] codes, int rowsColumn) {
        this.layouts = new Layouts(codes.length, base);
        this.codes = codes;
        this.shift = codes.length - base.keys();
        this.rowsColumn = rowsColumn + shift;
        this.levels = new Level[like.length];
        for (int i = 0; i < levels.length; i++) {
            levels[i] = new Level(like[i].width(), layouts);
        }
    }

    /** The number of levels. */
    int count() {
        return levels.length;
    }

    /** The levels, narrowest first. */
    Level[] levels() {
        return levels;
    }

    /** By how much a column of counts or sums has a higher number here than in the cells. */
    int shift() {
        return shift;
    }

    /** Adds what a row adds, so many times, to the bound cell of a key. */
    void add(int level, long seconds, int[] key, Amounts amounts, long times) {
        Cells of = levels[level].at(seconds);
        int position = entry(level, of, key);
        amounts.addTo(of.toChange(position), Cells.inPage(position), shift, times);
        drop(level, of, seconds, position, times);
    }

    /** Counts a row, so many times, in the bound value cell of a key. */
    void count(int level, long seconds, int[] key, long times) {
        Cells of = levels[level].at(seconds);
        int position = entry(level, of, key);
        count(of.toChange(position), rowsColumn, Cells.inPage(position), times);
        drop(level, of, seconds, position, times);
    }

    /**
     * Adds what a cell holds, or a bound cell of a narrower level, so many times, to the bound cell of a key.
     *
     * @throws ArithmeticException when a count would be beyond a long
     */
    void add(int level, long seconds, int[] key, Columns from, int fromPosition, long times) {
        Cells of = levels[level].at(seconds);
        int position = entry(level, of, key);
        Columns to = of.toChange(position);
        int at = Cells.inPage(position);
        int further = to.keys() - from.keys();
        for (int column = from.keys(); column < from.count(); column++) {
            if (from.isSums(column)) {
                Sums.add(to, column + further, at, from, column, fromPosition, times);
            } else {
                long count = Counts.get(from, column, fromPosition);
                if (count != 0) {
                    count(to, column + further, at, Math.multiplyExact(count, times));
                }
            }
        }
        drop(level, of, seconds, position, times);
    }

    /**
     * Makes the wider levels of the narrowest: each of its buckets lies within one of theirs.
     *
     * @throws ArithmeticException when a count would be beyond a long
     */
    void widen() {
        int[] key = new int[codes.length];
        for (int level = 1; level < levels.length; level++) {
            Buckets buckets = levels[level - 1].buckets();
            for (int bucket = 0; bucket < buckets.size(); bucket++) {
                Columns from = buckets.columns(bucket);
                for (int position = 0; position < from.size(); position++) {
                    for (int column = 0; column < key.length; column++) {
                        key[column] = from.code(column, position);
                    }
                    add(level, buckets.edge(bucket), key, from, position, 1);
                }
            }
        }
    }

    private static void count(Columns cells, int column, int at, long times) {
        if (Counts.add(cells, column, at, times) < 0) {
            throw new IllegalStateException("a bound cell has lost rows that it never had");
        }
    }

    private int entry(int level, Cells of, int[] key) {
        long hash = Cells.hash(key);
        int position = of.find(key, hash);
        if (position == Cells.ABSENT) {
            position = of.append(key, hash);
            levels[level].addCells(1);
            for (int i = 0; i < codes.length; i++) {
                codes[i].use(key[i]);
            }
        }
        return position;
    }

    /** Takes a bound cell out whose last row has just been taken from it. */
    private void drop(int level, Cells of, long seconds, int position, long times) {
        if (times > 0) {
            return;
        }
        Columns columns = of.page(position);
        int at = Cells.inPage(position);
        long rows = Counts.get(columns, rowsColumn, at);
        if (rows > 0) {
            return;
        }
        if (!columns.isZero(at)) {
            throw new IllegalStateException("a bound cell has lost its rows, and not what was in them");
        }
        for (int i = 0; i < codes.length; i++) {
            codes[i].release(columns.code(i, at));
        }
        of.remove(position);
        levels[level].addCells(-1);
        if (of.size() == 0) {
            levels[level].remove(seconds);
        }
    }

    /** Takes all rows out. */
    void clear() {
        for (Level level : levels) {
            Buckets buckets = level.buckets();
            for (int bucket = 0; bucket < buckets.size(); bucket++) {
                Columns columns = buckets.columns(bucket);
                for (int column = 0; column < codes.length; column++) {
                    for (int position = 0; position < columns.size(); position++) {
                        codes[column].release(columns.code(column, position));
                    }
                }
            }
            level.clear();
        }
    }

    /** The bound cells of all levels. */
    long cellCount() {
        long cells = 0;
        for (Level level : levels) {
            cells += level.cellCount();
        }
        return cells;
    }

    /** The bytes of the heap that they take. */
    long bytes() {
        long bytes =
                HeapSizes.object(3, 8) + layouts.cellBytes() + layouts.bytes() + HeapSizes.references(levels.length);
        for (Level level : levels) {
            bytes += level.bytes();
        }
        return bytes;
    }
}
