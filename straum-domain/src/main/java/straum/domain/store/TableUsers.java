package straum.domain.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import straum.domain.spec.Dim;
import straum.domain.spec.Fact;
import straum.domain.spec.Table;
import straum.domain.value.Rows;

/** The rollups and projections that read one table: each of its changes goes to all of them. */
final class TableUsers {
    private final List<Rollup> rollups = new ArrayList<>();
    private final List<Projection> projections = new ArrayList<>();
    /* Beside these: the places in the table's rows of the columns they read. */
    private final List<int[]> rollupColumns = new ArrayList<>();
    private final List<int[]> projectionColumns = new ArrayList<>();

    /** Has a fact's rollup follow the table. */
    void add(Rollup rollup, Table table, Fact fact) {
        rollups.add(rollup);
        rollupColumns.add(fact.columns().stream().mapToInt(table::column).toArray());
    }

    /** Has a dim's projection follow the table. */
    void add(Projection projection, Table table, Dim dim) {
        Set<String> columns = new LinkedHashSet<>(dim.key());
        columns.addAll(dim.attributes());
        projections.add(projection);
        projectionColumns.add(columns.stream().mapToInt(table::column).toArray());
    }

    /** Has all read the table's types anew, whose enums have gained labels. */
    void retyped() {
        projections.forEach(Projection::retyped);
        rollups.forEach(Rollup::retyped);
    }

    /** Adds the rows from one to before another. */
    void add(Rows rows, int from, int to) {
        for (int i = 0; i < projections.size(); i++) {
            Projection projection = projections.get(i);
            for (int row = from; row < to; row++) {
                projection.add(rows, row);
            }
        }
        for (int i = 0; i < rollups.size(); i++) {
            Rollup rollup = rollups.get(i);
            for (int row = from; row < to; row++) {
                rollup.add(rows, row);
            }
        }
    }

    /**
     * Replaces a row by another; nothing happens to whom they read the same.
     *
     * @throws RowException when the old row was never added
     */
    void update(Rows rows, int oldRow, int newRow) throws RowException {
        for (int i = 0; i < projections.size(); i++) {
            if (!readsSame(rows, oldRow, newRow, projectionColumns.get(i))) {
                projections.get(i).remove(rows, oldRow);
                projections.get(i).add(rows, newRow);
            }
        }
        for (int i = 0; i < rollups.size(); i++) {
            if (!readsSame(rows, oldRow, newRow, rollupColumns.get(i))) {
                rollups.get(i).remove(rows, oldRow);
                rollups.get(i).add(rows, newRow);
            }
        }
    }

    private static boolean readsSame(Rows rows, int row, int other, int[] columns) {
        byte[] bytes = rows.bytes();
        for (int column : columns) {
            int length = rows.length(row, column);
            if (length != rows.length(other, column)) {
                return false;
            }
            int start = rows.start(row, column);
            int otherStart = rows.start(other, column);
            if (length > 0 && !Arrays.equals(bytes, start, start + length, bytes, otherStart, otherStart + length)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Takes a row out.
     *
     * @throws RowException when it was never added
     */
    void remove(Rows rows, int row) throws RowException {
        for (int i = 0; i < projections.size(); i++) {
            projections.get(i).remove(rows, row);
        }
        for (int i = 0; i < rollups.size(); i++) {
            rollups.get(i).remove(rows, row);
        }
    }

    /** Takes all rows out. */
    void clear() {
        projections.forEach(Projection::clear);
        rollups.forEach(Rollup::clear);
    }
}
