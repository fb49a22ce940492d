package straum.domain.store;

/**
 * The asks that read a store outside of its lock. Each is told what it reads while it has the lock: columns of cells, entries
 * of dims, values of codes. From then on these stay as they are for it: the writer copies what a detached ask may be
 * reading before it changes it, and gives no code to another value that such an ask may have met.
 *
 * <p>Asks are numbered as they begin. What can be copied has a <em>stamp</em>, the number of asks that had begun when the
 * writer last made it its own: only asks with a higher number may be reading it. So a change costs the comparison of two
 * numbers, but for the first after an ask has begun.
 *
 * <p>What is copied takes memory until the asks that read the old have ended; whoever counts them may bound it by having the
 * writer wait.
 *
 * <p>Thread-safe; but {@link #begin} must not run beside the writer.
 */
public interface Detached {
    /** Of a store that is read under its lock alone. */
    Detached NONE = new Detached() {
        @Override
        public long begin(Runnable giveUp) {
            throw new IllegalStateException("this store is read under its lock alone");
        }

        @Override
        public void end(long number) {
            throw new IllegalStateException("no ask has begun");
        }

        @Override
        public long stamp() {
            return 0;
        }

        @Override
        public boolean mayRead(long stamp) {
            return false;
        }

        @Override
        public boolean hadBegun(long stamp) {
            return false;
        }

        @Override
        public void copy(long bytes) {
            throw new IllegalStateException("nobody reads what is to be copied");
        }
    };

    /**
     * Begins one, and answers its number, which is higher than 0 and than all before. The caller has the lock, shared.
     *
     * @param giveUp has it end soon, without an answer: the writer waits for it, and has waited long enough. Called once at
     *     most, by the writer's thread, before it has ended
     */
    long begin(Runnable giveUp);

    /** Ends one that holds nothing of the store any more. */
    void end(long number);

    /** The stamp of what the writer makes its own now; for the writer. */
    long stamp();

    /** Whether one that is under way may be reading what has this stamp. */
    boolean mayRead(long stamp);

    /** Whether one that is under way had begun by the time of this stamp, and so may read what was given up then. */
    boolean hadBegun(long stamp);

    /** Takes note that so many bytes are about to be copied; for the writer, which may wait here for asks to end. */
    void copy(long bytes);
}
