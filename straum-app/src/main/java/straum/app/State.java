package straum.app;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import straum.domain.store.RowException;
import straum.domain.store.Store;
import straum.domain.value.ColumnType;

/**
 * What is held, and how far it is. Changed by the writer's thread alone (Invariant 3). The store, and which
 * {@link Following} belongs to it, are guarded by the app's lock; every other field may be read without it, each for
 * itself.
 */
final class State {
    /** Holds nothing and never will: there before it is needed, since a store may be let go for want of memory. */
    private final Store nothing;

    private final ChangesReader reader = new ChangesReader();

    private Store store;
    private volatile @Nullable Following following;
    private volatile @Nullable Failure lastFailure;
    private volatile boolean waiting;
    private volatile LoadProgress load;
    private volatile Opened.@Nullable Server server;
    private volatile long storeBytes;
    private final AtomicLong starts = new AtomicLong();
    private final AtomicLong commits = new AtomicLong();
    private final AtomicLong rows = new AtomicLong();

    /** Nothing is loaded. */
    State(Store empty, LoadProgress load) {
        this.nothing = empty;
        this.store = empty;
        this.load = load;
    }

    /**
     * Follows no more and lets go of the store, so that it and the next one never take memory at once (Invariant 14); under
     * the write lock.
     */
    void drop() {
        following = null;
        store = nothing;
        storeBytes = 0;
    }

    /** Begins a load, of which nothing is held yet. */
    void load(LoadProgress begun) {
        load = begun;
        waiting = false;
    }

    /** Takes over what the server says of itself. */
    void opened(Opened.Server said) {
        server = said;
    }

    /** Takes a loaded store; under the write lock. */
    void swap(Store loaded, Following at) {
        store = loaded;
        following = at;
        starts.incrementAndGet();
    }

    /**
     * Applies a commit, whole (Invariant 1); under the write lock.
     *
     * @param after how far the store is then
     * @throws RowException when a change does not fit: the store is half changed then, and nothing is followed any more
     */
    void apply(Changes changes, Following after) throws RowException {
        Following applied = null;
        try {
            reader.begin(changes);
            while (reader.next()) {
                applyChange();
            }
            store.settle();
            applied = after;
            commits.incrementAndGet();
            rows.addAndGet(changes.size());
        } finally {
            reader.end();
            following = applied;
        }
    }

    private void applyChange() throws RowException {
        int table = reader.table();
        switch (reader.kind()) {
            case INSERT -> store.insert(table, reader.rows(), 0);
            case UPDATE -> store.update(table, reader.rows(), 0, 1);
            case DELETE -> store.delete(table, reader.rows(), 0);
            case TRUNCATE -> store.truncate(table);
        }
    }

    /** Takes over the labels that enums have gained, as {@link Store#addLabels} does; under the write lock. */
    void addLabels(List<ColumnType[]> types) {
        for (int table = 0; table < types.size(); table++) {
            store.addLabels(table, types.get(table));
        }
    }

    /**
     * Moves on without a change: over WAL that holds nothing of ours, or to a younger {@code asOf}. Needs no lock, for an
     * ask that reads the one or the other tells the truth about the same store.
     */
    void move(Following to) {
        following = to;
    }

    /** Takes over the bytes the store takes, measured by the writer. */
    void measured(long bytes) {
        storeBytes = bytes;
    }

    /** Waits for the next start; what is held is dropped after it, so that readiness never tells of a load in between. */
    void fail(Failure failure) {
        lastFailure = failure;
        waiting = true;
        load.giveUp();
        Opened.Server said = server;
        server = said == null ? null : said.withoutSlot();
    }

    /** The store. */
    Store store() {
        return store;
    }

    /** How far the store is; null while not every table is loaded. */
    @Nullable Following following() {
        return following;
    }

    /** Why following stopped last, or a start failed; null when neither ever happened. */
    @Nullable Failure lastFailure() {
        return lastFailure;
    }

    /** Whether the next start is waited for. */
    boolean waiting() {
        return waiting;
    }

    /** The load under way, or the last one. */
    LoadProgress load() {
        return load;
    }

    /** What the server says of itself; null before the first open. */
    Opened.@Nullable Server server() {
        return server;
    }

    /** The bytes the store took when they were last measured. */
    long storeBytes() {
        return storeBytes;
    }

    /** Completed starts. */
    long starts() {
        return starts.get();
    }

    /** Commits applied since the process began. */
    long commits() {
        return commits.get();
    }

    /** Changes applied since the process began. */
    long rows() {
        return rows.get();
    }
}
