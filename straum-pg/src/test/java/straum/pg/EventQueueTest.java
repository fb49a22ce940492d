package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import straum.app.Changes;
import straum.app.ChangesBuilder;
import straum.app.Event;
import straum.app.Lsn;
import straum.app.SourceException;

class EventQueueTest {
    private static final long COMMIT_BYTES = commit(1, 0).changes().heldBytes();
    private static final long FOR_EVER = Long.MAX_VALUE;

    private final EventQueue queue = new EventQueue(new Lsn(10), 3, 1_000_000);

    @Test
    void eventsComeOutInTheOrderTheyWentIn() throws Exception {
        assertThat(queue.offer(commit(20, 1), 0)).isTrue();
        queue.nothing(new Lsn(30));
        assertThat(queue.offer(commit(40, 1), 0)).isTrue();
        for (int end = 20; end <= 40; end += 10) {
            Event event = Objects.requireNonNull(queue.poll(0));
            assertThat(event.end()).isEqualTo(new Lsn(end));
            assertThat(queue.handedOut()).isEqualTo(new Lsn(end));
        }
        assertThat(queue.poll(0)).isNull();
    }

    @Test
    void nothingTakesThePlaceOfNothing() throws Exception {
        queue.nothing(new Lsn(20));
        queue.nothing(new Lsn(30));
        assertThat(queue.poll(0)).isEqualTo(new Event.Nothing(new Lsn(30)));
        assertThat(queue.poll(0)).isNull();
    }

    @Test
    void p9ThereIsRoomForSoManyCommitsAndForAnotherOnceOneIsTaken() throws Exception {
        for (int i = 1; i <= 3; i++) {
            assertThat(queue.offer(commit(10 + i, 1), 0)).isTrue();
        }
        assertThat(queue.offer(commit(14, 1), 0)).isFalse();
        assertThat(queue.poll(0)).isNotNull();
        assertThat(queue.offer(commit(14, 1), 0)).isTrue();
    }

    @Test
    void p9ThereIsRoomForSoManyBytesAndForOneCommitOfMore() throws Exception {
        EventQueue small = new EventQueue(Lsn.ZERO, 64, 2 * COMMIT_BYTES);
        assertThat(small.offer(commit(1, 0), 0)).isTrue();
        assertThat(small.offer(commit(2, 0), 0)).isTrue();
        assertThat(small.offer(commit(3, 0), 0)).isFalse();
        assertThat(small.poll(0)).isNotNull();
        assertThat(small.offer(commit(3, 0), 0))
                .as("while the first is applied")
                .isFalse();
        assertThat(small.poll(0)).isNotNull();
        assertThat(small.offer(commit(3, 0), 0)).isTrue();
        assertThat(small.poll(0)).isNotNull();
        assertThat(small.poll(0)).isNull();
        assertThat(small.offer(commit(4, 10_000), 0)).isTrue();
        assertThat(small.offer(commit(5, 0), 0)).isFalse();
    }

    @Test
    void aCommitThatIsBeingReadHasRoomOnceWhatIsBeforeItHasBeenApplied() throws Exception {
        EventQueue small = new EventQueue(Lsn.ZERO, 64, 3 * COMMIT_BYTES);
        assertThat(small.awaitRoom(Long.MAX_VALUE / 2, 0)).as("alone").isTrue();
        assertThat(small.offer(commit(1, 0), 0)).isTrue();
        assertThat(small.awaitRoom(2 * COMMIT_BYTES, 0)).isTrue();
        assertThat(small.awaitRoom(2 * COMMIT_BYTES + 1, 0)).isFalse();
        assertThat(small.poll(0)).isNotNull();
        assertThat(small.awaitRoom(2 * COMMIT_BYTES + 1, 0))
                .as("while the first is applied")
                .isFalse();
        assertThat(small.poll(0)).isNull();
        assertThat(small.awaitRoom(2 * COMMIT_BYTES + 1, 0)).isTrue();
        assertThat(small.offer(commit(2, 0), 0)).isTrue();
        small.close();
        assertThat(small.awaitRoom(Long.MAX_VALUE / 2, 0)).as("closed").isTrue();
    }

    @Test
    void whatHasBeenAppliedMakesRoomOnce() throws Exception {
        EventQueue small = new EventQueue(Lsn.ZERO, 64, 2 * COMMIT_BYTES);
        assertThat(small.offer(commit(1, 0), 0)).isTrue();
        assertThat(small.poll(0)).isNotNull();
        assertThat(small.poll(0)).isNull();
        assertThat(small.poll(0)).isNull();
        assertThat(small.offer(commit(2, 0), 0)).isTrue();
        assertThat(small.offer(commit(3, 0), 0)).isTrue();
        assertThat(small.offer(commit(4, 0), 0)).isFalse();
    }

