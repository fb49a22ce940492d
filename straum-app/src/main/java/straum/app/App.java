package straum.app;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.AbandonedException;
import straum.domain.ask.Answer;
import straum.domain.ask.Ask;
import straum.domain.ask.AskException;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.Types;
import straum.domain.ask.UnanswerableException;
import straum.domain.spec.Spec;
import straum.domain.store.Asking;
import straum.domain.store.Held;
import straum.domain.store.Store;
import straum.domain.value.ColumnType;

/**
 * One store behind one read-write lock, and what may be asked of it.
 *
 * <p>Asks share the read lock; the writer takes the write lock only to apply a commit it has whole, or to swap a store.
 * Under either there is no waiting but for asks that read on outside, no I/O and no logging, and nothing guarded leaves the
 * function it is lent to. An ask of many cells leaves the lock once it is made ready, and reads what was there then.
 * Thread-safe.
 */
public final class App {
    /** An ask tries so often to compare its zone before the server's next start comes in between. */
    private static final int MOST_PROBES = 3;

    /** So many times as many cells are read for the newest rows, where those before were too few. */
    private static final int MORE_CELLS = 16;

    private static final Outcome STARTING_OVER =
            new Outcome.NotReady("the tables have been loaded again and again while the ask waited for its zone", 5);

    private final Spec spec;
    private final Limits limits;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final Executor executor;
    private final AskSizes sizes;
    private final Instant startedAt;

