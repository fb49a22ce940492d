package straum.domain.ask;

import java.util.List;
import straum.domain.value.ColumnType;

/** The answer to an ask: a column per output, and a row per group, in the order they are to be shown. */
public record Answer(List<Column> columns, int rows) {
    /**
     * One column of an answer.
     *
     * @param values a value per row in its type's canonical form, null for null; not to be changed
     */
    @SuppressWarnings("ArrayRecordComponent") // a column of values is what an answer is; nobody compares answers
    public record Column(String name, ColumnType type, byte[][] values) {
        /** Whether the row's value is null. */
        @SuppressWarnings("NullAway") // an element may be null, which arrays cannot declare here
        public boolean isNull(int row) {
            return values[row] == null;
        }
    }

    public Answer {
        columns = List.copyOf(columns);
    }
}
