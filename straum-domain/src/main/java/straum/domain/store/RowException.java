package straum.domain.store;

import java.util.List;
import straum.domain.spec.Table;
import straum.domain.value.ColumnType;
import straum.domain.value.Rows;

/**
 * A row does not fit what the store holds: one taken out that was never added (Invariant 4). The store may be half
 * changed and must be discarded.
 */
public final class RowException extends Exception {
    /** So many characters of a value are shown. */
    static final int SHOWN = 40;

    /** What does not fit, and where. */
    public RowException(String message) {
        super(message, null, false, false);
    }

    /** Says that a row taken out of a table was never added. */
    static RowException missing(Table table, ColumnType[] types, Rows rows, int row) {
        StringBuilder message = new StringBuilder();
        message.append("a row was taken out of ").append(table.name()).append(" that was never added: ");
        List<String> columns = table.columns();
        for (int column = 0; column < columns.size(); column++) {
            message.append(column == 0 ? "" : ", ").append(columns.get(column)).append('=');
            int from = message.length();
            if (rows.isNull(row, column)) {
                message.append("null");
            } else {
                types[column].print(rows.bytes(), rows.start(row, column), rows.length(row, column), message);
            }
            if (message.length() > from + SHOWN) {
                message.setLength(from + SHOWN);
                message.append('…');
            }
        }
        return new RowException(message.toString());
    }
}
