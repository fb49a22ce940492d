package straum.app;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The state behind its read-write lock, lent to one function after the other: it must not escape them. Thread-safe. */
final class LockedState {
    /** Not fair: a queued writer keeps later readers back by itself, and a fair lock would hand over at every release. */
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    private final State state;

    /** A state that nobody else has. */
    LockedState(State state) {
        this.state = state;
    }

    /** Lends the state under the read lock. */
    <T extends @Nullable Object> T read(Function<? super State, ? extends T> body) {
        lock.readLock().lock();
        try {
            return body.apply(state);
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Lends the state under the read lock if that is free at once, and no writer waits for the lock; else answers null. */
    <T> @Nullable T readAtOnce(Function<? super State, ? extends T> body) {
        try {
            // Without a time it would pass by a writer that waits.
            if (!lock.readLock().tryLock(0, TimeUnit.SECONDS)) {
                return null;
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return null;
        }
        try {
            return body.apply(state);
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Lends the state under the write lock, to the writer alone (Invariant 3). */
    <E extends Exception> void write(Change<E> body) throws E {
        lock.writeLock().lock();
        try {
            body.apply(state);
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** A change of the state. */
    @FunctionalInterface
    interface Change<E extends Exception> {
        /** Makes it. */
        void apply(State state) throws E;
    }

    /** Lets go of what is held; for the writer. Takes no memory, of which there may be none. */
    void drop() {
        lock.writeLock().lock();
        try {
            state.drop();
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** The state without a lock: only what it says may be read or moved so. */
    State unlocked() {
        return state;
    }
}
