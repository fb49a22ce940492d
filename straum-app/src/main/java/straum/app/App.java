package straum.app;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import straum.domain.ask.Ask;
import straum.domain.spec.Spec;
import straum.domain.store.Held;

/** One store behind one read-write lock, and what may be asked of it. Thread-safe. */
public final class App {
    /** An app that holds nothing yet. */
    public App(Spec spec, Limits limits, InstantSource clock) {
        throw new AssertionError("contract");
    }

    /** What is kept. */
    public Spec spec() {
        throw new AssertionError("contract");
    }

    /** Answers an ask, or says why not. */
    public Outcome ask(Ask ask) {
        throw new AssertionError("contract");
    }

    /**
     * Every measure of a view by the bucket and every key, the newest buckets first, at most so many rows.
     *
     * @throws IllegalArgumentException when there is no such view
     */
    public Outcome rows(String view, int maxRows) {
        throw new AssertionError("contract");
    }

    /**
     * Completes once every commit up to the position is in the store and the catalog was seen unchanged at or past it:
     * with true; with false after the timeout. No thread waits.
     */
    public CompletableFuture<Boolean> whenReached(Lsn lsn, Duration timeout) {
        throw new AssertionError("contract");
    }

    /** What the store holds. */
    public Held held() {
        throw new AssertionError("contract");
    }

    /** The running state. */
    public Status status() {
        throw new AssertionError("contract");
    }

    /** Says that the process is about to stop: from now on it is not ready. */
    public void stopping() {
        throw new AssertionError("contract");
    }
}
