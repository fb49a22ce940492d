package straum.cli.disruption;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import straum.cli.testing.Answered;
import straum.cli.testing.AskClient;
import straum.cli.testing.Question;
import straum.cli.testing.RunningStraum;

/**
 * Asks all the while, plainly and for its own writes, and looks whether {@code /readyz} says what asks then meet:
 * answers while it is ready, none while it loads or waits, and none that is older than ready may be.
 */
final class Watcher implements AutoCloseable {
    /** {@code --max-lag}, and what a look at it takes on a busy machine. */
    private static final Duration MAX_LAG = Duration.ofSeconds(30).plusSeconds(5);

    private final RunningStraum straum;
    private final List<Question> questions;
    private final History history;
    private final List<Thread> threads;
    private volatile boolean ended;

    private Watcher(RunningStraum straum, List<Question> questions, History history, long seed) {
        this.straum = straum;
        this.questions = questions;
        this.history = history;
        Random plain = new Random(seed);
        Random own = new Random(seed + 1);
        threads = List.of(
                new Thread(() -> loop(() -> askPlainly(plain)), "watcher-plain"),
                new Thread(() -> loop(() -> askForOwnWrites(own)), "watcher-own-writes"));
    }

    /** Begins to watch. */
    static Watcher start(RunningStraum straum, List<Question> questions, History history, long seed) {
        Watcher watcher = new Watcher(straum, questions, history, seed);
        watcher.threads.forEach(Thread::start);
        return watcher;
    }

    private void loop(Runnable look) {
        while (!ended) {
            try {
                look.run();
            } catch (RuntimeException | AssertionError e) {
                history.blame("an ask failed: " + e);
                return;
            }
        }
    }

    private void askPlainly(Random random) {
        int question = random.nextInt(questions.size());
        long starts = straum.status().starts();
        Instant looked = Instant.now();
        AskClient.Reply before = straum.client().get("/readyz", "text/plain");
        AskClient.Reply reply = straum.client().reply(questions.get(question).ask(), List.of(), null);
        Instant at = Instant.now();
        AskClient.Reply after = straum.client().get("/readyz", "text/plain");
        boolean sameStart = straum.status().starts() == starts;
        take(question, -1, reply, at);
        // Too many asks at once for a machine that is slow: readiness is about none of them.
        boolean busy = reply.status() == 503 && reply.body().contains("urn:straum:busy");
        if (!sameStart || busy || before.status() != after.status()) {
            return;
        }
        if (before.status() == 200 && reply.status() != 200) {
            history.blame("ready, but an ask is answered " + reply.status() + ": " + reply.body());
        }
        if (before.status() == 200
                && reply.status() == 200
                && Answered.read(reply.body()).asOf().isBefore(looked.minus(MAX_LAG))) {
            history.blame("ready at " + looked + ", but an answer is as of " + reply.asOf());
        }
        if (before.status() == 503
                && !before.body().startsWith("lagging")
                && !after.body().startsWith("lagging")
                && reply.status() == 200) {
            history.blame("not ready (" + before.body() + "), but an ask is answered");
        }
    }

    private void askForOwnWrites(Random random) {
        History.State newest = history.newest();
        if (newest == null || !history.positionsCompare()) {
            askPlainly(random);
            return;
        }
        int question = random.nextInt(questions.size());
        AskClient.Reply reply = straum.client().reply(questions.get(question).ask(), List.of(), newest.after());
        take(question, history.positionsCompare() ? newest.number() : -1, reply, Instant.now());
    }

    private void take(int question, int least, AskClient.Reply reply, Instant at) {
        switch (reply.status()) {
            case 200 -> history.see(new History.Seen(question, least, at, Answered.read(reply.body())));
            case 503, 504 -> {
                // Nothing to answer from, or not in time.
            }
            default -> history.blame("an ask is answered " + reply.status() + ": " + reply.body());
        }
    }

    /** Ends, once the asks that are under way have been answered. */
    @Override
    public void close() {
        ended = true;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
