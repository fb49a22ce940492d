package straum.app;

/** The one thread that changes the store: starts, follows, and starts over after a failure. */
public final class Writer implements Runnable {
    /** A writer that fills the app from the source. */
    public Writer(App app, Source source) {
        throw new AssertionError("contract");
    }

    /** Runs until {@link #stop}. */
    @Override
    public void run() {
        throw new AssertionError("contract");
    }

    /** Makes {@link #run} return soon; for any thread. */
    public void stop() {
        throw new AssertionError("contract");
    }
}
