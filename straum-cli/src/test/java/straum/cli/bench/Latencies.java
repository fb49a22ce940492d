package straum.cli.bench;

import java.util.Arrays;

/** Times measured one by one. Not thread-safe. */
final class Latencies {
    private long[] nanos = new long[1024];
    private int count;

    void add(long nanos) {
        if (count == this.nanos.length) {
            this.nanos = Arrays.copyOf(this.nanos, 2 * count);
        }
        this.nanos[count] = nanos;
        count++;
    }

    void addAll(Latencies others) {
        for (int i = 0; i < others.count; i++) {
            add(others.nanos[i]);
        }
    }

    int count() {
        return count;
    }

    /** The time, in milliseconds, that so many of all did not pass: 0.5 is the median. */
    double millis(double part) {
        if (count == 0) {
            throw new IllegalStateException("nothing was measured");
        }
        Arrays.sort(nanos, 0, count);
        return nanos[Math.min(count - 1, (int) (count * part))] / 1e6;
    }
}
