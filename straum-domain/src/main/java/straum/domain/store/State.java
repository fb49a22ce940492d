package straum.domain.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import straum.domain.spec.Aggregate;
import straum.domain.value.ColumnType;
import straum.domain.value.Decimal;
import straum.domain.value.Rows;

/**
 * What the cells keep of one input column: how many of its values are null, rather than how many are not, so that a
 * column without nulls costs nothing; where a measure sums or averages it, the sum; and where one asks whether all or any
 * are true, how many are.
 *
 * <p>Numerics of different display scales are summed apart, each scale's values as whole numbers with a count of them,
 * since PostgreSQL prints a sum with the largest scale among its inputs, and that scale goes with the last input that has
 * it. The <em>main</em> scale needs no count: its values are those left over. It is the column's own where it has one,
 * and else the first that came, so that a column of one scale costs no more than one of integers. NaN and the infinities
 * are counted (PostgreSQL manual, 8.1.2; utils/adt/numeric.c, do_numeric_accum), in columns made when the first comes.
 * Floats are summed by {@link FloatBands}, and their NaN and infinities counted as those of numerics.
 *
 * <p>One for all cells of a rollup: it knows the columns, the cells hold the entries.
 */
final class State {
    /** A column that nothing has needed yet. */
    static final int NO_COLUMN = -1;

    private static final int NO_SCALE = -1;
    private static final byte[] NAN = Decimal.nan();
    private static final byte[] INFINITY = Decimal.infinity(false);

    private final Layouts layouts;
    private final int input;
    private final ColumnType type;
    private final boolean summed;
    private final int nulls;
    private final int trues;
    private final int mainSum;
    private final FloatBands floats;
    private int mainScale;
    private final List<Scale> otherScales = new ArrayList<>();
    private int nans = NO_COLUMN;
    private int infinities = NO_COLUMN;
    private int minusInfinities = NO_COLUMN;

    /**
     * The state of an input.
     *
     * @param input the column's place in the table's rows
     * @param kinds of the measures over it
     * @throws IllegalArgumentException for a type that one of them cannot be over
     */
    State(Layouts layouts, int input, ColumnType type, Set<Aggregate.Kind> kinds) {
        this.layouts = layouts;
        this.input = input;
        this.type = type;
        this.summed = kinds.contains(Aggregate.Kind.SUM) || kinds.contains(Aggregate.Kind.AVG);
        boolean tested = kinds.contains(Aggregate.Kind.BOOL_AND) || kinds.contains(Aggregate.Kind.BOOL_OR);
        if ((summed && !type.isNumber()) || (tested && type.kind() != ColumnType.Kind.BOOL)) {
            throw new IllegalArgumentException(kinds + " over " + type.name());
        }
        this.nulls = layouts.newCounts();
        this.trues = tested ? layouts.newCounts() : NO_COLUMN;
        this.mainSum = summed && !isFloat() ? layouts.newSums() : NO_COLUMN;
        this.mainScale = type.kind() == ColumnType.Kind.NUMERIC ? Math.max(type.modifier(), NO_SCALE) : 0;
        this.floats = new FloatBands(layouts);
    }

    private boolean isFloat() {
        return type.kind() == ColumnType.Kind.FLOAT4 || type.kind() == ColumnType.Kind.FLOAT8;
    }

    /** Reads what a row adds. */
    void read(Rows rows, int row, Amounts into) {
        if (rows.isNull(row, input)) {
            into.count(nulls);
        } else if (summed) {
            switch (type.kind()) {
                case NUMERIC -> readNumeric(rows.bytes(), rows.start(row, input), rows.length(row, input), into);
                case FLOAT4 -> readFloat(Float.intBitsToFloat((int) rows.longAt(row, input)), into);
                case FLOAT8 -> readFloat(Double.longBitsToDouble(rows.longAt(row, input)), into);
                default -> into.sum(mainSum, rows.longAt(row, input));
            }
        } else if (trues != NO_COLUMN && rows.longAt(row, input) != 0) {
            into.count(trues);
        }
    }

    private void readFloat(double value, Amounts into) {
        if (Math.abs(value) <= Double.MAX_VALUE) {
            floats.read(value, into);
        } else {
            into.count(Double.isNaN(value) ? newNans() : value > 0 ? newInfinities() : newMinusInfinities());
        }
    }

    private void readNumeric(byte[] bytes, int start, int length, Amounts into) {
        long amount = Decimal.unscaledLong(bytes, start, length);
        if (amount == Decimal.NO_LONG && !Decimal.isFinite(bytes, start)) {
            into.count(special(bytes, start, length));
            return;
        }
        int column = mainSum;
        int scale = Decimal.scale(bytes, start);
        if (scale != mainScale) {
            if (mainScale == NO_SCALE) {
                mainScale = scale;
            } else {
                Scale other = other(scale);
                column = other.sum;
                into.count(other.count);
            }
        }
        if (amount == Decimal.NO_LONG) {
            into.sum(column, Decimal.unscaled(bytes, start, length));
        } else {
            into.sum(column, amount);
        }
    }

    /** The column that counts the values equal to one that is not finite. */
    private int special(byte[] bytes, int start, int length) {
        if (Arrays.equals(NAN, 0, NAN.length, bytes, start, start + length)) {
            return newNans();
        }
        return Arrays.equals(INFINITY, 0, INFINITY.length, bytes, start, start + length)
                ? newInfinities()
                : newMinusInfinities();
    }

    private int newNans() {
        nans = nans == NO_COLUMN ? layouts.newCounts() : nans;
        return nans;
    }

    private int newInfinities() {
        infinities = infinities == NO_COLUMN ? layouts.newCounts() : infinities;
        return infinities;
    }

    private int newMinusInfinities() {
        minusInfinities = minusInfinities == NO_COLUMN ? layouts.newCounts() : minusInfinities;
        return minusInfinities;
    }

    private Scale other(int scale) {
        for (int i = 0; i < otherScales.size(); i++) {
            if (otherScales.get(i).scale == scale) {
                return otherScales.get(i);
            }
        }
        Scale made = new Scale(scale, layouts.newSums(), layouts.newCounts());
        otherScales.add(made);
        return made;
    }

    /** The columns that hold it now. */
    StateColumns columns() {
        return new StateColumns(
                nulls,
                trues,
                mainSum,
                Math.max(mainScale, 0),
                List.copyOf(otherScales),
                nans,
                infinities,
                minusInfinities,
                floats.bands());
    }

    /** The bytes of the heap that it takes. */
    long bytes() {
        return HeapSizes.object(4, 33) + floats.bytes() + otherScales.size() * HeapSizes.object(0, 12);
    }

    /** The values of one display scale: their sum, as whole numbers of that scale, and how many there are. */
    record Scale(int scale, int sum, int count) {}
}
