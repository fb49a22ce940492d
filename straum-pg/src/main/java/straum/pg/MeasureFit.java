package straum.pg;

import straum.domain.spec.Aggregate;
import straum.domain.spec.Fact;
import straum.domain.value.ColumnType;

/**
 * Whether what a view measures can be measured: whether PostgreSQL has the aggregate for the column's type (manual, 9.21)
 * and Straum computes it alike.
 */
final class MeasureFit {
    private static final String NUMBER = "an integer, a numeric or a floating-point number";

    private final Fact fact;
    private final ViewColumns columns;

    /** A check that says what it finds to the columns. */
    MeasureFit(Fact fact, ViewColumns columns) {
        this.fact = fact;
        this.columns = columns;
    }

    /** Checks an aggregate's input. */
    void check(Aggregate aggregate) {
        String input = aggregate.input();
        ViewColumns.Found column = input == null ? null : columns.find(fact.table(), input);
        if (column == null) {
            return;
        }
        switch (aggregate.kind()) {
            case COUNT_ROWS, COUNT -> {}
            case COUNT_DISTINCT -> {
                if (column.type().kind() == ColumnType.Kind.OTHER) {
                    columns.wrongType(column, "counts its distinct values: " + ViewColumns.onlyCounted(column));
                } else {
                    columns.checkDeterministic(column);
                }
            }
            case SUM -> need(column.type().isNumber(), column, "sums it: that takes " + NUMBER);
            case AVG -> need(column.type().isNumber(), column, "averages it: that takes " + NUMBER);
            case BOOL_AND, BOOL_OR ->
                need(
                        column.type().kind() == ColumnType.Kind.BOOL,
                        column,
                        "takes its " + aggregate.function() + ": that takes a bool");
            case MIN, MAX, PERCENTILE_DISC -> checkOrdered(aggregate, column);
        }
    }

    private void checkOrdered(Aggregate aggregate, ViewColumns.Found column) {
        String takes = "takes its " + aggregate.function() + ": that takes ";
        boolean percentile = aggregate.kind() == Aggregate.Kind.PERCENTILE_DISC;
        boolean ordered = switch (column.type().kind()) {
            case UUID -> percentile;
            case BOOL -> false;
            default -> column.type().isComparable();
        };
        if (!ordered) {
            columns.wrongType(
                    column,
                    takes + "a number, a text, an enum, " + (percentile ? "a uuid, " : "") + "a date or a timestamp");
        } else if (!percentile && isDomainOfEnum(column)) {
            columns.wrongType(
                    column,
                    takes + "the enum itself, for PostgreSQL has no " + aggregate.function() + " of a domain over one");
        } else {
            columns.checkOrdered(column, aggregate.collateC(), written(aggregate, column));
        }
    }

    private void need(boolean fits, ViewColumns.Found column, String need) {
        if (!fits) {
            columns.wrongType(column, need);
        }
    }

    /** Whether PostgreSQL finds no operator and no polymorphic aggregate for it: those for enums take no domain. */
    static boolean isDomainOfEnum(ViewColumns.Found column) {
        return column.type().kind() == ColumnType.Kind.ENUM && column.column().isDomain();
    }

    /** An ordered aggregate as it is to be written of a text. */
    private static String written(Aggregate aggregate, ViewColumns.Found column) {
        return aggregate.sql(column.written() + " COLLATE \"C\"");
    }
}
