package straum.pg;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.copy.CopyOut;
import org.postgresql.jdbc.PgConnection;
import straum.app.SourceException;
import straum.app.SourceException.Kind;
import straum.domain.spec.TableName;
import straum.domain.value.Rows;
import straum.pg.pgoutput.Canonical;
import straum.pg.pgoutput.Layout;
import straum.pg.pgoutput.LayoutColumn;

/**
 * Reads pieces of one table on one connection, each by a binary COPY (PostgreSQL manual, COPY, Binary Format), and places
 * rows into batches. After any exception nothing but {@link #failed}. Confined to one thread but for that.
 */
final class CopyReader {
    private static final byte[] SIGNATURE = {'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0};
    /** The flags and the length of the header's extension follow the signature. */
    private static final int HEADER = SIGNATURE.length + 4 + 4;
    /** Flags in the upper half change how rows are to be read. */
    private static final int CRITICAL_FLAGS = 0xffff_0000;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

    private final PgConnection connection;
    private final Layout layout;
    private final boolean selected;
    private final Batches batches;
    private final Canonical canonical;
    private final int columns;
    /** Behind a number of rows, of which they are; empty when there are no others. */
    private final String of;

    private long rowsRead;

    /**
     * A reader of one table.
     *
     * @param selected whether the rows have to be selected, and cannot be copied by the table's name
     * @param of of which rows those are that it reads, for people; empty when it reads them all
     */
    CopyReader(PgConnection connection, Layout layout, boolean selected, Batches batches, String of) {
        this.connection = connection;
        this.layout = layout;
        this.selected = selected;
        this.batches = batches;
        this.canonical = new Canonical(layout);
        this.columns = layout.columns().size();
        this.of = of;
    }

    /**
     * Reads a piece. Selecting it has the server lock the table's indexes, which whoever makes one anew would wait for until
     * the load is over, and others behind it; in a savepoint that is undone they are held while the piece is read.
     */
    void read(Piece piece) throws SQLException, SourceException, InterruptedException {
        if (piece.isWhole()) {
            copy(sql(layout, selected, piece));
            return;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("SAVEPOINT piece");
            copy(sql(layout, true, piece));
            statement.execute("ROLLBACK TO SAVEPOINT piece");
            statement.execute("RELEASE SAVEPOINT piece");
        }
    }

    /**
     * The statement; by its name no partitioned table can be copied, and of none a generated column (manual, COPY), nor a
     * piece. The leaves of a partitioned one are read by its name, which is all that the role need be granted.
     */
    static String sql(Layout layout, boolean selected, Piece piece) {
        String columns = String.join(
                ", ",
                layout.columns().stream()
                        .map(LayoutColumn::name)
                        .map(TableName::quoted)
                        .toList());
        String table = layout.name().sql();
        // A table that others are made to inherit from meanwhile is read without them, as it is by its name.
        String only = layout.partitions() == null ? "ONLY " : "";
        String what = selected
                ? "(SELECT " + columns + " FROM " + only + table + piece.where() + ")"
                : table + " (" + columns + ")";
        return "COPY " + what + " TO STDOUT (FORMAT binary)";
    }

    /** What {@link #read} threw, said for people. */
    SourceException failed(Throwable failure) {
        if (failure instanceof SourceException e) {
            return e;
        }
        if (failure instanceof SQLException e) {
            return Refusal.of("loading " + layout.name() + " after " + rowsRead + " rows" + of, e);
        }
        if (failure instanceof Error e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        return new SourceException(Kind.LOST, "loading " + layout.name() + " was stopped", failure);
    }

    private void copy(String sql) throws SQLException, SourceException, InterruptedException {
        CopyOut copy = connection.getCopyAPI().copyOut(sql);
        // One message a row, the header before the first (manual, 55.2.7).
        byte[] message = copy.readFromCopy();
        int from = message == null ? 0 : header(message);
        if (message != null && from == message.length) {
            message = copy.readFromCopy();
            from = 0;
        }
        Rows batch = batches.empty();
        boolean ended = false;
        while (message != null) {
            if (ended) {
                throw malformed("a row after the end");
            }
            ended = !row(message, from, batch);
            if (Batches.isFull(batch)) {
                batches.filled(batch);
                batch = batches.empty();
            }
            from = 0;
            message = copy.readFromCopy();
        }
        if (!ended) {
            throw malformed("no end");
        }
        batches.filled(batch);
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
            throw new SourceException(
                    e.kind(),
                    e.getMessage() + " (row " + (rowsRead + 1) + (of.isEmpty() ? " of the load" : of) + ")",
                    e);
        }
    }

    private SourceException malformed(String what) {
        return new SourceException(
                Kind.LOST,
                "the COPY of " + layout.name() + " cannot be read: " + what + ", after " + rowsRead + " rows" + of);
    }
}
