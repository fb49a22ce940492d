package straum.domain.store;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;
import straum.domain.testing.Micro;
import straum.domain.value.ColumnType;
import straum.domain.value.Rows;

/** What it takes to find the code of a row's value, or to give it one. */
public class CodesBenchmark extends Micro {
    private static final int VALUES = 10_000;
    private static final int ROWS = 4096;

    private final Codes numbers = Codes.of(ColumnType.INT4, Detached.NONE);
    private final Codes texts = Codes.of(ColumnType.TEXT, Detached.NONE);
    private Rows numberRows = new Rows(1);
    private Rows textRows = new Rows(1);
    private Rows differentTexts = new Rows(1);

    /** Gives all values a code, and draws the rows. */
    @Setup
    public void fill() {
        int[] inOrder = new Random(1).ints(0, VALUES).distinct().limit(VALUES).toArray();
        int[] drawn = new Random(2).ints(ROWS, 0, VALUES).toArray();
        use(numbers, rows(inOrder, true));
        use(texts, rows(inOrder, false));
        numberRows = rows(drawn, true);
        textRows = rows(drawn, false);
        differentTexts = rows(new Random(3).ints().distinct().limit(ROWS).toArray(), false);
    }

    private static Rows rows(int[] numbers, boolean areNumbers) {
        Rows rows = new Rows(1);
        for (int number : numbers) {
            byte[] value = areNumbers
                    ? ColumnType.bytesOf(number, Integer.BYTES)
                    : ("account " + number).getBytes(StandardCharsets.UTF_8);
            rows.addRow();
            rows.set(0, value, 0, value.length);
        }
        return rows;
    }

    private static int use(Codes codes, Rows rows) {
        int last = 0;
        for (int row = 0; row < rows.size(); row++) {
            last = codes.findOrAdd(rows, row, 0);
            codes.use(last);
        }
        return last;
    }

    private static int find(Codes codes, Rows rows) {
        int all = 0;
        for (int row = 0; row < rows.size(); row++) {
            all += codes.findOrAdd(rows, row, 0);
        }
        return all;
    }

    /** A number that has a code. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public int knownNumber() {
        return find(numbers, numberRows);
    }

    /** A text that has a code. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public int knownText() {
        return find(texts, textRows);
    }

    /** A text that has none, what its codes grow by included. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public int newText() {
        return use(Codes.of(ColumnType.TEXT, Detached.NONE), differentTexts);
    }
}
