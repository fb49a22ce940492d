package straum.domain.spec;

import org.jspecify.annotations.Nullable;
import straum.domain.value.Literal;

/**
 * One measure of a view, under the name the view gives it.
 *
 * @param filter which rows it is over, told by columns that are keys of the view, and by columns of its joined dims; null
 *     where it is over all
 */
public record Measure(
        String name, Aggregate aggregate, @Nullable Condition<Via, Literal> filter) {
    /** A measure over all rows. */
    public Measure(String name, Aggregate aggregate) {
        this(name, aggregate, null);
    }
}
