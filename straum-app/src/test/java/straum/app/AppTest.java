package straum.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import straum.app.testing.MemoryDatabase;
import straum.app.testing.MemorySource;
import straum.domain.ask.Answer;
import straum.domain.ask.Ask;
import straum.domain.ask.Name;
import straum.domain.spec.Spec;
import straum.domain.testing.Beside;
import straum.domain.testing.Specs;
import straum.domain.testing.TestTypes;
import straum.domain.value.ColumnType;
import straum.domain.value.Place;

class AppTest {
    private final World world = new World();

    @Test
    void anInvalidAskIsInvalidAlsoWhileNothingIsLoaded() {
        assertThat(world.app.ask(misnamed(), () -> false)).isInstanceOf(Outcome.Invalid.class);
        assertThat(world.app.ask(UsageModel.ask(), () -> false)).isInstanceOf(Outcome.NotReady.class);
        assertThat(world.app.status().asksRefused()).isEqualTo(2);
    }

    @Test
    void anAnswerNamesThePositionItHoldsAndWhenItIsOf() throws InterruptedException {
        world.commit(world.event("2026-11-13 09:05:00Z", "purchase", "1", "10.00"));
        world.writer.step();
        world.catchUp();
        Answered answered = world.answered();
        assertThat(answered.lsn()).isEqualTo(world.database.end());
        assertThat(answered.asOf()).isEqualTo(world.app.status().asOf());
        assertThat(world.app.status().asksAnswered()).isEqualTo(1);
    }

