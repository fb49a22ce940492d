package straum.domain.ask;

import straum.domain.value.ColumnType;

/** The types of the columns a spec reads, as the catalog had them when the tables were loaded. */
@FunctionalInterface
public interface Types {
    /**
     * The type of a column.
     *
     * @param table the table's index in {@link straum.domain.spec.Spec#tables}
     * @param column the column's place in {@link straum.domain.spec.Table#columns}
     */
    ColumnType of(int table, int column);
}
