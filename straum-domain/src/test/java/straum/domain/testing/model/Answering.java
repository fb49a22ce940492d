package straum.domain.testing.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.TimeKey;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.spec.Measure;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/** One ask: the view's rows filtered, grouped, computed, filtered again, sorted and cut, one step after the other. */
public final class Answering {
    private final Tables tables;
    private final CheckedAsk ask;
    private final Fact fact;
    private final ViewRows view;

    /** An ask over the rows there are. */
    public Answering(Tables tables, CheckedAsk ask) {
        this.tables = tables;
        this.ask = ask;
        this.fact = tables.spec().facts().get(ask.fact());
        this.view = new ViewRows(tables, fact);
    }

    /** Whether a row meets the WHERE of a view over its table. */
    public static boolean isOfAView(Tables tables, int table, Row row) {
        return tables.spec().facts().stream()
                .anyMatch(fact -> tables.spec().table(fact.table()) == table
                        && Logic.meets(fact.where(), column -> tables.operand(fact.table(), row, column)));
    }

    /** A group's keys, its rows, and once they are known, its measures. */
    private record Group(List<@Nullable Value> keys, List<Joined> rows, List<@Nullable Value> measures) {}

    /**
     * The rows of the answer, each the values of its columns.
     *
     * @throws ArithmeticException when a measure of any group is beyond its type
     */
    public List<List<@Nullable Value>> answer() {
        List<Group> groups = new ArrayList<>(groups());
        groups.forEach(this::compute);
        groups.removeIf(group -> !ask.having().stream().allMatch(having -> meets(group, having)));
        groups.sort(order());
        List<List<@Nullable Value>> answer = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            if (i >= ask.offset() && i - ask.offset() < ask.limit()) {
                Group group = groups.get(i);
                List<@Nullable Value> row = new ArrayList<>();
                ask.columns().forEach(column -> row.add(column(group, column)));
                answer.add(row);
            }
        }
        return answer;
    }

    /**
     * Whether a bucket with rows of the fact in the range reaches over two of the times grouped by, so that the ask may be
     * refused.
     */
    public boolean straddles() {
        for (CheckedAsk.Grouping grouping : ask.groupBy()) {
            if (grouping instanceof CheckedAsk.Grouping.ByTime by) {
                TimeKey time = by.time();
                return view.buckets().stream()
                        .anyMatch(bucket -> inRange(bucket)
                                && Times.straddles(time, bucket, fact.width().seconds()));
            }
        }
        return false;
    }

    private boolean inRange(long bucket) {
        return bucket >= ask.from() && bucket < ask.to();
    }

    private List<Group> groups() {
        Map<List<@Nullable String>, Group> groups = new LinkedHashMap<>();
        if (ask.groupBy().isEmpty()) {
            groups.put(List.of(), new Group(List.of(), new ArrayList<>(), new ArrayList<>()));
        }
        for (Joined joined : view.all()) {
            if (inRange(joined.bucket()) && Logic.meets(ask.where(), key -> key(joined, key))) {
                List<@Nullable Value> keys = new ArrayList<>();
                List<@Nullable String> equality = new ArrayList<>();
                for (CheckedAsk.Grouping grouping : ask.groupBy()) {
                    Value key = grouping instanceof CheckedAsk.Grouping.ByTime time
                            ? Times.value(Times.of(time.time(), joined.bucket()), keyType(CheckedAsk.BUCKET))
                            : key(joined, ((CheckedAsk.Grouping.ByKey) grouping).key())
                                    .value();
                    keys.add(key == null ? null : key.shown());
                    equality.add(key == null ? null : key.equality());
                }
                groups.computeIfAbsent(equality, made -> new Group(keys, new ArrayList<>(), new ArrayList<>()))
                        .rows()
                        .add(joined);
            }
        }
        return new ArrayList<>(groups.values());
    }

    /** A key of a row, or its bucket. */
    private Tables.Operand key(Joined joined, int key) {
        return key == CheckedAsk.BUCKET
                ? new Tables.Operand(keyType(key), Times.value(joined.bucket(), keyType(key)))
                : view.operand(joined, fact.keys().get(key).via());
    }

    private ColumnType keyType(int key) {
        return CheckedAsk.keyType(tables.spec(), tables.types(), ask.fact(), key);
    }

    private ColumnType measureType(CheckedAsk.Asked asked) {
        return CheckedAsk.measureType(tables.spec(), tables.types(), ask.fact(), asked.measure());
    }

    private void compute(Group group) {
        for (CheckedAsk.Asked asked : ask.measures()) {
            Measure measure = fact.measures().get(asked.measure());
            List<Value> values = new ArrayList<>();
            for (Joined joined : group.rows()) {
                if (isIn(joined, measure, asked.filter())) {
                    Value value = input(joined, measure.aggregate());
                    if (value != null) {
                        values.add(value);
                    }
                }
            }
            group.measures().add(Aggregates.of(measure.aggregate(), values, measureType(asked)));
        }
    }

    private boolean isIn(Joined joined, Measure measure, @Nullable Condition<Integer, Literal> filter) {
        return Logic.meets(measure.filter(), via -> view.operand(joined, via))
                && Logic.meets(filter, key -> key(joined, key));
    }

    /** What an aggregate reads of a row; of one that reads nothing, something. */
    private @Nullable Value input(Joined joined, Aggregate aggregate) {
        String input = aggregate.input();
        return input == null
                ? new Value("1", ColumnType.INT4)
                : tables.operand(fact.table(), joined.row(), input).value();
    }

    private boolean meets(Group group, CheckedAsk.Having having) {
        Value value = group.measures().get(having.asked());
        byte[] with = having.value();
        if (value == null || with == null) {
            return false;
        }
        ColumnType type = measureType(ask.measures().get(having.asked()));
        return having.operator().holds(value.compareTo(Value.of(type, with, 0, with.length)));
    }

    private @Nullable Value column(Group group, CheckedAsk.Column column) {
        return column instanceof CheckedAsk.Column.OfMeasure measure
                ? group.measures().get(measure.asked())
                : group.keys().get(((CheckedAsk.Column.OfKey) column).grouping());
    }

    private Comparator<Group> order() {
        Comparator<Group> order = (one, other) -> 0;
        for (CheckedAsk.Order by : ask.orderBy()) {
            CheckedAsk.Column column = ask.columns().get(by.column());
            order = order.thenComparing((one, other) ->
                    compare(column(one, column), column(other, column), by.descending(), by.nullsFirst()));
        }
        for (int key = 0; key < ask.groupBy().size(); key++) {
            int number = key;
            order = order.thenComparing(
                    (one, other) -> compare(one.keys().get(number), other.keys().get(number), false, false));
        }
        return order;
    }

    private static int compare(@Nullable Value one, @Nullable Value other, boolean descending, boolean nullsFirst) {
        if (one == null || other == null) {
            int nullsLast = Boolean.compare(one == null, other == null);
            return nullsFirst ? -nullsLast : nullsLast;
        }
        int ascending = one.compareTo(Objects.requireNonNull(other));
        return descending ? -ascending : ascending;
    }
}
