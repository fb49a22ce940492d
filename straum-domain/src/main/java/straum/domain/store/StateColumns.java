package straum.domain.store;

import java.util.List;

/**
 * The columns that hold a {@link State} at one moment, and so all that an ask reads of it. A column that nothing has needed
 * by then is {@link State#NO_COLUMN}.
 *
 * @param nulls counts nulls
 * @param trues counts what is true
 * @param mainSum sums the values of the main scale; none of floats and what is not summed
 * @param mainScale 0 where none has come
 * @param otherScales those that values came in besides
 * @param nans counts NaNs
 * @param infinities counts infinities
 * @param minusInfinities counts negative infinities
 * @param bands that floats came in
 */
record StateColumns(
        int nulls,
        int trues,
        int mainSum,
        int mainScale,
        List<State.Scale> otherScales,
        int nans,
        int infinities,
        int minusInfinities,
        List<FloatBands.Band> bands) {
    /** Whether all values are finite, of one scale, and summed in one column. */
    boolean isOneSum() {
        return mainSum != State.NO_COLUMN
                && otherScales.isEmpty()
                && nans == State.NO_COLUMN
                && infinities == State.NO_COLUMN
                && minusInfinities == State.NO_COLUMN;
    }
}
