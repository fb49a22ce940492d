package straum.domain.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import straum.domain.value.ColumnType;
import straum.domain.value.Decimal;
import straum.domain.value.Rows;

/**
 * What the cells keep of one input column: how many of its values are null, rather than how many are not, so that a
 * column without nulls costs nothing; and where a measure sums it, the sum.
 *
 * <p>Numerics of different display scales are summed apart, each scale's values as whole numbers with a count of them,
 * since PostgreSQL prints a sum with the largest scale among its inputs, and that scale goes with the last input that has
 * it. The <em>main</em> scale needs no count: its values are those left over. It is the column's own where it has one,
 * and else the first that came, so that a column of one scale costs no more than one of integers. NaN and the infinities
 * are counted (PostgreSQL manual, 8.1.2; utils/adt/numeric.c, do_numeric_accum), in columns made when the first comes.
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
    private final int mainSum;
    private int mainScale;
    private final List<Scale> otherScales = new ArrayList<>();
    private int nans = NO_COLUMN;
    private int infinities = NO_COLUMN;
    private int minusInfinities = NO_COLUMN;

    /**
     * The state of an input.
     *
     * @param input the column's place in the table's rows
     * @param summed whether a measure sums it, and so whether it must be of whole numbers or numerics
     */
    State(Layouts layouts, int input, ColumnType type, boolean summed) {
        this.layouts = layouts;
        this.input = input;
        this.type = type;
        this.summed = summed;
        this.nulls = layouts.newCounts();
        this.mainSum = summed ? layouts.newSums() : NO_COLUMN;
        this.mainScale = type.kind() == ColumnType.Kind.NUMERIC ? Math.max(type.modifier(), NO_SCALE) : 0;
        if (summed && !isWhole() && type.kind() != ColumnType.Kind.NUMERIC) {
            throw new IllegalArgumentException(type.name() + " cannot be summed");
        }
    }

    private boolean isWhole() {
        return switch (type.kind()) {
            case INT2, INT4, INT8 -> true;
            default -> false;
        };
    }

    /** Reads what a row adds. */
    void read(Rows rows, int row, Amounts into) {
        if (rows.isNull(row, input)) {
            into.count(nulls);
        } else if (summed) {
            if (type.kind() == ColumnType.Kind.NUMERIC) {
                readNumeric(rows.bytes(), rows.start(row, input), rows.length(row, input), into);
            } else {
                into.sum(mainSum, rows.longAt(row, input));
            }
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
            nans = nans == NO_COLUMN ? layouts.newCounts() : nans;
            return nans;
        }
        if (Arrays.equals(INFINITY, 0, INFINITY.length, bytes, start, start + length)) {
            infinities = infinities == NO_COLUMN ? layouts.newCounts() : infinities;
            return infinities;
        }
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

    /** The column's place in the table's rows. */
    int input() {
        return input;
    }

    /** The column that counts nulls. */
    int nulls() {
        return nulls;
    }

    /** The column that sums the values of the {@link #mainScale}; only where the input is summed. */
    int mainSum() {
        return mainSum;
    }

    /** The main scale; 0 where none has come. */
    int mainScale() {
        return Math.max(mainScale, 0);
    }

    /** The scales that values came in besides the main one. */
    List<Scale> otherScales() {
        return otherScales;
    }

    /** The column that counts NaNs, or {@link #NO_COLUMN}. */
    int nans() {
        return nans;
    }

    /** The column that counts infinities, or {@link #NO_COLUMN}. */
    int infinities() {
        return infinities;
    }

    /** The column that counts negative infinities, or {@link #NO_COLUMN}. */
    int minusInfinities() {
        return minusInfinities;
    }

    /** The values of one display scale: their sum, as whole numbers of that scale, and how many there are. */
    record Scale(int scale, int sum, int count) {}
}
