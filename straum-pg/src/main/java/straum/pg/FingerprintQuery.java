package straum.pg;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import straum.domain.spec.Spec;
import straum.domain.spec.Table;

/**
 * Reads a {@link Fingerprint}: of the tables of a spec and of all tables below them the OID, kind, persistence, replica
 * identity and file; of the columns read the number, type, modifier and the version of their row in {@code pg_attribute};
 * who inherits from whom; the publication's rows that are about these tables; where it is of schemas, since when each
 * table is in its schema, for one that is moved out and back was not published in between; the labels of the enums
 * read; the cluster and its timeline. With the versions of the catalog's rows wherever a change could be undone before
 * the next reading. By SELECTs of catalog tables alone, so that inside a snapshot's transaction it is the snapshot's.
 */
final class FingerprintQuery {
    private static final String LINES = """
            WITH RECURSIVE
            spec_table(tab, oid) AS (
              SELECT t.tab::int - 1, c.oid FROM unnest(?::text[], ?::text[]) WITH ORDINALITY AS t(schema, name, tab)
              JOIN pg_namespace n ON n.nspname = t.schema
              JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = t.name),
            below(oid) AS (
              SELECT oid FROM spec_table
              UNION
              SELECT i.inhrelid FROM below b JOIN pg_inherits i ON i.inhparent = b.oid),
            above(oid) AS (
              SELECT oid FROM spec_table
              UNION
              SELECT i.inhparent FROM above a JOIN pg_inherits i ON i.inhrelid = a.oid),
            around(oid) AS (SELECT oid FROM below UNION SELECT oid FROM above),
            named(oid, schema, name, properties, file) AS (
              SELECT c.oid, c.relnamespace, n.nspname || '.' || c.relname,
                     concat_ws(' ', c.oid, c.relkind, c.relpersistence, c.relreplident), c.relfilenode
              FROM around a JOIN pg_class c ON c.oid = a.oid JOIN pg_namespace n ON n.oid = c.relnamespace),
            read_column(name, tab, place, type, properties) AS (
              SELECT n.name || '.' || a.attname, r.tab, r.place, a.atttypid,
                     concat_ws(' ', a.attnum, a.atttypid, a.atttypmod, a.xmin)
              FROM unnest(?::int[], ?::int[], ?::text[]) AS r(tab, place, name)
              JOIN spec_table t ON t.tab = r.tab
              JOIN named n ON n.oid = t.oid
              JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = r.name AND NOT a.attisdropped),
            base(name, tab, place, type) AS (
              SELECT name, tab, place, type FROM read_column
              UNION
              SELECT b.name, b.tab, b.place, t.typbasetype
              FROM base b JOIN pg_type t ON t.oid = b.type WHERE t.typtype = 'd'),
            line(subject, detail, tab, place, rank, label) AS (
              SELECT 'the table ' || n.name, n.properties, NULL::int, NULL::int, NULL::float4, NULL::text
              FROM below JOIN named n USING (oid)
              UNION ALL
              SELECT 'the file of ' || n.name, n.file::text, t.tab, NULL, NULL, NULL
              FROM below JOIN named n USING (oid) LEFT JOIN spec_table t USING (oid)
              UNION ALL
              SELECT 'the column ' || name, properties, NULL, NULL, NULL, NULL FROM read_column
              UNION ALL
              SELECT 'the place of ' || c.name || ' under ' || p.name,
                     concat_ws(' ', c.oid, p.oid, i.inhdetachpending, i.xmin), NULL, NULL, NULL, NULL
              FROM pg_inherits i JOIN named c ON c.oid = i.inhrelid JOIN named p ON p.oid = i.inhparent
              UNION ALL
              SELECT 'the enum of ' || b.name, concat_ws(' ', e.oid, e.enumsortorder, e.enumlabel, e.xmin),
                     b.tab, b.place, e.enumsortorder, e.enumlabel::text
              FROM base b JOIN pg_enum e ON e.enumtypid = b.type
              UNION ALL
              SELECT 'the publication ' || p.pubname, concat_ws(' ', p.oid, p.xmin), NULL, NULL, NULL, NULL
              FROM pg_publication p WHERE p.pubname = ?
              UNION ALL
              SELECT 'the publication of ' || n.name, concat_ws(' ', r.oid, r.xmin), NULL, NULL, NULL, NULL
              FROM pg_publication p JOIN pg_publication_rel r ON r.prpubid = p.oid JOIN named n ON n.oid = r.prrelid
              WHERE p.pubname = ?
              UNION ALL
              SELECT 'the publication of the schema ' || s.nspname, concat_ws(' ', r.oid, r.version), NULL, NULL, NULL, NULL
              FROM pg_publication p
              JOIN (%1$s) r(oid, version, publication, schema) ON r.publication = p.oid
              JOIN pg_namespace s ON s.oid = r.schema
              WHERE p.pubname = ? AND s.oid IN (SELECT schema FROM named)
              UNION ALL
              SELECT 'the schema of ' || n.name, concat_ws(' ', d.refobjid, d.xmin), NULL, NULL, NULL, NULL
              FROM named n
              JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = n.oid AND d.objsubid = 0
                AND d.refclassid = 'pg_namespace'::regclass
              WHERE EXISTS (SELECT FROM (%1$s) r(oid, version, publication, schema)
                JOIN pg_publication p ON p.oid = r.publication WHERE p.pubname = ?)
              UNION ALL
              SELECT 'the server''s cluster', system_identifier::text, NULL, NULL, NULL, NULL FROM pg_control_system()
              UNION ALL
              SELECT 'the server''s timeline', left(pg_walfile_name(pg_current_wal_insert_lsn()), 8), NULL, NULL, NULL, NULL)
            """;

