package straum.pg.pgoutput;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.TableName;

/**
 * What the catalog said of one table of the spec when it was checked: what the table's messages are compared with, and
 * how its values are read.
 *
 * @param table the table's index in {@link straum.domain.spec.Spec#tables}
 * @param name as messages carry it; of a partitioned table the root's, under {@code publish_via_partition_root}
 * @param oid the table's, by which it is told from another that takes its name; 0 to take it from its first message
 * @param partitions the OIDs of all below it; null for a table that is not partitioned
 * @param columns those the spec reads, in the order of {@link straum.domain.spec.Table#columns}
 */
public record Layout(
        int table, TableName name, int oid, @Nullable Set<Integer> partitions, List<LayoutColumn> columns) {
    public Layout {
        partitions = partitions == null ? null : Set.copyOf(partitions);
        columns = List.copyOf(columns);
    }

    /** A table that is not partitioned, whose OID its first message says. */
    public Layout(int table, TableName name, List<LayoutColumn> columns) {
        this(table, name, 0, null, columns);
    }
}
