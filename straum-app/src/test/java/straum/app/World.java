package straum.app;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import straum.app.testing.ManualClock;
import straum.app.testing.MemoryDatabase;
import straum.app.testing.MemorySource;
import straum.domain.spec.Spec;
import straum.domain.testing.Specs;
import straum.domain.testing.TestTypes;

/**
 * A database, an app and a writer that a test steps on one thread, under a clock it moves. What goes on while the source
 * is at something is {@link #meanwhile}; unless told otherwise, waiting for an event moves the clock on.
 */
final class World {
    private static final RandomGenerator NO_JITTER = () -> 0;

    final ManualClock clock = new ManualClock();
    final MemoryDatabase database;
    final MemorySource source;
    final FakeZones zones = new FakeZones();
    final App app;
    final Writer writer;
    final List<Lsn> confirmed = new ArrayList<>();
    Heap heap = () -> null;
    MemorySource.Meanwhile meanwhile = (point, millis) -> advance(millis);

    /** The usage view, with the default limits. */
    World() {
        this(Limits.defaults());
    }

    /** The usage view. */
    World(Limits limits) {
        this(Specs.usage(), TestTypes.usage(), limits);
    }

    /** Views of a spec, with types for its tables. */
    World(Spec spec, TestTypes types, Limits limits) {
        database = new MemoryDatabase(
                spec,
                spec.tables().stream()
                        .map(table -> types.table(table.name().toString()))
                        .toList(),
                clock);
        source = new MemorySource(database, (point, millis) -> meanwhile.at(point, millis), confirmed::add);
        app = new App(
                spec, limits, clock, zones, clock::nanos, Runnable::run, Timer.JDK, Runnable::run, AskSizes.defaults());
        writer = new Writer(app, source, NO_JITTER, () -> heap.full());
    }

    /** Moves the clock on. */
    void advance(long millis) {
        clock.advance(Duration.ofMillis(millis));
    }

    /** Lets the writer take so many steps. */
    void steps(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            writer.step();
        }
    }

    /** Lets the writer step until everything that is flushed is applied and was read about. */
    void catchUp() throws InterruptedException {
        Instant begin = clock.instant();
        for (int i = 0; i < 100; i++) {
            Instant asOf = app.status().asOf();
            if (asOf != null && asOf.isAfter(begin)) {
                return;
            }
            writer.step();
        }
        throw new AssertionError("not caught up: " + app.status());
    }

    /** How far the store is; fails when nothing is followed. */
    Following following() {
        return Objects.requireNonNull(app.state().following());
    }

    /** Makes the source fail at a point, once, from now on. */
    void failOnceAt(MemorySource.Point where, SourceException failure) {
        MemorySource.Meanwhile before = meanwhile;
        meanwhile = (point, millis) -> {
            if (point == where) {
                meanwhile = before;
                throw failure;
            }
            before.at(point, millis);
        };
    }

    /** An insert of an event. */
    MemoryDatabase.Change event(@Nullable String... atKindAccountAmount) {
        List<@Nullable String> values = Arrays.asList(atKindAccountAmount);
        return new MemoryDatabase.Change(
                Changes.Kind.INSERT,
                UsageModel.table(database, "app.events"),
                null,
                UsageModel.event(database, values.get(0), values.get(1), values.get(2), values.get(3)));
    }

    /** The delete of what a change has inserted. */
    static MemoryDatabase.Change undo(MemoryDatabase.Change insert) {
        return new MemoryDatabase.Change(Changes.Kind.DELETE, insert.table(), insert.after(), null);
    }

    /** Commits, synchronously. */
    MemoryDatabase.Entry commit(MemoryDatabase.Change... changes) {
        return database.commit(List.of(changes), true);
    }

    /** The answer to {@link UsageModel#ask} as lines; fails when there is none. */
    List<String> answer() {
        return UsageModel.lines(answered().answer());
    }

    /** The answer to {@link UsageModel#ask}; fails when there is none. */
    Answered answered() {
        Outcome outcome = app.ask(UsageModel.ask(), () -> false);
        if (outcome instanceof Outcome.Ok ok) {
            return ok.answered();
        }
        throw new AssertionError(outcome);
    }
}
