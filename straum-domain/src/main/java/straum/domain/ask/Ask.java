package straum.domain.ask;

import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Condition;
import straum.domain.value.Literal;
import straum.domain.value.Place;

/**
 * A question to one view, by name, as it was read: what its names are, {@link CheckedAsk#of} finds out.
 *
 * <p>An ask as its text alone has it may hold {@link Literal.Parameter}s, wherever an {@link Operand} stands; it is read
 * once a text, and {@link #bind} gives each its value for one call.
 *
 * @param view the view asked
 * @param outputs the answer's columns, in order
 * @param where what is asked of keys; null where it is nothing. It does not name the bucket
 * @param range the buckets asked
 * @param groupBy what is grouped by, in order
 * @param having all must hold of a group
 * @param orderBy what the answer is sorted by, the first first; ties, and an ask without any, by the groups' keys
 * @param limit the most rows to answer; null for all
 * @param offset how many rows to leave out before; null for none
 */
public record Ask(
        Name view,
        List<Output> outputs,
        @Nullable Condition<Name, Operand> where,
        Range range,
        List<Item> groupBy,
        List<Having> having,
        List<Order> orderBy,
        @Nullable Operand limit,
        @Nullable Operand offset) {
    /** One column of the answer. */
    public sealed interface Output {
        /** The name the answer gives it. */
        String as();

        /** Where it begins. */
        Place place();

        /** A key, a measure or the bucket. */
        record Named(Name name, String as) implements Output {
            @Override
            public Place place() {
                return name.place();
            }
        }

        /** {@code measure(m)}, with {@code FILTER (WHERE ...)} where {@code filter} is not null: on keys and the bucket. */
        record Filtered(Name measure, @Nullable Condition<Name, Operand> filter, String as, Place place)
                implements Output {}

        /** The time that buckets are put together by. */
        record Timed(Time time, String as) implements Output {
            @Override
            public Place place() {
                return time.place();
            }
        }
    }

    /** A time that is the same for several buckets. */
    public sealed interface Time {
        /** Where it begins. */
        Place place();

        /** {@code date_bin(width, bucket, origin)}; {@code origin} is null where it is left out. */
        record Bin(Operand width, @Nullable Operand origin, Place place) implements Time {}

        /** {@code date_trunc(unit, bucket, zone)}; {@code zone} is null where it is left out. */
        record Trunc(Operand unit, @Nullable Operand zone, Place place) implements Time {}
    }

    /** The buckets asked: from the first bound's, before the second's. {@code notNull}: it says bucket IS NOT NULL. */
    public record Range(@Nullable Operand from, @Nullable Operand to, boolean notNull) {}

    /** What GROUP BY or ORDER BY names. */
    public sealed interface Item {
        /** Where it begins. */
        Place place();

        /** A key, an output or the bucket. */
        record Named(Name name) implements Item {
            @Override
            public Place place() {
                return name.place();
            }
        }

        /** An output, by its index: the text names its position, or is the same expression. */
        record Output(int index, Place place) implements Item {}

        /** A time that is no output. */
        record Timed(Time time) implements Item {
            @Override
            public Place place() {
                return time.place();
            }
        }
    }

    /**
     * One comparison that a group must meet; a null meets none.
     *
     * @param measure a measure of the view, or where it has none of that name, an output that is a measure
     * @param filter of {@code measure(m) FILTER (...)}; else null
     */
    public record Having(
            Name measure, @Nullable Condition<Name, Operand> filter, Condition.Operator operator, Operand value) {}

    /** One item to sort by. */
    public record Order(Item by, boolean descending, boolean nullsFirst) {}

    public Ask {
        outputs = List.copyOf(outputs);
        groupBy = List.copyOf(groupBy);
        having = List.copyOf(having);
        orderBy = List.copyOf(orderBy);
    }

    /**
     * This ask with the values of its parameters, {@code $1} first.
     *
     * @throws AskException when a parameter it uses is not given, or one is given that it does not use
     */
    public Ask bind(List<Literal> parameters) throws AskException {
        return Binding.bind(this, parameters);
    }
}
