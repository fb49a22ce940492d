package straum.domain.store;

import java.math.BigInteger;
import java.util.Random;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import straum.domain.testing.Micro;

/** What it takes to add to a sum and to read it, at each width of its column. */
public class SumsBenchmark extends Micro {
    private static final int CELLS = 512;

    /** The bits that the column's widest entry has. */
    @Param({"7", "15", "31", "63", "100", "200"})
    public int bits;

    private Columns cells = new Columns(new Layouts(1));
    private int sums;
    private final Picks all = new Picks(CELLS);
    private int[] positions = {};
    private final long[] read = new long[CELLS];
    private long amount = 1;

    /** Makes the cells, in no order. */
    @Setup
    public void fill() {
        Layouts layouts = new Layouts(1);
        sums = layouts.newSums();
        cells = new Columns(layouts);
        for (int i = 0; i < CELLS; i++) {
            cells.append(new int[] {i});
        }
        Sums.add(cells, sums, 0, BigInteger.ONE.shiftLeft(bits - 1));
        all.run(0, CELLS);
        positions = new Random(1).ints(0, CELLS).distinct().limit(CELLS).toArray();
    }

    /** Adds to one, or takes from it. */
    @Benchmark
    @OperationsPerInvocation(CELLS)
    public Columns add() {
        for (int position : positions) {
            Sums.add(cells, sums, position, amount);
        }
        amount = -amount;
        return cells;
    }

    /** Reads one of many together. */
    @Benchmark
    @OperationsPerInvocation(CELLS)
    public long[] read() {
        if (Sums.areLongs(cells, sums)) {
            Sums.read(cells, sums, all, read);
        } else {
            for (int i = 0; i < CELLS; i++) {
                read[i] = Sums.get(cells, sums, positions[i]).signum();
            }
        }
        return read;
    }
}
