package straum.domain.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import straum.domain.spec.Dim;
import straum.domain.spec.Fact;
import straum.domain.spec.Ref;
import straum.domain.spec.Via;

/**
 * One ref of a fact that has bound cells: the ways from the codes a cell is joined by to the attributes of the dim's rows.
 * From the first change of a dim's key on, the ways the key had then are kept, and are what {@link #ways} answers, until
 * the bound cells are settled, or are to be made anew; so whatever is done to them in between is done to where they are. The attributes' codes are
 * held so long, lest another value get one; a key's need not be, since no cell is left of a value whose code is given back.
 */
final class BoundRef implements Projection.Listener {
    private static final int[] NO_CODES = {};

    /** So many codes are sought one by one. */
    private static final int FEW = 4;

    /** So many cells are looked through at a time. */
    private static final int CHUNK = 512;

    private final Projection projection;
    private final Ref.Kind kind;
    /** The number of the ref's condition on the dim's rows, or {@link Projection#UNCONDITIONAL}. */
    private final int condition;
    /** The columns of the cells' key that the dim's key equals. */
    private final int[] keyColumns;
    /** The attributes read, by their index in the dim, and the columns of the bound key they are. */
    private final int[] attributes;

    private final int[] boundColumns;
    private final Codes[] attributeCodes;
    private final Runnable onClear;

    /** The keys changed since the last settling, and beside them, by position, the ways each had. */
    private Cells changed;

    private final List<Ways> waysBefore = new ArrayList<>();
    /** The codes of the keys' first columns, so that most cells are told by a bit that they are not concerned. */
    private final BitSet changedFirst = new BitSet();
    /** While the bound cells are settled, the codes among these if they are few; else none, but a bit for each. */
    private int[] changedFew = NO_CODES;

    private long[] changedWords = {};
    /* Of the cells looked through. */
    private final Picks picks = new Picks(CHUNK);
    private final int[] codes = new int[CHUNK];

    private final int[] tuple;
    private final Ways now;
    private boolean readsNow;
    /** Whether the ways from before are kept. */
    private boolean keeps;

    /**
     * A ref.
     *
     * @param boundKey what the bound cells are keyed by
     * @param onClear to be told that the dim has lost all its rows at once
     */
    BoundRef(Fact fact, int ref, Dim dim, Projection projection, List<Via> boundKey, Runnable onClear) {
        Ref joined = fact.refs().get(ref);
        this.projection = projection;
        this.kind = joined.kind();
        this.condition = projection.condition(joined.condition());
        List<String> rollupKey = fact.rollupKey();
        this.keyColumns = joined.on().stream()
                .mapToInt(on -> rollupKey.indexOf(on.via().column()))
                .toArray();
        this.boundColumns = IntStream.range(0, boundKey.size())
                .filter(i -> boundKey.get(i) instanceof Via.Attribute attribute && attribute.ref() == ref)
                .toArray();
        this.attributes = Arrays.stream(boundColumns)
                .map(i -> dim.attributes().indexOf(boundKey.get(i).column()))
                .toArray();
        this.attributeCodes = new Codes[attributes.length];
        Arrays.setAll(attributeCodes, i -> projection.codes(attributes[i]));
        this.onClear = onClear;
        this.changed = new Cells(new Layouts(keyColumns.length));
        this.tuple = new int[keyColumns.length];
        this.now = new Ways(attributes.length);
    }

    /** Has the ways from before be kept from now on, or not, since all are to be made anew. */
    void keep(boolean yes) {
        keeps = yes;
    }

    /** Keeps the ways a key has, if it has not changed before since the last settling. */
    @Override
    public void changes(int[] row) {
        if (!keeps) {
            return;
        }
        System.arraycopy(row, 0, tuple, 0, tuple.length);
        long hash = Cells.hash(tuple);
        if (changed.find(tuple, hash) != Cells.ABSENT) {
            return;
        }
        changed.append(tuple, hash);
        changedFirst.set(tuple[0]);
        Ways before = new Ways(attributes.length);
        resolve(tuple, before);
        waysBefore.add(before);
        before.hold(attributeCodes);
    }

    @Override
    public void clears() {
        onClear.run();
    }

    /** Whether no key has changed since the last settling. */
    boolean isSettled() {
        return waysBefore.isEmpty();
    }

    /** Whether more keys have changed than one in so many of the dim's. */
    boolean isChangedPast(int few) {
        return (long) few * waysBefore.size() > projection.keyCount();
    }

    /** Forgets the ways from before. */
    void settled() {
        waysBefore.forEach(before -> before.release(attributeCodes));
        waysBefore.clear();
        changedFirst.clear();
        changed = new Cells(new Layouts(keyColumns.length));
    }

    /** How many keys have changed since the last settling. */
    int changedCount() {
        return changed.size();
    }

    /** Puts a changed key where it belongs in the key of a cell. */
    void putChanged(int which, int[] cellKey) {
        for (int i = 0; i < keyColumns.length; i++) {
            cellKey[keyColumns[i]] = changed.code(i, which);
        }
    }

    /** Whether it joins by a column of the cells' key. */
    boolean joins(int column) {
        for (int each : keyColumns) {
            if (each == column) {
                return true;
            }
        }
        return false;
    }

    /** Is about to be asked which cells are concerned, while no key changes. */
    void settling() {
        boolean few = changedFirst.cardinality() <= FEW;
        changedFew = few ? changedFirst.stream().toArray() : NO_CODES;
        changedWords = few ? new long[0] : changedFirst.toLongArray();
    }

