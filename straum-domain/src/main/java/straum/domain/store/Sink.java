package straum.domain.store;

import straum.domain.ask.UnanswerableException;

/** Takes what a {@link Pass} hands over: cells, and the group of each. For one ask and its thread. */
interface Sink {
    /**
     * Makes room for so many groups.
     *
     * @throws UnanswerableException when they take more room than an ask may have
     */
    void reserve(int groups) throws UnanswerableException;

    /**
     * Adds what some cells hold to their groups.
     *
     * @param picks the cells
     * @param groups the group of each cell
     * @param limit more than any group
     * @throws UnanswerableException when they take more room than an ask may have
     */
    void add(Columns cells, Picks picks, int[] groups, int limit) throws UnanswerableException;

    /**
     * Adds what another has taken, of the same kind and for the same ask, whose groups have the same numbers.
     *
     * @throws UnanswerableException when that takes more room than an ask may have
     */
    void add(Sink other) throws UnanswerableException;

    /**
     * Adds what one cell holds to a group, so many times.
     *
     * @throws UnanswerableException when that takes more room than an ask may have
     */
    void add(Columns cells, int position, int group, int limit, long times) throws UnanswerableException;
}
