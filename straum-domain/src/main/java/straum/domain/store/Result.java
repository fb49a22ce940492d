package straum.domain.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Answer;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.UnanswerableException;
import straum.domain.value.ColumnType;

/** The groups of an ask as its answer: sorted by the keys grouped by, ascending and nulls last, and written in values. */
final class Result {
    /**
     * One key grouped by.
     *
     * @param key the key, as the ask names it
     * @param codes its codes; null for the bucket, whose parts are ordinals
     */
    record Grouped(
            int key, String name, ColumnType type, @Nullable Codes codes) {}

    private static final long MICROS = 1_000_000;

    private final List<Grouped> groupedBy;
    private final Groups groups;
    private final Measured measured;
    private final Buckets buckets;
    /** Of each key, by code or ordinal, its value where a group has it. */
    private final byte[][][] values;

    /** The groups that have rows, in the order of the answer. */
    private int[] order;

    /** The answer's groups; there is one where nothing is grouped by. */
    Result(List<Grouped> groupedBy, Groups groups, Measured measured, Buckets buckets, int maxGroups)
            throws UnanswerableException {
        this.groupedBy = groupedBy;
        this.groups = groups;
        this.measured = measured;
        this.buckets = buckets;
        this.values = new byte[groupedBy.size()][][];
        this.order = groupedBy.isEmpty() ? new int[] {groups.find(new int[0])} : withRows();
        if (order.length > maxGroups) {
            throw Groups.tooMany(maxGroups);
        }
        for (int part = groupedBy.size() - 1; part >= 0; part--) {
            sortBy(part);
        }
    }

    private int[] withRows() {
        int[] found = new int[groups.limit()];
        int count = 0;
        for (int group = 0; group < found.length; group++) {
            if (!measured.isEmpty(group)) {
                found[count++] = group;
            }
        }
        return Arrays.copyOf(found, count);
    }

    /** Sorts by one key, and leaves groups with the same in the order they had. */
    private void sortBy(int part) {
        int[] ofGroup = new int[order.length];
        int limit = 0;
        for (int i = 0; i < order.length; i++) {
            ofGroup[i] = groups.part(order[i], part);
            limit = Math.max(limit, ofGroup[i] + 1);
        }
        int[] ranks = ranks(part, ofGroup, limit);
        long[] ranked = new long[order.length];
        for (int i = 0; i < order.length; i++) {
            ranked[i] = (long) ranks[ofGroup[i]] << 32 | i;
        }
        Arrays.sort(ranked);
        int[] sorted = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            sorted[i] = order[(int) ranked[i]];
        }
        order = sorted;
    }

    /** The ranks of the codes or ordinals that the groups have in a part; fills in their values. */
    private int[] ranks(int part, int[] ofGroup, int limit) {
        Grouped by = groupedBy.get(part);
        int[] ranks = new int[limit];
        values[part] = new byte[limit][];
        List<Coded> found = new ArrayList<>();
        for (int code : ofGroup) {
            if (ranks[code] == 0) {
                ranks[code] = 1;
                if (by.codes == null) {
                    values[part][code] = bucket(buckets.edge(code));
                    ranks[code] = code + 1;
                } else if (code == Codes.NULL) {
                    ranks[code] = Integer.MAX_VALUE;
                } else {
                    values[part][code] = by.codes.value(code, by.type);
                    found.add(new Coded(code, values[part][code]));
                }
            }
        }
        found.sort(Comparator.comparing(Coded::value, by.type::compare));
        for (int i = 0; i < found.size(); i++) {
            ranks[found.get(i).code] = i + 1;
        }
        return ranks;
    }

    private static byte[] bucket(long edge) {
        return Measured.int8((edge - RowTime.POSTGRES_EPOCH) * MICROS);
    }

    /**
     * The answer to the ask.
     *
     * @param types of the columns
     * @throws UnanswerableException when a value is beyond its type
     */
    Answer answer(CheckedAsk ask, List<ColumnType> types) throws UnanswerableException {
        List<CheckedAsk.Column> columns = ask.columns();
        List<Answer.Column> answered = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            CheckedAsk.Column column = columns.get(i);
            byte[][] of = column instanceof CheckedAsk.Column.OfMeasure measure
                    ? measures(ask.measures().get(measure.asked()).measure(), column.name(), types.get(i))
                    : keys(((CheckedAsk.Column.OfKey) column).grouping());
            answered.add(new Answer.Column(column.name(), types.get(i), of));
        }
        return new Answer(answered, order.length);
    }

    private byte[][] keys(int part) {
        byte[][] column = new byte[order.length][];
        for (int row = 0; row < order.length; row++) {
            column[row] = values[part][groups.part(order[row], part)];
        }
        return column;
    }

    private byte[][] measures(int measure, String name, ColumnType type) throws UnanswerableException {
        byte[][] column = new byte[order.length][];
        for (int row = 0; row < order.length; row++) {
            try {
                column[row] = measured.value(measure, type, order[row]);
            } catch (ArithmeticException beyond) {
                throw new UnanswerableException(
                        name + " of " + describe(order[row]) + " is beyond " + type.name(), false);
            }
        }
        return column;
    }

    private String describe(int group) {
        if (groupedBy.isEmpty()) {
            return "all rows";
        }
        StringBuilder out = new StringBuilder();
        for (int part = 0; part < groupedBy.size(); part++) {
            Grouped by = groupedBy.get(part);
            out.append(part == 0 ? "" : ", ").append(by.name).append('=');
            byte[] value = values[part][groups.part(group, part)];
            if (value == null) {
                out.append("null");
            } else {
                by.type.print(value, 0, value.length, out);
            }
        }
        return out.toString();
    }

    @SuppressWarnings("ArrayRecordComponent") // to be sorted, never compared as a whole
    private record Coded(int code, byte[] value) {}
}
