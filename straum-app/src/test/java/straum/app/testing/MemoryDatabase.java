package straum.app.testing;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import straum.app.Changes;
import straum.app.ChangesBuilder;
import straum.app.Lsn;
import straum.domain.spec.Spec;
import straum.domain.testing.TestRows;
import straum.domain.value.ColumnType;
import straum.domain.value.Rows;

/**
 * A database of a few rows that remembers all that was ever done to it: what PostgreSQL is to Straum, the slow and obvious
 * way. Rows are lists of texts in the layout of their table, null for null. Thread-safe.
 */
public final class MemoryDatabase {
    private static final int PAGE = 8192;
    private static final int SEGMENT = 16 << 20;

    /** One change of a row. */
    public record Change(
            Changes.Kind kind,
            int table,
            @Nullable List<@Nullable String> before,
            @Nullable List<@Nullable String> after) {}

    /**
     * What was done at once.
     *
     * @param end where its commit record ends
     * @param seenSince when it came into sight; null while nobody sees it, as while its commit waits for a standby
     * @param streamed whether the stream tells it; what it does not tell is a change of the catalog
     * @param real whether it happened: what did not is a fault of the stream
     */
    public record Entry(
            Lsn end, Instant time, @Nullable Instant seenSince, List<Change> changes, boolean streamed, boolean real) {
        private Entry seen(Instant since) {
            return new Entry(end, time, since, changes, streamed, real);
        }
    }

    private final Spec spec;
    private final List<ColumnType[]> types;
    private final InstantSource clock;
    private final List<Entry> history = new ArrayList<>();
    private long end = SEGMENT;
    private long flushed = SEGMENT;
    private long events;
    private @Nullable String misfit;

    /** An empty database of the tables of a spec. */
    public MemoryDatabase(Spec spec, List<ColumnType[]> types, InstantSource clock) {
        this.spec = spec;
        this.types = types;
        this.clock = clock;
    }

    /** The tables. */
    public Spec spec() {
        return spec;
    }

    /** The types of their columns. */
    public List<ColumnType[]> types() {
        return types;
    }

    /** The server's clock. */
    public Instant now() {
        return clock.instant();
    }

    /** Commits changes of our tables; a synchronous commit is flushed when it returns. */
    public synchronized Entry commit(List<Change> changes, boolean synchronous) {
        return add(changes, synchronous, true, true, true);
    }

    /** Commits changes that nobody sees before {@link #show}, told by the stream or, as a change of the catalog, not. */
    public synchronized Entry commitUnseen(List<Change> changes, boolean streamed) {
        return add(changes, true, streamed, true, false);
    }

    /** Lets come into sight what the test holds for of what nobody sees yet. */
    public synchronized void show(Predicate<Entry> test) {
        history.replaceAll(
                entry -> entry.seenSince() == null && test.test(entry) ? entry.seen(clock.instant()) : entry);
    }

    /** Changes rows behind the stream's back, as a rewriting ALTER TABLE does. */
    public synchronized Entry changeUnsaid(List<Change> changes) {
        return add(changes, true, false, true, true);
    }

    /** Makes the catalog fit the spec no longer, and says why; or with null makes it fit again. The stream tells neither. */
    public synchronized void misfit(@Nullable String why) {
        misfit = why;
        changeUnsaid(List.of());
    }

    /** Why the catalog does not fit the spec; null when it does. */
    public synchronized @Nullable String misfit() {
        return misfit;
    }

    /** Makes the stream tell what never happened. */
    public synchronized void lie(List<Change> changes) {
        add(changes, true, true, false, true);
    }

    /** Writes so many bytes of WAL that are nothing of ours. */
    public synchronized void write(int bytes, boolean flushes) {
        end = insert().value() + bytes;
        if (flushes) {
            flush();
        }
    }

    /** Writes WAL that is nothing of ours up to the end of a page, so that the next insert is behind a header. */
    public synchronized void fillPage(boolean flushes) {
        end = (end / PAGE + 1) * PAGE;
        if (flushes) {
            flush();
        }
    }

    private Entry add(List<Change> changes, boolean synchronous, boolean streamed, boolean real, boolean seen) {
        write(24 + 8 * changes.size(), synchronous);
        Instant now = clock.instant();
        Entry entry = new Entry(new Lsn(end), now, seen ? now : null, List.copyOf(changes), streamed, real);
        history.add(entry);
        wake();
        return entry;
    }

    /** Flushes all WAL, as the server's WAL writer does at times. */
    public synchronized void flush() {
        flushed = end;
        wake();
    }

    /** Crashes and comes up again: what was not flushed has never been, and everybody sees the rest. */
    public synchronized void crash() {
        end = flushed;
        history.removeIf(entry -> !new Lsn(flushed).reaches(entry.end()));
        show(entry -> true);
    }

