package straum.domain.store;

/** Takes what a {@link Pass} hands over: cells, and the group of each. For one ask and its thread. */
interface Sink {
    /**
     * Adds what some cells hold to their groups.
     *
     * @param positions of the cells, so many
     * @param groups the group of each cell
     * @param limit more than any group
     */
    void add(Columns cells, int[] positions, int count, int[] groups, int limit);

    /** Adds what one cell holds to a group, so many times. */
    void add(Columns cells, int position, int group, int limit, long times);
}
