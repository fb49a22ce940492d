package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import straum.domain.spec.Width;
import straum.domain.testing.TestDetached;

/** The room that the cells of a bucket are given before they come. */
@Tag("full-pages")
class LevelRoomTest {
    private static final int HOUR = 3600;

    private final TestDetached asks = new TestDetached();
    private final Level level = new Level(new Width(HOUR), new Layouts(1, asks));

    /** A bucket mostly has about as many cells as the one before, whose rows have mostly come by then. */
    @Test
    void aBucketAfterAllOthersHasRoomForHalfOfTheOneBeforeWhichIsTrimmed() {
        Cells first = filled(level.at(0), 1000);
        long untrimmed = first.bytes();
        Cells second = filled(level.at(HOUR), 10);
        assertThat(first.bytes()).isLessThan(untrimmed);
        long roomy = second.bytes();
        assertThat(filled(second, 490).bytes()).isEqualTo(roomy);
        assertThat(filled(second, 1).bytes()).isGreaterThan(roomy);
        assertThat(filled(level.at(-HOUR), 10).bytes()).isLessThan(roomy / 4);

        long ask = asks.begin();
        long read = second.bytes();
        level.at(2 * HOUR);
        assertThat(second.bytes()).as("what an ask may be reading").isEqualTo(read);
        asks.end(ask);
        for (int cell = 0; cell < 1000; cell++) {
            int[] key = {cell + 1000};
            assertThat(first.code(0, first.find(key, Cells.hash(key)))).isEqualTo(cell + 1000);
        }
    }

    /** Adds cells whose keys are all of one width. */
    private static Cells filled(Cells cells, int more) {
        for (int cell = 0; cell < more; cell++) {
            int[] key = {cells.size() + 1000};
            cells.append(key, Cells.hash(key));
        }
        return cells;
    }
}
