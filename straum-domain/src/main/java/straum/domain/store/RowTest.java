package straum.domain.store;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import straum.domain.spec.Condition;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;
import straum.domain.value.Rows;

/** A condition on several columns of a table, compiled for their types: it tests a row as it lies there. */
@FunctionalInterface
interface RowTest {
    /** What the condition is of a row. */
    Truth test(Rows rows, int row);

    /**
     * Compiles a condition.
     *
     * @param columns the place of a column in the rows
     * @param types of a column
     * @throws IllegalArgumentException for a value that its type cannot read: it was to be checked before
     */
    static RowTest of(
            Condition<String, Literal> condition, ToIntFunction<String> columns, Function<String, ColumnType> types) {
        Set<String> subjects = condition.subjects();
        if (subjects.size() == 1) {
            String subject = subjects.iterator().next();
            int column = columns.applyAsInt(subject);
            ValueTest test = ValueTest.of(condition, types.apply(subject));
            return (rows, row) -> test.test(rows.bytes(), rows.start(row, column), rows.length(row, column));
        }
        if (condition instanceof Condition.Not<String, Literal> not) {
            RowTest of = of(not.of(), columns, types);
            return (rows, row) -> of.test(rows, row).not();
        }
        if (condition instanceof Condition.Is<String, Literal> is) {
            RowTest of = of(is.of(), columns, types);
            Truth asked = Truth.of(is.value());
            return (rows, row) -> Truth.of(of.test(rows, row) == asked);
        }
        return condition instanceof Condition.And<String, Literal> and
                ? until(Truth.FALSE, all(and.all(), columns, types))
                : until(Truth.TRUE, all(((Condition.Or<String, Literal>) condition).any(), columns, types));
    }

    private static RowTest[] all(
            List<Condition<String, Literal>> conditions,
            ToIntFunction<String> columns,
            Function<String, ColumnType> types) {
        return conditions.stream().map(each -> of(each, columns, types)).toArray(RowTest[]::new);
    }

    /** One that is decided by the first that is so, else is unknown where one is, and else is the opposite. */
    private static RowTest until(Truth decides, RowTest[] of) {
        return (rows, row) -> {
            Truth so = decides.not();
            for (RowTest each : of) {
                Truth one = each.test(rows, row);
                if (one == decides) {
                    return decides;
                }
                so = one == Truth.UNKNOWN ? Truth.UNKNOWN : so;
            }
            return so;
        };
    }
}
