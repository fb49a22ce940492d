package straum.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import straum.app.testing.MemoryDatabase;
import straum.app.testing.MemorySource;
import straum.domain.store.Store;

class WriterTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final String NINE = "2026-11-13 09:05:00Z";

    private final World world = new World();

    @Test
    void aStartLoadsTheSnapshotAndIsReadyAtItsPosition() throws InterruptedException {
        world.commit(world.event(NINE, "purchase", "1", "10.00"), world.event(NINE, "purchase", "2", "2.50"));
        world.writer.step();
        Status status = world.app.status();
        assertThat(status.state()).isEqualTo(Status.State.READY);
        assertThat(status.reason()).isNull();
        assertThat(status.appliedLsn()).isEqualTo(world.source.snapshot());
        assertThat(status.starts()).isEqualTo(1);
        assertThat(status.readySince()).isEqualTo(world.clock.instant());
        assertThat(status.load()).extracting(Status.TableLoad::rows).containsExactly(0L, 2L);
        assertThat(status.load()).allSatisfy(table -> assertThat(table.done()).isTrue());
        assertThat(world.answer()).containsExactly("purchase null 2 12.50");
    }

    @Test
    void commitsDuringTheLoadComeThroughTheStream() throws InterruptedException {
        world.commit(world.event(NINE, "purchase", "1", "10.00"));
        world.meanwhile = (point, millis) -> {
            if (point == MemorySource.Point.LOADED) {
                world.commit(world.event(NINE, "purchase", "1", "1.00"));
            }
        };
        world.writer.step();
        assertThat(world.answer()).containsExactly("purchase null 1 10.00");
        world.writer.step();
        assertThat(world.answer()).containsExactly("purchase null 2 11.00");
    }

    @Test
    void asOfBeginsWithTheCallThatTookTheSnapshotAndGoesOnOnceTheReadingIsApplied() throws InterruptedException {
        Instant begin = world.clock.instant();
        world.meanwhile = (point, millis) -> {
            world.advance(point == MemorySource.Point.WAL ? 0 : 100);
            if (point == MemorySource.Point.LOADED) {
                world.commit(world.event(NINE, "purchase", "1", "1.00"));
            }
        };
        world.writer.step();
        assertThat(world.answered().asOf()).isEqualTo(begin);
        Reading reading = world.following().reading();
        world.writer.step();
        assertThat(world.answered().asOf()).isEqualTo(reading.clock());
    }

    @ParameterizedTest
    @EnumSource(names = "FLUSH", mode = EnumSource.Mode.EXCLUDE)
    void aFailureAnywhereIsToldAndStartedOverAfterAWhile(MemorySource.Point point) throws InterruptedException {
        world.commit(world.event(NINE, "purchase", "1", "10.00"));
        if (point == MemorySource.Point.NEXT) {
            world.writer.step();
        }
        world.failOnceAt(point, new SourceException(SourceException.Kind.LOST, "the connection was lost"));
        assertThat(world.writer.step()).isEqualTo(Duration.ofSeconds(1).toNanos());
        Status waiting = world.app.status();
        assertThat(waiting.state()).isEqualTo(Status.State.WAITING);
        assertThat(waiting.reason()).contains("the connection was lost");
        assertThat(waiting.lastFailure())
                .isEqualTo(new Failure(
                        world.clock.instant(),
                        "the connection was lost",
                        point == MemorySource.Point.NEXT,
                        world.clock.instant().plusSeconds(1)));
        assertThat(world.app.ask(UsageModel.ask(), () -> false)).isInstanceOf(Outcome.NotReady.class);

        world.advance(999);
        assertThat(world.writer.step()).isEqualTo(Duration.ofMillis(1).toNanos());
        world.advance(1);
        assertThat(world.writer.step()).isZero();
        assertThat(world.app.status().state()).isEqualTo(Status.State.READY);
        assertThat(world.answer()).containsExactly("purchase null 1 10.00");
    }

    @Test
    void aRowNeverAddedEndsInAStartOverAndNothingOfItsCommitIsSeen() throws InterruptedException {
        world.writer.step();
        MemoryDatabase.Change real = world.event(NINE, "purchase", "1", "10.00");
        world.database.lie(List.of(real, World.undo(world.event(NINE, "never", "1", "1.00"))));
        Lsn end = world.database.end();
        world.writer.step();
        assertThat(world.app.ask(UsageModel.ask(), () -> false)).isInstanceOf(Outcome.NotReady.class);
        assertThat(world.app.status().reason()).contains("the commit that ends at " + end);
        world.advance(1000);
        world.writer.step();
        assertThat(world.answer()).isEmpty();
    }

    @Test
    void aCommitToldTwiceIsNotAppliedTwice() throws InterruptedException {
        world.writer.step();
        world.commit(world.event(NINE, "purchase", "1", "10.00"));
        world.writer.step();
        Changes again = new ChangesBuilder(world.app.spec()).done();
        world.source.tell(new Event.Commit(world.database.end(), 1, world.clock.instant(), again));
        world.writer.step();
        assertThat(world.app.status().state()).isEqualTo(Status.State.WAITING);
        assertThat(world.app.status().reason()).contains("is applied already");
    }

    @Test
    void walWithoutAnythingOfOursMovesThePositionAndIsConfirmed() throws InterruptedException {
        world.writer.step();
        world.database.write(800, true);
        world.writer.step();
        assertThat(world.app.status().appliedLsn()).isEqualTo(world.database.end());
        assertThat(world.confirmed).containsExactly(world.database.end());
        world.source.tell(new Event.Nothing(new Lsn(8)));
        world.writer.step();
        assertThat(world.app.status().appliedLsn()).isEqualTo(world.database.end());
        assertThat(world.confirmed).hasSize(1);
    }

    @Test
    void aQuietServerIsMadeToFlushOnceAndWhoWaitsIsAnsweredWithinASecond() throws InterruptedException {
        world.writer.step();
        world.catchUp();
        world.database.commit(List.of(world.event(NINE, "purchase", "1", "10.00")), false);
        Instant begin = world.clock.instant();
        CompletableFuture<Boolean> future = world.app.whenReached(world.database.insert(), LONG);
        for (int i = 0; i < 100 && !future.isDone(); i++) {
            world.writer.step();
        }
        assertThat(future).isCompletedWithValue(true);
        assertThat(Duration.between(begin, world.clock.instant())).isLessThan(Duration.ofSeconds(1));
        assertThat(world.answer()).containsExactly("purchase null 1 10.00");
        world.catchUp();
        world.catchUp();
        assertThat(world.source.flushes()).isEqualTo(1);
    }

    @Test
    void asOfGoesOnPastAFullPageWithoutMoreWal() throws InterruptedException {
        world.writer.step();
        world.database.fillPage(true);
        CompletableFuture<Boolean> future = world.app.whenReached(world.database.insert(), LONG);
        world.catchUp();
        assertThat(future).isCompletedWithValue(true);
        assertThat(world.app.status().retainedWalBytes()).isZero();
        assertThat(world.source.flushes()).isZero();
    }

    @Test
    void whoWaitsGetsAReadingAtOnce() throws InterruptedException {
        world.writer.step();
        world.catchUp();
        world.commit(world.event(NINE, "purchase", "1", "10.00"));
        world.writer.step();
        assertThat(world.source.readAt()).as("just read").isEqualTo(world.clock.instant());
        world.commit(world.event(NINE, "purchase", "1", "10.00"));
        Instant begin = world.clock.instant();
        CompletableFuture<Instant> future =
                world.app.whenReached(world.database.insert(), LONG).thenApply(reached -> world.clock.instant());
        assertThat(world.app.status().asksWaiting()).isEqualTo(1);
        for (int i = 0; i < 10 && !future.isDone(); i++) {
            world.writer.step();
        }
        assertThat(future).isCompletedWithValueMatching(answered -> answered.isBefore(begin.plusMillis(50)));
    }

    @Test
    void whoWaitsSinceBeforeAChangeOfTheCatalogIsAnsweredFromAfterIt() throws InterruptedException {
        world.commit(world.event(NINE, "purchase", "1", "10.00"));
        world.writer.step();
        world.catchUp();
        world.database.changeUnsaid(List.of(world.event(NINE, "rewritten", "1", "1.00")));
        CompletableFuture<List<String>> answer =
                world.app.whenReached(world.database.insert(), LONG).thenApply(reached -> world.answer());
        for (int i = 0; i < 100 && !answer.isDone(); i++) {
            world.clock.advance(Duration.ofNanos(world.writer.step()));
        }
        assertThat(answer).isCompletedWithValue(List.of("purchase null 1 10.00", "rewritten null 1 1.00"));
    }

    @Test
    void whoAsksForAPositionWhileNothingIsHeldIsAnsweredByTheNextStart() throws InterruptedException {
        world.commit(world.event(NINE, "purchase", "1", "10.00"));
        world.writer.step();
        world.catchUp();
        Lsn applied = world.following().applied();
        world.failOnceAt(MemorySource.Point.NEXT, new SourceException(SourceException.Kind.LOST, "lost"));
        world.writer.step();

        CompletableFuture<Boolean> future = world.app.whenReached(applied, LONG);
        assertThat(future).isNotDone();
        world.advance(1000);
        world.writer.step();
        assertThat(future).isCompletedWithValue(true);
    }

    @Test
    void tooMuchWalRetainedStartsOver() throws InterruptedException {
        World tight =
                new World(new Limits(Duration.ofSeconds(30), 10_000, 1000, 1 << 20, Limits.NO_LIMIT, 1000, 1 << 24));
        tight.writer.step();
        tight.database.write(10_000, false);
        tight.advance(1000);
        tight.writer.step();
        assertThat(tight.app.status().retainedWalBytes()).isEqualTo(10_000);
        assertThat(tight.app.status().state()).isEqualTo(Status.State.READY);
        tight.database.write(1, false);
        tight.writer.step();
        assertThat(tight.app.status().state()).isEqualTo(Status.State.WAITING);
        assertThat(tight.app.status().reason()).contains("10001 bytes of WAL", "--max-retained-wal");
    }

    @Test
    void aReadingThatDoesNotVouchForTheCatalogTellsWhereTheServerIsAndMovesNothingElse() throws InterruptedException {
        world.writer.step();
        Instant asOf = world.app.status().asOf();
        world.source.vouch(false);
        world.database.write(500, true);
        Lsn position = world.database.insert();
        CompletableFuture<Boolean> future = world.app.whenReached(position, LONG);
        world.advance(31_000);
        world.writer.step();
        world.writer.step();

        assertThat(world.app.status().state()).isEqualTo(Status.State.LAGGING);
        assertThat(world.app.status().asOf()).isEqualTo(asOf);
        assertThat(world.app.status().serverLsn()).isEqualTo(position);
        assertThat(future).isNotDone();

        world.source.vouch(true);
        world.advance(1000);
        world.writer.step();
        world.writer.step();
        assertThat(world.app.status().state()).isEqualTo(Status.State.READY);
        assertThat(future).isCompletedWithValue(true);
    }

    @Test
    void whileItLagsItSaysSoAndAnswersAllTheSame() throws InterruptedException {
        world.writer.step();
        for (int i = 0; i < 100; i++) {
            world.commit(world.event(NINE, "purchase", "1", "1.00"));
        }
        world.meanwhile = (point, millis) -> world.advance(point == MemorySource.Point.NEXT ? 500 : millis);
        List<Status.State> states = new ArrayList<>();
        for (int i = 0; i < 110; i++) {
            world.writer.step();
            assertThat(world.answered().asOf()).isEqualTo(world.app.status().asOf());
            states.add(world.app.status().state());
        }
        assertThat(states)
                .startsWith(Status.State.READY)
                .endsWith(Status.State.READY)
                .contains(Status.State.LAGGING);
        assertThat(world.answer()).containsExactly("purchase null 100 100.00");
        assertThat(world.app.status().appliedCommits()).isEqualTo(100);
    }

    /** Invariant 14. */
    @Test
    void twoStoresNeverTakeMemoryAtOnce() throws InterruptedException {
        world.commit(world.event(NINE, "purchase", "1", "10.00"));
        world.writer.step();
        world.catchUp();
        WeakReference<Store> old = world.app.read(state -> new WeakReference<>(state.store()));
        world.failOnceAt(MemorySource.Point.NEXT, new SourceException(SourceException.Kind.LOST, "lost"));
        world.writer.step();
        world.advance(1000);
        List<Boolean> collected = new ArrayList<>();
        world.meanwhile = (point, millis) -> {
            if (point == MemorySource.Point.OPEN && collected.isEmpty()) {
                await().until(() -> {
                    System.gc();
                    return old.refersTo(null);
                });
                collected.add(true);
            }
        };
        world.writer.step();
        assertThat(collected).containsExactly(true);
        assertThat(world.app.status().starts()).isEqualTo(2);
    }

    @Test
    void whatOpenWaitsForAndHowFarALoadIsCanBeReadMeanwhile() throws InterruptedException {
        for (int i = 0; i < 7; i++) {
            world.commit(world.event(NINE, "purchase", "1", "1.00"));
        }
        List<String> reasons = new ArrayList<>();
        world.meanwhile = (point, millis) -> {
            world.source.waitFor(point == MemorySource.Point.OPEN ? "a transaction of pid 42" : null);
            reasons.add(String.valueOf(world.app.status().reason()));
        };
        world.writer.step();
        assertThat(reasons)
                .contains(
                        "loading: waiting for a transaction of pid 42",
                        "loading app.accounts, table 1 of 2: 0 rows",
                        "loading app.events, table 2 of 2: 6 rows of about 7",
                        "loading: every table is read, and the stream is about to begin");
    }

    @Test
    void aBugEndsTheRun() {
        world.meanwhile = (point, millis) -> {
            throw new IllegalStateException("a bug");
        };
        assertThatThrownBy(world.writer::run).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void stoppingDuringALoadIsNoFailure() {
        world.meanwhile = (point, millis) -> {
            if (point == MemorySource.Point.LOAD) {
                world.writer.stop();
                throw new SourceException(SourceException.Kind.LOST, "the connection was closed");
            }
        };
        world.writer.run();
        assertThat(world.app.status().lastFailure()).isNull();
    }

    @Test
    void anInterruptEndsTheRunAndStaysSet() {
        world.meanwhile = (point, millis) -> {
            throw new InterruptedException();
        };
        world.writer.run();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aStopEndsTheWaitForTheNextStart() throws InterruptedException {
        World real = new World();
        real.failOnceAt(MemorySource.Point.OPEN, new SourceException(SourceException.Kind.LOST, "lost"));
        Thread thread = new Thread(real.writer);
        thread.start();
        await().until(() -> real.app.status().state() == Status.State.WAITING);
        real.writer.stop();
        thread.join(10_000);
        assertThat(thread.isAlive()).isFalse();
    }
}
