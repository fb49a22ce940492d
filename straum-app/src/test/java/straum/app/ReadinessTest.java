package straum.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import straum.domain.testing.Specs;

class ReadinessTest {
    private static final Instant NOW = Instant.parse("2026-11-13T09:00:00Z");
    private static final Duration HALF_A_MINUTE = Duration.ofSeconds(30);

    private final LoadProgress load = new LoadProgress(Specs.usage(), () -> 0);

    @Test
    void readyUpToTheLimitAndLaggingPastIt() {
        Following following = new Following(
                new Lsn(1), NOW.minusSeconds(45), new Reading(NOW, new Lsn(2), new Lsn(2), new Lsn(1)), 0, NOW);
        assertThat(Readiness.following(following, 30, HALF_A_MINUTE).state()).isEqualTo(Status.State.READY);
        assertThat(Readiness.following(following, 45.25, HALF_A_MINUTE).reason())
                .isEqualTo(
                        "lagging: answers are as of 2026-11-13T08:59:15Z, which is 45.3 s ago and past the limit of 30 s");
        assertThat(Readiness.following(following, 1, Duration.ofMillis(500)).reason())
                .endsWith("the limit of 0.5 s");
    }

    @Test
    void waitingNamesTheFailureAndTheNextTry() {
        Readiness waiting = Readiness.waiting(new Failure(NOW, "the server has gone.", true, NOW.plusSeconds(8)), NOW);
        assertThat(waiting.reason())
                .isEqualTo(
                        "waiting: following stopped at 2026-11-13T09:00:00Z, and the next start is at 2026-11-13T09:00:08Z:"
                                + " the server has gone.");
        assertThat(waiting.retryAfterSeconds()).isEqualTo(9);
    }

    @Test
    void waitingSaysWhenAStartIsTriedAndWhenThereIsNone() {
        Failure failure = new Failure(NOW, "the server has gone", false, NOW.plusSeconds(8));
        assertThat(Readiness.waiting(failure, NOW.plusSeconds(8)).reason())
                .isEqualTo("waiting: the start failed at 2026-11-13T09:00:00Z, and a start is being tried:"
                        + " the server has gone");
        Readiness full = Readiness.waiting(new Failure(NOW, "too many cells", true, null), NOW.plusSeconds(8));
        assertThat(full.state()).isEqualTo(Status.State.WAITING);
        assertThat(full.reason())
                .isEqualTo("waiting: following stopped at 2026-11-13T09:00:00Z, and there is no start before Straum is"
                        + " restarted: too many cells");
        assertThat(full.retryAfterSeconds()).isEqualTo(60);
    }

    @Test
    void loadingNamesTheTableAndHowFarItIs() {
        assertThat(Readiness.loading(load, null, null).reason())
                .isEqualTo("loading: connecting to PostgreSQL and taking a snapshot");
        load.estimate(List.of(-1L, 4_000_000L));
        load.begin();
        load.add(12);
        assertThat(Readiness.loading(load, null, null).reason())
                .isEqualTo("loading app.accounts, table 1 of 2: 12 rows");
        load.end();
        load.begin();
        load.add(1_200_000);
        assertThat(Readiness.loading(load, null, null).reason())
                .isEqualTo("loading app.events, table 2 of 2: 1,200,000 rows of about 4,000,000");
        assertThat(Readiness.loading(load, null, "somebody waits for it").reason())
                .isEqualTo(
                        "loading app.events, table 2 of 2: 1,200,000 rows of about 4,000,000; somebody waits for it");
    }

    @Test
    void loadingSaysHowManyCellsAreJoinedOnceEveryTableIsRead() {
        for (int table = 0; table < 2; table++) {
            load.begin();
            load.end();
        }
        load.beginJoining(9_000_000);
        load.addJoined(1_200_000);
        assertThat(Readiness.loading(load, null, null).reason())
                .isEqualTo("loading: every table is read, and 1,200,000 of 9,000,000 cells are joined with their dims");
        load.endJoining();
        assertThat(Readiness.loading(load, null, null).reason())
                .isEqualTo("loading: every table is read, and the stream is about to begin");
    }
}
