package straum.app;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
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
 * How asks are answered: at once, under the read lock, or made ready under it and read outside, in parts; and once more
 * where a zone has to be compared first. An outcome is null while nothing is loaded. Thread-safe.
 */
final class AnswerAsk {
    /** An ask tries so often to compare its zone before the server's next start comes in between. */
    private static final int MOST_PROBES = 3;

    /** So many times as many cells are read for the newest rows, where those before were too few. */
    private static final int MORE_CELLS = 16;

    private static final Outcome GIVEN_UP = new Outcome.NotReady(
            "the ask was given up: commits changed more beside it than is kept for asks. Ask for less at once, or again",
            1);

    private static final Outcome STARTING_OVER =
            new Outcome.NotReady("the tables have been loaded again and again while the ask waited for its zone", 5);

    private final Spec spec;
    private final Limits limits;
    private final LockedState state;
    private final ZoneProbes zones;
    private final Executor executor;
    private final AskSizes sizes;

    /**
     * Asks of what a state holds.
     *
     * @param executor helps with large asks; may be busy with that for long
     */
    AnswerAsk(Spec spec, Limits limits, LockedState state, ZoneProbes zones, Executor executor, AskSizes sizes) {
        this.spec = spec;
        this.limits = limits;
        this.state = state;
        this.zones = zones;
        this.executor = executor;
        this.sizes = sizes;
    }

    /** What {@link App#ask} answers. */
    @Nullable Outcome ask(Ask ask, BooleanSupplier isGone) {
        for (int probes = 0; ; probes++) {
            Tried tried = state.read(held -> answer(
                    held, ask, (checked, following) -> answer(held, checked, following, limits.maxGroups(), isGone)));
            if (tried instanceof Tried.Done done) {
                return done.outcome;
            }
            if (tried instanceof Tried.Detached detached) {
                return answer(detached);
            }
            Tried.Unprobed unprobed = (Tried.Unprobed) tried;
            Outcome failed = probes < MOST_PROBES ? zones.probe(unprobed.zone, unprobed.start) : STARTING_OVER;
            if (failed != null) {
                return failed;
            }
        }
    }

    /** What {@link App#askAtOnce} answers; null also while nothing is loaded. */
    @Nullable Outcome askAtOnce(Ask ask) {
        Tried tried = state.readAtOnce(
                held -> answer(held, ask, (checked, following) -> answerAtOnce(held.store(), checked, following)));
        return tried instanceof Tried.Done done ? done.outcome : null;
    }

    private Tried answerAtOnce(Store store, CheckedAsk ask, Following following) throws UnanswerableException {
        if (store.buckets(ask) > sizes.fewest()) {
            return new Tried.Done(null);
        }
        Asking asking = store.asking(ask, limits.maxGroups(), limits.maxAskBytes(), () -> false);
        boolean isQuick = sizes.isQuick(asking.work(), asking.groupsAtMost(), asking.bytes()) && !asking.multiplies();
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
        record Detached(Asking first, SplitAsk ask, AtomicBoolean isOverdue, Following following) implements Tried {}

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
        State now = state.unlocked();
        AtomicBoolean isGivenUp = new AtomicBoolean();
        // What the writer has let go is not answered of any more: that would keep its memory from the next start.
        BooleanSupplier ends =
                () -> isGone.getAsBoolean() || isGivenUp.get() || now.following() == null || now.starts() != start;
        Asking first = held.store().asking(ask, maxGroups, limits.maxAskBytes(), ends);
        if (sizes.isSmall(first.work(), first.bytes()) && !first.multiplies()) {
            return new Tried.Done(ok(first.answer(), following));
        }
        List<Asking> parts = new ArrayList<>(List.of(first));
        long most = Math.min(sizes.parts(first.work()), limits.maxAskBytes() / (first.bytes() + 1));
        while (parts.size() < most) {
            parts.add(held.store().asking(ask, maxGroups, limits.maxAskBytes(), ends));
        }
        AtomicBoolean isOverdue = new AtomicBoolean();
        first.detach(() -> {
            isOverdue.set(true);
            isGivenUp.set(true);
        });
        return new Tried.Detached(first, new SplitAsk(parts, isGivenUp), isOverdue, following);
    }

    /** Null where what it reads was let go, or nobody waits for it. */
    private @Nullable Outcome answer(Tried.Detached of) {
        try {
            return ok(of.ask.answer(executor), of.following);
        } catch (UnanswerableException e) {
            return unanswerable(e);
        } catch (AbandonedException given) {
            return of.isOverdue.get() ? GIVEN_UP : null;
        } finally {
            of.first.close();
        }
    }

    /** What {@link App#check} answers. */
    @Nullable Outcome check(Ask ask) {
        return state.read(held -> check(held, ask));
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

    /** What {@link App#rows} answers. */
    @Nullable Outcome rows(String view, int maxRows) {
        int fact = spec.fact(view);
        if (fact < 0 || maxRows < 1) {
            throw new IllegalArgumentException(maxRows + " rows of the view " + view);
        }
        // Most cells are rows; where joins drop many, or rows meet, more are read than there were first.
        for (long cells = 2L * maxRows; ; cells *= MORE_CELLS) {
            long most = cells;
            Newest newest = state.read(held -> newest(held, fact, maxRows, most));
            Outcome outcome = newest.tried instanceof Tried.Detached detached
                    ? answer(detached)
                    : ((Tried.Done) newest.tried).outcome;
            if (newest.isWhole
                    || !(outcome instanceof Outcome.Ok ok)
                    || ok.answered().answer().rows() == maxRows) {
                return outcome;
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
}
