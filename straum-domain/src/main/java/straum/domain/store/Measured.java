package straum.domain.store;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.UnanswerableException;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Fact;
import straum.domain.spec.Measure;
import straum.domain.value.ColumnType;
import straum.domain.value.Decimal;

/**
 * The columns of the cells that an ask's measures need, each with its {@link Totals} by group, and how a group's totals
 * become a measure's value.
 */
final class Measured implements Sink, Computed {
    private final Fact fact;
    /** The column that counts a cell's rows. */
    private final int rowsColumn;

    private final List<String> inputs;
    /** Beside {@link #inputs}. */
    private final StateColumns[] states;
    /** By how much the cells read have higher numbers for these columns. */
    private final int shift;

    /** The columns of counts, the cells' rows the first, then the columns of sums. */
    private final int[] columns;

    private final int countColumns;
    /** Beside {@link #columns}. */
    private final Totals[] totals;

    private final Room room;
    /** How many groups there is room for. */
    private int reserved;

    private long[] amounts = {};

    /**
     * The columns for these measures of a fact, and totals of nothing.
     *
     * @param shift by how much the cells' columns have higher numbers than the rollup's
     * @param asked the measures, by their index in the fact
     * @param groups how many groups to leave room for
     * @throws UnanswerableException when they take more room than an ask may have
     */
    Measured(Fact fact, Rollup rollup, int shift, List<Integer> asked, int groups, Room room)
            throws UnanswerableException {
        this.fact = fact;
        this.rowsColumn = rollup.rowsColumn();
        this.inputs = fact.inputs();
        this.states = new StateColumns[inputs.size()];
        Arrays.setAll(states, input -> rollup.state(input).columns());
        this.shift = shift;
        this.room = room;
        Set<Integer> counts = new LinkedHashSet<>(List.of(rowsColumn));
        Set<Integer> sums = new LinkedHashSet<>();
        for (int measure : asked) {
            addColumns(fact.measures().get(measure), counts, sums);
        }
        counts.remove(State.NO_COLUMN);
        sums.remove(State.NO_COLUMN);
        this.countColumns = counts.size();
        this.columns = new int[counts.size() + sums.size()];
        this.totals = new Totals[columns.length];
        int at = 0;
        for (Set<Integer> kind : List.of(counts, sums)) {
            for (int column : kind) {
                totals[at] = new Totals(0);
                columns[at++] = column;
            }
        }
        reserve(groups);
    }

    @Override
    public void reserve(int groups) throws UnanswerableException {
        if (groups > reserved) {
            int more = Math.max(groups, reserved + reserved / 2) - reserved;
            room.take((long) more * columns.length * Long.BYTES);
            reserved += more;
            for (Totals of : totals) {
                of.reserve(reserved);
            }
        }
    }

    private void addColumns(Measure measure, Set<Integer> counts, Set<Integer> sums) {
        Aggregate.Kind kind = measure.aggregate().kind();
        if (kind == Aggregate.Kind.COUNT_ROWS) {
            return;
        }
        StateColumns state = state(measure);
        counts.add(state.nulls());
        switch (kind) {
            case SUM, AVG -> {
                sums.add(state.mainSum());
                counts.addAll(List.of(state.nans(), state.infinities(), state.minusInfinities()));
                for (State.Scale other : state.otherScales()) {
                    sums.add(other.sum());
                    counts.add(other.count());
                }
                for (FloatBands.Band band : state.bands()) {
                    sums.add(band.sum());
                }
            }
            case BOOL_AND, BOOL_OR -> counts.add(state.trues());
            default -> {}
        }
    }

    private StateColumns state(Measure measure) {
        return states[inputs.indexOf(measure.aggregate().input())];
    }

    @Override
    public void add(Columns cells, Picks picks, int[] groups, int limit) throws UnanswerableException {
        reserve(limit);
        final int count = picks.count();
        if (count > amounts.length) {
            amounts = new long[Math.max(count, 2 * amounts.length)];
        }
        for (int i = 0; i < columns.length; i++) {
            int column = columns[i] + shift;
            Totals into = totals[i];
            if (cells.width(column) == 0) {
                continue;
            }
            if (i < countColumns) {
                Counts.read(cells, column, picks, amounts);
                into.add(groups, amounts, count, most(cells.width(column)));
            } else if (Sums.areLongs(cells, column)) {
                Sums.read(cells, column, picks, amounts);
                into.add(groups, amounts, count, most(cells.width(column)));
            } else {
                for (int each = 0; each < count; each++) {
                    into.add(groups[each], Sums.get(cells, column, picks.get(each)), 1);
                }
            }
        }
    }

