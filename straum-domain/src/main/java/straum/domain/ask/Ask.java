package straum.domain.ask;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A question to one view, by name, as it was read: what its names are, {@link CheckedAsk#of} finds out.
 *
 * @param view the view asked
 * @param outputs the answer's columns, in order
 * @param conditions all must hold; none names the bucket
 * @param from the first bucket of the range; null for an open beginning
 * @param to the edge where the range ends, exclusive; null for an open end
 * @param bucketNotNull whether the ask says {@code bucket IS NOT NULL}, which an ask without any bound must
 * @param groupBy the names grouped by, in order
 */
public record Ask(
        Name view,
        List<Output> outputs,
        List<Condition> conditions,
        Condition.@Nullable Operand from,
        Condition.@Nullable Operand to,
        boolean bucketNotNull,
        List<Name> groupBy) {
    /** One column of the answer: a key, a measure or the bucket, under the name the answer gives it. */
    public record Output(Name name, String as) {}

    public Ask {
        outputs = List.copyOf(outputs);
        conditions = List.copyOf(conditions);
        groupBy = List.copyOf(groupBy);
    }
}
