package straum.pg;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import straum.app.Event;
import straum.app.Lsn;
import straum.app.SourceException;

/**
 * The events between the stream's thread, which puts them in, and the writer's, which takes them out: so many commits and
 * bytes at most, so that reading ahead is bounded. The bytes are of all commits at once: of those in it, of the one taken
 * last, until the next is asked for, and of the one that is being read. One of more bytes passes when it is alone.
 *
 * <p>Thread-safe.
 */
final class EventQueue {
    private final int maxCommits;
    private final long maxBytes;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Condition room = lock.newCondition();
    private final ArrayDeque<Event> events = new ArrayDeque<>();
    private int commits;
    /** Of the commits in it and of the one taken last. */
    private long bytes;
    /** Of the commit taken last, which is being applied; 0 when it has been. */
    private long takenBytes;

    private @Nullable SourceException fault;
    private @Nullable Throwable bug;
    private boolean woken;
    private boolean closed;
    /** Written under the lock; read without it. */
    private volatile Lsn handedOut;

    /**
     * An empty queue.
     *
     * @param start the position up to which everything has been told already
     * @param maxBytes of the heap, of all commits at once
     */
    EventQueue(Lsn start, int maxCommits, long maxBytes) {
        this.handedOut = start;
        this.maxCommits = maxCommits;
        this.maxBytes = maxBytes;
    }

    /**
     * Waits for room for a commit that takes so many bytes so far, and is still being read.
     *
     * @return false when there was none in time
     */
    boolean awaitRoom(long size, long timeoutNanos) throws InterruptedException {
        lock.lock();
        try {
            return await(size, Integer.MAX_VALUE, timeoutNanos);
        } finally {
            lock.unlock();
        }
    }

    private boolean await(long size, int mostCommits, long timeoutNanos) throws InterruptedException {
        long left = timeoutNanos;
        while ((commits >= mostCommits || (bytes > 0 && bytes + size > maxBytes)) && !closed) {
            if (left <= 0) {
                return false;
            }
            left = room.awaitNanos(left);
        }
        return true;
    }

    /**
     * Puts a commit in, as soon as there is room.
     *
     * @return false when there was no room in time
     */
    boolean offer(Event.Commit commit, long timeoutNanos) throws InterruptedException {
        long size = commit.changes().heldBytes();
        lock.lock();
        try {
            if (!await(size, maxCommits, timeoutNanos)) {
                return false;
            }
            events.addLast(commit);
            commits++;
            bytes += size;
            changed.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Says that there is nothing up to a position; takes the place of the last event where that says so of an earlier one. */
    void nothing(Lsn end) {
        lock.lock();
        try {
            if (events.peekLast() instanceof Event.Nothing) {
                events.removeLast();
            }
            events.addLast(new Event.Nothing(end));
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the events: whoever takes gets the fault from now on, whatever is left. */
    void fail(SourceException cause) {
        lock.lock();
        try {
            fault = cause;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the events because of a mistake in the code, which whoever takes is to die of. */
    void crash(Throwable cause) {
        lock.lock();
        try {
            bug = cause;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The next event, as soon as there is one; null when there is none in time, or after {@link #wake}. Says that the one
     * before has been applied.
     *
     * @throws SourceException the fault that ended the events
     * @throws OutOfMemoryError when that is what ended them: no mistake in the code, so it is thrown as it is
     */
    @Nullable Event poll(long timeoutMillis) throws SourceException, InterruptedException {
        lock.lockInterruptibly();
        try {
            bytes -= takenBytes;
            takenBytes = 0;
            room.signal();
            long left = TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
            while (fault == null && bug == null && !woken && events.isEmpty() && left > 0) {
                left = changed.awaitNanos(left);
            }
            if (bug instanceof OutOfMemoryError out) {
                throw out;
            }
            if (bug != null) {
                throw new IllegalStateException("the stream's thread came upon a mistake", bug);
            }
            if (fault != null) {
                throw fault;
            }
            if (woken) {
                woken = false;
                return null;
            }
            return take();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Event take() {
        Event event = events.pollFirst();
        if (event instanceof Event.Commit commit) {
            commits--;
            takenBytes = commit.changes().heldBytes();
            room.signal();
        }
        if (event != null) {
            handedOut = event.end();
        }
        return event;
    }

    /** The end of the last event taken. */
    Lsn handedOut() {
        return handedOut;
    }

    /** Makes the {@link #poll} that waits, or the next one, answer null. */
    void wake() {
        lock.lock();
        try {
            woken = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Makes room for whoever waits for it, since nobody takes any more. */
    void close() {
        lock.lock();
        try {
            closed = true;
            room.signal();
        } finally {
            lock.unlock();
        }
    }
}
