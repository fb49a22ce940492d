package straum.domain.store;

import java.util.Arrays;
import java.util.List;
import straum.domain.ask.TimeKey;
import straum.domain.ask.UnanswerableException;

/** The times that an answer tells apart, of the buckets it is read from: each is named by its place among them. */
final class Times {
    private final TimeKey key;
    /** In epoch seconds, ascending, each once. */
    private final long[] times;

    /**
     * The times of some buckets, each of which lies within one.
     *
     * @throws UnanswerableException when a bucket has none in PostgreSQL
     */
    Times(TimeKey key, List<Buckets> read) throws UnanswerableException {
        this.key = key;
        long[] found = new long[read.stream().mapToInt(Buckets::size).sum()];
        int count = 0;
        for (Buckets buckets : read) {
            for (int bucket = 0; bucket < buckets.size(); bucket++) {
                long time = key.of(buckets.edge(bucket));
                // Neighbours mostly have the same.
                if (count == 0 || found[count - 1] != time) {
                    found[count++] = time;
                }
            }
        }
        Arrays.sort(found, 0, count);
        int distinct = 0;
        for (int i = 0; i < count; i++) {
            if (distinct == 0 || found[distinct - 1] != found[i]) {
                found[distinct++] = found[i];
            }
        }
        this.times = Arrays.copyOf(found, distinct);
    }

    /** How many there are. */
    int size() {
        return times.length;
    }

    /** One of them, in epoch seconds. */
    long at(int place) {
        return times[place];
    }

    /** Of each bucket, the place of its time; the buckets are among those that the times are of. */
    int[] places(Buckets buckets) throws UnanswerableException {
        int[] places = new int[buckets.size()];
        for (int bucket = 0; bucket < places.length; bucket++) {
            places[bucket] = Arrays.binarySearch(times, key.of(buckets.edge(bucket)));
        }
        return places;
    }
}
