package straum.pg.pgoutput;

import java.util.List;
import straum.domain.spec.TableName;

/**
 * What the catalog said of one table of the spec when it was checked: what the table's messages are compared with, and
 * how its values are read.
 *
 * @param table the table's index in {@link straum.domain.spec.Spec#tables}
 * @param name as messages carry it; of a partitioned table the root's, under {@code publish_via_partition_root}
 * @param columns those the spec reads, in the order of {@link straum.domain.spec.Table#columns}
 */
public record Layout(int table, TableName name, List<LayoutColumn> columns) {
    public Layout {
        columns = List.copyOf(columns);
    }
}
