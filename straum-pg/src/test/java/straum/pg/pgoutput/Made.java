package straum.pg.pgoutput;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import straum.domain.spec.TableName;
import straum.domain.value.ColumnType;

/** Messages made as pgoutput makes them. A value of a tuple is its bytes, {@link #NULL} or {@link #UNCHANGED}. */
public final class Made {
    /** Stands for null. */
    public static final byte[] NULL = {};
    /** Stands for a value that an update left unchanged out of line. */
    static final byte[] UNCHANGED = {};

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    private Made(char kind) {
        write(() -> out.writeByte(kind));
    }

    /** The begin of the transaction with the id 77. */
    public static byte[] begin(long commit, long micros) {
        return begin(commit, micros, 77);
    }

    static byte[] begin(long commit, long micros, int xid) {
        return new Made('B').int8(commit).int8(micros).int4(xid).done();
    }

    /** The commit of the transaction whose record is at that position, up to another. */
    public static byte[] commit(long commit, long end, long micros) {
        return new Made('C').int1(0).int8(commit).int8(end).int8(micros).done();
    }

    /** A Relation message of the layout's columns. */
    public static byte[] relation(int oid, Layout layout, char identity) {
        List<RelationMessage.Column> columns = new ArrayList<>();
        for (LayoutColumn column : layout.columns()) {
            columns.add(new RelationMessage.Column(column.name(), column.typeOid(), column.typmod()));
        }
        return relation(oid, layout.name(), identity, columns);
    }

    static byte[] relation(int oid, TableName name, char identity, List<RelationMessage.Column> columns) {
        Made message = new Made('R').int4(oid).string(name.schema()).string(name.name());
        message.int1(identity).int2(columns.size());
        for (RelationMessage.Column column : columns) {
            message.int1(0).string(column.name()).int4(column.typeOid()).int4(column.typmod());
        }
        return message.done();
    }

    /** An Insert message of that row. */
    public static byte[] insert(int oid, byte[]... row) {
        return new Made('I').int4(oid).tuple('N', row).done();
    }

    static byte[] delete(int oid, char mark, byte[]... row) {
        return new Made('D').int4(oid).tuple(mark, row).done();
    }

    static byte[] update(int oid, char mark, byte[][] old, byte[][] row) {
        return new Made('U').int4(oid).tuple(mark, old).tuple('N', row).done();
    }

    static byte[] updateWithoutOld(int oid, byte[]... row) {
        return new Made('U').int4(oid).tuple('N', row).done();
    }

    static byte[] truncate(int... oids) {
        Made message = new Made('T').int4(oids.length).int1(0);
        for (int oid : oids) {
            message.int4(oid);
        }
        return message.done();
    }

    /** An insert whose only value comes as text. */
    static byte[] insertText(int oid, String text) {
        byte[] utf8 = utf8(text);
        return new Made('I')
                .int4(oid)
                .int1('N')
                .int2(1)
                .int1('t')
                .int4(utf8.length)
                .raw(utf8)
                .done();
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] int4Value(int value) {
        return new byte[] {(byte) (value >> 24), (byte) (value >> 16), (byte) (value >> 8), (byte) value};
    }

    /** A layout of one column. */
    static Layout layout(int table, TableName name, int typeOid, ColumnType type) {
        return new Layout(table, name, List.of(new LayoutColumn("at", typeOid, -1, type)));
    }

    private Made tuple(char mark, byte[][] row) {
        int1(mark).int2(row.length);
        for (byte[] value : row) {
            if (value == NULL) {
                int1('n');
            } else if (value == UNCHANGED) {
                int1('u');
            } else {
                int1('b').int4(value.length).raw(value);
            }
        }
        return this;
    }

    private Made int1(int value) {
        return write(() -> out.writeByte(value));
    }

    private Made int2(int value) {
        return write(() -> out.writeShort(value));
    }

    private Made int4(int value) {
        return write(() -> out.writeInt(value));
    }

    private Made int8(long value) {
        return write(() -> out.writeLong(value));
    }

    private Made raw(byte[] value) {
        return write(() -> out.write(value));
    }

    private Made string(String value) {
        return raw(utf8(value)).int1(0);
    }

    private Made write(Write write) {
        try {
            write.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    private byte[] done() {
        return bytes.toByteArray();
    }

    private interface Write {
        void run() throws IOException;
    }
}
