package straum.pg.pgoutput;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.RunnerException;
import straum.domain.testing.MicroSmoke;

class DecoderBenchmarksTest {
    @Test
    void theyRun() throws RunnerException {
        MicroSmoke.run("straum.pg.pgoutput");
    }
}
