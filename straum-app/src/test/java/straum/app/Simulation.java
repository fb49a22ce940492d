package straum.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import straum.app.testing.ManualClock;
import straum.app.testing.MemoryDatabase;
import straum.app.testing.MemorySource;
import straum.domain.store.Held;
import straum.domain.testing.Specs;
import straum.domain.testing.TestTypes;

/**
 * One history of a database, a writer and its asks, all of it drawn from one seed and on one thread: commits, changes the
 * stream does not tell, lies, crashes, faults wherever the source is at something, restarts, asks at any moment. Whatever
 * happens, it checks that answers are true.
 */
final class Simulation {
    private static final Duration FOR_EVER = Duration.ofDays(1);

    private final Random random;
    private final ManualClock clock = new ManualClock();
    private final MemoryDatabase database;
    private final MemorySource source;
    private final int events;
    private final int accounts;
    private final List<Waiting> waiting = new ArrayList<>();
    private App app;
    private Writer writer;
    private boolean faults = true;
    private boolean crashed;
    private Lsn applied = Lsn.ZERO;
    private int answers;

    /** The history of a seed, at its beginning. */
    Simulation(long seed) {
        random = new Random(seed);
        TestTypes types = TestTypes.usage();
        database = new MemoryDatabase(
                Specs.usage(),
                Specs.usage().tables().stream()
                        .map(table -> types.table(table.name().toString()))
                        .toList(),
                clock);
        events = UsageModel.table(database, "app.events");
        accounts = UsageModel.table(database, "app.accounts");
        source = new MemorySource(database, this::meanwhile, this::confirmed);
        app = newApp();
        writer = new Writer(app, source, random, () -> null);
    }

    private App newApp() {
        Limits limits = new Limits(Duration.ofSeconds(30), 100_000, 1000, 1 << 20, 1000, 1000, 1 << 24);
        return new App(database.spec(), limits, clock, Zones.unreachable(), clock::nanos, Runnable::run);
    }

    /** Lets so many things happen. */
    void run(int steps) throws InterruptedException {
        for (int step = 0; step < steps; step++) {
            act();
            ask();
        }
    }

    /** Lets faults and sessions end, and expects that Straum comes to hold everything, and says so. */
    void settle() throws InterruptedException {
        faults = false;
        Instant quietSince = clock.instant();
        Lsn last = database.insert();
        for (int step = 0; step < 400 && !settled(quietSince); step++) {
            clock.advance(Duration.ofNanos(writer.step()));
            ask();
        }
        Status status = app.status();
        assertThat(status.state()).isEqualTo(Status.State.READY);
        assertThat(status.asOf()).isAfter(quietSince);
        assertThat(applied.covers(last)).isTrue();
        assertThat(clock.instant()).isBefore(quietSince.plusSeconds(70));
        List<Waiting> reached =
                waiting.stream().filter(waiter -> last.reaches(waiter.lsn)).toList();
        assertThat(reached).allSatisfy(waiter -> assertThat(waiter.checked).isCompletedWithValue(true));
        // Whoever saw a position that a crash undid waits for WAL that is not there.
        assertThat(status.asksWaiting()).isLessThanOrEqualTo(waiting.size() - reached.size());
    }

    private boolean settled(Instant quietSince) {
        Instant asOf = app.status().asOf();
        return asOf != null && asOf.isAfter(quietSince);
    }

    /** How many asks were answered. */
    int answers() {
        return answers;
    }

    /** How many starts there were in this process. */
    long starts() {
        return app.status().starts();
    }

    private void act() throws InterruptedException {
        int what = random.nextInt(100);
        if (what < 60) {
            long pauseNanos = writer.step();
            if (pauseNanos > 0) {
                clock.advance(Duration.ofNanos(random.nextBoolean() ? pauseNanos : random.nextLong(pauseNanos)));
            }
        } else if (what < 90) {
            session();
        } else if (what < 97) {
            waitForAPosition();
        } else if (what < 98) {
            askTwice();
        } else if (what < 99) {
            cancelOne();
        } else {
            restart();
        }
    }

