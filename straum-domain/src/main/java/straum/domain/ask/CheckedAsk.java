package straum.domain.ask;

import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.spec.Spec;
import straum.domain.spec.TableName;
import straum.domain.spec.Via;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/**
 * An ask with every name resolved and every value known to fit its column's type: all the store needs to run it.
 *
 * <p>Conditions are on keys, by their index in the fact's keys; those of {@link Asked#filter} also on the bucket, as
 * {@link #BUCKET}, which is compared with edges by {@code >=} and {@code <} alone. Their values are literals that the
 * key's type reads ({@link ColumnType#read}), or null's.
 *
 * @param fact the view's index in {@link Spec#facts}
 * @param columns the answer's columns, in order
 * @param groupBy what is grouped by, each once, in order
 * @param measures the measures computed of each group, by which columns, having and order name them
 * @param where what keys must meet; null for nothing
 * @param having what a group must meet, all of them
 * @param orderBy what is sorted by, the first first; then by {@code groupBy}, ascending and nulls last
 * @param from the edge where the range begins, in epoch seconds; {@link Long#MIN_VALUE} for an open beginning
 * @param to the edge where the range ends, exclusive; {@link Long#MAX_VALUE} for an open end
 * @param limit the most rows to answer; {@link Long#MAX_VALUE} for all
 * @param offset how many rows to leave out before, 0 or more
 */
public record CheckedAsk(
        int fact,
        List<Column> columns,
        List<Grouping> groupBy,
        List<Asked> measures,
        @Nullable Condition<Integer, Literal> where,
        List<Having> having,
        List<Order> orderBy,
        long from,
        long to,
        long limit,
        long offset) {
    /** Stands for the bucket where otherwise a key's index stands. */
    public static final int BUCKET = -1;

    /** One column of the answer. */
    public sealed interface Column {
        /** The name the answer gives it. */
        String name();

        /** What is grouped by, by its index in {@link CheckedAsk#groupBy}. */
        record OfKey(String name, int grouping) implements Column {}

        /** A measure, by its index in {@link CheckedAsk#measures}. */
        record OfMeasure(String name, int asked) implements Column {}
    }

    /** What is grouped by. */
    public sealed interface Grouping {
        /** A key, by its index in the fact's keys. */
        record ByKey(int key) implements Grouping {}

        /** The bucket, or a time of it; at most one. */
        record ByTime(TimeKey time) implements Grouping {}
    }

    /**
     * A measure to compute.
     *
     * @param measure its index in the fact's measures
     * @param filter what keys and bucket must meet beside the measure's own filter; null for nothing
     */
    public record Asked(int measure, @Nullable Condition<Integer, Literal> filter) {}

    /**
     * One comparison that a group must meet; a null meets none.
     *
     * @param asked the measure's index in {@link CheckedAsk#measures}
     * @param value in the canonical form of the measure's type; null where it is null, which nothing meets
     */
    @SuppressWarnings("ArrayRecordComponent") // made once and handed to the store, never compared
    public record Having(int asked, Condition.Operator operator, byte @Nullable [] value) {}

    /** One item to sort by: the index of a column of the answer. */
    public record Order(int column, boolean descending, boolean nullsFirst) {}

    public CheckedAsk {
        columns = List.copyOf(columns);
        groupBy = List.copyOf(groupBy);
        measures = List.copyOf(measures);
        having = List.copyOf(having);
        orderBy = List.copyOf(orderBy);
    }

    /** What keys and measures are grouped into and filtered by, of the whole range: no HAVING, order or limit. */
    public CheckedAsk(
            int fact,
            List<Column> columns,
            List<Grouping> groupBy,
            List<Asked> measures,
            @Nullable Condition<Integer, Literal> where,
            long from,
            long to) {
        this(fact, columns, groupBy, measures, where, List.of(), List.of(), from, to, Long.MAX_VALUE, 0);
    }

    /**
     * Checks an ask, whose parameters have their values, against the spec, and where the types are known, its values
     * against the types.
     *
     * @param types null before any load has read them: what needs no types is checked then, and the result cannot be run
     * @return null when {@code types} is null and nothing is wrong so far
     * @throws AskException when the ask cannot be answered exactly
     */
    public static @Nullable CheckedAsk of(Spec spec, @Nullable Types types, Ask ask) throws AskException {
        return new AskChecker(spec, ask).check(types);
    }

    /** The type of a key of a fact; for {@link #BUCKET} that of its bucket: timestamptz, or timestamp also for a date. */
    public static ColumnType keyType(Spec spec, Types types, int fact, int key) {
        Fact view = spec.facts().get(fact);
        if (key == BUCKET) {
            ColumnType time = type(spec, types, view.table(), view.time());
            return time.kind() == ColumnType.Kind.TIMESTAMPTZ ? ColumnType.TIMESTAMPTZ : ColumnType.TIMESTAMP;
        }
        return viaType(spec, types, fact, view.keys().get(key).via());
    }

    /** The type of what a via of a fact reads. */
    public static ColumnType viaType(Spec spec, Types types, int fact, Via via) {
        Fact view = spec.facts().get(fact);
        TableName table = via instanceof Via.Attribute attribute
                ? view.refs().get(attribute.ref()).table()
                : view.table();
        return type(spec, types, table, via.column());
    }

    /** The type PostgreSQL's aggregate of the measure answers (manual, 9.21). */
    public static ColumnType measureType(Spec spec, Types types, int fact, int measure) {
        Fact view = spec.facts().get(fact);
        Aggregate aggregate = view.measures().get(measure).aggregate();
        String column = aggregate.input();
        if (column == null) {
            return ColumnType.INT8;
        }
        ColumnType input = type(spec, types, view.table(), column);
        return switch (aggregate.kind()) {
            case COUNT_ROWS, COUNT, COUNT_DISTINCT -> ColumnType.INT8;
            case SUM ->
                switch (input.kind()) {
                    case INT2, INT4 -> ColumnType.INT8;
                    case FLOAT4, FLOAT8 -> input;
                    default -> ColumnType.NUMERIC;
                };
            case AVG ->
                switch (input.kind()) {
                    case FLOAT4, FLOAT8 -> ColumnType.FLOAT8;
                    default -> ColumnType.NUMERIC;
                };
            case MIN, MAX ->
                switch (input.kind()) {
                    case VARCHAR, NAME -> ColumnType.TEXT;
                    default -> input;
                };
            case BOOL_AND, BOOL_OR -> ColumnType.BOOL;
            case PERCENTILE_DISC -> input;
        };
    }

    private static ColumnType type(Spec spec, Types types, TableName table, String column) {
        int index = spec.table(table);
        return types.of(index, spec.tables().get(index).column(column));
    }
}
