package straum.domain.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Condition;
import straum.domain.spec.Dim;
import straum.domain.spec.Table;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;
import straum.domain.value.Rows;

/**
 * One dim: the rows under each key value, as the codes of the attributes that views read. Rows that read the same are one
 * <em>entry</em> with a count; the entries of one key are chained. A row with a null in its key is never held, and a
 * lookup with one finds nothing (Invariant 6).
 *
 * <p>The entries are {@link Cells} keyed by key and attributes. The first entry of a key is found in {@link Heads} by the
 * key's code, or where the key has several columns in an {@link Index} by their codes. The chains are two columns of the
 * cells like any other, and so take no room while no key has a second entry.
 *
 * <p>Mutable; one writer, and any number of readers while it does not write.
 */
final class Projection {
    /** The number of no condition at all. */
    static final int UNCONDITIONAL = -1;

    /** Somebody to be told of changes before they are made. */
    interface Listener {
        /** A row is to come or go, whose codes of the key are the first of these. */
        void changes(int[] row);

        /** All rows are to go. */
        void clears();
    }

    private final Table table;
    private final ColumnType[] types;
    /** The places in the table's rows of the key's columns, then of the attributes. */
    private final int[] tableColumns;
    /** Beside {@link #tableColumns}. */
    private final Codes[] codes;

    private final int keys;
    private final Layouts layouts;
    private final int rowsColumn;
    /* The entries after and before one in its chain, as position + 1; 0 for none. */
    private final int nextColumn;
    private final int previousColumn;

    private final Detached asks;
    private Cells entries;
    /** What there is to read of them, whatever they become; but not once these, the heads or their index are others. */
    private Entries current;
    /** The first entries of the chains, of keys of one column; null of others. */
    private @Nullable Heads heads;
    /** The same of keys of several columns; null of others. */
    private @Nullable Index headIndex;
    /** How many detached asks had begun when the index was last made the writer's own. */
    private long indexStamp;

    /* Of each condition that a ref has on the rows, its test, and the column that is 1 where an entry meets it. */
    private final List<Condition<String, Literal>> conditions;
    private final RowTest[] tests;
    private final int[] meetsColumns;
    private final List<Listener> listeners = new ArrayList<>();

    private long rowCount;
    private long keyCount;
    /** The row being added or taken out: key, then attributes. */
    private final int[] row;

    /**
     * No rows, of a dim.
     *
     * @param types of the table's columns
     * @param codes of the table's columns
     * @param conditions those that refs have on the dim's rows, each once, on columns that are attributes
     * @param asks that read outside of the lock
     */
    Projection(
            Dim dim,
            Table table,
            ColumnType[] types,
            Codes[] codes,
            List<Condition<String, Literal>> conditions,
            Detached asks) {
        this.table = table;
        this.types = types;
        this.asks = asks;
        this.keys = dim.key().size();
        this.tableColumns = new int[keys + dim.attributes().size()];
        this.codes = new Codes[tableColumns.length];
        for (int i = 0; i < tableColumns.length; i++) {
            List<String> names = i < keys ? dim.key() : dim.attributes();
            tableColumns[i] = table.column(names.get(i < keys ? i : i - keys));
            this.codes[i] = codes[tableColumns[i]];
        }
        this.layouts = new Layouts(tableColumns.length, asks);
        this.rowsColumn = layouts.newCounts();
        this.nextColumn = layouts.newCounts();
        this.previousColumn = layouts.newCounts();
        this.entries = new Cells(layouts);
        this.conditions = List.copyOf(conditions);
        this.tests = new RowTest[conditions.size()];
        this.meetsColumns = new int[conditions.size()];
        for (int i = 0; i < tests.length; i++) {
            meetsColumns[i] = layouts.newCounts();
        }
        compile(this.conditions, table, types, tests);
        this.row = new int[tableColumns.length];
        this.heads = noHeads();
        this.headIndex = noHeadIndex();
        this.indexStamp = asks.stamp();
        this.current = entriesOf(entries);
    }

    private @Nullable Heads noHeads() {
        return keys == 1 ? new Heads(tableColumns.length - keys, asks) : null;
    }

