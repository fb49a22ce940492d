package straum.app.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * What is handed to other threads, and what the clock is to end: both stay until the test lets them happen, in the order
 * they came, on its own thread.
 */
public final class ManualTasks implements Executor {
    private record Alarm(Instant at, CompletableFuture<Boolean> future) {}

    private final InstantSource clock;
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final List<Alarm> alarms = new ArrayList<>();

    /** Nothing to do, under this clock. */
    public ManualTasks(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    /** Has the future complete with false once the clock is so far and {@link #ring} is called. */
    public void alarm(CompletableFuture<Boolean> future, Duration timeout) {
        alarms.add(new Alarm(clock.instant().plus(timeout), future));
    }

    /** Runs the oldest task, if there is one. */
    public void runOne() {
        Runnable task = tasks.poll();
        if (task != null) {
            task.run();
        }
    }

    /** Runs every task. */
    public void runAll() {
        while (!tasks.isEmpty()) {
            runOne();
        }
    }

    /** Completes what is due by the clock. */
    public void ring() {
        Instant now = clock.instant();
        List<Alarm> due =
                alarms.stream().filter(alarm -> !alarm.at.isAfter(now)).toList();
        alarms.removeAll(due);
        due.forEach(alarm -> alarm.future.complete(false));
    }
}
