package straum.domain.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.UnanswerableException;
import straum.domain.spec.Ref;

/**
 * The refs of a fact that hang together, each joined by the fact or through another of them, as one ask sees them: from
 * the cells' codes of the fact columns they go through, to the attributes asked. What those codes lead to is found out
 * once an ask, when a cell first has them, and so not at all for what no cell has.
 *
 * <p>The codes of one cell are told from another's by an <em>id</em>: of one column its code, of several the place of
 * the combination among those seen. Most ids have one <em>way</em> through the refs; some have none, where an inner join
 * finds nothing or a condition fails; and some several, or one several times.
 *
 * <p>For one ask and its thread.
 */
final class Join {
    private static final int UNKNOWN = -1;

    private static final int UNRESOLVED = 0;
    private static final int ONE_WAY = 1;
    private static final int NO_WAY = 2;
    /** States from here on stand for the entry of {@link #manyWays} that is so much less. */
    private static final int MANY_WAYS = 3;

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
            for (CodeSet condition : conditions) {
                if (condition != null) {
                    return true;
                }
            }
            return kind != Ref.Kind.LEFT || !isUnique;
        }
    }

    /** Several ways, told apart by the attributes asked. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Ways(int[][] attributes, long[] times) {}

    private final int[] factColumns;
    /** Whether the code of the only column is the id, rather than the place of a combination. */
    private final boolean byCode;

    private final Step[] steps;
    /** Whether a code of one column leads to at most one row of one dim. */
    private final boolean isDirect;
    /** The registers of the attributes asked. */
    private final int[] asked;

    private final boolean changesRows;
    /** The combinations of codes seen, where these give the ids. */
    private final Cells tuples;

    /** By id, what is known of it. */
    private int[] states;
    /** Of each attribute asked, by id, its code, where there is one way; {@link #UNKNOWN} until it is resolved. */
    private final int[][] attributes;

    private final List<Ways> manyWays = new ArrayList<>();

    private final int[] tuple;
    private final int[] registers;
    private final int[][] keys;
    /** The ways of the id being resolved, by the attributes asked, and how many times each. */
    private Cells ways;

    private long[] times = new long[4];

    /**
     * A join.
     *
     * @param factColumns the columns of the cells' key that it goes through; their codes are in the first registers
     * @param limit more than any code of the only one of them, to use its codes as ids; 0 where there are several, or
     *     more codes than are worth room for
     * @param registerCount the registers the steps use
     * @param asked the registers of the attributes asked
     */
    Join(int[] factColumns, int limit, Step[] steps, int registerCount, int[] asked) {
        this.factColumns = factColumns;
        this.byCode = limit > 0;
        this.steps = steps;
        this.isDirect = steps.length == 1 && factColumns.length == 1 && steps[0].isUnique && steps[0].key.length == 1;
        this.asked = asked;
        this.changesRows = Arrays.stream(steps).anyMatch(Step::changesRows);
        this.tuples = new Cells(new Layouts(factColumns.length));
        this.states = new int[byCode ? limit : 64];
        this.attributes = new int[asked.length][];
        for (int i = 0; i < asked.length; i++) {
            attributes[i] = new int[states.length];
            Arrays.fill(attributes[i], UNKNOWN);
        }
        this.tuple = new int[factColumns.length];
        this.registers = new int[registerCount];
        this.keys = new int[steps.length][];
        for (int i = 0; i < steps.length; i++) {
            keys[i] = new int[steps[i].key.length];
        }
        this.ways = new Cells(new Layouts(asked.length));
    }

    /** Whether it can drop a cell or make several of it: else every cell has one way. */
    boolean changesRows() {
        return changesRows;
    }

    /** Whether it does anything to an answer. */
    boolean matters() {
        return changesRows || asked.length > 0;
    }

    /** The ids of some cells. */
    void ids(Columns cells, Picks picks, int[] out) {
        if (byCode) {
            cells.codes(factColumns[0], picks, out);
            return;
        }
        for (int i = 0; i < picks.count(); i++) {
            out[i] = id(cells, picks.get(i));
        }
    }

    /** The id of a cell. */
    int id(Columns cells, int position) {
        if (byCode) {
            return cells.code(factColumns[0], position);
        }
        for (int i = 0; i < tuple.length; i++) {
            tuple[i] = cells.code(factColumns[i], position);
        }
        long hash = Cells.hash(tuple);
        int id = tuples.find(tuple, hash);
        if (id != Cells.ABSENT) {
            return id;
        }
        id = tuples.append(tuple, hash);
        if (id == states.length) {
            states = Arrays.copyOf(states, id * 2);
            for (int i = 0; i < attributes.length; i++) {
                attributes[i] = Arrays.copyOf(attributes[i], id * 2);
                Arrays.fill(attributes[i], id, id * 2, UNKNOWN);
            }
        }
        return id;
    }

    /**
     * Marks the cells that have one way with 1, and all others with 0; those with several are added to {@code several}.
     *
     * @throws UnanswerableException when there are more ways than a long counts
     */
    void mark(int[] ids, Picks picks, int[] marks, Positions several) throws UnanswerableException {
        for (int i = 0; i < picks.count(); i++) {
            int state = state(ids[i]);
            marks[i] = state == ONE_WAY ? 1 : 0;
            if (state >= MANY_WAYS) {
                several.add(picks.get(i));
            }
        }
    }

    /**
     * The codes of an attribute asked, for ids that have one way.
     *
     * @throws UnanswerableException when there are more ways than a long counts
     */
    void attributes(int which, int[] ids, int count, int[] out) throws UnanswerableException {
        int[] of = attributes[which];
        for (int i = 0; i < count; i++) {
            int code = of[ids[i]];
            if (code == UNKNOWN) {
                resolve(ids[i]);
                code = of[ids[i]];
            }
            out[i] = code;
        }
    }

    /**
     * The number of ways of an id, each with other attributes.
     *
     * @throws UnanswerableException when there are more ways than a long counts
     */
    int wayCount(int id) throws UnanswerableException {
        int state = state(id);
        return state == ONE_WAY ? 1 : state == NO_WAY ? 0 : manyWays.get(state - MANY_WAYS).times.length;
    }

    /** The code that an attribute asked has on one of an id's ways. */
    int attribute(int which, int id, int way) {
        int state = states[id];
        return state == ONE_WAY ? attributes[which][id] : manyWays.get(state - MANY_WAYS).attributes[which][way];
    }

    /** How many times an id has one of its ways. */
    long times(int id, int way) {
        int state = states[id];
        return state == ONE_WAY ? 1 : manyWays.get(state - MANY_WAYS).times[way];
    }

    private int state(int id) throws UnanswerableException {
        int state = states[id];
        return state == UNRESOLVED ? resolve(id) : state;
    }

    private int resolve(int id) throws UnanswerableException {
        return isDirect ? resolveDirectly(id) : resolveByWalking(id);
    }

    /** One look into the one dim joined, whose keys have one row each. */
    private int resolveDirectly(int id) {
        Step step = steps[0];
        registers[0] = byCode ? id : tuples.code(0, id);
        int entry = step.entries.first(registers);
        boolean isMatched = entry != Entries.ABSENT && step.joins.holds(step.entries, entry);
        boolean hasWay = switch (step.kind) {
            case LEFT -> enter(step, isMatched ? entry : Entries.ABSENT);
            case INNER -> isMatched && enter(step, entry);
            case SEMI -> isMatched;
            case ANTI -> !isMatched;
        };
        states[id] = hasWay ? ONE_WAY : NO_WAY;
        for (int which = 0; hasWay && which < asked.length; which++) {
            attributes[which][id] = registers[asked[which]];
        }
        return states[id];
    }

    private int resolveByWalking(int id) throws UnanswerableException {
        for (int i = 0; i < tuple.length; i++) {
            registers[i] = byCode ? id : tuples.code(i, id);
        }
        if (ways.size() > 0) {
            ways = new Cells(new Layouts(asked.length));
        }
        try {
            walk(0, 1);
        } catch (ArithmeticException overflow) {
            throw tooManyMatches();
        }
        int state;
        if (ways.size() == 0) {
            state = NO_WAY;
        } else if (ways.size() == 1 && times[0] == 1) {
            state = ONE_WAY;
            for (int which = 0; which < asked.length; which++) {
                attributes[which][id] = ways.code(which, 0);
            }
        } else {
            state = MANY_WAYS + manyWays.size();
            manyWays.add(several());
        }
        states[id] = state;
        return state;
    }

    /** Says that a row's matches in the joined tables are past counting. */
    static UnanswerableException tooManyMatches() {
        return new UnanswerableException("a row has more matches in the joined tables than can be counted", false);
    }

    /** Goes on from a step with what the registers hold, which came about so many times. */
    private void walk(int number, long count) {
        if (number == steps.length) {
            arrive(count);
            return;
        }
        Step step = steps[number];
        int[] key = keys[number];
        for (int i = 0; i < key.length; i++) {
            key[i] = registers[step.key[i]];
        }
        boolean isMatched = false;
        // A key with a null finds nothing, for the projection holds none (Invariant 6).
        int entry = step.entries.first(key);
        for (; entry != Entries.ABSENT; entry = step.entries.next(entry)) {
            if (step.joins.holds(step.entries, entry)) {
                isMatched = true;
                if (!step.kind.reads()) {
                    break;
                }
                if (enter(step, entry)) {
                    walk(number + 1, Math.multiplyExact(count, step.entries.rows(entry)));
                }
            }
        }
        boolean goesOn = switch (step.kind) {
            case LEFT -> !isMatched && enter(step, Entries.ABSENT);
            case SEMI -> isMatched;
            case ANTI -> !isMatched;
            case INNER -> false;
        };
        if (goesOn) {
            walk(number + 1, count);
        }
    }

    /** Reads an entry's attributes, or nulls without one, and answers whether they meet the conditions. */
    private boolean enter(Step step, int entry) {
        for (int i = 0; i < step.attributes.length; i++) {
            int code = entry == Entries.ABSENT ? Codes.NULL : step.entries.attribute(step.attributes[i], entry);
            CodeSet condition = step.conditions[i];
            if (condition != null && !condition.has(code)) {
                return false;
            }
            registers[step.registers[i]] = code;
        }
        return true;
    }

    private void arrive(long count) {
        int[] way = new int[asked.length];
        for (int which = 0; which < asked.length; which++) {
            way[which] = registers[asked[which]];
        }
        long hash = Cells.hash(way);
        int position = ways.find(way, hash);
        if (position == Cells.ABSENT) {
            position = ways.append(way, hash);
            if (position == times.length) {
                times = Arrays.copyOf(times, position * 2);
            }
            times[position] = 0;
        }
        times[position] = Math.addExact(times[position], count);
    }

    private Ways several() {
        int[][] of = new int[asked.length][ways.size()];
        for (int which = 0; which < asked.length; which++) {
            for (int way = 0; way < ways.size(); way++) {
                of[which][way] = ways.code(which, way);
            }
        }
        return new Ways(of, Arrays.copyOf(times, ways.size()));
    }
}
