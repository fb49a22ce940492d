package straum.domain.store;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.RunnerException;
import straum.domain.testing.MicroSmoke;

class StoreBenchmarksTest {
    @Test
    void theyRun() throws RunnerException {
        MicroSmoke.run("straum.domain.store", "rows", "3000", "cells", "1000", "sample", "sparse", "bits", "31");
    }
}
