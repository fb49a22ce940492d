package straum.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import straum.app.testing.ManualClock;
import straum.app.testing.ManualTasks;

class WaitersTest {
    private static final Duration LONG = Duration.ofHours(1);

    private int wakes;
    private Lsn lastInsert = Lsn.ZERO;
    private final Waiters waiters = new Waiters(Runnable::run, Timer.JDK, () -> wakes++);

    @Test
    void onlyAReadingAndTheAppliedPositionTogetherReach() {
        CompletableFuture<Boolean> future = waiters.add(new Lsn(100), LONG);
        waiters.applied(new Lsn(100));
        assertThat(future).isNotDone();
        read(99);
        assertThat(future).isNotDone();
        read(100);
        assertThat(future).isCompletedWithValue(true);
        assertThat(waiters.size()).isZero();
    }

    @Test
    void whatIsReachedAlreadyNeedsNoWaiting() {
        waiters.applied(new Lsn(100));
        read(100);
        read(100);
        assertThat(waiters.add(new Lsn(100), LONG)).isCompletedWithValue(true);
        assertThat(wakes).isZero();
    }

    @Test
    void atTheEndNobodyWaitsAnyMore() {
        waiters.applied(new Lsn(50));
        read(50);
        CompletableFuture<Boolean> unseen = waiters.add(new Lsn(100), LONG);
        read(100);
        CompletableFuture<Boolean> unapplied = waiters.add(new Lsn(90), LONG);

        waiters.end();

        assertThat(unseen).isCompletedWithValue(false);
        assertThat(unapplied).isCompletedWithValue(false);
        assertThat(waiters.size()).isZero();
        assertThat(waiters.add(new Lsn(200), LONG)).isCompletedWithValue(false);
        assertThat(waiters.add(new Lsn(50), LONG)).as("is reached").isCompletedWithValue(true);
    }

    @Test
    void theyAreReachedInTheOrderOfTheirPositions() {
        List<Long> order = new ArrayList<>();
        List<CompletableFuture<Void>> waiting = new ArrayList<>();
        for (long lsn : new long[] {300, 100, 200, 100}) {
            waiting.add(waiters.add(new Lsn(lsn), LONG).thenAccept(reached -> order.add(lsn)));
        }
        read(1000);
        waiters.applied(new Lsn(200));
        assertThat(order).containsExactly(100L, 100L, 200L);
        assertThat(waiting).filteredOn(CompletableFuture::isDone).hasSize(3);
        assertThat(waiters.size()).isEqualTo(1);
    }

    @Test
    void manyWantOneEarlyReading() {
        read(60);
        for (int i = 0; i < 10; i++) {
            assertThat(waiters.add(new Lsn(100), LONG)).isNotDone();
        }
        assertThat(wakes).isEqualTo(1);
        assertThat(waiters.wantsReading()).isTrue();
        waiters.reading();
        assertThat(waiters.wantsReading()).isFalse();
    }

    @Test
    void aPositionThatTheReadingBeforeHadReachedWantsNoOther() {
        read(60);
        read(70);
        assertThat(waiters.add(new Lsn(60), LONG)).isNotDone();
        assertThat(waiters.wantsReading()).isFalse();
        assertThat(wakes).isZero();
    }

    @Test
    void aPositionTheServerHasNotReachedWantsOneReadingAndNotOneAfterTheOther() {
        assertThat(waiters.add(Lsn.parse("FFFFFFFF/0"), LONG)).isNotDone();
        read(60);
        assertThat(waiters.wantsReading()).isFalse();
    }

    /** The catalog may have changed after the reading saw it, and the position be past that. */
    @Test
    void whoComesDuringAReadingWaitsForTheNext() {
        waiters.applied(new Lsn(100));
        waiters.reading();
        CompletableFuture<Boolean> future = waiters.add(new Lsn(100), LONG);
        waiters.read(new Lsn(100), Lsn.ZERO);
        assertThat(future).isNotDone();
        assertThat(waiters.wantsReading()).isTrue();
        read(100);
        assertThat(future).isCompletedWithValue(true);
    }

