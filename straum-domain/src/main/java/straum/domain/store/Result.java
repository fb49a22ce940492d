package straum.domain.store;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.UnanswerableException;
import straum.domain.value.ColumnType;
import straum.domain.value.Epoch;

/**
 * The groups of an ask as rows of its answer: those that meet HAVING, in the order asked, from OFFSET on and as many as
 * LIMIT says; and the values of each.
 */
final class Result {
    /**
     * What is grouped by.
     *
     * @param values of a key's codes; null for a time, of which a part is the place among {@link Times}
     */
    record Grouped(String name, ColumnType type, @Nullable CodeValues values) {}

    /**
     * A measure asked.
     *
     * @param measure its index in the fact
     * @param name for people: the answer's, or where it is no column of it, the view's
     */
    record Measuring(int measure, String name, ColumnType type, Computed by) {}

    /** What a reference to a value, and a value of a measure, take of the heap, about. */
    private static final int REFERENCE_BYTES = 8;

    private static final int VALUE_BYTES = 32;

    /** The values of a key are kept for the next row that has the same, unless there are more of them than so many a row. */
    private static final int MOST_VALUES_A_ROW = 16;

    private final List<Grouped> groupedBy;
    private final List<Measuring> measures;
    private final Groups groups;
    private final Times times;
    /** Of each key, by code or place, its value once a row has asked for it. */
    private final byte[][][] keys;
    /** Of each measure that rows are picked or sorted by, its value by group; null of the others. */
    private final byte[] @Nullable [][] computed;
    /** Of each measure that is a column, its value by row; null of the others, and until it is asked for. */
    private final byte[] @Nullable [][] columns;

    private final Room room;

    /** The groups that are rows, in the order of the answer. */
    private int[] rows;

    /**
     * The rows of an ask.
     *
     * @param withRows whether a group has rows of the fact
     * @throws UnanswerableException when there are more groups than there may be, or a value that rows are picked or
     *     sorted by is beyond its type
     */
    Result(
            CheckedAsk ask,
            List<Grouped> groupedBy,
            List<Measuring> measures,
            Groups groups,
            Times times,
            Measured withRows,
            Room room)
            throws UnanswerableException {
        this.groupedBy = groupedBy;
        this.measures = measures;
        this.groups = groups;
        this.times = times;
        this.room = room;
        this.keys = new byte[groupedBy.size()][][];
        this.computed = new byte[measures.size()][][];
        this.columns = new byte[measures.size()][][];
        this.rows = groupedBy.isEmpty() ? new int[] {groups.find(new int[0])} : groupsOf(withRows);
        groups.check(rows.length);
        for (CheckedAsk.Having having : ask.having()) {
            keepMeeting(having);
        }
        for (int part = groupedBy.size() - 1; part >= 0; part--) {
            sortBy(ranksOfKey(part), false, false);
        }
        for (int i = ask.orderBy().size() - 1; i >= 0; i--) {
            CheckedAsk.Order by = ask.orderBy().get(i);
            int[] ranks = ask.columns().get(by.column()) instanceof CheckedAsk.Column.OfKey key
                    ? ranksOfKey(key.grouping())
                    : ranksOfMeasure(
                            ((CheckedAsk.Column.OfMeasure) ask.columns().get(by.column())).asked());
            sortBy(ranks, by.descending(), by.nullsFirst());
        }
        int first = (int) Math.min(ask.offset(), rows.length);
        this.rows = Arrays.copyOfRange(rows, first, first + (int) Math.min(ask.limit(), rows.length - first));
    }

    private int[] groupsOf(Measured withRows) {
        int[] found = new int[groups.limit()];
        int count = 0;
        for (int group = 0; group < found.length; group++) {
            if (!withRows.isEmpty(group)) {
                found[count++] = group;
            }
        }
        return Arrays.copyOf(found, count);
    }

    private void keepMeeting(CheckedAsk.Having having) throws UnanswerableException {
        byte[] against = having.value();
        byte[][] values = computed(having.asked());
        int kept = 0;
        for (int group : rows) {
            byte[] value = values[group];
            if (value != null
                    && against != null
                    && having.operator().holds(measures.get(having.asked()).type.compare(value, against))) {
                rows[kept++] = group;
            }
        }
        rows = Arrays.copyOf(rows, kept);
    }

    /** Sorts by the ranks of rows, 0 for a null, and leaves rows with the same in the order they had. */
    private void sortBy(int[] ranks, boolean descending, boolean nullsFirst) {
        long[] ranked = new long[rows.length];
        for (int i = 0; i < rows.length; i++) {
            int rank = ranks[i];
            int place = rank == 0 ? (nullsFirst ? Integer.MIN_VALUE : Integer.MAX_VALUE) : descending ? -rank : rank;
            ranked[i] = (long) place << 32 | i;
        }
        Arrays.sort(ranked);
        int[] sorted = new int[rows.length];
        for (int i = 0; i < rows.length; i++) {
            sorted[i] = rows[(int) ranked[i]];
        }
        rows = sorted;
    }

