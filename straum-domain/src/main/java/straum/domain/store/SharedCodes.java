package straum.domain.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Fact;
import straum.domain.spec.Ref;
import straum.domain.spec.Spec;
import straum.domain.spec.Table;
import straum.domain.spec.TableName;
import straum.domain.spec.Via;
import straum.domain.value.ColumnType;

/**
 * Which {@link Codes} the columns of a spec's tables have: columns that a join compares, directly or through others, have
 * the same ones. They are made when the first of the columns gets its type.
 */
final class SharedCodes {
    private final Spec spec;
    private final Detached asks;
    /** Where each table's columns begin in the arrays by column. */
    private final int[] firstColumn;
    /** By column: another column that shares its codes and is nearer to the one they are kept under, which is itself. */
    private final int[] sharedWith;

    private final @Nullable Codes[] codes;
    private final @Nullable ColumnType[] types;

    /** The columns of a spec, none of a type yet, whose values these asks may be reading. */
    SharedCodes(Spec spec, Detached asks) {
        this.spec = spec;
        this.asks = asks;
        this.firstColumn = new int[spec.tables().size()];
        int columns = 0;
        for (int table = 0; table < firstColumn.length; table++) {
            firstColumn[table] = columns;
            columns += spec.tables().get(table).columns().size();
        }
        this.sharedWith = new int[columns];
        Arrays.setAll(sharedWith, column -> column);
        this.codes = new Codes[columns];
        this.types = new ColumnType[columns];
        for (Fact fact : spec.facts()) {
            for (Ref ref : fact.refs()) {
                for (Ref.On on : ref.on()) {
                    share(
                            column(ref.table(), on.column()),
                            column(tableOf(fact, on.via()), on.via().column()));
                }
            }
        }
    }

    private static TableName tableOf(Fact fact, Via via) {
        return via instanceof Via.Attribute attribute
                ? fact.refs().get(attribute.ref()).table()
                : fact.table();
    }

    private int column(TableName name, String column) {
        int table = spec.table(name);
        return firstColumn[table] + spec.tables().get(table).column(column);
    }

    private void share(int one, int other) {
        sharedWith[keptUnder(one)] = keptUnder(other);
    }

    private int keptUnder(int column) {
        int at = column;
        while (sharedWith[at] != at) {
            at = sharedWith[at];
        }
        return at;
    }

    /**
     * The codes of a table's columns, which have these types.
     *
     * @throws IllegalArgumentException when a join compares columns whose types do not compare
     */
    Codes[] of(int table, ColumnType[] columnTypes) {
        Table of = spec.tables().get(table);
        Codes[] made = new Codes[columnTypes.length];
        for (int column = 0; column < made.length; column++) {
            int at = keptUnder(firstColumn[table] + column);
            Codes known = codes[at];
            ColumnType type = types[at];
            if (known == null || type == null) {
                known = Codes.of(columnTypes[column], asks);
                codes[at] = known;
                types[at] = columnTypes[column];
            } else if (!compares(type, columnTypes[column])) {
                throw new IllegalArgumentException(
                        of.name() + "." + of.columns().get(column) + " of type " + columnTypes[column].name()
                                + " is joined with one of type " + type.name());
            }
            made[column] = known;
        }
        return made;
    }

    /** Whether values of the types are equal when their codes' values are. */
    private static boolean compares(ColumnType one, ColumnType other) {
        return one.kind() == other.kind() || (isWhole(one) && isWhole(other)) || (isText(one) && isText(other));
    }

    private static boolean isWhole(ColumnType type) {
        return switch (type.kind()) {
            case INT2, INT4, INT8 -> true;
            default -> false;
        };
    }

    private static boolean isText(ColumnType type) {
        return switch (type.kind()) {
            case TEXT, VARCHAR, NAME -> true;
            default -> false;
        };
    }

    /** The values that have a code. */
    long size() {
        long size = 0;
        for (Codes of : codes) {
            size += of == null ? 0 : of.size();
        }
        return size;
    }

    /** The bytes of the heap that a column's codes take, or 0 where they were counted before, or have no type yet. */
    long bytes(int table, int column, boolean[] counted) {
        int at = keptUnder(firstColumn[table] + column);
        Codes of = codes[at];
        if (of == null || counted[at]) {
            return 0;
        }
        counted[at] = true;
        return of.bytes();
    }

    /** What {@link #bytes} takes note in. */
    boolean[] noneCounted() {
        return new boolean[sharedWith.length];
    }
}
