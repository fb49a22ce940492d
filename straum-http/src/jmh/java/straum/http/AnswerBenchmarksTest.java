package straum.http;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.RunnerException;
import straum.domain.testing.MicroSmoke;

class AnswerBenchmarksTest {
    @Test
    void theyRun() throws RunnerException {
        MicroSmoke.run("straum.http", "rows", "1");
    }
}