    /** Of each row, the rank of its key, from 1; 0 for null. */
    private int[] ranksOfKey(int part) {
        int[] ranks = new int[rows.length];
        int limit = 0;
        for (int row = 0; row < rows.length; row++) {
            ranks[row] = groups.part(rows[row], part);
            limit = Math.max(limit, ranks[row] + 1);
        }
        CodeValues values = groupedBy.get(part).values;
        if (values == null) {
            for (int row = 0; row < ranks.length; row++) {
                ranks[row]++;
            }
            return ranks;
        }
        int[] byCode = new int[limit];
        int[] found = new int[Math.min(limit, rows.length)];
        int count = 0;
        for (int code : ranks) {
            if (code != Codes.NULL && byCode[code] == 0) {
                byCode[code] = 1;
                found[count++] = code;
            }
        }
        new CodeOrder(values, groupedBy.get(part).type).sort(found, count);
        for (int i = 0; i < count; i++) {
            byCode[found[i]] = i + 1;
        }
        for (int row = 0; row < ranks.length; row++) {
            ranks[row] = byCode[ranks[row]];
        }
        return ranks;
    }

    /** Of each row, the rank of a measure's value, from 1, equal ones the same; 0 for null. */
    private int[] ranksOfMeasure(int asked) throws UnanswerableException {
        byte[][] values = computed(asked);
        ColumnType type = measures.get(asked).type;
        int[] found = new int[rows.length];
        int count = 0;
        for (int row = 0; row < rows.length; row++) {
            if (values[rows[row]] != null) {
                found[count++] = row;
            }
        }
        IntSort.sort(found, count, (one, other) -> type.compare(values[rows[one]], values[rows[other]]));
        int[] ranks = new int[rows.length];
        for (int i = 0; i < count; i++) {
            boolean same = i > 0 && type.compare(values[rows[found[i - 1]]], values[rows[found[i]]]) == 0;
            ranks[found[i]] = same ? ranks[found[i - 1]] : i + 1;
        }
        return ranks;
    }

    /** A measure's values, by group, of the groups that are rows. */
    private byte[][] computed(int asked) throws UnanswerableException {
        byte[][] known = computed[asked];
        if (known == null) {
            room.take((long) groups.limit() * REFERENCE_BYTES + (long) rows.length * VALUE_BYTES);
            known = new byte[groups.limit()][];
            for (int group : rows) {
                known[group] = measure(asked, group);
            }
            computed[asked] = known;
        }
        return known;
    }

    private byte @Nullable [] measure(int asked, int group) throws UnanswerableException {
        Measuring of = measures.get(asked);
        try {
            return of.by.value(of.measure, of.type, group);
        } catch (ArithmeticException beyond) {
            throw new UnanswerableException(of.name + " of " + describe(group) + " is beyond " + of.type.name(), false);
        }
    }

    /** The number of rows. */
    int rows() {
        return rows.length;
    }

    /** A key's value in each row. */
    byte[][] keys(int part) {
        byte[][] column = new byte[rows.length][];
        for (int row = 0; row < rows.length; row++) {
            column[row] = key(part, groups.part(rows[row], part));
        }
        return column;
    }

    /**
     * A measure's value in each row.
     *
     * @throws UnanswerableException when one is beyond its type, or they take more room than an ask may have
     */
    byte[][] measures(int asked) throws UnanswerableException {
        byte[][] known = computed[asked];
        byte[][] column = columns[asked];
        if (column != null) {
            return column;
        }
        room.take((long) rows.length * (known == null ? REFERENCE_BYTES + VALUE_BYTES : REFERENCE_BYTES));
        column = new byte[rows.length][];
        for (int row = 0; row < rows.length; row++) {
            column[row] = known == null ? measure(asked, rows[row]) : known[rows[row]];
        }
        columns[asked] = column;
        return column;
    }

    private byte @Nullable [] key(int part, int code) {
        Grouped by = groupedBy.get(part);
        if (by.values != null && code == Codes.NULL) {
            return null;
        }
        int limit = by.values == null ? times.size() : by.values.limit();
        if (limit > MOST_VALUES_A_ROW * (rows.length + 1L)) {
            return value(by, code);
        }
        byte[][] known = keys[part];
        if (known == null) {
            known = new byte[limit][];
            keys[part] = known;
        }
        if (known[code] == null) {
            known[code] = value(by, code);
        }
        return known[code];
    }

    private byte[] value(Grouped by, int code) {
        return by.values == null ? Epoch.timestamp(times.at(code)) : by.values.value(code, by.type);
    }

    private String describe(int group) {
        if (groupedBy.isEmpty()) {
            return "all rows";
        }
        StringBuilder out = new StringBuilder();
        for (int part = 0; part < groupedBy.size(); part++) {
            Grouped by = groupedBy.get(part);
            out.append(part == 0 ? "" : ", ").append(by.name).append('=');
            byte[] value = key(part, groups.part(group, part));
            if (value == null) {
                out.append("null");
            } else {
                by.type.print(value, 0, value.length, out);
            }
        }
        return out.toString();
    }
}
