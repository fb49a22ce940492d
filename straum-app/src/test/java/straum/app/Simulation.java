package straum.app;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import straum.app.testing.ManualClock;
import straum.app.testing.ManualTasks;
import straum.app.testing.MemoryDatabase;
import straum.app.testing.MemorySource;
import straum.domain.store.Held;
import straum.domain.testing.Specs;
import straum.domain.testing.TestTypes;

/**
 * One history of a database, a writer and its asks, all of it drawn from one seed and on one thread: commits, seen at once or
 * when a standby has them, changes the stream does not tell, lies, crashes, faults of every kind wherever the source is at something, too many cells, no more
 * memory, restarts, asks at any moment, with and without a position to wait for. After every step and in the middle of it,
 * it checks that answers are true and that the state is what it says.
 */
final class Simulation {
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);
    private static final Duration MAX_LAG = Duration.ofSeconds(30);
    private static final String MEND = "no start can succeed before this is mended: ";

    private final Random random;
    private final ManualClock clock = new ManualClock();
    private final MemoryDatabase database;
    private final Sessions sessions;
    private final Truth truth;
    private final Map<String, Integer> tally = new TreeMap<>();
    /** There is a fault at one in so many points. */
    private int oneFaultIn;

    private long digest;

    /* The process. */
    private MemorySource source;
    private ManualTasks tasks;
    private App app;
    private Writer writer;
    private List<Waiting> waiting = new ArrayList<>();
    private final AskSizes sizes;
    private long maxCells;
    /** Whether the last step followed, or made a start. */
    private boolean following;

    private boolean hasStepped;
    private boolean isFull;
    /** Whether the last failure has to be mended first. */
    private boolean mends;

    private @Nullable Failure last;

    /** What the step under way was made to fail of. */
    private @Nullable Throwable thrown;

    private boolean crashed;
    private boolean heapIsFull;

    /** The history of a seed, at its beginning. */
    Simulation(long seed) {
        // Seeds next to each other make Randoms that begin alike.
        random = new Random(new SplittableRandom(seed).nextLong());
        TestTypes types = TestTypes.usage();
        database = new MemoryDatabase(
                Specs.usage(),
                Specs.usage().tables().stream()
                        .map(table -> types.table(table.name().toString()))
                        .toList(),
                clock);
        sessions = new Sessions(database, random);
        truth = new Truth(database);
        oneFaultIn = new int[] {15, 60, 200, 1_000_000}[random.nextInt(4)];
        maxCells = random.nextInt(3) == 0 ? 4 + random.nextInt(30) : Limits.NO_LIMIT;
        sizes = random.nextBoolean() ? new AskSizes(-1, -1, -1, 1, 1 + random.nextInt(3)) : AskSizes.defaults();
        source = newSource();
        tasks = new ManualTasks(clock);
        app = newApp();
        writer = newWriter();
    }

    private MemorySource newSource() {
        return new MemorySource(database, this::meanwhile, this::confirmed);
    }

    private App newApp() {
        Limits limits = new Limits(MAX_LAG, 100_000, 1000, 1 << 20, maxCells, 1000, 1 << 24);
        return new App(
                database.spec(), limits, clock, Zones.unreachable(), clock::nanos, tasks, tasks::alarm, tasks, sizes);
    }

    private Writer newWriter() {
        return new Writer(app, source, random, () -> heapIsFull ? "all of it is in use" : null);
    }

    /** Lets so many things happen. */
    void run(int steps) throws InterruptedException {
        for (int step = 0; step < steps; step++) {
            act();
            tasks.ring();
            check(null);
        }
    }

    /** Lets faults and sessions end, and expects that Straum comes to hold everything, and says so. */
    void settle() throws InterruptedException {
        oneFaultIn = 0;
        heapIsFull = false;
        database.show(entry -> true);
        if (database.misfit() != null) {
            database.misfit(null);
        }
        if (maxCells != Limits.NO_LIMIT || isFull) {
            maxCells = Limits.NO_LIMIT;
            restart();
        }
        Instant quietSince = clock.instant();
        // A crash that is still to be noticed costs a wait more.
        int longest = crashed ? 135 : 75;
        Lsn last = database.insert();
        Instant asOf = null;
        for (int step = 0; step < 600 && (asOf == null || !asOf.isAfter(quietSince)); step++) {
            step();
            tasks.runAll();
            check(null);
            asOf = app.status().asOf();
        }
        expect(following && asOf != null, "it follows again: " + app.status());
        expect(truth.answered().covers(last), "it holds " + last + ": " + app.status());
        // A minute is the longest wait, and a little more is spent in steps.
        expect(
                clock.instant().isBefore(quietSince.plusSeconds(longest)),
                "it took until " + clock.instant() + ", quiet since " + quietSince + ", last failure " + this.last);
        for (Waiting waiter : waiting) {
            // Whoever saw a position that a crash undid waits for WAL that is not there.
            expect(waiter.checked.isDone() || !last.reaches(waiter.lsn), waiter + " waits");
        }
        clock.advance(LONGEST_WAIT);
        tasks.ring();
        tasks.runAll();
        check(null);
        expect(waiting.stream().allMatch(waiter -> waiter.checked.isDone()), "every wait ends");
        expect(app.status().asksWaiting() == 0, "nobody waits");
    }

    /** How often what has happened. */
    Map<String, Integer> tally() {
        return tally;
    }

    /** A hash of all that could be seen from outside. */
    long digest() {
        return digest;
    }

    private void act() throws InterruptedException {
        int what = isFull && random.nextInt(8) == 0 ? 196 : random.nextInt(200);
        if (what < 120) {
            step();
        } else if (what < 176) {
            session();
        } else if (what < 188) {
            waitForAPosition();
        } else if (what < 190) {
            askTwice();
        } else if (what < 191) {
            askSlowly();
        } else if (what < 192) {
            cancelOne();
        } else if (what < 194) {
            tellAgain();
        } else if (what < 195) {
            clock.advance(Duration.ofMillis(random.nextInt(45_000)));
        } else if (what < 196) {
            heapIsFull = !heapIsFull;
        } else if (what < 197) {
            maxCells = isFull ? Limits.NO_LIMIT : maxCells;
            restart();
        } else {
            tasks.runOne();
        }
    }

    private void step() throws InterruptedException {
        boolean followed = following;
        boolean readingIsDue = following && !source.readAt().plusSeconds(1).isAfter(clock.instant());
        int readings = source.readings();
        long starts = app.status().starts();
        thrown = null;
        long pauseNanos = writer.step();
        hasStepped = true;
        following = pauseNanos == 0;
        if (thrown != null) {
            expect(!following, "it follows after " + thrown);
            expect(reason().contains(String.valueOf(thrown.getMessage())), reason() + " tells of " + thrown);
        }
        if (following) {
            expect(!readingIsDue || source.readings() > readings, "no reading for a second");
            count("starts", app.status().starts() - starts);
        } else {
            failed(pauseNanos);
        }
        if (thrown instanceof OutOfMemoryError) {
            expect(isFull != followed, "out of memory waits for a restart while loading alone: " + reason());
        }
    }

    private void failed(long pauseNanos) {
        Failure failure = Objects.requireNonNull(app.status().lastFailure());
        mends = failure.message().startsWith(MEND);
        isFull = pauseNanos == Writer.FOR_EVER;
        expect(isFull == (failure.nextStartAt() == null), "no start comes, and that is told: " + failure);
        expect(!source.isOpen(), "the slot is let go");
        if (failure != last) {
            count(isFull ? "full" : mends ? "unfit" : "lost", 1);
        }
        last = failure;
        if (!isFull) {
            expect(pauseNanos <= Duration.ofMinutes(1).toNanos(), "no wait is longer than a minute");
            clock.advance(Duration.ofNanos(random.nextBoolean() ? pauseNanos : random.nextLong(pauseNanos)));
        }
    }

    /** What happens while the source is at something: others act, time passes, and sometimes it fails. */
    private void meanwhile(MemorySource.Point point, long millis) throws SourceException {
        boolean faults = oneFaultIn > 0;
        if (crashed || (faults && random.nextInt(oneFaultIn) == 0)) {
            fail(point);
        }
        if (millis > 0) {
            clock.advance(Duration.ofMillis(faults ? random.nextLong(millis + 1) : millis));
        } else if (faults && random.nextInt(4) == 0) {
            clock.advance(Duration.ofMillis(random.nextInt(50)));
        }
        boolean acts = faults && random.nextInt(5) == 0;
        if (acts) {
            session();
        }
        // Who has changed something often wants to see it.
        if (faults && random.nextInt(acts ? 3 : 10) == 0) {
            waitForAPosition();
        }
        if (random.nextInt(4) == 0) {
            tasks.runOne();
        }
        check(point);
    }

    private void fail(MemorySource.Point point) throws SourceException {
        String message = "a fault at " + point;
        int what = crashed ? 99 : random.nextInt(100);
        crashed = false;
        if (what < 3) {
            OutOfMemoryError error = new OutOfMemoryError(message);
            thrown = error;
            count("out of memory", 1);
            throw error;
        }
        SourceException failure =
                new SourceException(what < 25 ? SourceException.Kind.UNFIT : SourceException.Kind.LOST, message);
        thrown = failure;
        throw failure;
    }

    private void confirmed(Lsn lsn) {
        Lsn held = app.status().appliedLsn();
        expect(held != null && held.reaches(lsn), lsn + " is confirmed, and applied is " + held);
    }

    private void session() {
        String what = sessions.act();
        count(what, 1);
        if (what.equals("crashes")) {
            crashed = true;
            truth.undone();
        }
    }

    /** The stream tells once more what it has told. */
    private void tellAgain() {
        if (following) {
            MemoryDatabase.Entry entry = database.last(
                    told -> told.streamed() && truth.answered().reaches(told.end()) && random.nextInt(3) == 0);
            if (entry != null) {
                source.tell(new Event.Commit(entry.end(), 1, entry.time(), database.changes(entry)));
                source.tell(new Event.Nothing(entry.end()));
                count("told again", 1);
            }
        }
    }

    /** Whoever waits for what they have seen is answered from no store that lacks it, nor any unsaid change before it. */
    private void waitForAPosition() {
        Lsn lsn = random.nextBoolean() ? database.insert() : database.end();
        Duration timeout = random.nextInt(3) > 0 ? LONGEST_WAIT : Duration.ofMillis(random.nextInt(5_000));
        Instant until = clock.instant().plus(timeout);
        App asked = app;
        MemorySource followed = source;
        Set<MemoryDatabase.Entry> unsaid = database.unsaid();
        CompletableFuture<Boolean> future = app.whenReached(lsn, timeout);
        CompletableFuture<Boolean> checked = future.thenApply(reached -> {
            count(reached ? "reached" : "timed out", 1);
            expect(reached || !clock.instant().isBefore(until), "nobody waits for less than they wanted");
            if (reached && asked.ask(UsageModel.ask(), () -> false) instanceof Outcome.Ok ok) {
                truth.checkWaited(ok.answered(), lsn, unsaid, followed);
            }
            return reached;
        });
        waiting.add(new Waiting(lsn, future, checked));
    }

    private void cancelOne() {
        if (!waiting.isEmpty()) {
            waiting.get(random.nextInt(waiting.size())).future.cancel(false);
        }
    }

    /** The process ends, and another one begins. */
    private void restart() {
        count("restarts", 1);
        source = newSource();
        tasks = new ManualTasks(clock);
        app = newApp();
        writer = newWriter();
        waiting = new ArrayList<>();
        following = false;
        hasStepped = false;
        isFull = false;
        mends = false;
    }

    /** Invariant 3: what asks do to the store is nothing. */
    private void askTwice() {
        Held before = app.held();
        check(null);
        if (following) {
            expect(app.rows("usage", 10) instanceof Outcome.Ok, "the newest rows are answered");
        }
        expect(app.held().equals(before), "an ask changes nothing");
    }

    /** An ask that reads on outside of the lock while all else goes on: it is answered of the moment it was made, or not at all. */
    private void askSlowly() throws InterruptedException {
        if (!following || sizes.isSmall(0, 0)) {
            return;
        }
        App asked = app;
        long start = asked.status().starts();
        Answered plain = ((Outcome.Ok) asked.ask(UsageModel.ask(), () -> false)).answered();
        Meanwhile meanwhile = new Meanwhile();
        Outcome outcome = asked.ask(UsageModel.ask(), meanwhile);
        if (outcome instanceof Outcome.Ok ok) {
            expect(ok.answered().lsn().equals(plain.lsn()), "answered of " + ok + " and made of " + plain);
            List<String> lines = UsageModel.lines(plain.answer());
            expect(UsageModel.lines(ok.answered().answer()).equals(lines), ok + " and not " + lines);
            count(meanwhile.steps > 0 ? "answered slowly" : "answered", 1);
        } else {
            expect(
                    asked != app || !following || asked.status().starts() > start,
                    "given up, and it follows: " + outcome);
            count("given up", 1);
        }
    }

    /** Lets things happen when it is asked first, and says that somebody waits. */
    private final class Meanwhile implements BooleanSupplier {
        private int steps = -1;

        @Override
        public boolean getAsBoolean() {
            if (steps < 0) {
                steps = 0;
                for (int most = random.nextInt(12); steps < most; steps++) {
                    try {
                        if (random.nextBoolean()) {
                            session();
                        } else {
                            step();
                        }
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    check(null);
                }
            }
            return false;
        }
    }

    /** Checks the state, and an answer. */
    private void check(MemorySource.@Nullable Point point) {
        for (Waiting waiter : waiting) {
            if (waiter.checked.isCompletedExceptionally() && !waiter.future.isCancelled()) {
                waiter.checked.join();
            }
        }
        Status status = app.status();
        Status.State expected = expected(point, status.asOf());
        if (status.state() != expected) {
            throw new AssertionError(expected + " is expected at " + point + ", and told is " + status);
        }
        digest = digest * 31 + Objects.hash(expected.ordinal(), status.appliedLsn(), status.asOf(), clock.nanos());
        Outcome outcome = app.ask(UsageModel.ask(), () -> false);
        if (outcome instanceof Outcome.Ok ok) {
            expect(following && source.isOpen(), "nothing is answered unless it follows");
            expect(app.read(state -> state.store().cells()) <= maxCells, "no more cells than the limit");
            truth.check(ok.answered(), source);
            count("answers", 1);
            count(expected.toString(), 1);
            digest = digest * 31 + UsageModel.lines(ok.answered().answer()).hashCode();
        } else {
            expect(!following && outcome instanceof Outcome.NotReady, "no answer, and it follows: " + outcome);
            expect(status.asOf() == null, "no as_of without a store");
            // Invariant 14: the next store is loaded beside none.
            expect(app.read(state -> state.store().cells()) == 0, "nothing is held");
        }
    }

    private Status.State expected(MemorySource.@Nullable Point point, @Nullable Instant asOf) {
        if (following) {
            boolean lags = Duration.between(Objects.requireNonNull(asOf), clock.instant())
                            .compareTo(MAX_LAG)
                    > 0;
            return lags ? Status.State.LAGGING : Status.State.READY;
        }
        if (point == null) {
            return hasStepped ? Status.State.WAITING : Status.State.LOADING;
        }
        return mends && point == MemorySource.Point.OPEN ? Status.State.WAITING : Status.State.LOADING;
    }

    private String reason() {
        return String.valueOf(app.status().reason());
    }

    private void count(String what, long times) {
        if (times > 0) {
            tally.merge(what, (int) times, Integer::sum);
        }
    }

    private static void expect(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    /** Somebody who waits, and what is checked when they have waited long enough. */
    private record Waiting(Lsn lsn, CompletableFuture<Boolean> future, CompletableFuture<Boolean> checked) {}
}
