package straum.domain.store;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import straum.domain.spec.Spec;
import straum.domain.testing.Micro;
import straum.domain.testing.Specs;
import straum.domain.testing.UsageSample;
import straum.domain.value.Rows;

/** Bound cells of a view by kind and by a region that is joined. */
public class BoundBenchmark extends Micro {
    private static final int CELLS = 1_000_000;
    private static final int MANY = 100;

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
    private final int accounts = spec.table(Specs.table("app.accounts"));
    private final Rows moved = UsageSample.accountsAndMoved(MANY);
    private Store store = new Store(spec);

    /** Fills the store. */
    @Setup
    public void fill() {
        store = Filled.withCells(spec, sample, cells);
        store.bind();
    }

    /** One account in another region and back, each at the end of a commit; of the accounts one of those with most cells. */
    @Benchmark
    @OperationsPerInvocation(2)
    public Store settleOne() throws RowException {
        return settle(1);
    }

    /** The same of a hundred accounts at once. */
    @Benchmark
    @OperationsPerInvocation(2)
    public Store settleHundred() throws RowException {
        return settle(MANY);
    }

    private Store settle(int count) throws RowException {
        for (int there = 0; there < 2; there++) {
            for (int account = 0; account < count; account++) {
                int before = account + there * MANY;
                store.update(accounts, moved, before, account + (1 - there) * MANY);
            }
            store.settle();
        }
        return store;
    }

    /** What a cell takes that is put into its bound cell, at the end of a load. */
    @Benchmark
    @OperationsPerInvocation(CELLS)
    public Store bind() {
        store.bind();
        return store;
    }
}
