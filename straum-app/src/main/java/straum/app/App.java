package straum.app;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Ask;
import straum.domain.spec.Spec;
import straum.domain.store.Held;
import straum.domain.store.Store;

/**
 * One store behind one read-write lock, how far it is, and what may be asked of it.
 *
 * <p>Asks share the read lock; the writer takes the write lock only to apply a commit it has whole, or to swap a store.
 * Under either there is no waiting but for asks that read on outside, no I/O and no logging, and nothing guarded leaves the
 * function it is lent to. An ask of many cells leaves the lock once it is made ready, and reads what was there then.
 * Thread-safe.
 */
public final class App {
    private final Spec spec;
    private final Limits limits;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final Instant startedAt;
    private final LockedState locked;
    /** What of it may be read without the lock. */
    private final State state;

    private final AnswerAsk answering;
    private final Waiters waiters;
    private final LongAdder answered = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private volatile @Nullable Source source;
    private volatile boolean stopping;

    /** An app that holds nothing yet, and follows no server whose time zones could be asked for. */
    public App(Spec spec, Limits limits, InstantSource clock) {
        this(spec, limits, clock, Zones.unreachable());
    }

    /**
     * An app that holds nothing yet.
     *
     * @param zones of the server that its writer follows
     */
    public App(Spec spec, Limits limits, InstantSource clock, Zones zones) {
        this(spec, limits, clock, zones, new Completing());
    }

    private App(Spec spec, Limits limits, InstantSource clock, Zones zones, Completing completing) {
        this(
                spec,
                limits,
                clock,
                zones,
                System::nanoTime,
                completing,
                completing,
                ForkJoinPool.commonPool(),
                AskSizes.defaults());
    }

    /**
     * An app on clocks of one's own.
     *
     * @param zones of the server that its writer follows
     * @param nanos the monotonic clock
     * @param executor completes the futures of {@link #whenReached}
     * @param timer completes those that wait too long
     * @param helpers read parts of large asks
     * @param sizes how asks are answered
     */
    App(
            Spec spec,
            Limits limits,
            InstantSource clock,
            Zones zones,
            LongSupplier nanos,
            Executor executor,
            Timer timer,
            Executor helpers,
            AskSizes sizes) {
        this.spec = spec;
        this.limits = limits;
        this.clock = clock;
        this.nanos = nanos;
        this.startedAt = clock.instant();
        this.state = new State(new Store(spec), new LoadProgress(spec, nanos));
        this.locked = new LockedState(state, nanos);
        this.answering = new AnswerAsk(spec, limits, locked, new ZoneProbes(zones, nanos), helpers, sizes);
        this.waiters = new Waiters(executor, timer, this::wake);
    }

    /** What is kept. */
    public Spec spec() {
        return spec;
    }

    /**
     * Answers an ask, or says why not. What is wrong with an ask is said before anything is loaded, too. The first ask since
     * a start that names a time zone waits for the server, some seconds at most; outside the lock, and no commit waits.
     *
     * @param isGone whether nobody wants the answer any more: then the ask ends soon, with any outcome
     */
    public Outcome ask(Ask ask, BooleanSupplier isGone) {
        return counted(answering.ask(ask, isGone));
    }

    /**
     * The outcome of an ask that is answered at once, neither waiting nor reading more than a few cells; null where that takes
     * longer, and {@link #ask} is to be called on a thread that may wait. For threads that nobody may hold up.
     */
    public @Nullable Outcome askAtOnce(Ask ask) {
        Outcome outcome = answering.askAtOnce(ask);
        return outcome == null ? null : counted(outcome);
    }

    /** Checks an ask without answering it, or says what is wrong. Only what is refused is counted. */
    public Outcome check(Ask ask) {
        Outcome outcome = answering.check(ask);
        return outcome instanceof Outcome.Checked ? outcome : counted(outcome);
    }

    /**
     * Every measure of a view by the bucket and every key, the newest buckets first, at most so many rows.
     *
     * @throws IllegalArgumentException when there is no such view, or no row is wanted
     */
    public Outcome rows(String view, int maxRows) {
        return counted(answering.rows(view, maxRows));
    }

