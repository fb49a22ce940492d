package straum.domain.spec;

import java.util.List;

/**
 * One table the spec reads, with the columns it reads of it, each once: the layout of the table's {@code Rows},
 * whoever fills them. A table that several views read, as fact or as dim, is here once.
 */
public record Table(TableName name, List<String> columns) {
    public Table {
        columns = List.copyOf(columns);
    }

    /**
     * The column's place in the table's rows.
     *
     * @throws IllegalArgumentException when the spec does not read the column
     */
    public int column(String column) {
        int at = columns.indexOf(column);
        if (at < 0) {
            throw new IllegalArgumentException("the spec does not read " + name + "." + column);
        }
        return at;
    }
}
