package straum.app;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A thread that completes futures, when told to and after their time, and does nothing else: whoever waits stands behind
 * nobody's work, as they would in the JVM's common pool. It goes when it has nothing to do for a while. Thread-safe.
 */
final class Completing implements Executor, Timer {
    private static final long IDLE_SECONDS = 10;

    private final ScheduledThreadPoolExecutor thread;

    /** A thread that is there once it is needed. */
    Completing() {
        thread = new ScheduledThreadPoolExecutor(1, body -> {
            Thread made = new Thread(body, "straum-waits");
            made.setDaemon(true);
            return made;
        });
        thread.setRemoveOnCancelPolicy(true);
        thread.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        thread.allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(Runnable task) {
        thread.execute(task);
    }

    @Override
    public void completeAfter(CompletableFuture<Boolean> future, Duration timeout) {
        ScheduledFuture<?> alarm =
                thread.schedule(() -> future.complete(false), timeout.toNanos(), TimeUnit.NANOSECONDS);
        CompletableFuture<Boolean> unused = future.whenComplete((reached, failure) -> alarm.cancel(false));
    }
}
