package straum.pg.pgoutput;

import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import straum.app.Changes;
import straum.app.Changes.Kind;
import straum.app.ChangesBuilder;
import straum.app.Event;
import straum.app.Limits;
import straum.app.Lsn;
import straum.app.SourceException;
import straum.domain.spec.Spec;
import straum.domain.spec.TableName;
import straum.domain.value.Rows;

/**
 * pgoutput's messages (proto_version 1, binary, without streaming) to whole transactions: nothing leaves before the
 * Commit message (Invariant 1), and what leaves is only what the spec reads. A transaction's position is the end of its
 * commit record; positions only grow.
 *
 * <p>A message that cannot be read, or that no longer fits what was loaded, is a {@link SourceException}, after which the
 * decoder is of no more use. Not thread-safe.
 */
public final class Decoder {
    /** PostgreSQL's epoch, 2000-01-01, in seconds of ours. */
    private static final long EPOCH_SECONDS = 946_684_800;

    private static final long UNKNOWN = -1;

    private final Spec spec;
    private final Limits limits;
    private final Map<TableName, Canonical> tables = new HashMap<>();
    /** Per table of the spec its OID, unsigned, or {@link #UNKNOWN} until its first message. */
    private final long[] oids;

    private final MessageReader reader = new MessageReader();
    private final ChangesBuilder changes;
    private final NewLabels newLabels;
    private final Relations relations = new Relations();
    private @Nullable Transaction open;
    private Lsn end;
    private long micros = Long.MIN_VALUE;
    /** The relation of the spec that the last messages were about, if a Relation message was the last of them. */
    private @Nullable Relation root;
    /** A relation without full identity that followed {@link #root}. */
    private @Nullable TableName leaf;
    /**
     * A relation that followed {@link #root} and was not below it when that was loaded: a partition, if the next message
     * changes a row of it, and else a table outside the spec that is truncated together with it.
     */
    private @Nullable TableName stranger;

    /**
     * A decoder of what comes after a position.
     *
     * @param layouts of each table of the spec
     * @param start the end of the last transaction that is known already
     * @param newLabels where labels go that enums had not when they were loaded
     */
    public Decoder(Spec spec, List<Layout> layouts, Lsn start, Limits limits, NewLabels newLabels) {
        this.spec = spec;
        this.limits = limits;
        this.end = start;
        this.changes = new ChangesBuilder(spec);
        this.newLabels = newLabels;
        for (Layout layout : layouts) {
            tables.put(layout.name(), new Canonical(layout, newLabels));
        }
        oids = new long[spec.tables().size()];
        Arrays.fill(oids, UNKNOWN);
        for (Layout layout : layouts) {
            if (layout.oid() != 0) {
                oids[layout.table()] = Integer.toUnsignedLong(layout.oid());
            }
        }
    }

    /** The end of the last whole transaction. */
    public Lsn end() {
        return end;
    }

    /** Whether a transaction has begun and not ended. */
    public boolean inTransaction() {
        return open != null;
    }

    /** The bytes of the heap that the open transaction takes so far; 0 when there is none. */
    public long heldBytes() {
        return open == null ? 0 : changes.heldBytes();
    }

    /** When the open transaction, or the last one, committed, in microseconds since 2000-01-01. */
    public long micros() {
        return micros;
    }

    /**
     * Says that the server begins a new session of its plugin, which names every relation again.
     *
     * @throws SourceException when the last one ended within a transaction
     */
    public void newSession() throws SourceException {
        if (open != null) {
            throw new SourceException(
                    SourceException.Kind.LOST,
                    "the changes ended within the transaction that commits at " + open.commit());
        }
        relations.clear();
    }

    /**
     * Reads one message.
     *
     * @return the transaction the message completes: a {@link Event.Commit}, or {@link Event.Nothing} when it changed
     *     nothing of the spec; otherwise null
     */
    public @Nullable Event read(byte[] bytes, int offset, int length) throws SourceException {
        try {
            reader.of(bytes, offset, length);
            return message();
        } catch (SourceException e) {
            Lsn at = open == null ? end : open.commit();
            String where = open == null ? "after " + at : "in the transaction that commits at " + at;
            throw new SourceException(e.kind(), e.getMessage() + " (" + where + ")", e);
        }
    }

    private @Nullable Event message() throws SourceException {
        int kind = reader.int1();
        switch (kind) {
            case 'I', 'U', 'D' -> rowChange(kind);
            case 'B' -> begin();
            case 'C' -> {
                return commit();
            }
            case 'R' -> relation();
            case 'T' -> truncate();
            case 'Y' -> {
                reader.int4();
                reader.string();
                reader.string();
                reader.finish();
            }
            case 'O' -> {
                reader.int8();
                reader.string();
                reader.finish();
            }
            case 'M' -> {
                reader.int1();
                reader.int8();
                reader.string();
                reader.take(reader.int4());
                reader.finish();
            }
            default -> throw reader.malformed("the kind is unknown");
        }
        if (kind != 'R' && kind != 'Y') {
            root = null;
            leaf = null;
            stranger = null;
        }
        return null;
    }

    private void begin() throws SourceException {
        Lsn commit = new Lsn(reader.int8());
        micros = reader.int8();
        int xid = reader.int4();
        reader.finish();
        if (open != null) {
            throw reader.malformed("a transaction begins within another");
        }
        open = new Transaction(changes, xid, commit, micros, limits);
    }

