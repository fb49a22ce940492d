package straum.domain.store;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import straum.domain.spec.Spec;
import straum.domain.testing.Micro;
import straum.domain.testing.Specs;

/** What a cell takes that is put into its bound cell, of a view by kind and by a region that is joined. */
public class BoundBenchmark extends Micro {
    private static final int CELLS = 1_000_000;

    /** Whether rows share cells, or hardly any two do. */
    @Param({"dense", "sparse"})
    public String sample;

    /** For a run that is not to be measured, fewer. */
    @Param("" + CELLS)
    public int cells;

    private final Spec spec = Specs.of(Specs.fact("usage", "app.events", "at")
            .key("kind")
            .leftJoin("a", "app.accounts", "id", "account_id")
            .key("region", "a.region")
            .count("events")
            .sum("amount", "amount")
            .build());
    private Store store = new Store(spec);

    /** Fills the store. */
    @Setup
    public void fill() {
        store = Filled.withCells(spec, sample, cells);
    }

    /** All cells, at the end of a load. */
    @Benchmark
    @OperationsPerInvocation(CELLS)
    public Store bind() {
        store.bind();
        return store;
    }
}
