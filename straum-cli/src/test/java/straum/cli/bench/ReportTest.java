package straum.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReportTest {
    private final Report report = new Report();
    private final Figures straum = new Figures("Straum", Unit.MILLIS, new double[] {0.5});
    private final Figures peer = new Figures("DuckDB", Unit.MILLIS, new double[] {1});
    private final Figures netty = new Figures("a bare Netty", Unit.MILLIS, new double[] {0.25});

    @Test
    void theColumnsSayWhoseFigureEachIs() {
        report.add("ask", straum, peer);
        report.add("freshness", straum);
        report.note("Both are asked.");

        assertThat(report.table()).isEqualTo("""
                | figure | times as fast as the peer | Straum's figure | the peer's figure | the peer | run by run |
                |---|---|---|---|---|---|
                | ask | **2.00** | 0.500 ms | 1.00 ms | DuckDB | 2.00 |
                | freshness | | 0.500 ms | | | 0.500 ms |

                - Both are asked.
                """);
    }

    @Test
    void whoStandsInStraumsPlaceIsNamedWithWhomItIsBeside() {
        report.addInstead("ask", netty, peer);

        assertThat(report.table())
                .endsWith(
                        "| (ask: a bare Netty instead of Straum, beside DuckDB) | **4.00** | 0.250 ms | 1.00 ms | DuckDB"
                                + " | 4.00 |\n");
    }
}