    /** Where the next record goes: after a full page, behind the header of the next one. */
    public synchronized Lsn insert() {
        int header = end % SEGMENT == 0 ? 40 : end % PAGE == 0 ? 24 : 0;
        return new Lsn(end + header);
    }

    /** Up to where WAL is on disk. */
    public synchronized Lsn flushed() {
        return new Lsn(flushed);
    }

    /** The end of the last record. */
    public synchronized Lsn end() {
        return new Lsn(end);
    }

    /** What was done up to a position that the stream does not tell: the catalog as a slot's snapshot has it. */
    public synchronized Set<Entry> unsaid(Lsn at) {
        return unsaid(entry -> at.reaches(entry.end()));
    }

    /** What can be seen of what the stream does not tell: the catalog as a reading finds it. */
    public synchronized Set<Entry> unsaid() {
        return unsaid(entry -> entry.seenSince() != null);
    }

    private Set<Entry> unsaid(Predicate<Entry> test) {
        Set<Entry> unsaid = new HashSet<>();
        for (Entry entry : history) {
            if (!entry.streamed() && test.test(entry)) {
                unsaid.add(entry);
            }
        }
        return unsaid;
    }

    /** Whether everything up to a position can be seen. */
    public synchronized boolean isSeenUpTo(Lsn at) {
        return last(entry -> entry.seenSince() == null && at.reaches(entry.end())) == null;
    }

    /** All that was done, in order. */
    public synchronized List<Entry> history() {
        return List.copyOf(history);
    }

    /** The last that was done of what the test holds for; null when there is none. */
    public synchronized @Nullable Entry last(Predicate<Entry> test) {
        for (int i = history.size() - 1; i >= 0; i--) {
            if (test.test(history.get(i))) {
                return history.get(i);
            }
        }
        return null;
    }

    /** The first flushed entry after a position that the stream tells; null when there is none. */
    public synchronized @Nullable Entry next(Lsn after) {
        for (Entry entry : history) {
            if (entry.streamed() && !after.reaches(entry.end()) && new Lsn(flushed).reaches(entry.end())) {
                return entry;
            }
        }
        return null;
    }

    /** The rows of a table as they are now. */
    public synchronized List<List<@Nullable String>> rows(int table) {
        return rows(table, new Lsn(end));
    }

    /** The rows of a table as they were at a position. */
    public synchronized List<List<@Nullable String>> rows(int table, Lsn at) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        play(table, Lsn.ZERO, at, rows);
        return rows;
    }

    /** Makes the rows of a table at a position those at a later one. */
    public synchronized void play(int table, Lsn after, Lsn at, List<List<@Nullable String>> rows) {
        for (Entry entry : history) {
            if (entry.real() && at.reaches(entry.end()) && !after.reaches(entry.end())) {
                for (Change change : entry.changes()) {
                    if (change.table() == table) {
                        play(change, rows);
                    }
                }
            }
        }
    }

    private static void play(Change change, List<List<@Nullable String>> rows) {
        if (change.kind() == Changes.Kind.TRUNCATE) {
            rows.clear();
        }
        if (change.before() != null && !rows.remove(change.before())) {
            throw new IllegalStateException("no such row: " + change);
        }
        if (change.after() != null) {
            rows.add(change.after());
        }
    }

    /** Counts the events that end an {@link #await}. */
    synchronized long events() {
        return events;
    }

    /** Waits by the real clock for the next commit, flush or {@link #wake} after so many, at most so long. */
    synchronized void await(long after, long millis) throws InterruptedException {
        long deadline = System.nanoTime() + millis * 1_000_000;
        for (long left = millis; events == after && left > 0; left = (deadline - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
    }

    /** Ends an {@link #await}. */
    synchronized void wake() {
        events++;
        notifyAll();
    }

    /** The changes of an entry as the stream decodes them. */
    public Changes changes(Entry entry) {
        ChangesBuilder changes = new ChangesBuilder(spec);
        for (Change change : entry.changes()) {
            if (change.kind() == Changes.Kind.TRUNCATE) {
                changes.truncate(change.table());
                continue;
            }
            Rows rows = changes.rows(change.table());
            if (change.before() != null) {
                addRow(rows, change.table(), change.before());
            }
            if (change.after() != null) {
                addRow(rows, change.table(), change.after());
            }
            changes.add(change.kind(), change.table());
        }
        return changes.done();
    }

    /** Adds a row to a batch. */
    public void addRow(Rows rows, int table, List<@Nullable String> texts) {
        rows.addRow();
        for (int column = 0; column < texts.size(); column++) {
            String text = texts.get(column);
            if (text != null) {
                byte[] value = TestRows.value(types.get(table)[column], text);
                rows.set(column, value, 0, value.length);
            }
        }
    }
}
