package straum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import straum.app.Status;
import straum.app.Status.TableLoad;
import straum.domain.spec.TableName;

class ProgressTest {
    private static final TableName ACCOUNTS = new TableName("app", "accounts");
    private static final TableName EVENTS = new TableName("app", "events");

    @Test
    void aLoadIsToldOverAllItsTables() {
        Progress progress = Progress.of(List.of(
                new TableLoad(ACCOUNTS, 1_000_000, 900_000, 1, true),
                new TableLoad(EVENTS, 500_000, 2_000_000, 2, false)));

        assertThat(progress).isEqualTo(new Progress("app.events", 2, 2, 1_500_000, 3_000_000, 3));
        assertThat(progress.percent()).isEqualTo(50);
        assertThat(progress.rowsPerSecond()).isEqualTo(500_000);
        assertThat(progress.secondsLeft()).isEqualTo(3);
        assertThat(progress.bar())
                .isEqualTo("[##########----------]  50 % 1.50M rows, 500k/s, 3 s left  app.events (2/2)");
    }

    @Test
    void whatIsJoinedIsToldInCells() {
        assertThat(Progress.bar(new Status.Joined(1_200_000, 9_000_000, 3, false)))
                .isEqualTo("[##------------------]  13 % 1.20M of 9.00M cells joined with their dims");
    }

    @Test
    void theNextTableIsTheOneBeingReadOnceOneIsDone() {
        Progress progress = Progress.of(
                List.of(new TableLoad(ACCOUNTS, 10, 10, 0.1, true), new TableLoad(EVENTS, 0, 10, 0, false)));

        assertThat(progress.table()).isEqualTo("app.events");
        assertThat(progress.number()).isEqualTo(2);
    }

    @Test
    void withoutAnEstimateThereIsNoShareAndNoTimeLeft() {
        Progress progress = Progress.of(List.of(new TableLoad(EVENTS, 999, -1, 3, false)));

        assertThat(progress.percent()).isEqualTo(-1);
        assertThat(progress.secondsLeft()).isEqualTo(-1);
        assertThat(progress.bar()).isEqualTo("999 rows, 333/s  app.events (1/1)");
    }

    @Test
    void moreRowsThanEstimatedAreNeverMoreThanAll() {
        Progress progress = Progress.of(List.of(new TableLoad(EVENTS, 2_000, 1_000, 1, false)));

        assertThat(progress.percent()).isEqualTo(100);
        assertThat(progress.secondsLeft()).isZero();
    }

    @Test
    void nothingIsToldOfTheSpeedBeforeThereIsAny() {
        Progress progress = Progress.of(List.of(new TableLoad(EVENTS, 0, 1_000, 0, false)));

        assertThat(progress.rowsPerSecond()).isZero();
        assertThat(progress.secondsLeft()).isEqualTo(-1);
        assertThat(progress.bar()).isEqualTo("[--------------------]   0 % 0 rows, 0/s  app.events (1/1)");
    }
}