    private Event commit() throws SourceException {
        Transaction transaction = transaction();
        reader.int1();
        Lsn commit = new Lsn(reader.int8());
        Lsn after = new Lsn(reader.int8());
        long committed = reader.int8();
        reader.finish();
        if (!commit.equals(transaction.commit()) || committed != transaction.micros() || commit.reaches(after)) {
            throw reader.malformed("its commit at " + commit + " up to " + after + " is not the one that began");
        }
        if (end.reaches(after)) {
            throw reader.malformed("its end " + after + " is not after the last one, " + end);
        }
        Changes whole = transaction.whole();
        newLabels.commit(after);
        open = null;
        end = after;
        return whole == null
                ? new Event.Nothing(after)
                : new Event.Commit(after, transaction.xid(), instant(committed), whole);
    }

    private static Instant instant(long micros) {
        return Instant.ofEpochSecond(
                EPOCH_SECONDS + Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000);
    }

    private Transaction transaction() throws SourceException {
        if (open == null) {
            throw reader.malformed("no transaction has begun");
        }
        return open;
    }

    private void relation() throws SourceException {
        RelationMessage message = RelationMessage.read(reader);
        Canonical table = tables.get(message.name());
        checkSameTable(message, table == null ? -1 : table.layout().table());
        if (table == null) {
            relations.put(message.oid(), null);
            // Under publish_via_partition_root a leaf is named right after its root, and never by its changes.
            stranger = root != null && !isKnown(root, message) ? message.name() : null;
            leaf = root != null && message.identity() != 'f' ? message.name() : null;
            return;
        }
        root = Relation.match(message, table);
        leaf = null;
        stranger = null;
        relations.put(message.oid(), root);
    }

    /** Whether a table named right after a partitioned one was below that when it was loaded. */
    private static boolean isKnown(Relation root, RelationMessage message) {
        Set<Integer> partitions = root.canonical().layout().partitions();
        return partitions == null || partitions.contains(message.oid());
    }

    /**
     * Holds that a table's name and OID still belong together: a table can be renamed, or made again under its name.
     *
     * @param named the index of the table of that name; −1 when the spec has none
     */
    private void checkSameTable(RelationMessage message, int named) throws SourceException {
        long oid = Integer.toUnsignedLong(message.oid());
        for (int table = 0; table < oids.length; table++) {
            if (table != named && oids[table] == oid) {
                throw new SourceException(
                        SourceException.Kind.LOST,
                        spec.tables().get(table).name() + " has been renamed to " + message.name());
            }
        }
        if (named >= 0) {
            if (oids[named] != UNKNOWN && oids[named] != oid) {
                throw new SourceException(
                        SourceException.Kind.LOST, message.name() + " is another table than the one that was loaded");
            }
            oids[named] = oid;
        }
    }

    private void rowChange(int kind) throws SourceException {
        Transaction transaction = transaction();
        Relation relation = namedRelation(reader.int4());
        if (relation == null) {
            return;
        }
        if (stranger != null && root == relation) {
            // Its rows may go with it unsaid, when it is detached or dropped again before a reading could see it.
            throw new SourceException(
                    SourceException.Kind.LOST,
                    stranger + " is a partition of " + relation.name() + " that was not there when it was loaded");
        }
        if (leaf != null && root == relation) {
            throw Relation.withoutFull(
                    "the old rows of " + leaf + ", a partition of " + relation.name() + ", would not come whole", leaf);
        }
        Rows rows = transaction.rows(relation.table());
        int mark = reader.int1();
        int old = -1;
        if (kind != 'I') {
            relation.checkWhole(mark == 'O');
            old = row(relation, rows, -1);
            mark = kind == 'U' ? reader.int1() : 'N';
        }
        if (mark != 'N') {
            throw reader.malformed("there is no new row");
        }
        if (kind != 'D') {
            row(relation, rows, old);
        }
        reader.finish();
        Kind change = kind == 'I' ? Kind.INSERT : kind == 'U' ? Kind.UPDATE : Kind.DELETE;
        transaction.add(change, relation.table());
    }

    /** The relation of that OID; null when it is outside the spec. */
    private @Nullable Relation namedRelation(int oid) throws SourceException {
        int at = relations.find(oid);
        if (at < 0) {
            throw reader.malformed("no relation of OID " + Integer.toUnsignedString(oid) + " has been named");
        }
        return relations.get(at);
    }

    /**
     * Reads a tuple into a new row.
     *
     * @param old the row whose values stand for those left unchanged out of line; −1 for none
     * @return the row's number
     */
    private int row(Relation relation, Rows rows, int old) throws SourceException {
        int row = rows.addRow();
        int columns = reader.uint2();
        if (columns != relation.columns()) {
            throw reader.malformed("a row of " + columns + " columns instead of " + relation.columns());
        }
        for (int column = 0; column < columns; column++) {
            int place = relation.place(column);
            int kind = reader.int1();
            switch (kind) {
                case 'n' -> {}
                case 'b', 't' -> {
                    int length = reader.int4();
                    int from = reader.take(length);
                    if (place >= 0) {
                        value(relation.canonical(), rows, place, kind, from, length);
                    }
                }
                case 'u' -> {
                    if (old < 0) {
                        throw reader.malformed("an unchanged value without an old row");
                    }
                    if (place >= 0) {
                        rows.placeLike(place, old);
                    }
                }
                default -> throw reader.malformed("a value of unknown form " + kind);
            }
        }
        return row;
    }

    private void value(Canonical canonical, Rows rows, int place, int kind, int from, int length)
            throws SourceException {
        if (kind == 'b') {
            canonical.binary(rows, place, rows.append(reader.bytes(), from, length), length);
        } else {
            canonical.text(rows, place, reader.bytes(), from, length);
        }
    }

    private void truncate() throws SourceException {
        Transaction transaction = transaction();
        int count = reader.int4();
        reader.int1();
        for (int i = 0; i < count; i++) {
            Relation relation = namedRelation(reader.int4());
            if (relation != null) {
                transaction.truncate(relation.table());
            }
        }
        reader.finish();
    }
}