    /** What happens while the source is at something: others act, time passes, and sometimes it fails. */
    private void meanwhile(MemorySource.Point point, long millis) throws SourceException {
        if (crashed || (faults && random.nextInt(60) == 0)) {
            crashed = false;
            SourceException.Kind kind = random.nextInt(4) == 0 ? SourceException.Kind.UNFIT : SourceException.Kind.LOST;
            throw new SourceException(kind, "a fault at " + point);
        }
        if (millis > 0) {
            clock.advance(Duration.ofMillis(faults ? random.nextLong(millis + 1) : millis));
        } else if (faults && random.nextInt(4) == 0) {
            clock.advance(Duration.ofMillis(random.nextInt(50)));
        }
        if (faults && random.nextInt(5) == 0) {
            session();
        }
        if (faults && random.nextInt(10) == 0) {
            waitForAPosition();
        }
        if (point == MemorySource.Point.OPEN || point == MemorySource.Point.LOAD) {
            assertThat(app.held().views())
                    .allSatisfy(view -> assertThat(view.rows()).isZero());
        }
        ask();
    }

    private void confirmed(Lsn lsn) {
        Lsn held = app.status().appliedLsn();
        assertThat(held != null && held.reaches(lsn))
                .as("%s confirmed, %s applied", lsn, held)
                .isTrue();
    }

    /** Something the database's other sessions do. */
    private void session() {
        int what = random.nextInt(100);
        if (what < 60) {
            database.commit(changes(), random.nextInt(3) > 0);
        } else if (what < 70) {
            database.flush();
        } else if (what < 80) {
            database.write(8 * (3 + random.nextInt(random.nextInt(20) == 0 ? 20_000 : 20)), random.nextBoolean());
        } else if (what < 92) {
            database.fillPage(random.nextInt(3) > 0);
        } else if (what < 95) {
            database.changeUnsaid(changes());
        } else if (what < 97) {
            database.lie(List.of(new MemoryDatabase.Change(
                    Changes.Kind.DELETE,
                    events,
                    UsageModel.event(database, "2026-11-13 09:00:00Z", "never", "1", "1.00"),
                    null)));
        } else {
            database.crash();
            crashed = true;
        }
    }

    private List<MemoryDatabase.Change> changes() {
        List<MemoryDatabase.Change> changes = new ArrayList<>();
        List<List<@Nullable String>> ofEvents = new ArrayList<>(database.rows(events));
        List<List<@Nullable String>> ofAccounts = new ArrayList<>(database.rows(accounts));
        int size = random.nextInt(5);
        for (int i = 0; i < size; i++) {
            boolean fact = random.nextInt(4) > 0;
            changes.add(change(fact ? events : accounts, fact ? ofEvents : ofAccounts));
        }
        return changes;
    }

    private MemoryDatabase.Change change(int table, List<List<@Nullable String>> rows) {
        int what = random.nextInt(20);
        if (what == 0 && random.nextInt(4) == 0) {
            rows.clear();
            return new MemoryDatabase.Change(Changes.Kind.TRUNCATE, table, null, null);
        }
        List<@Nullable String> after = table == events ? event() : account();
        if (what < 10 || rows.isEmpty()) {
            rows.add(after);
            return new MemoryDatabase.Change(Changes.Kind.INSERT, table, null, after);
        }
        List<@Nullable String> before = rows.remove(random.nextInt(rows.size()));
        if (what < 14) {
            return new MemoryDatabase.Change(Changes.Kind.DELETE, table, before, null);
        }
        rows.add(after);
        return new MemoryDatabase.Change(Changes.Kind.UPDATE, table, before, after);
    }

    private List<@Nullable String> event() {
        return UsageModel.event(
                database,
                one("2026-11-13 09:05:00Z", "2026-11-13 10:59:59.999999Z", "2026-11-14 00:00:00Z", "infinity", null),
                one("purchase", "refund", null),
                one("1", "2", "3", null),
                one("12.50", "-0.01", "99999999.99", null));
    }

