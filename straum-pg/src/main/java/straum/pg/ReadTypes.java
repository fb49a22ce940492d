package straum.pg;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import straum.app.Lsn;
import straum.domain.value.ColumnType;
import straum.pg.pgoutput.NewLabels;

/**
 * The types of the columns that a spec reads, with the labels that their enums have by now.
 *
 * <p>A row in the stream says its label by the name that it had then, and a reading says the names of its moment. Of one
 * label that an enum has gained between two readings both say the same, or the row's is unknown. Of several the names may
 * have been passed on among them in between; so those count in rows after the reading alone.
 *
 * <p>Confined to the writer's thread.
 */
final class ReadTypes {
    private final List<ColumnType[]> types;
    /** Of labels that came with others, where the reading that saw them was. */
    private final Map<ColumnLabel, Lsn> knownAfter = new HashMap<>();

    private boolean untold;

    /** A label of the enum of a column. */
    private record ColumnLabel(int table, int column, String label) {}

    /** The types as they were loaded: per table of the spec, in its layout. */
    ReadTypes(List<ColumnType[]> loaded) {
        this.types = new ArrayList<>(loaded.stream().map(ColumnType[]::clone).toList());
    }

    /**
     * Takes labels over.
     *
     * @param added the lines that have come, and no other line of their enums has gone
     * @param now where they are in
     * @param insert its reading's position: every transaction that its snapshot holds ends at or before it
     */
    void add(List<Fingerprint.Line> added, Fingerprint now, Lsn insert) {
        for (Fingerprint.Line line : added) {
            Fingerprint.Label label = line.label();
            if (label == null) {
                throw new IllegalArgumentException(line + " is no label");
            }
            long together = added.stream()
                    .filter(other -> other.table() == line.table()
                            && other.label() != null
                            && other.label().column() == label.column())
                    .count();
            if (together > 1) {
                knownAfter.put(new ColumnLabel(line.table(), label.column(), label.text()), insert);
            }
            ColumnType[] of = types.get(line.table());
            of[label.column()] = ColumnType.enumOf(of[label.column()].name(), now.labels(line.table(), label.column()));
            untold = true;
        }
    }

    /** Whether a row may have that label. */
    boolean knows(NewLabels.Label label) {
        Lsn after = knownAfter.get(new ColumnLabel(label.table(), label.column(), label.text()));
        return types.get(label.table())[label.column()].labels().contains(label.text())
                && (after == null || !after.reaches(label.commit()));
    }

    /** Whether labels have been taken over that {@link #tell} has not told. */
    boolean isUntold() {
        return untold;
    }

    /** All types, where labels have been taken over since it was last asked; else null. */
    @Nullable List<ColumnType[]> tell() {
        if (!untold) {
            return null;
        }
        untold = false;
        return types.stream().map(ColumnType[]::clone).toList();
    }
}