    /**
     * Marks the cells of a page whose key may have changed: all that have, and few others.
     *
     * @param marks a bit each, by position; others are left as they are
     * @return whether there is any
     */
    boolean mark(Columns page, long[] marks) {
        boolean any = false;
        for (int code : changedFew) {
            int column = keyColumns[0];
            for (int at = CodeSearch.next(page, column, code, 0);
                    at < page.size();
                    at = CodeSearch.next(page, column, code, at + 1)) {
                marks[at >>> 6] |= 1L << at;
                any = true;
            }
        }
        return changedWords.length == 0 ? any : markMany(page, marks);
    }

    private boolean markMany(Columns page, long[] marks) {
        final long[] words = changedWords;
        long any = 0;
        for (int from = 0; from < page.size(); from += CHUNK) {
            picks.run(from, Math.min(CHUNK, page.size() - from));
            page.codes(keyColumns[0], picks, codes);
            for (int i = 0; i < picks.count(); i++) {
                int word = codes[i] >>> 6;
                if (word < words.length) {
                    long bit = (words[word] >>> codes[i]) & 1;
                    marks[(from + i) >>> 6] |= bit << (from + i);
                    any |= bit;
                }
            }
        }
        return any != 0;
    }

    /** Whether the key a cell is joined by has changed. */
    boolean isChanged(int[] cellKey) {
        return changedFirst.get(cellKey[keyColumns[0]]) && indexOfChanged(cellKey) != Cells.ABSENT;
    }

    private int indexOfChanged(int[] cellKey) {
        for (int i = 0; i < tuple.length; i++) {
            tuple[i] = cellKey[keyColumns[i]];
        }
        return changed.find(tuple, Cells.hash(tuple));
    }

    /** Has {@link #ways} answer what is so now, or else what was before a change. */
    void readNow(boolean yes) {
        readsNow = yes;
    }

    /** The ways of a cell; good until the next call. */
    Ways ways(int[] cellKey) {
        if (!readsNow && changedFirst.get(cellKey[keyColumns[0]])) {
            int before = indexOfChanged(cellKey);
            if (before != Cells.ABSENT) {
                return waysBefore.get(before);
            }
        }
        for (int i = 0; i < tuple.length; i++) {
            tuple[i] = cellKey[keyColumns[i]];
        }
        resolve(tuple, now);
        return now;
    }

    /** Puts the attributes of a way where they belong in the bound key. */
    void put(Ways of, int way, int[] boundKey) {
        for (int i = 0; i < boundColumns.length; i++) {
            boundKey[boundColumns[i]] = of.attribute(way, i);
        }
    }

    private void resolve(int[] key, Ways into) {
        into.clear();
        long matches = 0;
        Entries entries = projection.current();
        int entry = entries.first(key); // none of a key with a null (Invariant 6)
        for (; entry != Entries.ABSENT; entry = entries.next(entry)) {
            if (projection.meets(condition, entry)) {
                long rows = projection.isUnique() ? 1 : entries.rows(entry);
                matches = Math.addExact(matches, rows);
                if (attributes.length > 0) {
                    into.add(rows);
                    for (int i = 0; i < attributes.length; i++) {
                        into.set(i, entries.attribute(attributes[i], entry));
                    }
                }
            }
        }
        boolean stays = switch (kind) {
            case LEFT, ANTI -> matches == 0;
            case INNER -> attributes.length == 0 && matches > 0;
            case SEMI -> matches > 0;
        };
        if (stays) {
            into.add(kind == Ref.Kind.INNER ? matches : 1);
        } else if (kind == Ref.Kind.LEFT && attributes.length == 0) {
            into.add(matches);
        }
    }

    /** The bytes of the heap that it takes, the ways from before as if each key had one. */
    long bytes() {
        return HeapSizes.object(12, 7)
                + changed.bytes()
                + HeapSizes.array(changedFirst.size() / Long.SIZE, Long.BYTES)
                + HeapSizes.references(waysBefore.size())
                + (1L + waysBefore.size())
                        * (HeapSizes.object(2, 8)
                                + HeapSizes.array(attributes.length, Integer.BYTES)
                                + HeapSizes.array(1, Long.BYTES));
    }

    /** Some ways through a ref: of each the codes of the attributes read, and how many times it comes. */
    static final class Ways {
        private final int width;
        private int[] attributes;
        private long[] times = new long[1];
        private int size;

        Ways(int width) {
            this.width = width;
            this.attributes = new int[width];
        }

        int size() {
            return size;
        }

        long times(int way) {
            return times[way];
        }

        int attribute(int way, int attribute) {
            return attributes[way * width + attribute];
        }

        private void clear() {
            size = 0;
        }

        /** Adds a way, all of whose attributes are null. */
        private void add(long comes) {
            if (size == times.length) {
                times = Arrays.copyOf(times, size * 2);
                attributes = Arrays.copyOf(attributes, size * 2 * width);
            }
            Arrays.fill(attributes, size * width, (size + 1) * width, Codes.NULL);
            times[size++] = comes;
        }

        /** Sets an attribute of the last way. */
        private void set(int attribute, int code) {
            attributes[(size - 1) * width + attribute] = code;
        }

        private void hold(Codes[] codes) {
            for (int i = 0; i < size * width; i++) {
                codes[i % width].use(attributes[i]);
            }
        }

        private void release(Codes[] codes) {
            for (int i = 0; i < size * width; i++) {
                codes[i % width].release(attributes[i]);
            }
        }
    }
}
