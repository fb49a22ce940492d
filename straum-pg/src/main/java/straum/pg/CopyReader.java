package straum.pg;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.sql.SQLException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.postgresql.copy.CopyOut;
import org.postgresql.jdbc.PgConnection;
import straum.app.Source.RowSink;
import straum.app.SourceException;
import straum.app.SourceException.Kind;
import straum.domain.spec.TableName;
import straum.domain.value.Rows;
import straum.pg.pgoutput.Canonical;
import straum.pg.pgoutput.Layout;
import straum.pg.pgoutput.LayoutColumn;

/**
 * Reads one table by a binary COPY (PostgreSQL manual, COPY, Binary Format). A thread of its own, {@code straum-copy},
 * reads and places rows into batches while the calling one has the sink take them; a failure on either side ends both,
 * and with a failure of any kind the connection is closed. For one run.
 */
final class CopyReader {
    private static final int BATCHES = 3;
    private static final int BATCH_ROWS = 4096;
    private static final int BATCH_BYTES = 1 << 20;
    /** How often the one who looks around is called, whether rows come or not. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final byte[] SIGNATURE = {'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0};
    /** The flags and the length of the header's extension follow the signature. */
    private static final int HEADER = SIGNATURE.length + 4 + 4;
    /** Flags in the upper half change how rows are to be read. */
    private static final int CRITICAL_FLAGS = 0xffff_0000;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

    private final PgConnection connection;
    private final Layout layout;
    private final String sql;
    private final Canonical canonical;
    private final int columns;

    private final BlockingQueue<Rows> free = new ArrayBlockingQueue<>(BATCHES);
    /** Filled batches, then {@link #end}: room for all, so that putting one in never waits. */
    private final BlockingQueue<Rows> full = new ArrayBlockingQueue<>(BATCHES + 1);

    private final Rows end;
    /** Why reading ended early; written before {@link #end} is put in. */
    private @Nullable Throwable failure;

    private long rowsRead;
    private long lookedNanos = System.nanoTime();

    /**
     * A reader of one table.
     *
     * @param connection used by nobody else until {@link #run} returns
     * @param selected whether the rows have to be selected, and cannot be copied by the table's name
     */
    CopyReader(PgConnection connection, Layout layout, boolean selected) {
        this.connection = connection;
        this.layout = layout;
        this.sql = sql(layout, selected);
        this.canonical = new Canonical(layout);
        this.columns = layout.columns().size();
        this.end = new Rows(columns);
        for (int i = 0; i < BATCHES; i++) {
            free.add(new Rows(columns));
        }
    }

    /** The statement; by its name no partitioned table can be copied, and of none a generated column (manual, COPY). */
    private static String sql(Layout layout, boolean selected) {
        String columns = String.join(
                ", ",
                layout.columns().stream()
                        .map(LayoutColumn::name)
                        .map(TableName::quoted)
                        .toList());
        String table = layout.name().sql();
        String what = selected ? "(SELECT " + columns + " FROM " + table + ")" : table + " (" + columns + ")";
        return "COPY " + what + " TO STDOUT (FORMAT binary)";
    }

    /** What is looked at about once a second while a COPY goes on: whether the server answers, too. */
    @FunctionalInterface
    interface Look {
        /** Throws when the server does not answer. */
        void around() throws SourceException;
    }

    /** Hands the whole table to the sink, on the calling thread. */
    void run(RowSink sink, Look look) throws SourceException, InterruptedException {
        Thread reader = new Thread(this::read, "straum-copy");
        reader.setDaemon(true);
        reader.start();
        boolean whole = false;
        try {
            Rows batch = next(look);
            while (batch != end) {
                sink.accept(batch);
                batch.clear();
                free.add(batch);
                batch = next(look);
            }
            reader.join();
            if (failure != null) {
                throw failed(failure);
            }
            whole = true;
        } finally {
            if (!whole) {
                // A read that waits for the server ends only with its connection.
                Connector.abort(connection);
                reader.interrupt();
                Threads.join(reader);
            }
        }
    }

