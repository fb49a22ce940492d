package straum.domain.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import straum.domain.ask.UnanswerableException;

/**
 * A join whose ways are found out once an ask, when a cell first has the codes that lead there, and so not at all for what
 * no cell has: through several dims or columns, or to a dim of which a key has several rows, or some are not joined.
 */
final class ResolvedJoin implements Join {
    private static final String TOO_MUCH = "the rows it is joined with have too many matches";

    private static final int UNKNOWN = -1;

    private static final int UNRESOLVED = 0;
    private static final int ONE_WAY = 1;
    private static final int NO_WAY = 2;
    /** States from here on stand for the entry of {@link #manyWays} that is so much less. */
    private static final int MANY_WAYS = 3;

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

    private final Room room;
    private final Wanted wanted;
    /** The most ways that an id has had: room for so many is taken. */
    private int mostWays;

    /** A join, as {@link Join#of} takes it. */
    ResolvedJoin(int[] factColumns, int limit, Step[] steps, int registerCount, int[] asked, Room room, Wanted wanted)
            throws UnanswerableException {
        this.factColumns = factColumns;
        this.byCode = limit > 0;
        this.steps = steps;
        this.isDirect =
                steps.length == 1 && factColumns.length == 1 && steps[0].isUnique() && steps[0].key().length == 1;
        this.asked = asked;
        this.changesRows = Arrays.stream(steps).anyMatch(Step::changesRows);
        this.room = room;
        this.wanted = wanted;
        this.tuples = new Cells(new Layouts(factColumns.length));
        int ids = byCode ? limit : 64;
        takeIds(ids);
        this.states = new int[ids];
        this.attributes = new int[asked.length][];
        for (int i = 0; i < asked.length; i++) {
            attributes[i] = new int[states.length];
            Arrays.fill(attributes[i], UNKNOWN);
        }
        this.tuple = new int[factColumns.length];
        this.registers = new int[registerCount];
        this.keys = new int[steps.length][];
        for (int i = 0; i < steps.length; i++) {
            keys[i] = new int[steps[i].key().length];
        }
        this.ways = new Cells(new Layouts(asked.length));
    }

    @Override
    public boolean changesRows() {
        return changesRows;
    }

    @Override
    public boolean matters() {
        return changesRows || asked.length > 0;
    }

    @Override
    public void ids(Columns cells, Picks picks, int[] out) throws UnanswerableException {
        if (byCode) {
            cells.codes(factColumns[0], picks, out);
            return;
        }
        for (int i = 0; i < picks.count(); i++) {
            out[i] = id(cells, picks.get(i));
        }
    }

    @Override
    public int id(Columns cells, int position) throws UnanswerableException {
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
            takeIds(id);
            states = Arrays.copyOf(states, id * 2);
            for (int i = 0; i < attributes.length; i++) {
                attributes[i] = Arrays.copyOf(attributes[i], id * 2);
                Arrays.fill(attributes[i], id, id * 2, UNKNOWN);
            }
        }
        return id;
    }

    @Override
    public void mark(int[] ids, Picks picks, int[] marks, Positions several) throws UnanswerableException {
        for (int i = 0; i < picks.count(); i++) {
            int state = state(ids[i]);
            marks[i] = state == ONE_WAY ? 1 : 0;
            if (state >= MANY_WAYS) {
                several.add(picks.get(i));
            }
        }
    }

    @Override
    public void attributes(int which, int[] ids, int count, int[] out) throws UnanswerableException {
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

    @Override
    public int wayCount(int id) throws UnanswerableException {
        int state = state(id);
        return state == ONE_WAY ? 1 : state == NO_WAY ? 0 : manyWays.get(state - MANY_WAYS).times.length;
    }

    @Override
    public int attribute(int which, int id, int way) {
        int state = states[id];
        return state == ONE_WAY ? attributes[which][id] : manyWays.get(state - MANY_WAYS).attributes[which][way];
    }

    @Override
    public long times(int id, int way) {
        int state = states[id];
        return state == ONE_WAY ? 1 : manyWays.get(state - MANY_WAYS).times[way];
    }

    /** Takes room for so many more ids, and where they are places of combinations, for these. */
    private void takeIds(int count) throws UnanswerableException {
        room.take(
                (long) count * Integer.BYTES * (1 + asked.length + (byCode ? 0 : 2 * factColumns.length + 2)),
                TOO_MUCH);
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
        int entry = step.entries().first(registers);
        boolean isMatched = entry != Entries.ABSENT && step.joins().holds(step.entries(), entry);
        boolean hasWay = switch (step.kind()) {
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
            throw Join.tooManyMatches();
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

    /** Goes on from a step with what the registers hold, which came about so many times. */
    private void walk(int number, long count) throws UnanswerableException {
        if (number == steps.length) {
            arrive(count);
            return;
        }
        Step step = steps[number];
        int[] key = keys[number];
        for (int i = 0; i < key.length; i++) {
            key[i] = registers[step.key()[i]];
        }
        boolean isMatched = false;
        // A key with a null finds nothing, for the projection holds none (Invariant 6).
        int entry = step.entries().first(key);
        for (; entry != Entries.ABSENT; entry = step.entries().next(entry)) {
            wanted.spend(1);
            if (step.joins().holds(step.entries(), entry)) {
                isMatched = true;
                if (!step.kind().reads()) {
                    break;
                }
                if (enter(step, entry)) {
                    walk(number + 1, Math.multiplyExact(count, step.entries().rows(entry)));
                }
            }
        }
        boolean goesOn = switch (step.kind()) {
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
        for (int i = 0; i < step.attributes().length; i++) {
            int code = entry == Entries.ABSENT ? Codes.NULL : step.entries().attribute(step.attributes()[i], entry);
            CodeSet condition = step.conditions()[i];
            if (condition != null && !condition.has(code)) {
                return false;
            }
            registers[step.registers()[i]] = code;
        }
        return true;
    }

    private void arrive(long count) throws UnanswerableException {
        int[] way = new int[asked.length];
        for (int which = 0; which < asked.length; which++) {
            way[which] = registers[asked[which]];
        }
        long hash = Cells.hash(way);
        int position = ways.find(way, hash);
        if (position == Cells.ABSENT) {
            position = ways.append(way, hash);
            if (position >= mostWays) {
                room.take(Integer.BYTES * (2L * asked.length + 4), TOO_MUCH);
                mostWays = position + 1;
            }
            if (position == times.length) {
                times = Arrays.copyOf(times, position * 2);
            }
            times[position] = 0;
        }
        times[position] = Math.addExact(times[position], count);
    }

    private Ways several() throws UnanswerableException {
        room.take(ways.size() * (asked.length * (long) Integer.BYTES + Long.BYTES), TOO_MUCH);
        int[][] of = new int[asked.length][ways.size()];
        for (int which = 0; which < asked.length; which++) {
            for (int way = 0; way < ways.size(); way++) {
                of[which][way] = ways.code(which, way);
            }
        }
        return new Ways(of, Arrays.copyOf(times, ways.size()));
    }
}
