package straum.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import straum.app.testing.MemoryDatabase;
import straum.app.testing.MemorySource;
import straum.domain.spec.Spec;
import straum.domain.spec.Width;
import straum.domain.store.Held;
import straum.domain.testing.Specs;
import straum.domain.testing.TestTypes;
import straum.domain.value.ColumnType;

/** What the writer does after a failure: when it starts over, what it holds and tells meanwhile, and when it never does. */
class FailurePolicyTest {
    private static final String NINE = "2026-11-13 09:05:00Z";
    private static final SourceException LOST = new SourceException(SourceException.Kind.LOST, "lost");
    private static final SourceException UNFIT =
            new SourceException(SourceException.Kind.UNFIT, "app.events has no column amount");

    private final World world = new World();

    @Test
    void waitsDoubleWhileNoStartSucceeds() throws InterruptedException {
        for (int seconds : new int[] {1, 2, 4, 8, 16, 32, 60, 60}) {
            assertThat(waitAfter(MemorySource.Point.OPEN, LOST)).isEqualTo(seconds);
        }
    }

    @Test
    void oneChangeOfTheCatalogAfterTheOtherCostsASecondEach() throws InterruptedException {
        world.meanwhile = (point, millis) -> world.advance(point == MemorySource.Point.LOAD ? 100 : millis);
        for (int i = 0; i < 10; i++) {
            followFor(1);
            world.database.changeUnsaid(List.of());
            assertThat(waitUntilFailed()).isEqualTo(1);
        }
    }

    @Test
    void failuresSoonerThanTheStartTookWaitDouble() throws InterruptedException {
        world.meanwhile = (point, millis) -> world.advance(point == MemorySource.Point.LOADED ? 5_000 : millis);
        for (int seconds : new int[] {1, 2, 4}) {
            followFor(3);
            assertThat(waitAfter(MemorySource.Point.NEXT, LOST)).isEqualTo(seconds);
        }
        followFor(5);
        assertThat(waitAfter(MemorySource.Point.NEXT, LOST)).isEqualTo(1);
    }

    @Test
    void aTransactionOverALimitWaitsNotAtAllUnlessItComesAgainSoon() throws InterruptedException {
        world.meanwhile = (point, millis) -> world.advance(point == MemorySource.Point.LOADED ? 5_000 : millis);
        SourceException over = new SourceException(SourceException.Kind.OVER_LIMIT, "too large");
        followFor(5);
        assertThat(waitAfter(MemorySource.Point.NEXT, over)).isZero();
        followFor(3);
        assertThat(waitAfter(MemorySource.Point.NEXT, over)).isEqualTo(1);
    }

    @Test
    void aMinuteOfFollowingIsEnoughHoweverLongTheStartTook() throws InterruptedException {
        world.meanwhile = (point, millis) -> world.advance(point == MemorySource.Point.LOADED ? 500_000 : millis);
        followFor(1);
        waitAfter(MemorySource.Point.NEXT, LOST);
        followFor(60);
        assertThat(waitAfter(MemorySource.Point.NEXT, LOST)).isEqualTo(1);
    }

    @Test
    void theSameFailureAtTheSamePositionTwiceIsNotRetriedInAHurry() throws InterruptedException {
        Lsn at = new Lsn(32 << 20);
        world.source.snapshotAt(at);
        assertThat(waitAfter(MemorySource.Point.LOADED, LOST)).isEqualTo(1);
        world.source.snapshotAt(at);
        assertThat(waitAfter(MemorySource.Point.LOADED, LOST)).isEqualTo(60);
    }

    @Test
    void anotherFailureOrAnotherPositionIsNoRepetition() throws InterruptedException {
        Lsn at = new Lsn(32 << 20);
        world.source.snapshotAt(at);
        assertThat(waitAfter(MemorySource.Point.LOADED, LOST)).isEqualTo(1);
        world.source.snapshotAt(at);
        SourceException other = new SourceException(SourceException.Kind.LOST, "something else");
        assertThat(waitAfter(MemorySource.Point.LOADED, other)).isEqualTo(2);
        assertThat(waitAfter(MemorySource.Point.LOADED, other)).isEqualTo(4);
        // Before there is a snapshot there is no position: a server that comes up again is tried soon.
        assertThat(waitAfter(MemorySource.Point.OPEN, LOST)).isEqualTo(8);
        assertThat(waitAfter(MemorySource.Point.OPEN, LOST)).isEqualTo(16);
    }

