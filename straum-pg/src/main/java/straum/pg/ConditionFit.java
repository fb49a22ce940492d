package straum.pg;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Condition;
import straum.domain.spec.ConditionTypes;
import straum.domain.spec.Fact;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;
import straum.domain.value.Misfit;

/**
 * Whether the conditions of a view mean on PostgreSQL, which reads the view as it stands, what they mean here: whether the
 * columns are there, each value is read as one of its column's type (manual, 10.2), and texts are compared by their bytes.
 */
final class ConditionFit {
    private final Fact fact;
    private final ViewColumns columns;

    /** A check that says what it finds to the columns. */
    ConditionFit(Fact fact, ViewColumns columns) {
        this.fact = fact;
        this.columns = columns;
    }

    /**
     * Checks a condition.
     *
     * @param find finds a subject's column, and says that it is missing when it answers null
     */
    <S> void check(Condition<S, Literal> condition, Function<S, ViewColumns.@Nullable Found> find) {
        boolean whole = true;
        for (S subject : condition.subjects()) {
            whole &= find.apply(subject) != null;
        }
        if (!whole) {
            return;
        }
        Condition<ViewColumns.Found, Literal> found =
                condition.<ViewColumns.Found, Literal, RuntimeException>map(find::apply, value -> value);
        ConditionTypes.Fault<ViewColumns.Found, Literal> fault =
                ConditionTypes.check(found, Subjects.BY_COLUMN, value -> value);
        if (fault != null) {
            columns.add(new Unfit.BadCondition(fact.name(), fault.message(), fault.hint()));
        } else {
            checkLeaves(found);
        }
    }

    /** A column as {@link ConditionTypes} asks for it. */
    private enum Subjects implements ConditionTypes.Subjects<ViewColumns.Found> {
        BY_COLUMN;

        @Override
        public String name(ViewColumns.Found subject) {
            return subject.toString();
        }

        @Override
        public ColumnType type(ViewColumns.Found subject) {
            return subject.type();
        }
    }

    private void checkLeaves(Condition<ViewColumns.Found, Literal> condition) {
        if (condition instanceof Condition.And<ViewColumns.Found, Literal> and) {
            and.all().forEach(this::checkLeaves);
        } else if (condition instanceof Condition.Or<ViewColumns.Found, Literal> or) {
            or.any().forEach(this::checkLeaves);
        } else if (condition instanceof Condition.Not<ViewColumns.Found, Literal> not) {
            checkLeaves(not.of());
        } else if (condition instanceof Condition.Is<ViewColumns.Found, Literal> is) {
            checkLeaves(is.of());
        } else if (condition instanceof Condition.Compare<ViewColumns.Found, Literal> compare) {
            checkCompare(compare);
        } else if (condition instanceof Condition.In<ViewColumns.Found, Literal> in) {
            columns.checkDeterministic(in.subject());
            checkValues(in.subject(), in.values());
        } else if (condition instanceof Condition.IsNotDistinct<ViewColumns.Found, Literal> isNotDistinct) {
            columns.checkDeterministic(isNotDistinct.subject());
            checkValues(isNotDistinct.subject(), List.of(isNotDistinct.value()));
        } else if (condition instanceof Condition.Like<ViewColumns.Found, Literal> like) {
            columns.checkDeterministic(like.subject());
        }
    }

    private void checkCompare(Condition.Compare<ViewColumns.Found, Literal> compare) {
        ViewColumns.Found column = compare.subject();
        String operator = compare.operator().sql();
        if (compare.collateC() || compare.operator().orders()) {
            columns.checkOrdered(
                    column,
                    compare.collateC(),
                    column.written() + " COLLATE \"C\" " + operator + " " + Misfit.shown(compare.value()));
        } else {
            columns.checkDeterministic(column);
        }
        checkValues(column, List.of(compare.value()));
    }

    private void checkValues(ViewColumns.Found column, List<Literal> values) {
        if (MeasureFit.isDomainOfEnum(column)) {
            columns.wrongType(column, "compares it: PostgreSQL has no comparison of a domain over an enum");
        }
        for (Literal value : values) {
            if (column.type().kind() == ColumnType.Kind.FLOAT4
                    && value instanceof Literal.Number number
                    && !isFloat4(number.text())) {
                String text = number.text();
                columns.add(new Unfit.BadCondition(
                        fact.name(),
                        column + " is of type float4, and PostgreSQL compares it with the number "
                                + Misfit.shown(number) + " as float8, in which no float4 is equal to it",
                        "write '" + text + "' in quotes, or '" + text + "'::float4"));
            }
        }
    }

    /** Whether a number is the same as float4 and as float8: PostgreSQL reads it as the one in a list, else as the other. */
    private static boolean isFloat4(String number) {
        return Float.parseFloat(number) == Double.parseDouble(number);
    }
}
