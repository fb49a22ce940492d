package straum.notation;

import org.jspecify.annotations.Nullable;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Condition;
import straum.domain.spec.Width;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;
import straum.domain.value.Place;

/**
 * One output of a view as written: what it is, before FROM has said which table a name means.
 *
 * @param as the name given with or without AS; null where none is
 * @param place of its first token
 */
record Output(Selected selected, @Nullable Token as, Place place) {
    /** What an output is. */
    sealed interface Selected {
        /** {@code date_bin(width, time, origin)}; {@code text} is how it is written, for PostgreSQL's view of equality. */
        record Bucket(Width width, ColumnName time, ColumnType.Kind origin, String text) implements Selected {}

        /** A column. */
        record Key(ColumnName column) implements Selected {}

        /** An aggregate of a column, or of rows with {@code input} null; {@code filter} is null where it is of all. */
        record Measure(
                Aggregate.Kind kind,
                @Nullable ColumnName input,
                double fraction,
                boolean collateC,
                @Nullable Condition<ColumnName, Literal> filter)
                implements Selected {}
    }

    /** Where it is named. */
    Place namePlace() {
        return as == null ? place : as.place();
    }

    /** The output's name; of a measure without one, what PostgreSQL would call it is not asked. */
    String name() {
        if (as != null) {
            return as.text();
        }
        if (selected instanceof Selected.Key key) {
            return key.column().column().text();
        }
        throw new AssertionError(selected);
    }
}
