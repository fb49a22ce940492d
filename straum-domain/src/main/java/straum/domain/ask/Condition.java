package straum.domain.ask;

import java.util.List;
import straum.domain.value.Literal;
import straum.domain.value.Place;

/** One condition of an ask, on a key. */
public sealed interface Condition {
    /** The key. */
    Name key();

    /** A literal and where it stands. */
    record Operand(Literal value, Place place) {}

    /** {@code key = v} or {@code key IN (v, ...)}: a null among the values matches nothing. */
    record OneOf(Name key, List<Operand> values) implements Condition {
        public OneOf {
            values = List.copyOf(values);
        }
    }

    /** {@code key IS NULL}, or with {@code negated} {@code key IS NOT NULL}. */
    record IsNull(Name key, boolean negated) implements Condition {}
}
