package straum.http;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.Blackhole;
import straum.app.Lsn;
import straum.domain.ask.Answer;
import straum.domain.testing.Micro;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/** What it takes to write an answer of a text, a time, a count and a sum a row as JSON. */
public class AnswerJsonBenchmark extends Micro {
    /** The rows of the answer. */
    @Param({"1", "10000"})
    public int rows;

    private Answer answer = new Answer(List.of(), 0);

    /** Makes the answer. */
    @Setup
    public void fill() {
        byte[][] kinds = new byte[rows][];
        byte[][] times = new byte[rows][];
        byte[][] events = new byte[rows][];
        byte[][] amounts = new byte[rows][];
        ColumnType numeric = ColumnType.numeric(2);
        for (int i = 0; i < rows; i++) {
            kinds[i] = (i % 3 == 0 ? "purchase" : "view").getBytes(StandardCharsets.UTF_8);
            times[i] = ColumnType.bytesOf(844_128_000_000_000L + i * 3_600_000_000L, Long.BYTES);
            events[i] = ColumnType.bytesOf(i * 37L, Long.BYTES);
            amounts[i] = Objects.requireNonNull(numeric.read(new Literal.Text(i * 101 + ".75")));
        }
        answer = new Answer(
                List.of(
                        new Answer.Column("kind", ColumnType.TEXT, kinds),
                        new Answer.Column("bucket", ColumnType.TIMESTAMPTZ, times),
                        new Answer.Column("events", ColumnType.INT8, events),
                        new Answer.Column("amount", numeric, amounts)),
                rows);
    }

    /** All of the answer. */
    @Benchmark
    public void answer(Blackhole out) {
        AnswerJson pieces = new AnswerJson(answer, Lsn.ZERO.toString(), Instant.EPOCH.toString(), false);
        byte[] piece = pieces.next();
        while (piece != null) {
            out.consume(piece);
            piece = pieces.next();
        }
    }
}
