package straum.http;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * A few threads with a short queue before them, so that work that may wait for a lock never runs on an event loop, and
 * more of it than they can do is refused instead of piled up. Thread-safe.
 */
final class Workers {
    /** Something to do for a request. */
    @FunctionalInterface
    interface Work<T> {
        /** Does it. */
        T run() throws ProblemException;
    }

    private final String what;
    private final Duration queueTime;
    private final LongSupplier nanos;
    private final ThreadPoolExecutor threads;

    /**
     * Starts the threads.
     *
     * @param name of the threads, before their number
     * @param what they do, in the plural, for the refusal of more
     * @param queueTime how long work may wait for a thread unless it has more time
     */
    Workers(String name, String what, int threads, int queued, Duration queueTime, LongSupplier nanos) {
        AtomicInteger number = new AtomicInteger();
        this.what = what;
        this.queueTime = queueTime;
        this.nanos = nanos;
        this.threads = new ThreadPoolExecutor(
                threads, threads, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(queued), body -> {
                    Thread thread = new Thread(body, name + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /** Has something done for a request, soon or not at all. */
    <T> CompletableFuture<T> run(Request request, Work<T> work) {
        return run(request, queueTime, work);
    }

    /**
     * Has something done for a request, in time or not at all.
     *
     * @param atMost how long the request may wait for its turn; no shorter than others do
     * @return completes with what came of it; exceptionally with the {@link ProblemException} it ended with, or with one
     *     that says there is too much to do, or by a bug; never when the client has gone before its turn
     */
    <T> CompletableFuture<T> run(Request request, Duration atMost, Work<T> work) {
        Duration patience = atMost.compareTo(queueTime) > 0 ? atMost : queueTime;
        Turn<T> turn = new Turn<>(request, work, nanos.getAsLong(), patience);
        try {
            threads.execute(turn);
        } catch (RejectedExecutionException full) {
            turn.refuse(Problem.busy(what));
        }
        return turn.result;
    }

    /** Refuses what has waited too long; to be called again and again. */
    void refuseLate() {
        long now = nanos.getAsLong();
        for (Runnable queued : threads.getQueue()) {
            // Not in the order of how long they may wait.
            if (queued instanceof Turn<?> turn && now - turn.since > turn.patience.toNanos()) {
                threads.getQueue().remove(turn);
                turn.refuse(Problem.late(what, turn.patience));
            }
        }
    }

    /** Drops what has not begun, and waits for the rest at most so long. */
    void stop(Duration atMost) throws InterruptedException {
        threads.shutdownNow();
        threads.awaitTermination(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** One piece of work, done or refused once. */
    private static final class Turn<T> implements Runnable {
        private final Request request;
        private final Work<T> work;
        private final long since;
        private final Duration patience;
        private final AtomicBoolean taken = new AtomicBoolean();
        private final CompletableFuture<T> result = new CompletableFuture<>();

        private Turn(Request request, Work<T> work, long since, Duration patience) {
            this.request = request;
            this.work = work;
            this.since = since;
            this.patience = patience;
        }

        @Override
        public void run() {
            if (taken.getAndSet(true) || request.gone().isDone()) {
                return;
            }
            try {
                result.complete(work.run());
            } catch (ProblemException problem) {
                result.completeExceptionally(problem);
            } catch (RuntimeException | Error bug) {
                result.completeExceptionally(bug);
                if (bug instanceof OutOfMemoryError) {
                    throw bug;
                }
            }
        }

        private void refuse(Problem problem) {
            if (!taken.getAndSet(true)) {
                result.completeExceptionally(new ProblemException(problem));
            }
        }
    }
}
