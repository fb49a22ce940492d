package straum.pg;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What one thread's reads from a socket look like from another thread: whether it waits in one, and since the same read.
 * One thread reads, any may look.
 */
final class Reads {
    /** Grows at the beginning and at the end of each read: odd while one is under way. */
    private final AtomicLong count = new AtomicLong();

    /** A read begins. */
    void begin() {
        next();
    }

    /** The read has ended. */
    void end() {
        next();
    }

    /** Cheap, for there may be a million reads a second and a look each second: it may be seen a little later. */
    private void next() {
        count.lazySet(count.getPlain() + 1);
    }

    /** A number that is the same only as long as the thread is in the same read, or in none. */
    long current() {
        return count.get();
    }

    /** Whether a read of {@link #current} was under way. */
    static boolean isUnderWay(long current) {
        return current % 2 == 1;
    }
}
