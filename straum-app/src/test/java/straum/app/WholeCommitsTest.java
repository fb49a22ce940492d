package straum.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import straum.app.testing.MemoryDatabase;
import straum.app.testing.MemorySource;
import straum.domain.testing.Specs;
import straum.domain.testing.TestTypes;

/** Invariant 1, between threads: an answer never sees half of a commit. */
class WholeCommitsTest {
    private static final int COMMITS = 2000;
    private static final int ASKERS = 3;

    /** Longer than it can take: a test that hangs ends. */
    private static final Duration HANGS = Duration.ofMinutes(1);

    private final TestTypes types = TestTypes.usage();
    private final MemoryDatabase database = new MemoryDatabase(
            Specs.usage(),
            Specs.usage().tables().stream()
                    .map(table -> types.table(table.name().toString()))
                    .toList(),
            InstantSource.system());
    private final MemorySource source = new MemorySource(database);
    /**
     * Each commit adds as much to one kind as it takes from the other, so that whole commits sum to nothing.
     *
     * @param parts with 0 asks are answered under the lock, else outside, in so many parts
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void asksThatHammerWhileCommitsApplySeeEachWholeOrNotAtAll(int parts) throws Exception {
        App app = new App(
                database.spec(),
                Limits.defaults(),
                InstantSource.system(),
                Zones.unreachable(),
                System::nanoTime,
                ForkJoinPool.commonPool(),
                Timer.JDK,
                ForkJoinPool.commonPool(),
                parts == 0 ? AskSizes.defaults() : new AskSizes(-1, -1, -1, 1, parts));
        Writer writer = new Writer(app, source);
        ExecutorService threads = Executors.newFixedThreadPool(ASKERS + 1);
        AtomicBoolean done = new AtomicBoolean();
        try {
            Future<?> run = threads.submit(writer);
            await().atMost(HANGS).until(() -> app.status().state() == Status.State.READY);
            List<Future<Integer>> askers = new ArrayList<>();
            for (int i = 0; i < ASKERS; i++) {
                askers.add(threads.submit(asker(app, done)));
            }
            for (int i = 0; i < COMMITS; i++) {
                database.commit(List.of(event("give", "-1.00"), event("take", "1.00")), true);
            }
            await().atMost(HANGS).until(() -> app.status().appliedCommits() == COMMITS);
            done.set(true);
            for (Future<Integer> asker : askers) {
                assertThat(asker.get(30, TimeUnit.SECONDS)).isGreaterThan(1);
            }
            assertThat(app.status().starts()).isEqualTo(1);
            writer.stop();
            assertThat(run.get(30, TimeUnit.SECONDS)).isNull();
        } finally {
            done.set(true);
            writer.stop();
            threads.shutdownNow();
        }
    }

    /** Asks again and again, and answers how many different answers it got. */
    private Callable<Integer> asker(App app, AtomicBoolean done) {
        return () -> {
            int different = 0;
            String last = "";
            while (!done.get()) {
                Outcome outcome = app.ask(UsageModel.ask(), () -> false);
                assertThat(outcome).isInstanceOf(Outcome.Ok.class);
                List<String> lines =
                        UsageModel.lines(((Outcome.Ok) outcome).answered().answer());
                if (!lines.isEmpty()) {
                    assertThat(lines).hasSize(2);
                    String[] give = lines.get(0).split(" ", -1);
                    String[] take = lines.get(1).split(" ", -1);
                    assertThat(give[2]).isEqualTo(take[2]);
                    assertThat(give[3]).isEqualTo("-" + take[3]);
                }
                different += lines.toString().equals(last) ? 0 : 1;
                last = lines.toString();
            }
            return different;
        };
    }

    private MemoryDatabase.Change event(String kind, String amount) {
        return new MemoryDatabase.Change(
                Changes.Kind.INSERT,
                UsageModel.table(database, "app.events"),
                null,
                UsageModel.event(database, "2026-11-13 09:05:00Z", kind, "1", amount));
    }
}
