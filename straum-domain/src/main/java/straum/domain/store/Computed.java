package straum.domain.store;

import org.jspecify.annotations.Nullable;
import straum.domain.value.ColumnType;

/** Measures of groups, once all cells have been added. */
interface Computed {
    /**
     * A measure's value for a group, in the canonical form of its type; null where PostgreSQL's is.
     *
     * @param measure its index in the fact
     * @throws ArithmeticException when it is beyond the type
     */
    byte @Nullable [] value(int measure, ColumnType type, int group);
}
