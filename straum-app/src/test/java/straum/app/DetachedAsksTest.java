package straum.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import straum.domain.testing.TestDetached;

/** The asks under way outside of the lock. */
class DetachedAsksTest {
    private static long begin(DetachedAsks asks) {
        return asks.begin(() -> {});
    }

    @Property(tries = 200)
    void whoMayReadWhatIsAsTheObviousWayHasIt(@ForAll long seed) {
        Random random = new Random(seed);
        DetachedAsks asks = new DetachedAsks(1000, Duration.ofHours(1));
        TestDetached model = new TestDetached();
        List<Long> underWay = new ArrayList<>();
        for (int step = 0; step < 60; step++) {
            if (random.nextInt(5) < 3) {
                underWay.add(begin(asks));
                assertThat(underWay.get(underWay.size() - 1)).isEqualTo(model.begin());
            } else if (!underWay.isEmpty()) {
                long ended = underWay.remove(random.nextInt(underWay.size()));
                asks.end(ended);
                model.end(ended);
            }
            assertThat(asks.stamp()).isEqualTo(model.stamp());
            for (long stamp = 0; stamp <= asks.stamp(); stamp++) {
                assertThat(asks.mayRead(stamp)).isEqualTo(model.mayRead(stamp));
                assertThat(asks.hadBegun(stamp)).isEqualTo(model.hadBegun(stamp));
            }
        }
    }

    @Test
    void oneThatIsNotUnderWayDoesNotEnd() {
        DetachedAsks asks = new DetachedAsks(1000, Duration.ofHours(1));
        asks.end(begin(asks));
        assertThatThrownBy(() -> asks.end(1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @Timeout(60)
    void theWriterWaitsForAsksOnceItHasCopiedTooMuch() throws Exception {
        DetachedAsks asks = new DetachedAsks(1000, Duration.ofHours(1));
        long one = begin(asks);
        long other = begin(asks);
        asks.copy(600);
        CompletableFuture<Void> copied = new CompletableFuture<>();
        Thread writer = new Thread(() -> {
            asks.copy(600);
            copied.complete(null);
        });
        writer.start();
        while (writer.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        writer.interrupt();
        asks.end(one);
        assertThat(copied).isNotDone();
        asks.end(other);
        writer.join();
        assertThat(copied).isDone();
        begin(asks);
        asks.copy(900);
        assertThat(asks.mayRead(2)).isTrue();
    }

    @Test
    @Timeout(60)
    void theWriterGivesUpThoseThatTakeLongerThanItsPatience() throws Exception {
        DetachedAsks asks = new DetachedAsks(1000, Duration.ZERO);
        List<Integer> givenUp = new CopyOnWriteArrayList<>();
        asks.end(asks.begin(() -> givenUp.add(1)));
        long two = asks.begin(() -> givenUp.add(2));
        long three = asks.begin(() -> givenUp.add(3));
        asks.copy(600);
        assertThat(givenUp).isEmpty();
        Thread writer = new Thread(() -> asks.copy(600));
        writer.start();
        while (writer.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        assertThat(givenUp).containsExactly(2, 3);
        asks.end(two);
        asks.end(three);
        writer.join();
    }
}
