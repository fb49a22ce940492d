package straum.pg.pgoutput;

import java.util.ArrayList;
import java.util.List;
import straum.app.SourceException;
import straum.domain.spec.TableName;

/**
 * What a Relation message says: it comes before a table's first change, and again after anything that touches the
 * table's entry in the catalog, mostly saying the same.
 *
 * @param identity {@code pg_class.relreplident}: {@code f} for a table whose old rows come whole
 * @param columns those that are published, in the order of every tuple
 */
record RelationMessage(int oid, TableName name, int identity, List<Column> columns) {
    /** One column as a Relation message has it. */
    record Column(String name, int typeOid, int typmod) {}

    /** Reads the message behind its kind. */
    static RelationMessage read(MessageReader reader) throws SourceException {
        int oid = reader.int4();
        String schema = reader.string();
        // A table of pg_catalog comes with its schema left out (proto.c, logicalrep_write_namespace).
        TableName name = new TableName(schema.isEmpty() ? "pg_catalog" : schema, reader.string());
        int identity = reader.int1();
        int count = reader.uint2();
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            reader.int1();
            columns.add(new Column(reader.string(), reader.int4(), reader.int4()));
        }
        reader.finish();
        return new RelationMessage(oid, name, identity, columns);
    }
}