    @Test
    void whoComesAfterTheLastReadingWaitsForTheNextAlthoughItHadReachedTheirPosition() {
        waiters.applied(new Lsn(100));
        read(60);
        read(100);
        CompletableFuture<Boolean> future = waiters.add(new Lsn(100), LONG);
        assertThat(future).isNotDone();
        assertThat(waiters.wantsReading()).isTrue();
    }

    @Test
    void oneThatIsCancelledIsForgotten() {
        CompletableFuture<Boolean> future = waiters.add(new Lsn(100), LONG);
        future.cancel(false);
        assertThat(waiters.size()).isZero();
    }

    @Test
    void oneThatHasWaitedTooLongIsToldSoAndForgotten() {
        CompletableFuture<Boolean> future = waiters.add(new Lsn(100), Duration.ofMillis(1));
        await().untilAsserted(() -> assertThat(future).isCompletedWithValue(false));
        await().untilAsserted(() -> assertThat(waiters.size()).isZero());
    }

    /** The position is reached, and its wait is over before whoever is to say so has time. */
    @Test
    void oneWhosePositionIsReachedIsNotToldThatItsTimeIsOver() {
        ManualTasks tasks = new ManualTasks(new ManualClock());
        List<CompletableFuture<Boolean>> timed = new ArrayList<>();
        Waiters late = new Waiters(tasks, (future, timeout) -> timed.add(future), () -> {});
        CompletableFuture<Boolean> reached = late.add(new Lsn(100), LONG);
        CompletableFuture<Boolean> unreached = late.add(new Lsn(200), LONG);
        late.reading();
        late.read(new Lsn(200), Lsn.ZERO);
        late.applied(new Lsn(100));
        timed.forEach(future -> future.complete(false));
        tasks.runAll();
        assertThat(reached).isCompletedWithValue(true);
        assertThat(unreached).isCompletedWithValue(false);
        assertThat(late.size()).isZero();
    }

    @Test
    void oneThatIsCancelledIsTimedNoMore() {
        List<CompletableFuture<Boolean>> timed = new ArrayList<>();
        Waiters timing = new Waiters(Runnable::run, (future, timeout) -> timed.add(future), () -> {});
        timing.add(new Lsn(100), LONG).cancel(false);
        assertThat(timed).singleElement().satisfies(future -> assertThat(future).isDone());
    }

    @Test
    void aStartOverKeepsThemWaitingAndCountsNothingOfBefore() {
        CompletableFuture<Boolean> early = waiters.add(new Lsn(100), LONG);
        read(200);
        waiters.applied(new Lsn(90));
        waiters.lost();
        CompletableFuture<Boolean> late = waiters.add(new Lsn(80), LONG);
        assertThat(early).isNotDone();
        assertThat(late).isNotDone();
        waiters.applied(new Lsn(100));
        assertThat(early).isNotDone();
        read(100);
        assertThat(early).isCompletedWithValue(true);
        assertThat(late).isCompletedWithValue(true);
    }

    /** A commit up to there may wait for a standby: readings go past it, and none has seen it. */
    @Test
    void aPositionThatReadingsHaveReachedAndNotSeenWantsAnother() {
        waiters.applied(new Lsn(100));
        for (int reading = 0; reading < 3; reading++) {
            waiters.reading();
            waiters.read(new Lsn(100), new Lsn(50));
        }
        CompletableFuture<Boolean> future = waiters.add(new Lsn(60), LONG);
        assertThat(future).isNotDone();
        assertThat(waiters.wantsReading()).isTrue();
        waiters.reading();
        waiters.read(new Lsn(100), new Lsn(50));
        assertThat(future).as("a reading that began after they came").isCompletedWithValue(true);
    }

    /** A reading that has seen all that the one before had reached. */
    private void read(long insert) {
        waiters.reading();
        waiters.read(new Lsn(insert), lastInsert);
        lastInsert = new Lsn(insert);
    }
}