    @Test
    void theTimeOfATableWhoseLoadWasGivenUpStandsStill() throws InterruptedException {
        world.meanwhile = (point, millis) -> {
            if (point == MemorySource.Point.LOAD) {
                world.advance(3_000);
                throw LOST;
            }
        };
        world.writer.step();
        assertThat(world.app.status().load().get(0).seconds()).isEqualTo(3);
        world.advance(60_000);
        assertThat(world.app.status().load().get(0).seconds()).isEqualTo(3);
        world.writer.step();
        assertThat(world.app.status().load().get(0).seconds())
                .as("the next start's")
                .isEqualTo(3);
    }

    @Test
    void whatHasToBeMendedFirstIsToldUntilItIsFoundMended() throws InterruptedException {
        List<String> told = new ArrayList<>();
        waitAfter(MemorySource.Point.OPEN, UNFIT);
        world.meanwhile =
                (point, millis) -> told.add(point + " " + world.app.status().reason());
        world.failOnceAt(MemorySource.Point.OPEN, UNFIT);
        world.writer.step();
        world.advance(2_000);
        world.writer.step();
        assertThat(told.get(0))
                .startsWith("OPEN waiting: ")
                .contains(
                        "a start is being tried: no start can succeed before this is mended: app.events has no column");
        assertThat(told.stream().filter(line -> line.startsWith("OPEN")))
                .allSatisfy(line -> assertThat(line).contains("mended: app.events has no column"));
        assertThat(told).anySatisfy(line -> assertThat(line).startsWith("LOAD loading app.accounts"));
        assertThat(world.app.status().state()).isEqualTo(Status.State.READY);
    }

    @Test
    void whoWaitsForATransactionHasFoundItMended() throws InterruptedException {
        List<String> told = new ArrayList<>();
        waitAfter(MemorySource.Point.OPEN, UNFIT);
        world.meanwhile = (point, millis) -> {
            world.source.waitFor(point == MemorySource.Point.OPEN ? "a transaction of pid 42" : null);
            told.add(String.valueOf(world.app.status().reason()));
        };
        world.writer.step();
        assertThat(told.get(0)).isEqualTo("loading: waiting for a transaction of pid 42");
    }

    @Test
    void aLostConnectionIsALoadAgainOnceItIsTried() throws InterruptedException {
        List<String> told = new ArrayList<>();
        waitAfter(MemorySource.Point.OPEN, LOST);
        world.meanwhile =
                (point, millis) -> told.add(String.valueOf(world.app.status().reason()));
        world.writer.step();
        assertThat(told.get(0)).isEqualTo("loading: connecting to PostgreSQL and taking a snapshot");
    }

    @Test
    void nothingIsHeldWhileItWaitsAndTheSlotIsGone() throws InterruptedException {
        world.commit(world.event(NINE, "purchase", "1", "10.00"));
        world.writer.step();
        world.database.lie(List.of(World.undo(world.event(NINE, "never", "1", "1.00"))));
        world.writer.step();
        assertThat(world.app.status().state()).isEqualTo(Status.State.WAITING);
        assertThat(world.app.held().views()).extracting(Held.View::rows).containsExactly(0L);
        assertThat(world.app.status().storeBytes()).isZero();
        assertThat(world.source.isOpen()).isFalse();
        assertThat(Objects.requireNonNull(world.app.status().server()).slot()).isNull();
    }

    @Test
    void tooManyCellsLoadedWaitForARestart() throws InterruptedException {
        // Two widths: two cells an event.
        World small = new World(limits(10));
        for (int i = 0; i < 6; i++) {
            small.commit(small.event("2026-11-1" + i + " 09:05:00Z", "purchase", "1", "10.00"));
        }
        small.writer.step();
        assertFull(
                small,
                "too many cells: with 6 rows of app.events loaded",
                "the views have 12, more than the 10 of --max-cells (usage alone has 12; different values of kind: 1). ",
                "Raise that, or keep fewer cells",
                "restart Straum");
    }