    /** Publications of whole schemas came with 15. */
    private static final String SCHEMAS = "SELECT oid, xmin, pnpubid, pnnspid FROM pg_publication_namespace";

    private static final String NO_SCHEMAS = "SELECT 0::oid, 0::text::xid, 0::oid, 0::oid WHERE false";

    /** One moment of the server: its clock is before the statement's snapshot, its positions are after. */
    private static final String MOMENT = " SELECT statement_timestamp(), pg_current_wal_insert_lsn(),"
            + " pg_current_wal_flush_lsn(), (SELECT coalesce(wal_status, '') FROM pg_replication_slots"
            + " WHERE slot_name = ?), pg_current_snapshot()::text, ";

    private static final String LINE = "subject, detail, tab, place, rank, label FROM line";

    /** As {@link Fingerprint} has its lines. */
    private static final String BY_TEXT = " ORDER BY (subject || ': ' || detail) COLLATE \"C\"";

    private final String lines;
    private final String publication;
    private final List<String> schemas = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final List<Integer> columnTables = new ArrayList<>();
    private final List<Integer> columnPlaces = new ArrayList<>();
    private final List<String> columns = new ArrayList<>();

    /** Of what that spec reads through that publication, on a server of that major version. */
    FingerprintQuery(Spec spec, String publication, int major) {
        this.lines = LINES.formatted(major >= 15 ? SCHEMAS : NO_SCHEMAS);
        this.publication = publication;
        for (Table table : spec.tables()) {
            for (int place = 0; place < table.columns().size(); place++) {
                columnTables.add(names.size());
                columnPlaces.add(place);
                columns.add(table.columns().get(place));
            }
            schemas.add(table.name().schema());
            names.add(table.name().name());
        }
    }

    /** Reads the fingerprint. */
    Fingerprint read(Connection connection) throws SQLException {
        String sql = lines + " SELECT " + LINE + BY_TEXT;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement);
            List<Fingerprint.Line> read = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    read.add(line(row, 1));
                }
            }
            return new Fingerprint(read);
        }
    }

    /**
     * A statement that reads the moment and the fingerprint's hash: statement_timestamp, insert position, flush position,
     * the slot's {@code wal_status} (null when the slot is gone), the snapshot that all of it is of, hash, and how many ids
     * after the first one the next transaction's is: it is read after the insert position, so every commit before that has
     * one before it.
     */
    PreparedStatement hashed(Connection connection, String slot) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(lines + MOMENT
                + "(SELECT encode(sha256(convert_to(string_agg(subject || ': ' || detail, chr(10)"
                + " ORDER BY (subject || ': ' || detail) COLLATE \"C\"), 'UTF8')), 'hex') FROM line), age('3'::xid)");
        statement.setString(bind(statement), slot);
        return statement;
    }

    /**
     * A statement that reads the moment as {@link #hashed} does, and with it the fingerprint itself: a line a row, from the
     * sixth column on.
     */
    PreparedStatement whole(Connection connection, String slot) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(lines + MOMENT + LINE + BY_TEXT);
        statement.setString(bind(statement), slot);
        return statement;
    }

    /** The line that a row holds from a column on. */
    static Fingerprint.Line line(ResultSet row, int from) throws SQLException {
        int table = row.getInt(from + 2);
        if (row.wasNull()) {
            table = Fingerprint.Line.NO_TABLE;
        }
        String text = row.getString(from + 5);
        Fingerprint.Label label =
                text == null ? null : new Fingerprint.Label(row.getInt(from + 3), row.getFloat(from + 4), text);
        return new Fingerprint.Line(row.getString(from), row.getString(from + 1), table, label);
    }

    /** Binds the parameters of {@link #LINES} and answers the index of the next one. */
    private int bind(PreparedStatement statement) throws SQLException {
        Connection connection = statement.getConnection();
        statement.setArray(1, connection.createArrayOf("text", schemas.toArray()));
        statement.setArray(2, connection.createArrayOf("text", names.toArray()));
        statement.setArray(3, connection.createArrayOf("int4", columnTables.toArray()));
        statement.setArray(4, connection.createArrayOf("int4", columnPlaces.toArray()));
        statement.setArray(5, connection.createArrayOf("text", columns.toArray()));
        statement.setString(6, publication);
        statement.setString(7, publication);
        statement.setString(8, publication);
        statement.setString(9, publication);
        return 10;
    }
}
