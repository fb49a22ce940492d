package straum.pg.pgoutput;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;
import straum.app.Event;
import straum.app.Limits;
import straum.app.Lsn;
import straum.app.SourceException;
import straum.domain.spec.Spec;
import straum.domain.spec.TableName;
import straum.domain.testing.Micro;
import straum.domain.testing.Specs;
import straum.domain.value.ColumnType;

/** What a row takes from its message to the commit it is in: read, made canonical and packed. */
public class DecoderBenchmark extends Micro {
    private static final int ROWS = 1000;
    private static final int OID = 5000;

    private static final List<Layout> LAYOUTS = List.of(
            new Layout(
                    0,
                    new TableName("app", "accounts"),
                    List.of(
                            new LayoutColumn("id", 23, -1, ColumnType.INT4),
                            new LayoutColumn("region", 25, -1, ColumnType.TEXT))),
            new Layout(
                    1,
                    new TableName("app", "events"),
                    List.of(
                            new LayoutColumn("at", 1184, -1, ColumnType.TIMESTAMPTZ),
                            new LayoutColumn("kind", 25, -1, ColumnType.TEXT),
                            new LayoutColumn("account_id", 23, -1, ColumnType.INT4),
                            new LayoutColumn("amount", 1700, (12 << 16 | 2) + 4, ColumnType.numeric(2)))));

    private final Spec spec = Specs.usage();
    private final byte[][] inserts = new byte[ROWS][];
    private final byte[][] updates = new byte[ROWS][];
    private Decoder decoder = decoder();
    private long position = 1000;

    private Decoder decoder() {
        return new Decoder(spec, LAYOUTS, Lsn.ZERO, Limits.defaults(), new NewLabels());
    }

    /** Makes the messages of the rows, and lets the decoder see the table's. */
    @Setup
    public void fill() throws SourceException {
        for (int i = 0; i < ROWS; i++) {
            byte[][] row = row(i, 1 + i * 7 % 99);
            inserts[i] = Made.insert(OID, row);
            updates[i] = Made.update(OID, 'O', row, row(i, 1 + i * 11 % 99));
        }
        decoder = decoder();
        position = 1000;
        decode(new byte[][] {Made.relation(OID, LAYOUTS.get(1), 'f'), inserts[0]});
    }

    /** The event of a number, with an amount of so many and as many hundredths, none of them 0. */
    private static byte[][] row(int number, int amounts) {
        ByteBuffer amount = ByteBuffer.allocate(12);
        amount.putShort((short) 2).putShort((short) 0).putShort((short) 0).putShort((short) 2);
        amount.putShort((short) amounts).putShort((short) (amounts * 100));
        return new byte[][] {
            ColumnType.bytesOf(844_128_000_000_000L + number * 259_200L, Long.BYTES),
            Made.utf8(number % 3 == 0 ? "purchase" : "view"),
            ColumnType.bytesOf(number * 31 % 10_000, Integer.BYTES),
            amount.array()
        };
    }

    private @Nullable Event read(byte[] message) throws SourceException {
        return decoder.read(message, 0, message.length);
    }

    private Event decode(byte[][] rows) throws SourceException {
        read(Made.begin(position, 0));
        for (byte[] row : rows) {
            read(row);
        }
        Event event = read(Made.commit(position, position + 50, 0));
        position += 100;
        return Objects.requireNonNull(event);
    }

    /** One of the inserts of a commit of a thousand. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public Event insert() throws SourceException {
        return decode(inserts);
    }

    /** One of the updates of a commit of a thousand, whose old rows are whole. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public Event update() throws SourceException {
        return decode(updates);
    }

    /** A commit of one insert. */
    @Benchmark
    public Event commitOfOne() throws SourceException {
        return decode(new byte[][] {inserts[0]});
    }
}
