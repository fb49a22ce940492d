package straum.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private static final RandomGenerator NO_JITTER = () -> 0;

    @Test
    void doublesFromASecondToAMinute() {
        Backoff backoff = new Backoff(NO_JITTER);
        for (int seconds : new int[] {1, 2, 4, 8, 16, 32, 60, 60}) {
            assertThat(backoff.next()).isEqualTo(TimeUnit.SECONDS.toNanos(seconds));
        }
        backoff.reset();
        assertThat(backoff.next()).isEqualTo(TimeUnit.SECONDS.toNanos(1));
    }

    @Test
    void afterTheLongestWaitOnlyAResetIsShorter() {
        Backoff backoff = new Backoff(NO_JITTER);
        assertThat(backoff.longest()).isEqualTo(TimeUnit.SECONDS.toNanos(60));
        assertThat(backoff.next()).isEqualTo(TimeUnit.SECONDS.toNanos(60));
        backoff.reset();
        assertThat(backoff.next()).isEqualTo(TimeUnit.SECONDS.toNanos(1));
    }

    @Test
    void theJitterTakesLessThanAQuarter() {
        RandomGenerator random = new SplittableRandom(7);
        Set<Long> waits = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            waits.add(new Backoff(random).next());
        }
        assertThat(waits)
                .as("spread")
                .hasSizeGreaterThan(90)
                .allSatisfy(wait -> assertThat(wait).isBetween(750_000_001L, 1_000_000_000L))
                .anySatisfy(wait -> assertThat(wait).isLessThan(800_000_000L));
    }
}
