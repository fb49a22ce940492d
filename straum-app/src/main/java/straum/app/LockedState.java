package straum.app;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The state behind its read-write lock, lent to one function after the other: it must not escape them. Thread-safe. */
final class LockedState {
    /** Not fair: a queued writer keeps later readers back by itself, and a fair lock would hand over at every release. */
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    private final State state;
    private final LongSupplier nanos;
    /** Written by the few that are longer than any before: the others only read it, and are in nobody's way. */
    private final AtomicLong longestRead = new AtomicLong();

    private final AtomicLong longestWrite = new AtomicLong();

    /** A state that nobody else has, under a monotonic clock. */
    LockedState(State state, LongSupplier nanos) {
        this.state = state;
        this.nanos = nanos;
    }

    /** Lends the state under the read lock. */
    <T extends @Nullable Object> T read(Function<? super State, ? extends T> body) {
        lock.readLock().lock();
        return readLocked(body);
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
        return readLocked(body);
    }

    /** Lends the state under the read lock, which is had, and lets go of that. */
    private <T extends @Nullable Object> T readLocked(Function<? super State, ? extends T> body) {
        long begunNanos = nanos.getAsLong();
        try {
            return body.apply(state);
        } finally {
            long heldNanos = nanos.getAsLong() - begunNanos;
            lock.readLock().unlock();
            keepLongest(longestRead, heldNanos);
        }
    }

    /** Lends the state under the write lock, to the writer alone (Invariant 3). */
    <E extends Exception> void write(Change<E> body) throws E {
        lock.writeLock().lock();
        long begunNanos = nanos.getAsLong();
        try {
            body.apply(state);
        } finally {
            long heldNanos = nanos.getAsLong() - begunNanos;
            lock.writeLock().unlock();
            keepLongest(longestWrite, heldNanos);
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
        long begunNanos = nanos.getAsLong();
        try {
            state.drop();
        } finally {
            long heldNanos = nanos.getAsLong() - begunNanos;
            lock.writeLock().unlock();
            keepLongest(longestWrite, heldNanos);
        }
    }

    private static void keepLongest(AtomicLong longest, long heldNanos) {
        if (heldNanos > longest.get()) {
            longest.accumulateAndGet(heldNanos, Math::max);
        }
    }

    /** What {@link App#takeLongestHolds} answers. */
    LongestHolds takeLongestHolds() {
        return new LongestHolds(
                Duration.ofNanos(longestRead.getAndSet(0)), Duration.ofNanos(longestWrite.getAndSet(0)));
    }

    /** The state without a lock: only what it says may be read or moved so. */
    State unlocked() {
        return state;
    }
}