    /** Makes nothing into not ready, outside the lock. */
    private Outcome counted(@Nullable Outcome outcome) {
        if (outcome instanceof Outcome.Ok) {
            answered.increment();
            return outcome;
        }
        refused.increment();
        if (outcome != null) {
            return outcome;
        }
        Readiness readiness = readiness(state.following());
        String reason = readiness.reason();
        return new Outcome.NotReady(
                reason == null ? "the tables have just been loaded" : reason, readiness.retryAfterSeconds());
    }

    /**
     * Completes once every commit up to the position is in the store and the catalog was seen unchanged at or past it:
     * with true; with false after the timeout, unless it is so then, or once the process is {@link #stopping}. No thread
     * waits. A future that is cancelled is forgotten.
     *
     * <p>Nothing that takes long may depend on it but through an executor: one thread completes all of them, and does nothing
     * else, so that nobody waits for what asks do.
     */
    public CompletableFuture<Boolean> whenReached(Lsn lsn, Duration timeout) {
        return waiters.add(lsn, timeout);
    }

    private void wake() {
        Source followed = source;
        if (followed != null) {
            followed.wake();
        }
    }

    /** What the store holds. */
    public Held held() {
        return locked.read(held -> held.store().held());
    }

    /** The running state. Takes no lock, so that it is told also while a long ask keeps the writer waiting. */
    public Status status() {
        Following following = state.following();
        Readiness readiness = readiness(following);
        return new Status(
                readiness.state(),
                readiness.reason(),
                following == null ? null : following.asOf(),
                following == null ? null : following.lagSeconds(nanos.getAsLong()),
                following == null ? null : following.applied(),
                following == null ? null : following.reading().insert(),
                following == null ? null : following.retainedWalBytes(),
                state.starts(),
                startedAt,
                following == null ? null : following.since(),
                state.lastFailure(),
                state.load().tables(),
                state.load().joined(),
                state.commits(),
                state.rows(),
                answered.sum(),
                refused.sum(),
                waiters.size(),
                state.server(),
                state.storeBytes());
    }

    private Readiness readiness(@Nullable Following following) {
        Failure failure = state.lastFailure();
        if (stopping) {
            return Readiness.stopping();
        }
        if (following != null) {
            return Readiness.following(following, following.lagSeconds(nanos.getAsLong()), limits.maxLag());
        }
        Source opening = source;
        String waitingFor = opening == null ? null : opening.waitingFor();
        // What has to be mended is told while it is tried again; who waits for a transaction has found it mended.
        if (failure != null && state.waiting() && waitingFor == null) {
            return Readiness.waiting(failure, clock.instant());
        }
        return Readiness.loading(state.load(), waitingFor, opening == null ? null : opening.waitedForBy());
    }

    /**
     * The longest that the lock was held since the last call, or since the process began, by those that have let go of it
     * since; and begins anew, for all callers. Waits for nothing.
     */
    public LongestHolds takeLongestHolds() {
        return locked.takeLongestHolds();
    }

    /** Says that the process is about to stop: from now on it is not ready, and nobody waits for a position. */
    public void stopping() {
        stopping = true;
        waiters.end();
    }

    /** Lends the state under the read lock. It must not escape. */
    <T extends @Nullable Object> T read(Function<? super State, ? extends T> body) {
        return locked.read(body);
    }

    /** Lends the state under the write lock, to the writer alone (Invariant 3). It must not escape. */
    <E extends Exception> void write(LockedState.Change<E> body) throws E {
        locked.write(body);
    }

    /**
     * Refuses a store with more cells than the limit; for the writer, whose store it is.
     *
     * @param with what has been done to it, for people
     * @throws FullException when there are more
     */
    void refuseCells(Store store, String with) {
        if (store.cells() > limits.maxCells()) {
            throw FullException.ofCells(with, store, limits.maxCells());
        }
    }

    /** Lets go of what is held; for the writer. Takes no memory, of which there may be none. */
    void drop() {
        locked.drop();
    }

    /** The state without a lock: only what it says may be read or moved so; for the writer. */
    State state() {
        return state;
    }

    /** Takes the source to wake for a reading, and to ask what it waits for. */
    void fillFrom(Source writers) {
        source = writers;
    }

    /** Those who wait for a position. */
    Waiters waiters() {
        return waiters;
    }

    /** The limits. */
    Limits limits() {
        return limits;
    }

    /** This machine's clock. */
    InstantSource clock() {
        return clock;
    }

    /** The monotonic clock. */
    LongSupplier nanos() {
        return nanos;
    }
}
