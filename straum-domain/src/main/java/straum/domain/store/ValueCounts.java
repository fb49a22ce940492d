package straum.domain.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.UnanswerableException;

/**
 * How often each value comes in each group of an ask: a number for each pair there can be while those are few, and beyond
 * that {@link Cells} keyed by group and code. A number stays at {@link Long#MAX_VALUE} once it is there.
 *
 * <p>For one ask and its thread.
 */
final class ValueCounts {
    /** So many pairs have a number each. */
    private static final int FEW_PAIRS = 1 << 18;

    /** What a pair beyond takes, with its place once it is sorted. */
    private static final int PAIR_BYTES = 36;

    /** More than any code. */
    private final int codes;
    /** The groups that have a number a code, at {@code group * codes + code}; 0 once the pairs are in {@link #sparse}. */
    private int denseGroups;

    private long[] dense;
    private final Cells sparse;
    private final int countColumn;
    private final int[] pair = new int[2];
    private final Room room;

    /** By group, the values that come in it. */
    private int[] distinct;

    /* The pairs by group and then by value, once one is asked for by rank: those of a group from its start. */
    private int @Nullable [] starts;
    private int[] sortedCodes = {};
    private long[] sortedCounts = {};

    /**
     * No values.
     *
     * @param groups how many groups to leave room for
     * @param codes more than any code
     */
    ValueCounts(int groups, int codes, Room room) throws UnanswerableException {
        this.room = room;
        this.codes = codes;
        room.take((long) groups * Integer.BYTES);
        this.denseGroups = (long) groups * codes <= FEW_PAIRS ? groups : 0;
        this.dense = new long[denseGroups * codes];
        this.distinct = new int[groups];
        Layouts layouts = new Layouts(2);
        this.countColumn = layouts.newCounts();
        this.sparse = new Cells(layouts);
    }

    /** Makes room for so many groups. */
    void reserve(int groups) throws UnanswerableException {
        if (groups > distinct.length) {
            int length = Math.max(groups, distinct.length + distinct.length / 2);
            room.take((long) (length - distinct.length) * Integer.BYTES);
            distinct = Arrays.copyOf(distinct, length);
        }
        // While nothing is counted yet, whether there is room for all pairs is still open.
        if (groups > denseGroups && (denseGroups > 0 || sparse.size() == 0)) {
            long[] before = dense;
            int known = denseGroups;
            boolean few = (long) distinct.length * codes <= FEW_PAIRS;
            denseGroups = few ? distinct.length : 0;
            dense = few ? Arrays.copyOf(before, denseGroups * codes) : new long[0];
            for (int at = 0; at < known * codes && !few; at++) {
                if (before[at] > 0) {
                    addSparse(at / codes, at % codes, before[at]);
                }
            }
        }
    }

    /** Counts a value in a group, so many times. */
    void add(int group, int code, long times) throws UnanswerableException {
        if (denseGroups > 0) {
            int at = group * codes + code;
            distinct[group] += dense[at] == 0 ? 1 : 0;
            dense[at] = sum(dense[at], times);
        } else if (addSparse(group, code, times)) {
            distinct[group]++;
        }
    }

    /** Adds what others have counted, of the same groups and codes. */
    void add(ValueCounts others) throws UnanswerableException {
        reserve(others.distinct.length);
        for (int at = 0; at < others.dense.length; at++) {
            if (others.dense[at] > 0) {
                add(at / codes, at % codes, others.dense[at]);
            }
        }
        for (int position = 0; position < others.sparse.size(); position++) {
            add(others.sparse.code(0, position), others.sparse.code(1, position), others.count(position));
        }
    }

    /** Whether that is the first of its pair. */
    private boolean addSparse(int group, int code, long times) throws UnanswerableException {
        pair[0] = group;
        pair[1] = code;
        long hash = Cells.hash(pair);
        int position = sparse.find(pair, hash);
        boolean isNew = position == Cells.ABSENT;
        if (isNew) {
            room.take(PAIR_BYTES);
            position = sparse.append(pair, hash);
        }
        long sum = sum(count(position), times);
        Counts.set(sparse.toChange(position), countColumn, Cells.inPage(position), sum);
        return isNew;
    }

    private long count(int position) {
        return Counts.get(sparse.page(position), countColumn, Cells.inPage(position));
    }

