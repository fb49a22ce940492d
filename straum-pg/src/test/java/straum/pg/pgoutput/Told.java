package straum.pg.pgoutput;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import straum.app.ChangesReader;
import straum.app.Event;
import straum.domain.spec.Spec;
import straum.domain.spec.Table;
import straum.domain.value.ColumnType;
import straum.domain.value.Rows;

/** Events as lines of text, to compare. */
public final class Told {
    private Told() {}

    /** The changes of a commit, a line each; of anything else none. */
    public static List<String> changes(Spec spec, List<Layout> layouts, Event event) {
        List<String> lines = new ArrayList<>();
        if (event instanceof Event.Commit commit) {
            ChangesReader changes = new ChangesReader();
            changes.begin(commit.changes());
            while (changes.next()) {
                lines.add(change(spec, layouts, changes));
            }
        }
        return lines;
    }

    private static String change(Spec spec, List<Layout> layouts, ChangesReader changes) {
        Table table = spec.tables().get(changes.table());
        Layout layout = layouts.get(changes.table());
        Rows rows = changes.rows();
        String name = changes.kind() + " " + table.name().name();
        return switch (changes.kind()) {
            case TRUNCATE -> name;
            case INSERT, DELETE -> name + " " + row(layout, rows, 0);
            case UPDATE -> name + " " + row(layout, rows, 0) + " to " + row(layout, rows, 1);
        };
    }

    private static List<String> row(Layout layout, Rows rows, int row) {
        List<String> values = new ArrayList<>();
        for (int column = 0; column < rows.columns(); column++) {
            values.add(value(layout.columns().get(column).type(), rows, row, column));
        }
        return values;
    }

    private static String value(ColumnType type, Rows rows, int row, int column) {
        if (rows.isNull(row, column)) {
            return "null";
        }
        int start = rows.start(row, column);
        int length = rows.length(row, column);
        return switch (type.kind()) {
            case TEXT, VARCHAR, NAME, BPCHAR, ENUM -> new String(rows.bytes(), start, length, StandardCharsets.UTF_8);
            case BOOL, INT2, INT4, INT8, DATE, TIMESTAMP, TIMESTAMPTZ, TIME -> Long.toString(rows.longAt(row, column));
            case FLOAT8 -> Double.toString(Double.longBitsToDouble(ColumnType.longOf(rows.bytes(), start, length)));
            case NUMERIC, FLOAT4, UUID, INTERVAL, BYTEA, OID, INET, OTHER ->
                HexFormat.of().formatHex(rows.bytes(), start, start + length);
        };
    }
}
