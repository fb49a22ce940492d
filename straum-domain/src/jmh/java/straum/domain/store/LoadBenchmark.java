package straum.domain.store;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import straum.domain.spec.Spec;
import straum.domain.testing.Micro;
import straum.domain.testing.Specs;
import straum.domain.value.Rows;

/** What a row of a load takes once it is decoded: the codes of its key, and its cell of an hour and of a day. */
public class LoadBenchmark extends Micro {
    private static final int ROWS = 500_000;

    /** Whether rows share cells, or hardly any two do. */
    @Param({"dense", "sparse"})
    public String sample;

    /** For a run that is not to be measured, fewer. */
    @Param("" + ROWS)
    public int rows;

    private final Spec spec = Specs.usage();
    private final int events = spec.table(Specs.table("app.events"));
    private Rows[] batches = {};

    /** Makes the rows. */
    @Setup
    public void fill() {
        batches = Filled.batches(sample, rows);
    }

    /** A row, into a store that is empty at first. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public Store row() {
        Store store = Filled.empty(spec);
        for (Rows batch : batches) {
            store.addRows(events, batch);
        }
        return store;
    }
}
