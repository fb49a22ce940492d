package straum.pg;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import straum.domain.value.Rows;

/**
 * The batches that go round between those who read a table and the one who takes its rows: each reader has one that it
 * fills, and {@link #BETWEEN} more are full, empty or being taken. That bounds the memory of a load, whatever the table:
 * a batch is full at {@link #ROWS} rows or {@link #BYTES} bytes, and holds no more but for a row that is longer itself.
 *
 * <p>Thread-safe; the batches are not.
 */
final class Batches {
    /** The rows of a full batch. */
    static final int ROWS = 4096;
    /** The bytes of a full batch. */
    static final int BYTES = 1 << 20;

    private static final int BETWEEN = 2;

    private final BlockingQueue<Rows> free;
    /** Filled batches and a mark for each reader: room for all, so that putting one in never waits. */
    private final BlockingQueue<Rows> full;

    private final Rows end;

    /** For so many readers of a table of so many columns. */
    Batches(int readers, int columns) {
        int count = readers + BETWEEN;
        free = new ArrayBlockingQueue<>(count);
        full = new ArrayBlockingQueue<>(count + readers);
        end = new Rows(columns);
        for (int i = 0; i < count; i++) {
            free.add(new Rows(columns));
        }
    }

    /** An empty batch, once there is one. */
    Rows empty() throws InterruptedException {
        return free.take();
    }

    /** Whether a batch is to be handed over. */
    static boolean isFull(Rows batch) {
        return batch.size() == ROWS || batch.usedBytes() >= BYTES;
    }

    /** Hands a batch over; one without rows is empty again at once. */
    void filled(Rows batch) {
        if (batch.isEmpty()) {
            free.add(batch);
        } else {
            full.add(batch);
        }
    }

    /** Says that a reader has ended. */
    void ended() {
        full.add(end);
    }

    /** The next filled batch, or the {@link #isEnd mark} of a reader that has ended; null when there is none in time. */
    @Nullable Rows next(long nanos) throws InterruptedException {
        return full.poll(nanos, TimeUnit.NANOSECONDS);
    }

    /** Whether it is no batch but says that a reader has ended. */
    boolean isEnd(Rows batch) {
        return batch == end;
    }

    /** Gives a batch back whose rows have been taken. */
    void taken(Rows batch) {
        batch.clear();
        free.add(batch);
    }
}
