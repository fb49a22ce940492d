package straum.domain.store;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import straum.domain.testing.Micro;

/** What it takes to add a cell to a bucket, and to find one where so few are that there is no index. */
public class CellsBenchmark extends Micro {
    private static final int MANY = 10_000;
    private static final int FEW = 5;

    private final DrawnCells few = new DrawnCells(FEW);
    private final Layouts layouts = new Layouts(2);
    private final int[][] keys = new int[MANY][];

    /** Makes the keys. */
    public CellsBenchmark() {
        for (int i = 0; i < MANY; i++) {
            keys[i] = DrawnCells.key(i);
        }
    }

    /** One of the cells of a bucket that grows to ten thousand. */
    @Benchmark
    @OperationsPerInvocation(MANY)
    public Cells append() {
        Cells cells = new Cells(layouts);
        for (int[] key : keys) {
            cells.append(key, Cells.hash(key));
        }
        return cells;
    }

    /** A bucket of one cell. */
    @Benchmark
    public Cells appendFirst() {
        Cells cells = new Cells(layouts);
        cells.append(keys[0], Cells.hash(keys[0]));
        return cells;
    }

    /** A cell that is there. */
    @Benchmark
    @OperationsPerInvocation(DrawnCells.DRAWN)
    public int hitOfFew() {
        return few.find(few.there);
    }
}
