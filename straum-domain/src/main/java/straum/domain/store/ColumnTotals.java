package straum.domain.store;

import java.math.BigInteger;

/** The totals of columns of some cells, in one group of an ask. */
@FunctionalInterface
interface ColumnTotals {
    /** The total of a column, 0 of {@link State#NO_COLUMN}. */
    BigInteger get(int column);
}
