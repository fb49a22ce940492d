package straum.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class UnflushedTest {
    private static final long MILLIS = 1_000_000;

    private final Unflushed unflushed = new Unflushed();

    @Test
    void whatStaysUnflushedForTwoHundredMillisecondsIsToBeFlushedOnce() {
        assertThat(read(1000, 900, 0)).isFalse();
        assertThat(unflushed.waits()).isTrue();
        assertThat(unflushed.dueNanos()).isEqualTo(200 * MILLIS);
        assertThat(read(1000, 900, 199)).isFalse();
        assertThat(read(1000, 900, 200)).isTrue();
        assertThat(unflushed.waits()).isFalse();
        assertThat(read(1000, 1000, 1200)).isFalse();
        assertThat(unflushed.waits()).isFalse();
    }

    @Test
    void aServerThatFlushesByItselfIsLeftAlone() {
        for (int i = 0; i < 20; i++) {
            assertThat(read(1000 + 100L * i, 950 + 100L * i, 300L * i)).isFalse();
        }
    }

    @Test
    void whatIsAppliedNeedsNoFlush() {
        assertThat(read(1000, 900, 0)).isFalse();
        assertThat(unflushed.read(reading(1000, 900), new Lsn(1000), 500 * MILLIS))
                .isFalse();
    }

    @Test
    void anInsertPositionBehindThePageHeaderIsFlushedWithThePage() {
        assertThat(read(8192 + 24, 8192, 0)).isFalse();
        assertThat(unflushed.waits()).isFalse();
    }

    private boolean read(long insert, long flush, long millis) {
        return unflushed.read(reading(insert, flush), new Lsn(500), millis * MILLIS);
    }

    private static Reading reading(long insert, long flush) {
        return new Reading(Instant.EPOCH, new Lsn(insert), new Lsn(flush), Lsn.ZERO);
    }
}
