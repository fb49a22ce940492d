package straum.domain.store;

import java.util.Random;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import straum.domain.testing.Micro;

/** What it takes to count a row and to read a count, at each width of its column. */
public class CountsBenchmark extends Micro {
    private static final int CELLS = 512;

    /** The bits that the column's widest entry has. */
    @Param({"8", "16", "32", "63"})
    public int bits;

    private Columns cells = new Columns(new Layouts(1));
    private int counts;
    private final Picks all = new Picks(CELLS);
    private int[] positions = {};
    private final long[] read = new long[CELLS];
    private long amount = 1;

    /** Makes the cells, in no order. */
    @Setup
    public void fill() {
        Layouts layouts = new Layouts(1);
        counts = layouts.newCounts();
        cells = new Columns(layouts);
        for (int i = 0; i < CELLS; i++) {
            cells.append(new int[] {i});
        }
        Counts.add(cells, counts, 0, 1L << (bits - 1));
        all.run(0, CELLS);
        positions = new Random(1).ints(0, CELLS).distinct().limit(CELLS).toArray();
    }

    /** Counts one, or takes it back. */
    @Benchmark
    @OperationsPerInvocation(CELLS)
    public Columns add() {
        for (int position : positions) {
            Counts.add(cells, counts, position, amount);
        }
        amount = -amount;
        return cells;
    }

    /** Reads one of many together. */
    @Benchmark
    @OperationsPerInvocation(CELLS)
    public long[] read() {
        Counts.read(cells, counts, all, read);
        return read;
    }
}