    @Test
    void whoWaitsForRoomHasItOnceACommitIsTaken() throws Exception {
        for (int i = 1; i <= 3; i++) {
            assertThat(queue.offer(commit(10 + i, 1), 0)).isTrue();
        }
        Future<Boolean> waiting = waiting(() -> queue.offer(commit(14, 1), FOR_EVER));
        assertThat(queue.poll(0)).isNotNull();
        assertThat(waiting.get(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void whoWaitsForBytesHasThemOnceACommitIsApplied() throws Exception {
        EventQueue small = new EventQueue(Lsn.ZERO, 64, COMMIT_BYTES);
        assertThat(small.offer(commit(1, 0), 0)).isTrue();
        assertThat(small.poll(0)).isNotNull();
        Future<Boolean> waiting = waiting(() -> small.awaitRoom(COMMIT_BYTES, FOR_EVER));
        assertThat(small.poll(0)).isNull();
        assertThat(waiting.get(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void whoWaitsForRoomNeedNoneOnceNobodyTakes() throws Exception {
        assertThat(queue.offer(commit(20, 1), 0)).isTrue();
        Future<Boolean> waiting = waiting(() -> queue.awaitRoom(1_000_000, FOR_EVER));
        queue.close();
        assertThat(waiting.get(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void whoWaitsForAnEventHasItOnceItIsThere() throws Exception {
        Future<Event> waiting = waiting(() -> queue.poll(3_600_000));
        assertThat(queue.offer(commit(20, 1), 0)).isTrue();
        assertThat(waiting.get(20, TimeUnit.SECONDS).end()).isEqualTo(new Lsn(20));

        Future<Event> forNothing = waiting(() -> queue.poll(3_600_000));
        queue.nothing(new Lsn(30));
        assertThat(forNothing.get(20, TimeUnit.SECONDS)).isEqualTo(new Event.Nothing(new Lsn(30)));

        Future<Event> forAFault = waiting(() -> queue.poll(3_600_000));
        queue.fail(new SourceException(SourceException.Kind.LOST, "gone"));
        assertThatThrownBy(() -> forAFault.get(20, TimeUnit.SECONDS)).hasMessageContaining("gone");

        EventQueue other = new EventQueue(Lsn.ZERO, 3, 1_000_000);
        Future<Event> forAMistake = waiting(() -> other.poll(3_600_000));
        other.crash(new ArithmeticException("a bug"));
        assertThatThrownBy(() -> forAMistake.get(20, TimeUnit.SECONDS)).hasRootCauseMessage("a bug");
    }

    /** What another thread comes to, once it waits. */
    private static <T> Future<T> waiting(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, "waits for the queue");
        thread.setDaemon(true);
        thread.start();
        await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        return task;
    }

    @Test
    void aFaultComesBeforeWhatIsLeftAndEveryTime() throws Exception {
        assertThat(queue.offer(commit(20, 1), 0)).isTrue();
        queue.fail(new SourceException(SourceException.Kind.LOST, "gone"));
        assertThatThrownBy(() -> queue.poll(0))
                .isInstanceOf(SourceException.class)
                .hasMessage("gone");
        assertThatThrownBy(() -> queue.poll(0))
                .isInstanceOf(SourceException.class)
                .hasMessage("gone");
    }

    @Test
    void aMistakeIsNoFaultOfTheSource() {
        queue.crash(new ArithmeticException("a bug"));
        assertThatThrownBy(() -> queue.poll(0))
                .isInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("a bug");
    }

    @Test
    void beingOutOfMemoryIsNoMistake() {
        queue.crash(new OutOfMemoryError("Java heap space"));
        assertThatThrownBy(() -> queue.poll(0))
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessage("Java heap space");
    }

    @Test
    void aWakeIsAnsweredOnce() throws Exception {
        assertThat(queue.offer(commit(20, 1), 0)).isTrue();
        queue.wake();
        assertThat(queue.poll(0)).isNull();
        assertThat(queue.poll(0)).isNotNull();
    }

    private static Event.Commit commit(long end, int rows) {
        ChangesBuilder changes = new ChangesBuilder(Following.SPEC);
        for (int i = 0; i < rows; i++) {
            changes.rows(0).addRow();
            changes.add(Changes.Kind.INSERT, 0);
        }
        return new Event.Commit(new Lsn(end), 1, Instant.EPOCH, changes.done());
    }
}
