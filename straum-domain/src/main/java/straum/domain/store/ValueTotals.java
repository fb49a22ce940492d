package straum.domain.store;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.UnanswerableException;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Fact;
import straum.domain.value.ColumnType;

/**
 * What an ask's measures over the values of one input need, by group, from the input's value cells: the least and the
 * greatest value so far, and how often each comes. A pass over {@link Values} adds to it; a group that it never met has no
 * values.
 *
 * <p>A match of a join counts a value once more for percentile_disc, which all others pass over.
 */
final class ValueTotals implements Sink, Computed {
    private final Fact fact;
    private final CodeValues values;
    private final ColumnType type;
    /* Of the value cells read. */
    private final int codeColumn;
    private final int countColumn;
    private final CodeOrder order;
    private final Room room;
    /** By group, the code of the least value, or null's; null where nobody asks for it. */
    private int @Nullable [] least;
    /** By group, the code of the greatest value, or null's; null where nobody asks for it. */
    private int @Nullable [] greatest;
    /** Null where nobody asks for it. */
    private final @Nullable ValueCounts counts;

    private int[] codes = {};
    private long[] times = {};

    /**
     * No values yet.
     *
     * @param shift by how much the value cells' columns have higher numbers than the rollup's
     * @param input the input whose values the measures are over
     * @param asked the measures, by their index in the fact
     * @param groups how many groups to leave room for
     * @throws UnanswerableException when they take more room than an ask may have
     */
    ValueTotals(Fact fact, Rollup rollup, int shift, String input, List<Integer> asked, int groups, Room room)
            throws UnanswerableException {
        this.fact = fact;
        this.room = room;
        Values cells = rollup.values(input);
        this.values = cells.codes().values();
        this.type = cells.type();
        this.codeColumn = cells.codeColumn() + shift;
        this.countColumn = cells.countColumn() + shift;
        this.order = new CodeOrder(values, type);
        boolean counted = false;
        for (int measure : asked) {
            Aggregate aggregate = fact.measures().get(measure).aggregate();
            if (!input.equals(aggregate.input()) || !aggregate.kind().readsValues()) {
                throw new IllegalArgumentException(aggregate + " is not of the values of " + input);
            }
            switch (aggregate.kind()) {
                case MIN -> least = reserved(new int[0], groups);
                case MAX -> greatest = reserved(new int[0], groups);
                default -> counted = true;
            }
        }
        this.counts = counted ? new ValueCounts(groups, values.limit(), room) : null;
    }

    @Override
    public void reserve(int groups) throws UnanswerableException {
        least = least == null ? null : reserved(least, groups);
        greatest = greatest == null ? null : reserved(greatest, groups);
        if (counts != null) {
            counts.reserve(groups);
        }
    }

    @Override
    public void add(Columns cells, Picks picks, int[] groups, int limit) throws UnanswerableException {
        final int count = picks.count();
        if (count > codes.length) {
            codes = new int[Math.max(count, 2 * codes.length)];
            times = new long[codes.length];
        }
        cells.codes(codeColumn, picks, codes);
        if (least != null) {
            least = reserved(least, limit);
            best(least, false, groups, count);
        }
        if (greatest != null) {
            greatest = reserved(greatest, limit);
            best(greatest, true, groups, count);
        }
        if (counts != null) {
            counts.reserve(limit);
            Counts.read(cells, countColumn, picks, times);
            for (int i = 0; i < count; i++) {
                counts.add(groups[i], codes[i], times[i]);
            }
        }
    }

    @Override
    public void add(Columns cells, int position, int group, int limit, long matches) throws UnanswerableException {
        int code = cells.code(codeColumn, position);
        if (least != null) {
            least = reserved(least, limit);
            best(least, false, group, code);
        }
        if (greatest != null) {
            greatest = reserved(greatest, limit);
            best(greatest, true, group, code);
        }
        if (counts != null) {
            counts.reserve(limit);
            long rows = Counts.get(cells, countColumn, position);
            boolean tooMany = Math.multiplyHigh(rows, matches) != 0 || rows * matches < 0;
            counts.add(group, code, tooMany ? Long.MAX_VALUE : rows * matches);
        }
    }

    @Override
    public void add(Sink other) throws UnanswerableException {
        ValueTotals same = (ValueTotals) other;
        least = added(least, same.least, false);
        greatest = added(greatest, same.greatest, true);
        if (counts != null && same.counts != null) {
            counts.add(same.counts);
        }
    }

    private int @Nullable [] added(int @Nullable [] best, int @Nullable [] others, boolean isGreatest)
            throws UnanswerableException {
        if (best == null || others == null) {
            return best;
        }
        int[] all = reserved(best, others.length);
        for (int group = 0; group < others.length; group++) {
            if (others[group] != Codes.NULL) {
                best(all, isGreatest, group, others[group]);
            }
        }
        return all;
    }

    private int[] reserved(int[] best, int groups) throws UnanswerableException {
        if (groups <= best.length) {
            return best;
        }
        int length = Math.max(groups, best.length + best.length / 2);
        room.take((long) (length - best.length) * Integer.BYTES);
        return Arrays.copyOf(best, length);
    }

    private void best(int[] of, boolean isGreatest, int[] groups, int count) {
        for (int i = 0; i < count; i++) {
            best(of, isGreatest, groups[i], codes[i]);
        }
    }

    /** Takes a value for a group's best if it is greater, or else less, than the best so far. */
    private void best(int[] of, boolean isGreatest, int group, int code) {
        int before = of[group];
        if (before == Codes.NULL || (before != code && (order.compare(code, before) > 0) == isGreatest)) {
            of[group] = code;
        }
    }

    @Override
    public byte @Nullable [] value(int measure, ColumnType type, int group) {
        Aggregate aggregate = fact.measures().get(measure).aggregate();
        return switch (aggregate.kind()) {
            case MIN -> value(group, least);
            case MAX -> value(group, greatest);
            default -> {
                if (counts == null) {
                    throw new IllegalArgumentException(aggregate + " was not asked for");
                }
                yield aggregate.kind() == Aggregate.Kind.COUNT_DISTINCT
                        ? Measured.int8(counts.distinct(group))
                        : value(counts.percentile(group, aggregate.fraction(), order));
            }
        };
    }

    private byte @Nullable [] value(int group, int @Nullable [] best) {
        return best == null || group >= best.length ? null : value(best[group]);
    }

    /** A code's value in the canonical form of the input's type, which is that of the answer's but for a text's name. */
    private byte @Nullable [] value(int code) {
        return code == Codes.NULL ? null : values.value(code, type);
    }
}
