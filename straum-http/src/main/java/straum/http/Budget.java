package straum.http;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** So many bytes for all connections together. Thread-safe. */
final class Budget {
    /** Bytes taken from a budget. */
    final class Share {
        private final long bytes;
        private final AtomicBoolean given = new AtomicBoolean();

        private Share(long bytes) {
            this.bytes = bytes;
        }

        /** Gives the bytes back; more than once does nothing more. */
        void give() {
            if (!given.getAndSet(true)) {
                left.addAndGet(bytes);
            }
        }
    }

    private final long total;
    private final AtomicLong left;

    /** A budget of so many bytes. */
    Budget(long bytes) {
        this.total = bytes;
        this.left = new AtomicLong(bytes);
    }

    /** Takes so many bytes; null when they are not left. */
    @Nullable Share take(long bytes) {
        if (left.addAndGet(-bytes) < 0) {
            left.addAndGet(bytes);
            return null;
        }
        return new Share(bytes);
    }

    /** The bytes there are, taken or not. */
    long total() {
        return total;
    }

    /** The bytes not taken. */
    long left() {
        return left.get();
    }
}
