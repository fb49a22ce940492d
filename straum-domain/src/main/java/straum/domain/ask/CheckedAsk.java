package straum.domain.ask;

import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Fact;
import straum.domain.spec.Spec;
import straum.domain.spec.TableName;
import straum.domain.spec.Via;
import straum.domain.value.ColumnType;

/**
 * An ask with every name resolved and every value read as its column's type: all the store needs to run it.
 *
 * @param fact the view's index in {@link Spec#facts}
 * @param columns the answer's columns, in order
 * @param groupBy indexes of keys in {@link straum.domain.spec.Fact#keys}, or {@link #BUCKET}, each once, in order
 * @param conditions on keys; all must hold
 * @param from the edge where the range begins, in epoch seconds; {@link Long#MIN_VALUE} for an open beginning
 * @param to the edge where the range ends, exclusive; {@link Long#MAX_VALUE} for an open end
 */
@SuppressWarnings("ArrayRecordComponent") // made once and handed to the store, never compared
public record CheckedAsk(int fact, List<Column> columns, int[] groupBy, List<Test> conditions, long from, long to) {
    /** Stands for the bucket where otherwise a key's index stands. */
    public static final int BUCKET = -1;

    /** One column of the answer. */
    public sealed interface Column {
        /** The name the answer gives it. */
        String name();

        /** A key, by its index in the fact's keys, or {@link CheckedAsk#BUCKET}. */
        record OfKey(String name, int key) implements Column {}

        /** A measure, by its index in the fact's measures. */
        record OfMeasure(String name, int measure) implements Column {}
    }

    /** One condition on a key. */
    public sealed interface Test {
        /** The key's index in the fact's keys. */
        int key();

        /** The key is one of these values, each in its canonical form; none is null, and there may be none at all. */
        record OneOf(int key, List<byte[]> values) implements Test {}

        /** The key is null, or with {@code negated} is not. */
        record IsNull(int key, boolean negated) implements Test {}
    }

    /**
     * Checks an ask against the spec, and where the types are known, its values against the types.
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
        Via via = view.keys().get(key).via();
        TableName table = via instanceof Via.Attribute attribute
                ? view.refs().get(attribute.ref()).table()
                : view.table();
        return type(spec, types, table, via.column());
    }

    /** The type PostgreSQL's aggregate of the measure answers: count int8; sum of int2 and int4 int8, of others numeric. */
    public static ColumnType measureType(Spec spec, Types types, int fact, int measure) {
        Fact view = spec.facts().get(fact);
        Aggregate aggregate = view.measures().get(measure).aggregate();
        String input = aggregate.input();
        if (aggregate.kind() != Aggregate.Kind.SUM || input == null) {
            return ColumnType.INT8;
        }
        return switch (type(spec, types, view.table(), input).kind()) {
            case INT2, INT4 -> ColumnType.INT8;
            default -> ColumnType.NUMERIC;
        };
    }

    private static ColumnType type(Spec spec, Types types, TableName table, String column) {
        int index = spec.table(table);
        return types.of(index, spec.tables().get(index).column(column));
    }
}