    /** The magnitude that no entry of so many bytes goes beyond. */
    private static long most(int width) {
        return width < Long.BYTES ? 1L << (8 * width) : Long.MAX_VALUE;
    }

    @Override
    public void add(Columns cells, int position, int group, int limit, long times) throws UnanswerableException {
        reserve(limit);
        for (int i = 0; i < columns.length; i++) {
            int column = columns[i] + shift;
            Totals into = totals[i];
            if (i < countColumns) {
                into.add(group, Counts.get(cells, column, position), times);
            } else {
                into.add(group, Sums.get(cells, column, position), times);
            }
        }
    }

    @Override
    public void add(Sink other) throws UnanswerableException {
        Measured same = (Measured) other;
        reserve(same.reserved);
        for (int i = 0; i < totals.length; i++) {
            totals[i].add(same.totals[i]);
        }
    }

    /** Whether no row is in a group. */
    boolean isEmpty(int group) {
        return totals[0].isZero(group);
    }

    @Override
    public byte @Nullable [] value(int measure, ColumnType type, int group) {
        for (Totals of : totals) {
            if (!of.isLong(group)) {
                return anyValue(measure, type, group);
            }
        }
        Measure of = fact.measures().get(measure);
        long rows = sum(rowsColumn, group);
        if (of.aggregate().kind() == Aggregate.Kind.COUNT_ROWS) {
            return int8(rows);
        }
        StateColumns state = state(of);
        long values = rows - sum(state.nulls(), group);
        if (of.aggregate().kind() == Aggregate.Kind.COUNT) {
            return int8(values);
        }
        if (values == 0) {
            return null;
        }
        if (of.aggregate().kind() == Aggregate.Kind.SUM && state.isOneSum()) {
            long sum = sum(state.mainSum(), group);
            return type.kind() == ColumnType.Kind.INT8 ? int8(sum) : Decimal.of(sum, state.mainScale());
        }
        return anyValue(measure, type, group);
    }

    /** The value, whatever totals and states there are. */
    private byte @Nullable [] anyValue(int measure, ColumnType type, int group) {
        Measure of = fact.measures().get(measure);
        BigInteger rows = total(rowsColumn, group);
        if (of.aggregate().kind() == Aggregate.Kind.COUNT_ROWS) {
            return int8(rows);
        }
        StateColumns state = state(of);
        ColumnTotals inGroup = column -> total(column, group);
        BigInteger values = rows.subtract(inGroup.get(state.nulls()));
        if (of.aggregate().kind() == Aggregate.Kind.COUNT) {
            return int8(values);
        }
        if (values.signum() == 0) {
            return null;
        }
        return switch (of.aggregate().kind()) {
            case SUM -> new GroupSum(state, inGroup, values).sum(type);
            case AVG -> new GroupSum(state, inGroup, values).average(type);
            case BOOL_AND -> bool(inGroup.get(state.trues()).equals(values));
            case BOOL_OR -> bool(inGroup.get(state.trues()).signum() > 0);
            default -> throw new IllegalArgumentException(of.aggregate() + " is of values");
        };
    }

    private static byte[] bool(boolean value) {
        return new byte[] {(byte) (value ? 1 : 0)};
    }

    private static byte[] int8(BigInteger number) {
        return int8(number.longValueExact());
    }

    /** The canonical form of an int8. */
    static byte[] int8(long value) {
        byte[] bytes = new byte[8];
        for (int i = 0; i < 8; i++) {
            bytes[i] = (byte) (value >> (56 - 8 * i));
        }
        return bytes;
    }

    /** The total of a column, 0 of {@link State#NO_COLUMN}. */
    private BigInteger total(int column, int group) {
        int index = indexOf(column);
        return index < 0 ? BigInteger.ZERO : totals[index].get(group);
    }

    /** The total of a column, where it is a long; 0 of {@link State#NO_COLUMN}. */
    private long sum(int column, int group) {
        int index = indexOf(column);
        return index < 0 ? 0 : totals[index].sum(group);
    }

    private int indexOf(int column) {
        for (int i = 0; i < columns.length; i++) {
            if (columns[i] == column) {
                return i;
            }
        }
        assert column == State.NO_COLUMN : column + " was not read";
        return -1;
    }
}
