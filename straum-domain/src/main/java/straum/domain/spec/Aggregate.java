package straum.domain.spec;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What a measure computes over the rows of a cell.
 *
 * @param input the fact's column it reads; null for {@link Kind#COUNT_ROWS} alone
 * @param fraction of {@link Kind#PERCENTILE_DISC}, from 0 to 1; 0 of every other
 * @param collateC whether the text says {@code COLLATE "C"} of the input; only where the input is ordered
 */
public record Aggregate(Kind kind, @Nullable String input, double fraction, boolean collateC) {
    /** The aggregates, by PostgreSQL's names (manual, 9.21). */
    public enum Kind {
        /** {@code count(*)}. */
        COUNT_ROWS,
        /** {@code count(c)}: the rows whose c is not null. */
        COUNT,
        /** {@code count(DISTINCT c)}: the distinct values of c but null. */
        COUNT_DISTINCT,
        /** {@code sum(c)}; null over no values, as all that follow. */
        SUM,
        /** {@code avg(c)}. */
        AVG,
        /** {@code min(c)}. */
        MIN,
        /** {@code max(c)}. */
        MAX,
        /** {@code bool_and(c)}, {@code every(c)}. */
        BOOL_AND,
        /** {@code bool_or(c)}. */
        BOOL_OR,
        /** {@code percentile_disc(fraction) WITHIN GROUP (ORDER BY c)}. */
        PERCENTILE_DISC;

        /** Whether it looks at each value, so that cells keep how often they have each. */
        public boolean readsValues() {
            return this == COUNT_DISTINCT || orders();
        }

        /** Whether it asks for the order of its input's values. */
        public boolean orders() {
            return this == MIN || this == MAX || this == PERCENTILE_DISC;
        }
    }

    public Aggregate {
        if ((kind == Kind.COUNT_ROWS) != (input == null)) {
            throw new IllegalArgumentException(kind + " over " + input);
        }
        if (!(fraction >= 0 && fraction <= 1) || (kind != Kind.PERCENTILE_DISC && fraction != 0)) {
            throw new IllegalArgumentException(kind + " at " + fraction);
        }
        if (collateC && !kind.orders()) {
            throw new IllegalArgumentException(kind + " has no order to collate");
        }
    }

    /** An aggregate without a fraction, whose text names no collation. */
    public Aggregate(Kind kind, @Nullable String input) {
        this(kind, input, 0, false);
    }

    /** PostgreSQL's name of the function. */
    public String function() {
        return switch (kind) {
            case COUNT_ROWS, COUNT, COUNT_DISTINCT -> "count";
            case SUM -> "sum";
            case AVG -> "avg";
            case MIN -> "min";
            case MAX -> "max";
            case BOOL_AND -> "bool_and";
            case BOOL_OR -> "bool_or";
            case PERCENTILE_DISC -> "percentile_disc";
        };
    }

    /**
     * The call as SQL writes it.
     *
     * @param of what stands for the input, with its collation; without meaning to {@link Kind#COUNT_ROWS}
     */
    public String sql(String of) {
        return switch (kind) {
            case COUNT_ROWS -> "count(*)";
            case COUNT_DISTINCT -> "count(DISTINCT " + of + ")";
            case PERCENTILE_DISC ->
                "percentile_disc("
                        + new BigDecimal(Double.toString(fraction))
                                .stripTrailingZeros()
                                .toPlainString() + ") WITHIN GROUP (ORDER BY " + of + ")";
            case COUNT, SUM, AVG, MIN, MAX, BOOL_AND, BOOL_OR -> function() + "(" + of + ")";
        };
    }
}