    private List<@Nullable String> account() {
        return UsageModel.account(database, one("1", "2", null), one("eu", "us", null));
    }

    private @Nullable String one(@Nullable String... of) {
        return of[random.nextInt(of.length)];
    }

    /** Whoever waits for what they have seen is answered from no store that lacks it, nor any unsaid change before it. */
    private void waitForAPosition() {
        Lsn lsn = random.nextBoolean() ? database.insert() : database.end();
        CompletableFuture<Boolean> future = app.whenReached(lsn, FOR_EVER);
        CompletableFuture<Boolean> checked = future.thenApply(reached -> {
            Outcome outcome = app.ask(UsageModel.ask());
            if (outcome instanceof Outcome.Ok ok) {
                assertThat(ok.answered().lsn().covers(lsn)).isTrue();
                assertThat(database.history())
                        .filteredOn(entry -> !entry.streamed() && lsn.reaches(entry.end()))
                        .allSatisfy(entry -> assertThat(source.snapshot().reaches(entry.end()))
                                .as("%s seen by who waits for %s", entry, lsn)
                                .isTrue());
            }
            return reached;
        });
        waiting.add(new Waiting(lsn, future, checked));
    }

    private void cancelOne() {
        if (!waiting.isEmpty()) {
            waiting.remove(random.nextInt(waiting.size())).future.cancel(false);
        }
    }

    /** The process ends, and another one begins. */
    private void restart() {
        app = newApp();
        writer = new Writer(app, source, random, () -> null);
        waiting.clear();
    }

    /** Invariant 3: what asks do to the store is nothing. */
    private void askTwice() {
        Held before = app.held();
        ask();
        if (app.status().state() == Status.State.READY) {
            assertThat(app.rows("usage", 10)).isInstanceOf(Outcome.Ok.class);
        }
        assertThat(app.held()).as("an ask changes nothing").isEqualTo(before);
        ask();
    }

    private void ask() {
        assertThat(waiting).noneMatch(waiter -> waiter.checked.isCompletedExceptionally());
        Outcome outcome = app.ask(UsageModel.ask());
        if (outcome instanceof Outcome.Ok ok) {
            check(ok.answered());
        } else {
            assertThat(outcome).isInstanceOf(Outcome.NotReady.class);
            assertThat(app.status().state()).isIn(Status.State.LOADING, Status.State.WAITING);
            assertThat(app.status().asOf()).isNull();
        }
    }

    private void check(Answered answered) {
        answers++;
        Lsn snapshot = source.snapshot();
        List<MemoryDatabase.Entry> history = database.history();
        if (history.stream().noneMatch(entry -> isUnsaid(entry, snapshot, answered.lsn()))) {
            assertThat(UsageModel.lines(answered.answer()))
                    .as("whole commits up to %s and nothing else", answered.lsn())
                    .isEqualTo(UsageModel.answer(database, answered.lsn()));
        }
        for (MemoryDatabase.Entry entry : history) {
            if (entry.real() && entry.time().isBefore(answered.asOf())) {
                Lsn holds = entry.streamed() ? answered.lsn().max(snapshot) : snapshot;
                if (!holds.reaches(entry.end())) {
                    throw new AssertionError(answered + " lacks " + entry);
                }
            }
        }
        assertThat(answered.lsn().reaches(applied)).as("the position goes on").isTrue();
        applied = answered.lsn();
    }

    /**
     * Whether the stream did not tell a change between the two positions. Until that is noticed, the rows told may be
     * others than those there are, and only {@code as_of} is to be trusted.
     */
    private static boolean isUnsaid(MemoryDatabase.Entry entry, Lsn snapshot, Lsn applied) {
        return !entry.streamed() && !snapshot.reaches(entry.end()) && applied.reaches(entry.end());
    }

    /** Somebody who waits, and what is checked when they have waited long enough. */
    private record Waiting(Lsn lsn, CompletableFuture<Boolean> future, CompletableFuture<Boolean> checked) {}
}
