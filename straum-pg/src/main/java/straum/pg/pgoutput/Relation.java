package straum.pg.pgoutput;

import straum.app.SourceException;
import straum.domain.spec.TableName;

/**
 * A table of the spec as the stream sends it now, matched with the layout it was loaded by: equal in every column the
 * spec reads.
 */
final class Relation {
    private final Canonical canonical;
    private final boolean full;
    private final int[] places;

    private Relation(Canonical canonical, boolean full, int[] places) {
        this.canonical = canonical;
        this.full = full;
        this.places = places;
    }

    /**
     * Matches what the message says with the layout, by the columns' names.
     *
     * @throws SourceException when a column that the spec reads is gone or is of another type now
     */
    static Relation match(RelationMessage message, Canonical canonical) throws SourceException {
        Layout layout = canonical.layout();
        int[] places = new int[message.columns().size()];
        boolean[] found = new boolean[layout.columns().size()];
        for (int i = 0; i < places.length; i++) {
            RelationMessage.Column sent = message.columns().get(i);
            places[i] = place(layout, sent.name());
            if (places[i] >= 0) {
                LayoutColumn read = layout.columns().get(places[i]);
                if (read.typeOid() != sent.typeOid() || read.typmod() != sent.typmod()) {
                    throw differs(layout, read, "has another type");
                }
                found[places[i]] = true;
            }
        }
        for (int i = 0; i < found.length; i++) {
            if (!found[i]) {
                throw differs(layout, layout.columns().get(i), "is gone or renamed");
            }
        }
        return new Relation(canonical, message.identity() == 'f', places);
    }

    private static int place(Layout layout, String column) {
        for (int i = 0; i < layout.columns().size(); i++) {
            if (layout.columns().get(i).name().equals(column)) {
                return i;
            }
        }
        return -1;
    }

    private static SourceException differs(Layout layout, LayoutColumn column, String how) {
        return new SourceException(
                SourceException.Kind.LOST,
                layout.name() + " reads differently than when it was loaded: its column " + column.name() + " " + how);
    }

    /** The table's index in the spec. */
    int table() {
        return canonical.layout().table();
    }

    /** The table's name. */
    TableName name() {
        return canonical.layout().name();
    }

    /** How its values are read. */
    Canonical canonical() {
        return canonical;
    }

    /** The number of columns in its tuples. */
    int columns() {
        return places.length;
    }

    /** The place in the table's rows of a tuple's column, or −1 when the spec does not read it. */
    int place(int column) {
        return places[column];
    }

    /**
     * Holds that an update or delete brings the whole old row, which a table of another identity than {@code FULL} does
     * not, whatever the tuple is marked as.
     */
    void checkWhole(boolean old) throws SourceException {
        if (!old || !full) {
            throw withoutFull("an update or delete in " + name() + " came without its whole old row", name());
        }
    }

    /** The exception for a table whose old rows do not come whole. */
    static SourceException withoutFull(String what, TableName table) {
        return new SourceException(
                SourceException.Kind.LOST, what + "; run ALTER TABLE " + table.sql() + " REPLICA IDENTITY FULL");
    }
}
