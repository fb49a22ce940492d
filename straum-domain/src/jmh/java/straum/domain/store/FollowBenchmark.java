package straum.domain.store;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import straum.domain.spec.Spec;
import straum.domain.testing.Micro;
import straum.domain.testing.Specs;
import straum.domain.value.Rows;

/** What a change of a row takes in a store that is filled: of the hour that the store ends with, as changes mostly are. */
public class FollowBenchmark extends Micro {
    private static final int CHANGES = 2048;

    /** Whether rows share cells, or hardly any two do. */
    @Param({"dense", "sparse"})
    public String sample;

    /** The rows of the store. */
    @Param("500000")
    public int rows;

    private final Spec spec = Specs.usage();
    private final int events = spec.table(Specs.table("app.events"));
    private Store store = new Store(spec);
    /** Rows that come and go, rows that are there, and what those become. */
    private Rows changed = new Rows(1);

    /** Fills the store. */
    @Setup
    public void fill() {
        store = Filled.empty(spec);
        for (Rows batch : Filled.batches(sample, rows)) {
            store.addRows(events, batch);
        }
        changed = Filled.sample(sample).events(rows, rows + 3 * CHANGES);
        for (int row = CHANGES; row < 2 * CHANGES; row++) {
            store.insert(events, changed, row);
        }
    }

    /** An insert or a delete, one half each: rows come and go again. */
    @Benchmark
    @OperationsPerInvocation(2 * CHANGES)
    public Store insertOrDelete() throws RowException {
        for (int row = 0; row < CHANGES; row++) {
            store.insert(events, changed, row);
        }
        for (int row = 0; row < CHANGES; row++) {
            store.delete(events, changed, row);
        }
        return store;
    }

    /** An update that gives the row another key and amount. */
    @Benchmark
    @OperationsPerInvocation(2 * CHANGES)
    public Store update() throws RowException {
        for (int row = CHANGES; row < 2 * CHANGES; row++) {
            store.update(events, changed, row, row + CHANGES);
        }
        for (int row = CHANGES; row < 2 * CHANGES; row++) {
            store.update(events, changed, row + CHANGES, row);
        }
        return store;
    }
}
