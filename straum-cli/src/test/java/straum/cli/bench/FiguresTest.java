package straum.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FiguresTest {
    @Test
    void theRatioIsTheMedianOfTheRunsRatiosAndNotThatOfTheMedians() {
        Figures straum = new Figures("Straum", Unit.ROWS_A_SECOND, new double[] {100, 300, 200});
        Figures peer = new Figures("peer", Unit.ROWS_A_SECOND, new double[] {100, 100, 400});

        assertThat(straum.row("load", peer))
                .isEqualTo("| load | **1.00** | 200 rows/s | 100 rows/s | peer | 1.00, 3.00, 0.50 |");
    }

    @Test
    void whoTakesLessTimeIsTheFaster() {
        Figures straum = new Figures("Straum", Unit.MILLIS, new double[] {0.5, 0.25});
        Figures peer = new Figures("peer", Unit.MILLIS, new double[] {50, 50});

        assertThat(straum.row("ask", peer)).isEqualTo("| ask | **150** | 0.375 ms | 50.0 ms | peer | 100, 200 |");
    }

    @Test
    void whatHasNoPeerHasNoRatio() {
        Figures straum = new Figures("Straum", Unit.MILLIS, new double[] {1.5, 2.5, 12});

        assertThat(straum.row("freshness")).isEqualTo("| freshness | | 2.50 ms | | | 1.50 ms, 2.50 ms, 12.0 ms |");
    }
}
