package straum.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import straum.app.testing.MemoryDatabase;
import straum.domain.store.RowException;

class StateTest {
    private final World world = new World();

    /** Invariant 1: the half of a commit must be gone from sight before the lock is. */
    @Test
    void aCommitThatDoesNotFitIsFollowedByNothingAtOnce() throws InterruptedException {
        world.writer.step();
        Following following = world.following();
        MemoryDatabase.Change real = world.event("2026-11-13 09:05:00Z", "purchase", "1", "10.00");
        MemoryDatabase.Change never = world.event("2026-11-13 09:05:00Z", "never", "1", "1.00");
        ChangesBuilder made = new ChangesBuilder(world.app.spec());
        add(made, Changes.Kind.INSERT, real);
        add(made, Changes.Kind.DELETE, never);
        Changes changes = made.done();

        assertThatThrownBy(() -> world.app.write(state -> state.apply(changes, following)))
                .isInstanceOf(RowException.class);
        assertThat(world.app.ask(UsageModel.ask(), () -> false)).isInstanceOf(Outcome.NotReady.class);
    }

    private void add(ChangesBuilder changes, Changes.Kind kind, MemoryDatabase.Change change) {
        world.database.addRow(changes.rows(change.table()), change.table(), Objects.requireNonNull(change.after()));
        changes.add(kind, change.table());
    }
}