    private Rows next(Look look) throws SourceException, InterruptedException {
        while (true) {
            long left = LOOK_NANOS - (System.nanoTime() - lookedNanos);
            Rows batch = left > 0 ? full.poll(left, TimeUnit.NANOSECONDS) : null;
            if (batch != null) {
                return batch;
            }
            look.around();
            lookedNanos = System.nanoTime();
        }
    }

    private SourceException failed(Throwable failure) {
        if (failure instanceof SourceException e) {
            return e;
        }
        if (failure instanceof SQLException e) {
            return Refusal.of("loading " + layout.name() + " after " + rowsRead + " rows", e);
        }
        if (failure instanceof Error e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        return new SourceException(Kind.LOST, "loading " + layout.name() + " was stopped", failure);
    }

    private void read() {
        try {
            copy();
        } catch (SQLException | SourceException | InterruptedException | RuntimeException | Error e) {
            failure = e;
        } finally {
            full.add(end);
        }
    }

    private void copy() throws SQLException, SourceException, InterruptedException {
        CopyOut copy = connection.getCopyAPI().copyOut(sql);
        // One message a row, the header before the first (manual, 55.2.7).
        byte[] message = copy.readFromCopy();
        int from = message == null ? 0 : header(message);
        if (message != null && from == message.length) {
            message = copy.readFromCopy();
            from = 0;
        }
        Rows batch = free.take();
        boolean ended = false;
        while (message != null) {
            if (ended) {
                throw malformed("a row after the end");
            }
            ended = !row(message, from, batch);
            if (batch.size() == BATCH_ROWS || batch.usedBytes() >= BATCH_BYTES) {
                full.add(batch);
                batch = free.take();
            }
            from = 0;
            message = copy.readFromCopy();
        }
        if (!ended) {
            throw malformed("no end");
        }
        if (!batch.isEmpty()) {
            full.add(batch);
        }
    }

    /** Reads the header and answers where it ends. */
    private int header(byte[] message) throws SourceException {
        if (message.length < HEADER) {
            throw malformed("a header of " + message.length + " bytes");
        }
        for (int i = 0; i < SIGNATURE.length; i++) {
            if (message[i] != SIGNATURE[i]) {
                throw malformed("no signature");
            }
        }
        int flags = (int) INT.get(message, SIGNATURE.length);
        int extension = (int) INT.get(message, SIGNATURE.length + 4);
        if ((flags & CRITICAL_FLAGS) != 0 || extension < 0 || extension > message.length - HEADER) {
            throw malformed("flags " + flags + " and " + extension + " bytes of extension");
        }
        return HEADER + extension;
    }

    /** Reads the row that the message holds from there on; false when it is the mark of the end. */
    private boolean row(byte[] message, int from, Rows batch) throws SourceException {
        int length = message.length - from;
        if (length < 2) {
            throw malformed("a row of " + length + " bytes");
        }
        short count = (short) SHORT.get(message, from);
        if (count == -1 && length == 2) {
            return false;
        }
        if (count != columns) {
            throw malformed("a row of " + count + " columns");
        }
        batch.addRow();
        int at = batch.append(message, from + 2, length - 2);
        int rowEnd = at + length - 2;
        byte[] bytes = batch.bytes();
        for (int column = 0; column < columns; column++) {
            if (rowEnd - at < 4) {
                throw malformed("a row that is cut off");
            }
            int size = (int) INT.get(bytes, at);
            at += 4;
            if (size == -1) {
                continue;
            }
            if (size < 0 || size > rowEnd - at) {
                throw malformed("a value of " + size + " bytes");
            }
            place(batch, column, at, size);
            at += size;
        }
        if (at != rowEnd) {
            throw malformed("a row with bytes left over");
        }
        rowsRead++;
        return true;
    }

    private void place(Rows batch, int column, int at, int size) throws SourceException {
        try {
            canonical.binary(batch, column, at, size);
        } catch (SourceException e) {
            throw new SourceException(e.kind(), e.getMessage() + " (row " + (rowsRead + 1) + " of the load)", e);
        }
    }

    private SourceException malformed(String what) {
        return new SourceException(
                Kind.LOST,
                "the COPY of " + layout.name() + " cannot be read: " + what + ", after " + rowsRead + " rows");
    }
}