    private static long sum(long count, long times) {
        long sum = count + times;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** How many values come in a group. */
    int distinct(int group) {
        return group < distinct.length ? distinct[group] : 0;
    }

    /**
     * The code of {@code percentile_disc(fraction)} of a group; null's of a group without values. Nothing may be counted
     * after it. The rank is {@code ceil(fraction * N)} in doubles, as PostgreSQL computes it, at least 1
     * (utils/adt/orderedsetaggs.c, percentile_disc_final).
     *
     * @throws ArithmeticException when there are more than 2^63 − 2 rows in the group
     */
    int percentile(int group, double fraction, CodeOrder order) {
        int[] from = starts == null ? sorted(order) : starts;
        if (group + 1 >= from.length || from[group] == from[group + 1]) {
            return Codes.NULL;
        }
        long total = 0;
        for (int at = from[group]; at < from[group + 1]; at++) {
            if (sortedCounts[at] == Long.MAX_VALUE) {
                throw new ArithmeticException("a percentile of more rows than 64 bits count");
            }
            total = Math.addExact(total, sortedCounts[at]);
        }
        long rank = Math.max(1, (long) Math.ceil(fraction * total));
        int at = from[group];
        for (long passed = sortedCounts[at]; passed < rank && at + 1 < from[group + 1]; passed += sortedCounts[at]) {
            at++;
        }
        return sortedCodes[at];
    }

    /** Sorts the pairs: they are taken in the order of their values, and each is put behind the last of its group. */
    private int[] sorted(CodeOrder order) {
        int[] from = new int[distinct.length + 1];
        for (int group = 0; group < distinct.length; group++) {
            from[group + 1] = from[group] + distinct[group];
        }
        int[] next = Arrays.copyOf(from, distinct.length);
        sortedCodes = new int[from[distinct.length]];
        sortedCounts = new long[sortedCodes.length];
        Slots slots = slots();
        int[] pairsOf = pairsBySlot(slots);
        int[] found = new int[slots.count];
        int count = 0;
        for (int slot = 0; slot < slots.count; slot++) {
            if (pairsOf[slot] > 0) {
                found[count++] = slots.code(slot);
            }
        }
        order.sort(found, count);
        if (denseGroups > 0) {
            for (int i = 0; i < count; i++) {
                for (int group = 0; group < denseGroups; group++) {
                    put(next, group, found[i], dense[group * codes + found[i]]);
                }
            }
        } else {
            int[] positions = positionsByValue(found, count, slots, pairsOf);
            for (int position : positions) {
                put(next, sparse.code(0, position), sparse.code(1, position), count(position));
            }
        }
        starts = from;
        return from;
    }

    private void put(int[] next, int group, int code, long count) {
        if (count > 0) {
            int at = next[group]++;
            sortedCodes[at] = code;
            sortedCounts[at] = count;
        }
    }

    /**
     * A place in arrays for each code that may come: its number, or where few of very many codes come, its place among them.
     *
     * @param come the codes that come, ascending; null for all
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Slots(int count, int @Nullable [] come) {
        int of(int code) {
            return come == null ? code : Arrays.binarySearch(come, code);
        }

        int code(int slot) {
            return come == null ? slot : come[slot];
        }
    }

    /** As many slots as there are pairs, about, at most: so no more room is needed than was taken for these. */
    private Slots slots() {
        if (codes <= dense.length || codes <= sparse.size()) {
            return new Slots(codes, null);
        }
        int[] come = new int[sparse.size()];
        for (int position = 0; position < come.length; position++) {
            come[position] = sparse.code(1, position);
        }
        Arrays.sort(come);
        int count = 0;
        for (int code : come) {
            if (count == 0 || come[count - 1] != code) {
                come[count++] = code;
            }
        }
        return new Slots(count, Arrays.copyOf(come, count));
    }

    /** By slot, the pairs that its code is in. */
    private int[] pairsBySlot(Slots slots) {
        int[] pairs = new int[slots.count];
        for (int at = 0; at < dense.length; at++) {
            pairs[at % codes] += dense[at] > 0 ? 1 : 0;
        }
        for (int position = 0; position < sparse.size(); position++) {
            pairs[slots.of(sparse.code(1, position))]++;
        }
        return pairs;
    }

    private int[] positionsByValue(int[] sorted, int count, Slots slots, int[] pairsOf) {
        int[] next = new int[slots.count];
        int before = 0;
        for (int i = 0; i < count; i++) {
            int slot = slots.of(sorted[i]);
            next[slot] = before;
            before += pairsOf[slot];
        }
        int[] positions = new int[sparse.size()];
        for (int position = 0; position < positions.length; position++) {
            positions[next[slots.of(sparse.code(1, position))]++] = position;
        }
        return positions;
    }
}
