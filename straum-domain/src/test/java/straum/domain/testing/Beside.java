package straum.domain.testing;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Work beside a test, each in a thread of its own. The common pool has a single thread on a machine of two processors, where
 * from JDK 25 on work that waits would keep all other from beginning.
 */
public final class Beside {
    private static final Executor OWN_THREAD = work -> {
        Thread thread = new Thread(work, "beside");
        thread.setDaemon(true);
        thread.start();
    };

    private Beside() {}

    /** Begins some work. */
    public static CompletableFuture<Void> run(Runnable work) {
        return CompletableFuture.runAsync(work, OWN_THREAD);
    }

    /** Begins to find something out. */
    public static <T> CompletableFuture<T> supply(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, OWN_THREAD);
    }
}