    private @Nullable Index noHeadIndex() {
        return keys == 1 ? null : new Index(keys, 0);
    }

    private Entries entriesOf(Cells cells) {
        return new Entries(cells, heads, headIndex, keys, rowsColumn, nextColumn);
    }

    /** What there is to read of the entries until the next change. */
    Entries current() {
        return current;
    }

    /** What there is to read of the entries now, which to a detached ask stays so. */
    Entries asTheyAre() {
        Heads stay = heads == null ? null : heads.asTheyAre();
        return new Entries(entries.asTheyAre(), stay, headIndex, keys, rowsColumn, nextColumn);
    }

    /** The index of the first entries, to be changed; of keys of several columns. */
    private Index ownIndex() {
        Index index = Objects.requireNonNull(headIndex);
        if (indexStamp == asks.stamp()) {
            return index;
        }
        if (asks.mayRead(indexStamp)) {
            asks.copy(index.bytes());
            index = index.copy();
            headIndex = index;
            current = entriesOf(entries);
        }
        indexStamp = asks.stamp();
        return index;
    }

    private Columns toChange(int entry) {
        return entries.toChange(entry);
    }

    private static int inPage(int entry) {
        return Cells.inPage(entry);
    }

    private static void compile(
            List<Condition<String, Literal>> conditions, Table table, ColumnType[] types, RowTest[] into) {
        for (int i = 0; i < into.length; i++) {
            into[i] = RowTest.of(conditions.get(i), table::column, column -> types[table.column(column)]);
        }
    }

    /** Reads the types anew, whose enums have gained labels. */
    void retyped() {
        compile(conditions, table, types, tests);
    }

    /** Adds a row. */
    void add(Rows rows, int number) {
        if (hasNullKey(rows, number)) {
            return;
        }
        for (int i = 0; i < row.length; i++) {
            row[i] = codes[i].findOrAdd(rows, number, tableColumns[i]);
        }
        tellOfChange();
        long hash = Cells.hash(row);
        int position = entries.find(row, hash);
        if (position == Entries.ABSENT) {
            position = entries.append(row, hash);
            for (int i = 0; i < row.length; i++) {
                codes[i].use(row[i]);
            }
            for (int i = 0; i < tests.length; i++) {
                if (tests[i].test(rows, number) == Truth.TRUE) {
                    Counts.set(toChange(position), meetsColumns[i], inPage(position), 1);
                }
            }
            chain(position);
        }
        Counts.add(toChange(position), rowsColumn, inPage(position), 1);
        rowCount++;
    }

    private boolean hasNullKey(Rows rows, int number) {
        for (int i = 0; i < keys; i++) {
            if (rows.isNull(number, tableColumns[i])) {
                return true;
            }
        }
        return false;
    }

    /** Puts a new entry second in its key's chain, or makes it the first. */
    private void chain(int position) {
        int head = current.first(row);
        if (head == Entries.ABSENT) {
            keyCount++;
            if (heads != null) {
                heads.set(row[0], position, entries);
            } else {
                ownIndex().add(entries, position, Index.hash(row, keys));
            }
            return;
        }
        int next = current.next(head);
        link(head, position);
        if (next != Entries.ABSENT) {
            link(position, next);
        }
    }

    private void link(int before, int after) {
        setNext(before, after);
        setPrevious(after, before);
    }

    private void setNext(int entry, int next) {
        Counts.set(toChange(entry), nextColumn, inPage(entry), next + 1);
    }

    private void setPrevious(int entry, int previous) {
        Counts.set(toChange(entry), previousColumn, inPage(entry), previous + 1);
    }

    /**
     * Takes a row out.
     *
     * @throws RowException when it was never added (Invariant 4); nothing has changed then
     */
    void remove(Rows rows, int number) throws RowException {
        if (hasNullKey(rows, number)) {
            return;
        }
        for (int i = 0; i < row.length; i++) {
            row[i] = codes[i].find(rows, number, tableColumns[i]);
        }
        int position = entries.find(row, Cells.hash(row));
        if (position == Entries.ABSENT) {
            throw RowException.missing(table, types, rows, number);
        }
        tellOfChange();
        rowCount--;
        if (Counts.add(toChange(position), rowsColumn, inPage(position), -1) == 0) {
            unchain(position);
            follow(entries.size() - 1, position);
            entries.remove(position);
            for (int i = 0; i < row.length; i++) {
                codes[i].release(row[i]);
            }
        }
    }

