package straum.domain.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.UnanswerableException;
import straum.domain.spec.Ref;

/**
 * The refs of a fact that hang together, each joined by the fact or through another of them, as one ask sees them: from
 * the cells' codes of the fact columns they go through, to the attributes asked.
 *
 * <p>The codes of one cell are told from another's by an <em>id</em>: of one column its code, of several the place of
 * the combination among those seen. Most ids have one <em>way</em> through the refs; some have none, where an inner join
 * finds nothing or a condition fails; and some several, or one several times.
 *
 * <p>For one ask and its thread.
 */
sealed interface Join permits DirectJoin, ResolvedJoin {
    /**
     * One ref of a join. What is known so far lies in registers: first the codes of the fact's columns, then of the
     * attributes that refs before read.
     *
     * @param entries of the dim
     * @param isUnique whether none of its keys has two rows
     * @param key the registers that the dim's key equals
     * @param attributes the attributes to read, by their index in the dim
     * @param registers where each goes
     * @param conditions what each must be in, once it is joined; null where anything will do
     * @param joins what of the dim is joined at all
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Step(
            Entries entries,
            boolean isUnique,
            Ref.Kind kind,
            int[] key,
            int[] attributes,
            int[] registers,
            @Nullable CodeSet[] conditions,
            Matching joins) {
        /** Whether it can drop a row or make several of it. */
        boolean changesRows() {
            return kind != Ref.Kind.LEFT || !isUnique || conditionCount() > 0;
        }

        /** How many attributes are under a condition. */
        int conditionCount() {
            int count = 0;
            for (CodeSet condition : conditions) {
                count += condition == null ? 0 : 1;
            }
            return count;
        }

        /** The attribute, by its index in the dim, that goes to a register. */
        private int attribute(int register) {
            int at = 0;
            while (registers[at] != register) {
                at++;
            }
            return attributes[at];
        }
    }

    /**
     * A join.
     *
     * @param factColumns the columns of the cells' key that it goes through; their codes are in the first registers
     * @param limit more than any code of the only one of them, to use its codes as ids; 0 where there are several, or
     *     more codes than are worth room for
     * @param registerCount the registers the steps use
     * @param asked the registers of the attributes asked
     * @param room what it may take
     * @param wanted is told of the ways gone
     * @throws UnanswerableException when it takes more room than an ask may have
     */
    static Join of(int[] factColumns, int limit, Step[] steps, int registerCount, int[] asked, Room room, Wanted wanted)
            throws UnanswerableException {
        if (steps.length == 1 && factColumns.length == 1) {
            Step step = steps[0];
            Heads heads = step.entries.heads();
            if (heads != null && step.isUnique && step.joins.isAlways()) {
                int[] attributes = Arrays.stream(asked).map(step::attribute).toArray();
                return new DirectJoin(heads, factColumns[0], step, attributes);
            }
        }
        return new ResolvedJoin(factColumns, limit, steps, registerCount, asked, room, wanted);
    }

    /** Whether it can drop a cell or make several of it: else every cell has one way. */
    boolean changesRows();

    /** Whether it does anything to an answer. */
    boolean matters();

    /**
     * The ids of some cells.
     *
     * @throws UnanswerableException when they take more room than an ask may have
     */
    void ids(Columns cells, Picks picks, int[] out) throws UnanswerableException;

    /**
     * The id of a cell.
     *
     * @throws UnanswerableException when it takes more room than an ask may have
     */
    int id(Columns cells, int position) throws UnanswerableException;

    /**
     * Marks the cells that have one way with 1, and all others with 0; those with several are added to {@code several}.
     *
     * @throws UnanswerableException when there are more ways than a long counts, or than there is room for
     */
    void mark(int[] ids, Picks picks, int[] marks, Positions several) throws UnanswerableException;

    /**
     * The codes of an attribute asked, for ids that have one way.
     *
     * @throws UnanswerableException when there are more ways than a long counts, or than there is room for
     */
    void attributes(int which, int[] ids, int count, int[] out) throws UnanswerableException;

    /**
     * The number of ways of an id, each with other attributes.
     *
     * @throws UnanswerableException when there are more ways than a long counts, or than there is room for
     */
    int wayCount(int id) throws UnanswerableException;

    /** The code that an attribute asked has on one of an id's ways. */
    int attribute(int which, int id, int way);

    /** How many times an id has one of its ways. */
    long times(int id, int way);

    /** Says that a row's matches in the joined tables are past counting. */
    static UnanswerableException tooManyMatches() {
        return new UnanswerableException("a row has more matches in the joined tables than can be counted", false);
    }
}
