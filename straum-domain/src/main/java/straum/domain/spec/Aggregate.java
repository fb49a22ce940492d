package straum.domain.spec;

import org.jspecify.annotations.Nullable;

/**
 * What a measure computes over the rows of a cell.
 *
 * @param input the fact's column it reads; null for {@link Kind#COUNT_ROWS} alone
 */
public record Aggregate(Kind kind, @Nullable String input) {
    /** The aggregates, by PostgreSQL's names (manual, 9.21). */
    public enum Kind {
        /** {@code count(*)}. */
        COUNT_ROWS,
        /** {@code count(c)}: the rows whose c is not null. */
        COUNT,
        /** {@code sum(c)}; null over no values. */
        SUM
    }

    public Aggregate {
        if ((kind == Kind.COUNT_ROWS) != (input == null)) {
            throw new IllegalArgumentException(kind + " over " + input);
        }
    }
}
