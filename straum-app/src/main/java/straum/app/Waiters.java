package straum.app;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Those who wait until a position is in the store, and the catalog was seen unchanged at or past it. They hold no thread:
 * each is a future, completed by the executor, or by the timer, with false unless the position is reached by then. A start
 * over leaves them waiting, for the next start may reach their position. Thread-safe.
 *
 * <p>A reading sees the catalog first and the insert position after, and the catalog may change in between. So it vouches
 * for a position when whoever waits for it came before the reading began, since what they know of was there to be seen; or
 * when the reading is known to have seen every commit up to it.
 */
final class Waiters {
    private static final Comparator<Waiter> BY_POSITION =
            Comparator.comparing(Waiter::lsn).thenComparingLong(Waiter::number);

    private final Executor executor;
    private final Timer timer;
    private final Runnable wake;

    /** Guards all fields below. */
    private final Object monitor = new Object();

    /** Those who wait for a reading. */
    private final TreeSet<Waiter> unseen = new TreeSet<>(BY_POSITION);

    /** Those whose position a reading has vouched for, and who wait for the store to reach it. */
    private final TreeSet<Waiter> unapplied = new TreeSet<>(BY_POSITION);

    private long numbers;
    private Lsn applied = Lsn.ZERO;
    /** Up to where the last reading has seen every commit. */
    private Lsn vouched = Lsn.ZERO;

    private boolean wantsReading;
    /** The reading under way began when those of smaller numbers were there. */
    private long served;

    private boolean ended;

    /**
     * Nobody waits yet.
     *
     * @param executor completes the futures of those whose position is reached, so that the writer does not run what
     *     depends on them; it should do nothing else, for whatever it does they wait for
     * @param timer completes those of others
     * @param wake called when a reading is wanted at once
     */
    Waiters(Executor executor, Timer timer, Runnable wake) {
        this.executor = executor;
        this.timer = timer;
        this.wake = wake;
    }

    /** A future of whether the position was reached by the time it completes. One that is cancelled is forgotten. */
    CompletableFuture<Boolean> add(Lsn lsn, Duration timeout) {
        CompletableFuture<Boolean> timed = new CompletableFuture<>();
        Waiter waiter;
        boolean wakes = false;
        synchronized (monitor) {
            waiter = new Waiter(lsn, numbers++, timed);
            if (ended) {
                return CompletableFuture.completedFuture(vouched.reaches(lsn) && applied.covers(lsn));
            }
            if (!vouched.reaches(lsn)) {
                unseen.add(waiter);
                wakes = !wantsReading;
                wantsReading = true;
            } else if (!applied.covers(lsn)) {
                unapplied.add(waiter);
            } else {
                return CompletableFuture.completedFuture(true);
            }
        }
        CompletableFuture<Boolean> future = timed.thenApply(reached -> reached || isReached(waiter));
        CompletableFuture<Boolean> unused = future.whenComplete((reached, failure) -> {
            forget(waiter);
            timed.cancel(false);
        });
        timer.completeAfter(timed, timeout.isNegative() ? Duration.ZERO : timeout);
        if (wakes) {
            wake.run();
        }
        return future;
    }

    /** Whether one is about to be told so: their time may be over before the executor has time. */
    private boolean isReached(Waiter waiter) {
        synchronized (monitor) {
            return !ended && !unseen.contains(waiter) && !unapplied.contains(waiter);
        }
    }

    private void forget(Waiter waiter) {
        synchronized (monitor) {
            unseen.remove(waiter);
            unapplied.remove(waiter);
        }
    }

    /** Whether somebody came whom no reading serves yet. */
    boolean wantsReading() {
        synchronized (monitor) {
            return wantsReading;
        }
    }

    /** Says that a reading begins now. */
    void reading() {
        synchronized (monitor) {
            wantsReading = false;
            served = numbers;
        }
    }

    /**
     * Says that the reading has ended, with the catalog unchanged, and completes those who waited for no more.
     *
     * @param seen up to where its snapshot holds every commit, whoever waited for it
     */
    void read(Lsn insert, Lsn seen) {
        synchronized (monitor) {
            vouched = seen;
            Iterator<Waiter> waiters = unseen.iterator();
            while (waiters.hasNext()) {
                Waiter waiter = waiters.next();
                if (!insert.reaches(waiter.lsn)) {
                    break;
                }
                if (waiter.number < served || vouched.reaches(waiter.lsn)) {
                    waiters.remove();
                    unapplied.add(waiter);
                }
            }
        }
        complete();
    }

    /** Says how far the store is, and completes those who waited for that. */
    void applied(Lsn reached) {
        synchronized (monitor) {
            applied = reached;
        }
        complete();
    }

    private void complete() {
        List<Waiter> done = new ArrayList<>();
        synchronized (monitor) {
            while (!unapplied.isEmpty() && applied.covers(unapplied.first().lsn)) {
                done.add(unapplied.pollFirst());
            }
        }
        for (Waiter waiter : done) {
            waiter.future.completeAsync(() -> true, executor);
        }
    }

    /** Says that nothing is held any more: whoever waits, waits for the next start's first reading. */
    void lost() {
        synchronized (monitor) {
            applied = Lsn.ZERO;
            vouched = Lsn.ZERO;
            unseen.addAll(unapplied);
            unapplied.clear();
        }
    }

    /** Says that nobody waits any more: their futures complete with false, and so do those to come, unless with true at once. */
    void end() {
        List<Waiter> waiting = new ArrayList<>();
        synchronized (monitor) {
            ended = true;
            waiting.addAll(unseen);
            waiting.addAll(unapplied);
        }
        for (Waiter waiter : waiting) {
            waiter.future.completeAsync(() -> false, executor);
        }
    }

    /** How many wait. */
    int size() {
        synchronized (monitor) {
            return unseen.size() + unapplied.size();
        }
    }

    private record Waiter(Lsn lsn, long number, CompletableFuture<Boolean> future) {}
}