    /** Takes an entry out of its key's chain. */
    private void unchain(int position) {
        int previous = previous(position);
        int next = current.next(position);
        if (previous != Entries.ABSENT) {
            setNext(previous, next);
        } else if (next != Entries.ABSENT) {
            if (heads != null) {
                heads.set(entries.code(0, position), next, entries);
            } else {
                moveInIndex(position, next);
            }
        } else {
            keyCount--;
            if (heads != null) {
                heads.clear(entries.code(0, position));
            } else {
                Index index = ownIndex();
                index.remove(entries, position, index.hashAt(entries, position));
            }
        }
        if (next != Entries.ABSENT) {
            setPrevious(next, previous);
        }
    }

    /** Has an entry's neighbours point at the position it is about to take. */
    private void follow(int from, int to) {
        if (from == to) {
            return;
        }
        int previous = previous(from);
        int next = current.next(from);
        if (previous != Entries.ABSENT) {
            setNext(previous, to);
        } else {
            moveHead(from, to);
        }
        if (next != Entries.ABSENT) {
            setPrevious(next, to);
        }
    }

    private void moveHead(int from, int to) {
        if (heads != null) {
            heads.move(entries.code(0, from), to);
        } else {
            moveInIndex(from, to);
        }
    }

    private void moveInIndex(int from, int to) {
        Index index = ownIndex();
        index.move(from, to, index.hashAt(entries, from));
    }

    private void tellOfChange() {
        for (int i = 0; i < listeners.size(); i++) {
            listeners.get(i).changes(row);
        }
    }

    /** Takes all rows out. */
    void clear() {
        listeners.forEach(Listener::clears);
        for (int column = 0; column < codes.length; column++) {
            for (int position = 0; position < entries.size(); position++) {
                codes[column].release(entries.code(column, position));
            }
        }
        entries.giveUp();
        entries = new Cells(layouts);
        rowCount = 0;
        keyCount = 0;
        heads = noHeads();
        headIndex = noHeadIndex();
        indexStamp = asks.stamp();
        current = entriesOf(entries);
    }

    private int previous(int entry) {
        return (int) Counts.get(entries.page(entry), previousColumn, inPage(entry)) - 1;
    }

    /** The number of a condition that a ref has on the rows, for {@link #meets}; of null {@link #UNCONDITIONAL}. */
    int condition(@Nullable Condition<String, Literal> condition) {
        return condition == null ? UNCONDITIONAL : conditions.indexOf(condition);
    }

    /** Whether the rows of an entry meet the condition of that number. */
    boolean meets(int condition, int entry) {
        return condition == UNCONDITIONAL
                || Counts.get(entries.page(entry), meetsColumns[condition], inPage(entry)) != 0;
    }

    /** Has somebody told of every change from now on. */
    void tell(Listener listener) {
        listeners.add(listener);
    }

    /** The number of keys that have rows. */
    long keyCount() {
        return keyCount;
    }

    /** The codes of an attribute, by its index in {@link Dim#attributes}. */
    Codes codes(int attribute) {
        return codes[keys + attribute];
    }

    /** Whether no key has two rows, so that a join multiplies nothing. */
    boolean isUnique() {
        return rowCount == keyCount;
    }

    /** The number of rows held. */
    long rowCount() {
        return rowCount;
    }

    /** The bytes of the heap that it takes; the codes, which may be shared, are not in them. */
    long bytes() {
        return HeapSizes.object(15, 40)
                + HeapSizes.object(3, 12)
                + layouts.cellBytes()
                + layouts.bytes()
                + (heads == null ? 0 : heads.bytes())
                + (headIndex == null ? 0 : headIndex.bytes());
    }
}