    @Test
    void anAnswerPastTheLimitOfGroupsIsRefusedAsTooLarge() throws InterruptedException {
        World small =
                new World(new Limits(Duration.ofSeconds(30), 1 << 20, 1000, 1 << 20, Limits.NO_LIMIT, 2, 1 << 24));
        for (String kind : List.of("a", "b", "c")) {
            small.commit(small.event("2026-11-13 09:05:00Z", kind, "1", "10.00"));
        }
        small.writer.step();
        Outcome outcome = small.app.ask(UsageModel.ask(), () -> false);
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Unanswerable.class,
                        refused -> assertThat(refused.tooLarge()).isTrue());
    }

    /** It keeps nobody from the store: here the writer goes on in the middle of it. */
    @Test
    void anAskOfManyCellsReadsOnOutsideOfTheLock() throws InterruptedException {
        MemoryDatabase.Change[] events = commitManyCells();
        Answered before = world.answered();
        Lsn end = world.database.end();
        Outcome slow = world.app.ask(UsageModel.ask(), () -> {
            if (world.following().applied().equals(end)) {
                world.commit(World.undo(events[0]));
                stepOnce();
            }
            return false;
        });
        assertThat(world.following().applied()).isNotEqualTo(end);
        assertThat(slow).isInstanceOfSatisfying(Outcome.Ok.class, ok -> {
            assertThat(ok.answered().lsn()).isEqualTo(end);
            assertThat(UsageModel.lines(ok.answered().answer())).isEqualTo(UsageModel.lines(before.answer()));
        });
        assertThat(world.answer()).isNotEqualTo(UsageModel.lines(before.answer()));
    }

    /** For a thread that nobody may hold up. */
    @Test
    void anAskIsAnsweredAtOnceWhereThatTakesNoTime() throws Exception {
        assertThat(world.app.askAtOnce(UsageModel.ask()))
                .as("while nothing is loaded")
                .isNull();
        assertThat(world.app.askAtOnce(misnamed())).isInstanceOf(Outcome.Invalid.class);
        world.commit(world.event("2026-11-13 09:05:00Z", "a", "1", "1.00"));
        world.catchUp();
        assertThat(world.app.askAtOnce(UsageModel.ask())).isInstanceOf(Outcome.Ok.class);
        world.app.write(state -> assertThat(Beside.supply(() -> String.valueOf(world.app.askAtOnce(UsageModel.ask())))
                        .join())
                .as("while a commit is applied")
                .isEqualTo("null"));
        commitManyCells();
        assertThat(world.app.askAtOnce(UsageModel.ask())).as("of many cells").isNull();
    }

    @Test
    void anAskOfManyCellsIsGivenUpOnceTheyAreLetGo() throws InterruptedException {
        commitManyCells();
        world.failOnceAt(MemorySource.Point.NEXT, new SourceException(SourceException.Kind.LOST, "gone"));
        Outcome slow = world.app.ask(UsageModel.ask(), () -> {
            stepOnce();
            return false;
        });
        assertThat(slow).isInstanceOf(Outcome.NotReady.class);
    }

    /** The writer has copied as much as it may beside an ask that does not end. */
    @Test
    @Timeout(60)
    void anAskThatCommitsHaveWaitedForLongEnoughIsGivenUp() throws Exception {
        Limits limits = new Limits(Duration.ofSeconds(30), 1 << 30, 1 << 20, 1 << 30, Limits.NO_LIMIT, 100, 50_000);
        World small = new World(limits);
        MemoryDatabase.Change[] events = commitManyCells(small);
        AtomicReference<Thread> writer = new AtomicReference<>();
        Outcome slow = small.app.ask(UsageModel.ask(), () -> {
            if (writer.get() == null) {
                small.commit(Arrays.stream(events).map(World::undo).toArray(MemoryDatabase.Change[]::new));
                writer.set(new Thread(() -> stepOnce(small)));
                writer.get().start();
                while (writer.get().getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
            }
            return false;
        });
        writer.get().join();
        assertThat(slow)
                .isInstanceOfSatisfying(
                        Outcome.NotReady.class,
                        given -> assertThat(given.reason()).startsWith("the ask was given up: "));
        assertThat(small.following().applied()).isEqualTo(small.database.end());
    }

    /** Commits one cell more than an ask reads under the lock, and has it applied. */
    private MemoryDatabase.Change[] commitManyCells() throws InterruptedException {
        return commitManyCells(world);
    }

    private static MemoryDatabase.Change[] commitManyCells(World world) throws InterruptedException {
        MemoryDatabase.Change[] events =
                new MemoryDatabase.Change[(int) AskSizes.defaults().fewCells() + 1];
        for (int account = 0; account < events.length; account++) {
            events[account] = world.event("2026-11-13 09:05:00Z", "a", Integer.toString(account), "1.00");
        }
        world.commit(events);
        world.catchUp();
        return events;
    }

    private void stepOnce() {
        stepOnce(world);
    }

    private static void stepOnce(World world) {
        try {
            world.writer.step();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** As the parts of large asks may keep them. */
    @Test
    void whoWaitsIsToldAlsoWhileTheCommonPoolIsAtWork() throws Exception {
        App app = new App(Specs.usage(), Limits.defaults(), world.clock);
        ForkJoinPool pool = ForkJoinPool.commonPool();
        int threads = Math.max(1, ForkJoinPool.getCommonPoolParallelism());
        CountDownLatch busy = new CountDownLatch(threads);
        CountDownLatch free = new CountDownLatch(1);
        try {
            for (int thread = 0; thread < threads; thread++) {
                pool.execute(() -> {
                    busy.countDown();
                    awaitLatch(free);
                });
            }
            awaitLatch(busy);
            CompletableFuture<Boolean> reached = app.whenReached(new Lsn(100), Duration.ofHours(1));
            CompletableFuture<Boolean> never = app.whenReached(new Lsn(200), Duration.ofMillis(1));
            app.waiters().reading();
            app.waiters().read(new Lsn(100), Lsn.ZERO);
            app.waiters().applied(new Lsn(100));
            assertThat(reached.get(20, TimeUnit.SECONDS)).isTrue();
            assertThat(never.get(20, TimeUnit.SECONDS)).isFalse();
        } finally {
            free.countDown();
        }
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theLongestHoldsOfTheLockAreThoseSinceTheLastLook() {
        holdRead(20);
        holdRead(30);
        holdRead(10);
        world.app.write(state -> world.advance(7));
        world.app.write(state -> world.advance(5));
        assertThat(world.app.takeLongestHolds())
                .isEqualTo(new LongestHolds(Duration.ofMillis(30), Duration.ofMillis(7)));
        assertThat(world.app.takeLongestHolds()).isEqualTo(new LongestHolds(Duration.ZERO, Duration.ZERO));
        holdRead(2);
        assertThat(world.app.takeLongestHolds()).isEqualTo(new LongestHolds(Duration.ofMillis(2), Duration.ZERO));
    }

    /** What it waits for, and what an ask reads outside, is no time that somebody else waits for the lock. */
    @Test
    void aHoldLastsFromWhenTheLockIsHadUntilItIsLetGo() throws InterruptedException {
        commitManyCells();
        world.app.takeLongestHolds();
        world.app.ask(UsageModel.ask(), () -> {
            world.advance(40);
            return false;
        });
        assertThat(world.app.takeLongestHolds().read()).isZero();
        world.app.read(state -> {
            world.advance(3);
            assertThat(world.app.takeLongestHolds().read())
                    .as("while it is held")
                    .isZero();
            return true;
        });
        assertThat(world.app.takeLongestHolds().read()).isEqualTo(Duration.ofMillis(3));
    }

    @Test
    void aHoldThatEndsInAFailureCountsToo() {
        assertThatThrownBy(() -> world.app.write(state -> {
                    world.advance(6);
                    throw new IllegalStateException("a bug");
                }))
                .hasMessage("a bug");
        assertThatThrownBy(() -> world.app.read(state -> {
                    world.advance(4);
                    throw new IllegalStateException("a bug");
                }))
                .hasMessage("a bug");
        assertThat(world.app.takeLongestHolds())
                .isEqualTo(new LongestHolds(Duration.ofMillis(4), Duration.ofMillis(6)));
    }

    private void holdRead(long millis) {
        world.app.read(state -> {
            world.advance(millis);
            return true;
        });
    }

    @Test
    void rowsAreTheNewestBucketsFirst() throws InterruptedException {
        world.commit(
                world.event("2020-01-01 00:00:00Z", "old", "1", "1.00"),
                world.event("2026-11-13 09:05:00Z", "b", "1", "1.00"),
                world.event("2026-11-13 09:05:00Z", "a", "1", "1.00"),
                world.event("2026-11-13 11:05:00Z", "b", "2", null),
                world.event("2026-11-13 08:00:00Z", "c", "1", "1.00"));
        world.writer.step();
        assertThat(rows(3))
                .containsExactly(
                        "2026-11-13 11:00:00+00 b 2 null 1 null",
                        "2026-11-13 09:00:00+00 a 1 null 1 1.00",
                        "2026-11-13 09:00:00+00 b 1 null 1 1.00");
        assertThat(rows(2)).hasSize(2);
        assertThat(rows(1000)).hasSize(5).last().isEqualTo("2020-01-01 00:00:00+00 old 1 null 1 1.00");
    }

    @Test
    void rowsAreNotBoundByTheLimitOfGroups() throws InterruptedException {
        World small =
                new World(new Limits(Duration.ofSeconds(30), 1 << 20, 1000, 1 << 20, Limits.NO_LIMIT, 3, 1 << 24));
        for (int hour = 0; hour < 20; hour++) {
            String at = String.format("2026-11-13 %02d:00:00Z", hour);
            small.commit(small.event(at, "a", "1", "1.00"), small.event(at, "b", "1", "1.00"));
        }
        small.writer.step();
        Outcome outcome = small.app.rows("usage", 30);
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Ok.class,
                        ok -> assertThat(ok.answered().answer().rows()).isEqualTo(30));
    }

    /** The newest bucket has more cells than are read first, and all are one row or none. */
    @Test
    void rowsAreReadFromOlderBucketsWhereManyCellsMakeFewRows() throws InterruptedException {
        Spec spec = Specs.of(Specs.fact("v", "app.events", "at")
                .leftJoin("a", "app.accounts", "id", "account_id")
                .key("region", "a.region")
                .count("rows")
                .build());
        TestTypes types = TestTypes.of(spec)
                .column("app.events", "at", ColumnType.TIMESTAMPTZ)
                .column("app.events", "account_id", ColumnType.INT4)
                .column("app.accounts", "id", ColumnType.INT4)
                .column("app.accounts", "region", ColumnType.TEXT);
        World joined = new World(spec, types, Limits.defaults());
        int table = UsageModel.table(joined.database, "app.events");
        for (int account = 0; account < 100; account++) {
            String at = account < 2 ? "2026-11-12 0" + account + ":05:00Z" : "2026-11-13 09:05:00Z";
            joined.commit(new MemoryDatabase.Change(
                    Changes.Kind.INSERT, table, null, List.of(at, Integer.toString(account))));
        }
        joined.catchUp();
        assertThat(rows(joined, "v", 2))
                .containsExactly("2026-11-13 09:00:00+00 null 98", "2026-11-12 01:00:00+00 null 1");
        assertThat(rows(joined, "v", 10)).hasSize(3).last().isEqualTo("2026-11-12 00:00:00+00 null 1");
    }

    @Test
    void rowsOfAnEmptyViewAreNone() throws InterruptedException {
        assertThat(world.app.rows("usage", 10)).isInstanceOf(Outcome.NotReady.class);
        world.writer.step();
        assertThat(rows(10)).isEmpty();
    }

    @Test
    void rowsOfNoViewAreABug() {
        assertThatThrownBy(() -> world.app.rows("usages", 10)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> world.app.rows("usage", 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whileItStopsItIsNotReadyAndStillAnswers() throws InterruptedException {
        world.writer.step();
        world.app.stopping();
        assertThat(world.app.status().state()).isEqualTo(Status.State.STOPPING);
        assertThat(world.app.status().reason()).isNotNull();
        assertThat(world.answer()).isEmpty();
    }

    @Test
    void theStatusIsToldWhileTheStoreIsLocked() throws InterruptedException {
        world.writer.step();
        world.app.write(state -> {
            CompletableFuture<Status> told = Beside.supply(world.app::status);
            assertThat(told)
                    .succeedsWithin(Duration.ofSeconds(20))
                    .satisfies(status -> assertThat(status.state()).isEqualTo(Status.State.READY));
        });
    }

    @Test
    void heldIsWhatIsLoaded() throws InterruptedException {
        world.commit(world.event("2026-11-13 09:05:00Z", "purchase", "1", "10.00"));
        assertThat(world.app.held().views().get(0).rows()).isZero();
        world.writer.step();
        assertThat(world.app.held().views().get(0).rows()).isEqualTo(1);
        world.catchUp();
        assertThat(world.app.status().storeBytes()).isPositive();
    }

    @Test
    void theStatusSaysWhoIsFollowed() throws InterruptedException {
        assertThat(world.app.status().server()).isNull();
        world.failOnceAt(MemorySource.Point.LOAD, new SourceException(SourceException.Kind.LOST, "lost"));
        world.writer.step();
        assertThat(world.app.status().server())
                .as("who was followed, whose slot is gone")
                .isEqualTo(new Opened.Server("18.0", "memory", "straum", null));
        world.advance(1000);
        world.writer.step();
        assertThat(world.app.status().server())
                .isEqualTo(new Opened.Server(
                        "18.0",
                        "memory",
                        "straum",
                        "straum_" + world.source.snapshot().value()));
    }

    private List<String> rows(int most) {
        return rows(world, "usage", most);
    }

    private static List<String> rows(World of, String view, int most) {
        Outcome outcome = of.app.rows(view, most);
        assertThat(outcome).isInstanceOf(Outcome.Ok.class);
        Answer answer = ((Outcome.Ok) outcome).answered().answer();
        return UsageModel.linesInOrder(answer);
    }

    @SuppressWarnings("NullAway") // the bounds may be null, which is lost from the compiled record
    private static Ask misnamed() {
        Ask ask = UsageModel.ask();
        Name view = new Name("usages", new Place(1, 1));
        return new Ask(view, ask.outputs(), null, ask.range(), ask.groupBy(), List.of(), List.of(), null, null);
    }
}