    @Test
    void tooManyCellsBecauseOfACommitWaitForARestart() throws InterruptedException {
        World small = new World(limits(8));
        small.commit(small.event(NINE, "purchase", "1", "10.00"));
        small.writer.step();
        small.commit(small.event(NINE, "purchase", "1", "10.00"));
        small.writer.step();
        assertThat(small.answer()).containsExactly("purchase null 2 20.00");
        MemoryDatabase.Change[] more = new MemoryDatabase.Change[4];
        for (int i = 0; i < more.length; i++) {
            more[i] = small.event(NINE, "refund", String.valueOf(i), "1.00");
        }
        Lsn end = small.commit(more).end();
        small.writer.step();
        assertFull(small, "too many cells: with the commit that ends at " + end, "--max-cells");
    }

    @Test
    void asManyCellsAsTheLimitAreKept() throws InterruptedException {
        World counting = new World();
        counting.commit(counting.event(NINE, "purchase", "1", "10.00"));
        counting.writer.step();
        long cells = counting.app.read(state -> state.store().cells());
        World exact = new World(limits(cells));
        exact.commit(exact.event(NINE, "purchase", "1", "10.00"));
        exact.writer.step();
        assertThat(exact.app.status().state()).isEqualTo(Status.State.READY);
        World less = new World(limits(cells - 1));
        less.commit(less.event(NINE, "purchase", "1", "10.00"));
        less.writer.step();
        assertThat(less.app.status().state()).isEqualTo(Status.State.WAITING);
    }

    @Test
    void boundCellsCountOnceEveryTableIsJoined() throws InterruptedException {
        assertThat(loadedByRegion(4).app.status().state()).isEqualTo(Status.State.READY);
        assertFull(loadedByRegion(3), "too many cells: with every table loaded and joined, the views have 4");
    }

    /** One event, loaded: a cell by its account, and one by region, at each of two widths. */
    private static World loadedByRegion(long maxCells) throws InterruptedException {
        Spec spec = Specs.of(Specs.fact("regions", "app.events", "at")
                .widths(3600, Width.DAY)
                .leftJoin("a", "app.accounts", "id", "account_id")
                .key("region", "a.region")
                .count("events")
                .build());
        TestTypes types = TestTypes.of(spec)
                .column("app.events", "at", ColumnType.TIMESTAMPTZ)
                .column("app.events", "account_id", ColumnType.INT4)
                .column("app.accounts", "id", ColumnType.INT4)
                .column("app.accounts", "region", ColumnType.TEXT);
        World world = new World(spec, types, limits(maxCells));
        world.commit(world.event(NINE, null, "1", null));
        world.writer.step();
        return world;
    }

    @Test
    void aHeapThatFillsWhileLoadingWaitsForARestart() throws InterruptedException {
        world.commit(world.event(NINE, "purchase", "1", "10.00"));
        world.heap = () -> world.app.status().load().get(1).rows() > 0 ? "60 MiB of the 64 MiB are in use" : null;
        world.writer.step();
        assertFull(
                world,
                "the heap is too small: with 1 rows of app.events loaded, 60 MiB",
                "and the views have 2 cells (usage alone has 2; different values of kind: 1). Give the JVM more"
                        + " (STRAUM_JAVA_OPTS=-Xmx2g scripts/straum run gives it 2 GiB), or keep fewer cells, by fewer");
    }

    @Test
    void aHeapThatIsFullOfADimIsSaidToBe() throws InterruptedException {
        int accounts = UsageModel.table(world.database, "app.accounts");
        MemoryDatabase.Change[] rows = new MemoryDatabase.Change[2000];
        for (int id = 0; id < rows.length; id++) {
            rows[id] = new MemoryDatabase.Change(
                    Changes.Kind.INSERT, accounts, null, UsageModel.account(world.database, "" + id, "region " + id));
        }
        world.commit(rows);
        world.commit(world.event(NINE, "purchase", "1", "10.00"));
        world.heap = () -> world.app.status().load().get(1).rows() > 0 ? "60 MiB of the 64 MiB are in use" : null;
        world.writer.step();
        assertFull(
                world,
                "the heap is too small: with 1 rows of app.events loaded, 60 MiB of the 64 MiB are in use, and most of what is"
                        + " held is 2,000 rows of app.accounts, joined by id. Give the JVM more"
                        + " (STRAUM_JAVA_OPTS=-Xmx2g scripts/straum run gives it 2 GiB), or join a smaller table, or read"
                        + " fewer columns of it; then restart Straum, which does not load again before");
    }