    /** Not fair: a queued writer keeps later readers back by itself, and a fair lock would hand over at every release. */
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    private final State state;
    private final Waiters waiters;
    private final ZoneProbes zones;
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
        this(spec, limits, clock, zones, System::nanoTime, ForkJoinPool.commonPool(), Timer.JDK, AskSizes.defaults());
    }

    /**
     * An app on clocks of one's own.
     *
     * @param zones of the server that its writer follows
     * @param nanos the monotonic clock
     * @param executor completes the futures of {@link #whenReached}, and helps with large asks
     * @param timer completes those that wait too long
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
            AskSizes sizes) {
        this.executor = executor;
        this.sizes = sizes;
        this.spec = spec;
        this.limits = limits;
        this.clock = clock;
        this.nanos = nanos;
        this.startedAt = clock.instant();
        this.state = new State(new Store(spec), new LoadProgress(spec, nanos));
        this.waiters = new Waiters(executor, timer, this::wake);
        this.zones = new ZoneProbes(zones, nanos);
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
        for (int probes = 0; ; probes++) {
            Tried tried = read(held -> answer(
                    held, ask, (checked, following) -> answer(held, checked, following, limits.maxGroups(), isGone)));
            if (tried instanceof Tried.Done done) {
                return counted(done.outcome);
            }
            if (tried instanceof Tried.Detached detached) {
                return counted(answer(detached));
            }
            Tried.Unprobed unprobed = (Tried.Unprobed) tried;
            Outcome failed = probes < MOST_PROBES ? zones.probe(unprobed.zone, unprobed.start) : STARTING_OVER;
            if (failed != null) {
                return counted(failed);
            }
        }
    }

    /**
     * The outcome of an ask that is answered at once, neither waiting nor reading more than a few cells; null where that takes
     * longer, and {@link #ask} is to be called on a thread that may wait. For threads that nobody may hold up.
     */
    public @Nullable Outcome askAtOnce(Ask ask) {
        try {
            // Without a time it would pass by a writer that waits.
            if (!lock.readLock().tryLock(0, TimeUnit.SECONDS)) {
                return null;
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return null;
        }
        Tried tried;
        try {
            tried = answer(state, ask, this::answerAtOnce);
        } finally {
            lock.readLock().unlock();
        }
        return tried instanceof Tried.Done done && done.outcome != null ? counted(done.outcome) : null;
    }

    private Tried answerAtOnce(CheckedAsk ask, Following following) throws UnanswerableException {
        Store store = state.store();
        if (store.buckets(ask) > sizes.fewest()) {
            return new Tried.Done(null);
        }
        Asking asking = store.asking(ask, limits.maxGroups(), limits.maxAskBytes(), () -> false);
        boolean isQuick = sizes.isQuick(asking.cells(), asking.groupsAtMost()) && !asking.multiplies();
        return new Tried.Done(isQuick ? ok(asking.answer(), following) : null);
    }

    /** Answers an ask that is right, under the lock. */
    private interface Answerer {
        Tried answer(CheckedAsk ask, Following following) throws UnanswerableException;
    }

    /** What comes of trying to answer, under the lock. */
    private sealed interface Tried {
        /** An outcome; null while nothing is loaded, or where it was to be had at once and is not. */
        record Done(@Nullable Outcome outcome) implements Tried {}

        /** It is to be answered outside of the lock, and stands for what was followed then; {@code first} is to be closed after it. */
        record Detached(Asking first, SplitAsk ask, Following following) implements Tried {}

        /** A zone has to be compared with the server's first, of that start. */
        record Unprobed(ZoneId zone, long start) implements Tried {}
    }

    private Tried answer(State held, Ask ask, Answerer answerer) {
        Following following = held.following();
        try {
            CheckedAsk checked =
                    CheckedAsk.of(spec, following == null ? null : held.store().types(), ask);
            if (following == null || checked == null) {
                return new Tried.Done(null);
            }
            AskedZone asked = AskedZone.of(checked);
            if (asked != null) {
                ZoneProbes.Known known = zones.known(asked.zone(), held.starts());
                if (known == null) {
                    return new Tried.Unprobed(asked.zone(), held.starts());
                }
                asked.refuse(known, ask, checked, held.store().span(checked.fact()));
            }
            return answerer.answer(checked, following);
        } catch (AskException e) {
            return new Tried.Done(new Outcome.Invalid(e));
        } catch (UnanswerableException e) {
            return new Tried.Done(unanswerable(e));
        } catch (AbandonedException gone) {
            return new Tried.Done(null);
        }
    }

    private Tried answer(State held, CheckedAsk ask, Following following, int maxGroups, BooleanSupplier isGone)
            throws UnanswerableException {
        long start = held.starts();
        AtomicBoolean isGivenUp = new AtomicBoolean();
        // What the writer has let go is not answered of any more: that would keep its memory from the next start.
        BooleanSupplier ends =
                () -> isGivenUp.get() || isGone.getAsBoolean() || state.following() == null || state.starts() != start;
        Asking first = held.store().asking(ask, maxGroups, limits.maxAskBytes(), ends);
        if (sizes.isSmall(first.cells()) && !first.multiplies()) {
            return new Tried.Done(ok(first.answer(), following));
        }
        List<Asking> parts = new ArrayList<>(List.of(first));
        while (parts.size() < sizes.parts(first.cells())) {
            parts.add(held.store().asking(ask, maxGroups, limits.maxAskBytes(), ends));
        }
        first.detach();
        return new Tried.Detached(first, new SplitAsk(parts, isGivenUp), following);
    }

    /** Null where what it reads was let go, or nobody waits for it. */
    private @Nullable Outcome answer(Tried.Detached of) {
        try {
            return ok(of.ask.answer(executor), of.following);
        } catch (UnanswerableException e) {
            return unanswerable(e);
        } catch (AbandonedException given) {
            return null;
        } finally {
            of.first.close();
        }
    }

    /** Checks an ask without answering it, or says what is wrong. Only what is refused is counted. */
    public Outcome check(Ask ask) {
        Outcome outcome = read(held -> check(held, ask));
        return outcome instanceof Outcome.Checked ? outcome : counted(outcome);
    }

    private @Nullable Outcome check(State held, Ask ask) {
        Following following = held.following();
        try {
            Types types = following == null ? null : held.store().types();
            CheckedAsk checked = CheckedAsk.of(spec, types, ask);
            return following == null || types == null || checked == null
                    ? null
                    : new Outcome.Checked(checked, copy(types), following.applied());
        } catch (AskException e) {
            return new Outcome.Invalid(e);
        }
    }

    /** The types on their own: the store's must not escape. */
    private Types copy(Types types) {
        ColumnType[][] copied = new ColumnType[spec.tables().size()][];
        for (int table = 0; table < copied.length; table++) {
            copied[table] = new ColumnType[spec.tables().get(table).columns().size()];
            for (int column = 0; column < copied[table].length; column++) {
                copied[table][column] = types.of(table, column);
            }
        }
        return (table, column) -> copied[table][column];
    }

    /**
     * Every measure of a view by the bucket and every key, the newest buckets first, at most so many rows.
     *
     * @throws IllegalArgumentException when there is no such view, or no row is wanted
     */
    public Outcome rows(String view, int maxRows) {
        int fact = spec.fact(view);
        if (fact < 0 || maxRows < 1) {
            throw new IllegalArgumentException(maxRows + " rows of the view " + view);
        }
        // Most cells are rows; where joins drop many, or rows meet, more are read than there were first.
        for (long cells = 2L * maxRows; ; cells *= MORE_CELLS) {
            long most = cells;
            Newest newest = read(held -> newest(held, fact, maxRows, most));
            Outcome outcome = newest.tried instanceof Tried.Detached detached
                    ? answer(detached)
                    : ((Tried.Done) newest.tried).outcome;
            if (newest.isWhole
                    || !(outcome instanceof Outcome.Ok ok)
                    || ok.answered().answer().rows() == maxRows) {
                return counted(outcome);
            }
        }
    }

    /**
     * Newest rows, or why not.
     *
     * @param isWhole whether they are of all buckets
     */
    private record Newest(Tried tried, boolean isWhole) {}

    private Newest newest(State held, int fact, int maxRows, long cells) {
        Following following = held.following();
        if (following == null) {
            return new Newest(new Tried.Done(null), true);
        }
        Held.Span whole = held.store().span(fact);
        Held.Span newest = held.store().newest(fact, cells);
        Held.Span asked =
                newest == null ? new Held.Span(0, spec.facts().get(fact).width().seconds()) : newest;
        boolean isWhole = whole == null || whole.from() == asked.from();
        try {
            CheckedAsk ask = NewestRows.ask(spec.facts().get(fact), fact, asked, maxRows);
            return new Newest(answer(held, ask, following, Integer.MAX_VALUE, () -> false), isWhole);
        } catch (UnanswerableException e) {
            return new Newest(new Tried.Done(unanswerable(e)), isWhole);
        }
    }

    private static Outcome unanswerable(UnanswerableException e) {
        return new Outcome.Unanswerable(String.valueOf(e.getMessage()), e.tooLarge());
    }

    private static Outcome ok(Answer answer, Following following) {
        return new Outcome.Ok(new Answered(answer, following.applied(), following.asOf()));
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
     * with true; with false after the timeout, or once the process is {@link #stopping}. No thread waits. A future that is cancelled is forgotten.
     *
     * <p>Nothing that takes long may depend on it but through an executor: what completes it is shared.
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
        return read(held -> held.store().held());
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

    /** Says that the process is about to stop: from now on it is not ready, and nobody waits for a position. */
    public void stopping() {
        stopping = true;
        waiters.end();
    }

    /** Lends the state under the read lock. It must not escape. */
    <T extends @Nullable Object> T read(Function<? super State, ? extends T> body) {
        lock.readLock().lock();
        try {
            return body.apply(state);
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Lends the state under the write lock, to the writer alone (Invariant 3). It must not escape. */
    <E extends Exception> void write(Change<E> body) throws E {
        lock.writeLock().lock();
        try {
            body.apply(state);
        } finally {
            lock.writeLock().unlock();
        }
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
        lock.writeLock().lock();
        try {
            state.drop();
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** A change of the state. */
    @FunctionalInterface
    interface Change<E extends Exception> {
        /** Makes it. */
        void apply(State state) throws E;
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
