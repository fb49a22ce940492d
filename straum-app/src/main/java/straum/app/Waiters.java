package straum.app;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Those who wait until a position is in the store, and the catalog was seen unchanged at or past it. They hold no thread:
 * each is a future, completed by the executor, or with false by the JDK's timer. A start over leaves them waiting, for
 * the next start may reach their position. Thread-safe.
 */
final class Waiters {
    private static final Comparator<Waiter> BY_POSITION =
            Comparator.comparing(Waiter::lsn).thenComparingLong(Waiter::number);

    private final Executor executor;
    private final Runnable wake;

    /** Guards all fields below. */
    private final Object monitor = new Object();

    private final TreeSet<Waiter> waiting = new TreeSet<>(BY_POSITION);
    private long numbers;
    private Lsn applied = Lsn.ZERO;
    private Lsn read = Lsn.ZERO;
    private boolean wantsReading;

    /**
     * Nobody waits yet.
     *
     * @param executor completes the futures of those who have waited long enough, so that the writer does not run what
     *     depends on them
     * @param wake called when a reading is wanted at once
     */
    Waiters(Executor executor, Runnable wake) {
        this.executor = executor;
        this.wake = wake;
    }

    /** A future of whether the position was reached in time. One that is cancelled is forgotten. */
    CompletableFuture<Boolean> add(Lsn lsn, Duration timeout) {
        CompletableFuture<Boolean> future = new CompletableFuture<>();
        Waiter waiter;
        boolean wakes;
        synchronized (monitor) {
            if (isReached(lsn)) {
                return CompletableFuture.completedFuture(true);
            }
            waiter = new Waiter(lsn, numbers++, future);
            waiting.add(waiter);
            wakes = !wantsReading && !read.reaches(lsn);
            wantsReading |= wakes;
        }
        future.whenComplete((reached, failure) -> forget(waiter));
        future.completeOnTimeout(false, Math.max(0, timeout.toMillis()), TimeUnit.MILLISECONDS);
        if (wakes) {
            wake.run();
        }
        return future;
    }

    private void forget(Waiter waiter) {
        synchronized (monitor) {
            waiting.remove(waiter);
        }
    }

    /** Whether somebody came whose position no reading has reached, since the last {@link #reading}. */
    boolean wantsReading() {
        synchronized (monitor) {
            return wantsReading;
        }
    }

    /** Says that a reading begins now: it serves all who wait. */
    void reading() {
        synchronized (monitor) {
            wantsReading = false;
        }
    }

    /** Says how far the store is and how far the last reading was, and completes those who waited for that. */
    void reached(Lsn appliedNow, Lsn readNow) {
        List<Waiter> done = new ArrayList<>();
        synchronized (monitor) {
            applied = appliedNow;
            read = readNow;
            while (!waiting.isEmpty() && isReached(waiting.first().lsn)) {
                done.add(waiting.pollFirst());
            }
        }
        for (Waiter waiter : done) {
            waiter.future.completeAsync(() -> true, executor);
        }
    }

    /** Says that nothing is held any more. */
    void lost() {
        reached(Lsn.ZERO, Lsn.ZERO);
    }

    /** How many wait. */
    int size() {
        synchronized (monitor) {
            return waiting.size();
        }
    }

    private boolean isReached(Lsn lsn) {
        return applied.covers(lsn) && read.reaches(lsn);
    }

    private record Waiter(Lsn lsn, long number, CompletableFuture<Boolean> future) {}
}
