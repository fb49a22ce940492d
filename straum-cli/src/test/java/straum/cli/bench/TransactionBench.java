package straum.cli.bench;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import straum.app.Changes;
import straum.app.ChangesBuilder;
import straum.app.ChangesReader;
import straum.app.Limits;
import straum.domain.spec.Spec;
import straum.domain.spec.TableName;
import straum.domain.store.Store;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;
import straum.domain.value.Rows;

/**
 * One transaction that updates every event of the dense sample, in memory alone: the bytes of the heap that a change
 * takes, as it is counted and as the JVM has it, and how long it takes to pack and to apply them, as the one thread's time
 * on a processor. Applying is what keeps asks waiting. {@code scripts/bench-transaction [ROWS [HEAP]]} runs it.
 */
final class TransactionBench {
    private static final ColumnType[] ACCOUNT = {ColumnType.INT4, ColumnType.TEXT};
    private static final ColumnType[] EVENT = {
        ColumnType.TIMESTAMPTZ, ColumnType.TEXT, ColumnType.INT4, ColumnType.numeric(2)
    };
    private static final List<String> KINDS = List.of("view", "view", "view", "click", "click", "signup", "purchase");
    private static final int BATCH = 4096;
    private static final long SPAN_MICROS = 30L * 86_400 * 1_000_000;

    private final Spec spec = Sample.spec("events");
    private final int events = spec.table(new TableName("app", "events"));
    private final long rows;
    private final Store store = new Store(spec);

    private TransactionBench(long rows) throws Exception {
        this.rows = rows;
    }

    /** Takes the number of rows; 5,000,000 if none is given. */
    public static void main(String[] args) throws Exception {
        new TransactionBench(args.length > 0 ? Long.parseLong(args[0]) : 5_000_000).run();
    }

    private void run() throws Exception {
        for (int table = 0; table < spec.tables().size(); table++) {
            store.setTypes(table, table == events ? EVENT : ACCOUNT);
        }
        Rows batch = new Rows(EVENT.length);
        for (long i = 0; i < rows; i++) {
            event(batch, i, 0);
            if (batch.size() == BATCH || i == rows - 1) {
                store.addRows(events, batch);
                batch.clear();
            }
        }
        store.bind();
        long storeBytes = usedBytes();
        long begun = cpuNanos();
        ChangesBuilder builder = new ChangesBuilder(spec);
        for (long i = 0; i < rows; i++) {
            Rows both = builder.rows(events);
            event(both, i, 0);
            event(both, i, 100);
            builder.add(Changes.Kind.UPDATE, events);
        }
        Changes changes = builder.done();
        long packed = cpuNanos();
        long heapBytes = usedBytes() - storeBytes;
        long applying = cpuNanos();
        ChangesReader reader = new ChangesReader();
        reader.begin(changes);
        while (reader.next()) {
            store.update(events, reader.rows(), 0, 1);
        }
        store.settle();
        long applied = cpuNanos();
        System.out.printf(
                Locale.ROOT,
                "Java %s, heap %,d MiB, limit %,d MiB, store %,d MiB%n%,d rows updated: %,d MiB counted (%.1f bytes a row),"
                        + " %,d MiB of heap; made and packed in %.1f s, applied in %.1f s%n",
                System.getProperty("java.version"),
                Runtime.getRuntime().maxMemory() >> 20,
                Limits.defaults().maxTransactionBytes() >> 20,
                storeBytes >> 20,
                changes.size(),
                changes.heldBytes() >> 20,
                changes.heldBytes() / (double) rows,
                heapBytes >> 20,
                (packed - begun) / 1e9,
                (applied - applying) / 1e9);
    }

    /** Adds the event of that number, its amount raised by so many cents. */
    private void event(Rows to, long number, int cents) {
        long mixed = number * 0x9E37_79B9_7F4A_7C15L >>> 20;
        to.addRow();
        set(to, 0, ColumnType.bytesOf(SPAN_MICROS / rows * number, Long.BYTES));
        set(to, 1, KINDS.get((int) (mixed % KINDS.size())).getBytes(StandardCharsets.US_ASCII));
        set(to, 2, ColumnType.bytesOf(mixed % Sample.DENSE.accounts(), Integer.BYTES));
        long amount = mixed % 10_000 + cents;
        String text = amount / 100 + "." + amount / 10 % 10 + amount % 10;
        set(to, 3, Objects.requireNonNull(EVENT[3].read(new Literal.Text(text))));
    }

    private static void set(Rows rows, int column, byte[] value) {
        rows.set(column, value, 0, value.length);
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static long usedBytes() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
