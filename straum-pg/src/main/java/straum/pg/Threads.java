package straum.pg;

/** Waiting for threads that are sure to end. */
final class Threads {
    private Threads() {}

    /** Waits for the thread to end; an interruption meanwhile is left for who asks next. */
    static void join(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