    @ParameterizedTest
    @EnumSource(names = {"OPEN", "LOAD", "LOADED"})
    void outOfMemoryWhileLoadingWaitsForARestart(MemorySource.Point where) throws InterruptedException {
        world.meanwhile = (point, millis) -> {
            if (point == where) {
                throw new OutOfMemoryError("Java heap space");
            }
        };
        world.writer.step();
        assertFull(
                world,
                "out of memory while loading: Java heap space. Give the JVM more (STRAUM_JAVA_OPTS=-Xmx2g scripts/straum run gives"
                        + " it 2 GiB), or keep fewer cells");
    }

    @Test
    void outOfMemoryWhileFollowingStartsOverAfterTheLongestWait() throws InterruptedException {
        world.commit(world.event(NINE, "purchase", "1", "10.00"));
        followFor(100);
        MemorySource.Meanwhile before = world.meanwhile;
        world.meanwhile = (point, millis) -> {
            world.meanwhile = before;
            throw new OutOfMemoryError("Java heap space");
        };
        assertThat(waitUntilFailed()).isEqualTo(60);
        assertThat(world.app.status().lastFailure()).isNotNull();
        assertThat(Objects.requireNonNull(world.app.status().lastFailure()).message())
                .contains("out of memory while following: Java heap space");
        world.writer.step();
        assertThat(world.answer()).containsExactly("purchase null 1 10.00");
    }

    private static Limits limits(long maxCells) {
        return new Limits(Duration.ofSeconds(30), 1 << 30, 1000, 1 << 20, maxCells, 1000, 1 << 24);
    }

    /** That it tells so, holds nothing, and never starts again. */
    private static void assertFull(World world, String... parts) throws InterruptedException {
        Status status = world.app.status();
        assertThat(status.state()).isEqualTo(Status.State.WAITING);
        assertThat(status.reason())
                .contains("there is no start before Straum is restarted")
                .contains(parts);
        assertThat(Objects.requireNonNull(status.lastFailure()).nextStartAt()).isNull();
        assertThat(world.source.isOpen()).isFalse();
        assertThat(world.app.held().views()).extracting(Held.View::rows).containsOnly(0L);
        String view = world.app.spec().facts().get(0).name();
        assertThat(world.app.rows(view, 1)).isInstanceOf(Outcome.NotReady.class);
        long starts = status.starts();
        world.meanwhile = (point, millis) -> fail("the source is at %s again", point);
        for (int i = 0; i < 3; i++) {
            assertThat(world.writer.step()).isEqualTo(Writer.FOR_EVER);
            world.clock.advance(Duration.ofDays(1));
        }
        assertThat(world.app.status().starts()).isEqualTo(starts);
        assertThat(world.app.status().state()).isEqualTo(Status.State.WAITING);
    }

    /** Starts, and follows for at least so long. */
    private void followFor(int seconds) throws InterruptedException {
        world.writer.step();
        Following following = world.following();
        while (Duration.between(following.since(), world.clock.instant()).toSeconds() < seconds) {
            world.writer.step();
            assertThat(world.app.status().asOf()).isNotNull();
        }
    }

    private long waitAfter(MemorySource.Point point, SourceException failure) throws InterruptedException {
        world.failOnceAt(point, failure);
        return waitUntilFailed();
    }

    /** Steps until something fails, waits for the next start, and answers how many seconds that was. */
    private long waitUntilFailed() throws InterruptedException {
        Failure before = world.app.state().lastFailure();
        long pauseNanos = 0;
        for (int i = 0; i < 1000 && before == world.app.state().lastFailure(); i++) {
            pauseNanos = world.writer.step();
        }
        assertThat(world.app.state().lastFailure()).isNotSameAs(before);
        world.clock.advance(Duration.ofNanos(pauseNanos));
        return Duration.ofNanos(pauseNanos).toSeconds();
    }
}
