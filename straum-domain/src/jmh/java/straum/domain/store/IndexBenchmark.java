package straum.domain.store;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import straum.domain.testing.Micro;

/** What it takes to find a cell by its key through the index, in a bucket of a few cells and of many. */
public class IndexBenchmark extends Micro {
    /** The cells of the bucket. */
    @Param({"100", "10000", "1000000"})
    public int cells;

    private DrawnCells drawn = new DrawnCells(1);

    /** Makes the bucket. */
    @Setup
    public void fill() {
        drawn = new DrawnCells(cells);
    }

    /** A cell that is there. */
    @Benchmark
    @OperationsPerInvocation(DrawnCells.DRAWN)
    public int hit() {
        return drawn.find(drawn.there);
    }

    /** One that is not. */
    @Benchmark
    @OperationsPerInvocation(DrawnCells.DRAWN)
    public int miss() {
        return drawn.find(drawn.missing);
    }
}
