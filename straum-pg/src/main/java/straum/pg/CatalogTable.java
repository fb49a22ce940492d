package straum.pg;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.TableName;
import straum.pg.pgoutput.Layout;
import straum.pg.pgoutput.LayoutColumn;

/**
 * What the catalog says of one table the spec reads, seen by the role that reads it.
 *
 * @param kind by {@code pg_class}: {@code r} a table, {@code p} a partitioned one, {@code v} a view, and so on
 * @param persistence by {@code pg_class}: {@code p} permanent, {@code u} unlogged, {@code t} temporary
 * @param identity by {@code pg_class}: {@code f} for REPLICA IDENTITY FULL
 * @param filtered whether policies hide rows from the role
 * @param selectable whether the role may read the table, its schema apart
 * @param usable whether the role may use the schema
 * @param estimatedRows the planner's estimate over all parts; −1 where it has none
 * @param columns all of them, system columns too
 * @param parts every table below it, at any depth: partitions, or children by inheritance
 * @param published what the publication carries of it; null when it does not
 */
record CatalogTable(
        TableName name,
        long oid,
        char kind,
        char persistence,
        char identity,
        boolean filtered,
        boolean selectable,
        boolean usable,
        long estimatedRows,
        List<CatalogColumn> columns,
        List<Part> parts,
        @Nullable Published published) {
    CatalogTable {
        columns = List.copyOf(columns);
        parts = List.copyOf(parts);
    }

    /**
     * A table below another.
     *
     * @param defaulted the columns whose value rows from before them have only by a default that the catalog keeps, where
     *     that makes a difference
     */
    record Part(
            int oid,
            TableName name,
            char kind,
            char persistence,
            char identity,
            long estimatedRows,
            Set<String> defaulted) {
        Part {
            defaulted = Set.copyOf(defaulted);
        }

        /** Whether rows lie in it, rather than in the parts below it. */
        boolean isLeaf() {
            return kind != 'p';
        }
    }

    /**
     * A table's place in the publication.
     *
     * @param numbers the numbers of the columns in its column list; null without a list
     * @param filtered whether it has a row filter
     * @param byName whether the publication names it, rather than its schema, a table above it, or all tables
     */
    record Published(@Nullable Set<Integer> numbers, boolean filtered, boolean byName) {}

    /** Whether it is partitioned: its rows lie in its leaves, and its changes come under its own name. */
    boolean isPartitioned() {
        return kind == 'p';
    }

    /** The ordinary column of that name; null when there is none. */
    @Nullable CatalogColumn column(String column) {
        for (CatalogColumn each : columns) {
            if (each.isOrdinary() && each.name().equals(column)) {
                return each;
            }
        }
        return null;
    }

    /** The names of the ordinary columns. */
    List<String> columnNames() {
        return columns.stream()
                .filter(CatalogColumn::isOrdinary)
                .map(CatalogColumn::name)
                .toList();
    }

    /**
     * How rows of it are read.
     *
     * @param number the table's index in the spec
     * @param names the columns that the spec reads, each an ordinary one of the table
     */
    Layout layout(int number, List<String> names) {
        List<LayoutColumn> read = new ArrayList<>();
        for (String each : names) {
            CatalogColumn column = Objects.requireNonNull(column(each), each);
            read.add(new LayoutColumn(each, column.typeOid(), column.typmod(), column.type()));
        }
        Set<Integer> partitions =
                isPartitioned() ? parts.stream().map(Part::oid).collect(Collectors.toSet()) : null;
        return new Layout(number, name, (int) oid, partitions, read);
    }
}
