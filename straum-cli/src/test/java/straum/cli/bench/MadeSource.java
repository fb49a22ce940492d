package straum.cli.bench;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import straum.app.Changes;
import straum.app.ChangesBuilder;
import straum.app.Event;
import straum.app.Lsn;
import straum.app.Opened;
import straum.app.Reading;
import straum.app.Source;
import straum.domain.spec.Spec;
import straum.domain.spec.TableName;
import straum.domain.value.ColumnType;
import straum.domain.value.Epoch;
import straum.domain.value.Literal;
import straum.domain.value.Rows;

/**
 * A source without a server: a table of made rows, each a cell of its own, spread evenly over so many hours, and commits
 * that are put in by hand. Its positions count them.
 */
final class MadeSource implements Source {
    /** What is kept of the rows. */
    static final String VIEW = """
            CREATE VIEW usage AS
            SELECT date_bin('1 hour', at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket,
                   kind, account_id, count(*) AS events, sum(amount) AS amount
            FROM app.events GROUP BY bucket, kind, account_id;
            """;

    private static final List<String> KINDS = List.of("view", "click", "signup", "purchase");
    private static final ColumnType[] TYPES = {
        ColumnType.TIMESTAMPTZ, ColumnType.TEXT, ColumnType.INT4, ColumnType.numeric(2)
    };
    private static final int BATCH = 4096;

    private final Spec spec;
    private final int events;
    private final long cells;
    private final int hours;
    private final ChangesBuilder builder;
    private final BlockingQueue<Event> queue = new LinkedBlockingQueue<>();
    /** Ends a wait without an event. */
    private static final Event WAKE = new Event.Nothing(Lsn.ZERO);

    private final AtomicLong position = new AtomicLong(1);

    /** A source of so many rows in so many hours, for a spec of {@link #VIEW}. */
    MadeSource(Spec spec, long cells, int hours) {
        this.spec = spec;
        this.events = spec.table(new TableName("app", "events"));
        this.cells = cells;
        this.hours = hours;
        this.builder = new ChangesBuilder(spec);
    }

    /** The hour, by its first instant, that row belongs to. */
    Instant hour(long row) {
        return Instant.EPOCH.plusSeconds(row % hours * 3600);
    }

    /** The kind of a row. */
    static String kind(long row) {
        return KINDS.get((int) (row % KINDS.size()));
    }

    /** The account of a row: no other row of its hour has both its kind and its account. */
    int account(long row) {
        return (int) (row / hours);
    }

    /** A commit of so many rows, from a number on, that are inserted or deleted; not put in yet. */
    Changes changes(Changes.Kind kind, long first, int count) {
        for (long row = first; row < first + count; row++) {
            add(builder.rows(events), row);
            builder.add(kind, events);
        }
        return builder.done();
    }

    /** Puts in a commit; its position. */
    Lsn commit(Changes changes) {
        Lsn end = new Lsn(position.incrementAndGet());
        queue.add(new Event.Commit(end, (int) end.value(), Instant.now(), changes));
        return end;
    }

    private void add(Rows to, long row) {
        to.addRow();
        set(to, 0, Epoch.timestamp(hour(row).getEpochSecond()));
        set(to, 1, kind(row).getBytes(StandardCharsets.US_ASCII));
        set(to, 2, ColumnType.bytesOf(account(row), Integer.BYTES));
        set(to, 3, Objects.requireNonNull(TYPES[3].read(new Literal.Text(row % 100 + ".25"))));
    }

    private static void set(Rows rows, int column, byte[] value) {
        rows.set(column, value, 0, value.length);
    }

    @Override
    public Opened open() {
        return new Opened(
                new Lsn(position.get()),
                List.<ColumnType[]>of(TYPES),
                List.of(cells),
                new Opened.Server("none", "none", "none", "none"));
    }

    @Override
    public void load(int table, RowSink sink) {
        Rows batch = new Rows(TYPES.length);
        for (long row = 0; row < cells; row++) {
            add(batch, row);
            if (batch.size() == BATCH || row == cells - 1) {
                sink.accept(batch);
                batch.clear();
            }
        }
    }

    @Override
    public void loaded() {
        // The stream is there already.
    }

    @Override
    public @Nullable Event next(long timeoutMillis) throws InterruptedException {
        Event event = queue.poll(timeoutMillis, TimeUnit.MILLISECONDS);
        return event == WAKE ? null : event;
    }

    @Override
    public Reading wal() {
        Lsn at = new Lsn(position.get());
        return new Reading(Instant.now(), at, at, at);
    }

    @Override
    public void flush() {
        // All is flushed.
    }

    @Override
    public void confirm(Lsn applied) {
        // Nothing is kept for it.
    }

    @Override
    public void letGo() {
        // Nothing is held.
    }

    @Override
    public @Nullable String waitingFor() {
        return null;
    }

    @Override
    public void wake() {
        queue.add(WAKE);
    }

    @Override
    public void stop() {
        wake();
    }
}
