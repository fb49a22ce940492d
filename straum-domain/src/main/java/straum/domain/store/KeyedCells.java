package straum.domain.store;

import straum.domain.spec.Via;

/** The cells of a fact that an ask reads, a {@link Rollup}'s or its {@link Bound} ones: their key, and where they are. */
interface KeyedCells {
    /** The column of the key that a via reads; −1 where it is to be looked up in a dim. */
    int column(Via via);

    /** The number of columns in the key. */
    int keyCount();

    /** The codes of a column of the key. */
    Codes codes(int column);

    /** The levels, narrowest first. */
    Level[] levels();

    /** The levels of the value cells of an input that measures look at the values of. */
    Level[] valueLevels(String input);

    /** By how much their columns of counts and sums have higher numbers than those of the rollup. */
    int shift();
}
