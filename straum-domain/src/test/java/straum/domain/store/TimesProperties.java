package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import straum.domain.ask.TimeKey;
import straum.domain.ask.UnanswerableException;

/** The times of buckets beside a sorted set. */
class TimesProperties {
    @Property
    void timesAreThoseOfTheBucketsAscendingAndEachOnce(@ForAll long seed) throws UnanswerableException {
        Random random = new Random(seed);
        TimeKey key = random.nextBoolean() ? new TimeKey.Bucket() : new TimeKey.Bin(7200, 0);
        TreeSet<Long> expected = new TreeSet<>();
        List<Buckets> read = new ArrayList<>();
        for (int i = 0; i < random.nextInt(4); i++) {
            Buckets buckets = new Buckets();
            long edge = (random.nextInt(12) - 6) * 3600L;
            for (int bucket = 0; bucket < random.nextInt(30); bucket++) {
                buckets.add(edge, new Columns(new Layouts(0)), 0);
                expected.add(key.of(edge));
                edge += (1 + random.nextInt(3)) * 3600L;
            }
            read.add(buckets);
        }
        Times times = new Times(key, read);

        List<Long> found = new ArrayList<>();
        for (int place = 0; place < times.size(); place++) {
            found.add(times.at(place));
        }
        assertThat(found).isEqualTo(List.copyOf(expected));
        for (Buckets buckets : read) {
            int[] places = times.places(buckets);
            assertThat(places).hasSize(buckets.size());
            for (int bucket = 0; bucket < places.length; bucket++) {
                assertThat(times.at(places[bucket])).isEqualTo(key.of(buckets.edge(bucket)));
            }
        }
    }
}
