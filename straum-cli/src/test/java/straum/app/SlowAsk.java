package straum.app;

import java.util.concurrent.CountDownLatch;

/**
 * What an ask does to an app for as long as it runs: it holds the read lock, so that no commit is applied, until
 * {@link #end}. Nothing that a client can ask is certain to take long.
 */
public final class SlowAsk {
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread thread;

    private SlowAsk(App app, CountDownLatch begun) {
        thread = new Thread(() -> app.read(state -> hold(begun)), "slow-ask");
        thread.setDaemon(true);
    }

    private boolean hold(CountDownLatch begun) {
        begun.countDown();
        try {
            over.await();
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Begins one, and returns once it holds the lock. */
    public static SlowAsk begin(App app) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        SlowAsk slow = new SlowAsk(app, begun);
        slow.thread.start();
        begun.await();
        return slow;
    }

    /** Ends it. */
    public void end() throws InterruptedException {
        over.countDown();
        thread.join();
    }
}
