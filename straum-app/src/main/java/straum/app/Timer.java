package straum.app;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Ends waits that take too long. Thread-safe. */
@FunctionalInterface
interface Timer {
    /** The JDK's, which has one thread for all of them. */
    Timer JDK = (future, timeout) -> future.completeOnTimeout(false, timeout.toMillis(), TimeUnit.MILLISECONDS);

    /** Completes the future with false after the timeout, which is not negative, unless it is done by then. */
    void completeAfter(CompletableFuture<Boolean> future, Duration timeout);
}
