package straum.domain.store;

import org.jspecify.annotations.Nullable;

/** A ref's own condition on the rows of its dim. For one ask and its thread. */
final class Matching {
    private final @Nullable Mask condition;
    private final int[] attributes;
    private final int[] codes;

    /**
     * A condition.
     *
     * @param condition null where all rows match
     * @param attributes its sources, by their index in the dim
     */
    Matching(@Nullable Mask condition, int[] attributes) {
        this.condition = condition;
        this.attributes = attributes;
        this.codes = new int[attributes.length];
    }

    /** Whether all rows match. */
    boolean isAlways() {
        return condition == null;
    }

    /** Whether it is true of an entry of the dim. */
    boolean holds(Entries entries, int entry) {
        if (condition == null) {
            return true;
        }
        for (int i = 0; i < codes.length; i++) {
            codes[i] = entries.attribute(attributes[i], entry);
        }
        return condition.test(codes, 0);
    }
}
