package straum.domain.spec;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.value.Literal;

/**
 * One join of a fact to a dim.
 *
 * @param alias the name the view gives the dim
 * @param on one pair a key column of the dim, ordered by the dim's column so that the order of writing does not matter
 * @param condition which rows of the dim are joined at all, told by the dim's own columns; null where all are
 */
public record Ref(
        String alias,
        TableName table,
        Kind kind,
        List<On> on,
        @Nullable Condition<String, Literal> condition) {
    /** What becomes of a row by the matches that the dim has for it. */
    public enum Kind {
        /** It comes once a match; without one it stays, with nulls for the dim's columns. */
        LEFT,
        /** It comes once a match; without one it is passed over. */
        INNER,
        /** It comes once where there is a match; nothing of the dim is read. {@code EXISTS}. */
        SEMI,
        /** It comes once where there is no match; nothing of the dim is read. {@code NOT EXISTS}. */
        ANTI;

        /** Whether columns of the dim can be read through the join. */
        public boolean reads() {
            return this == LEFT || this == INNER;
        }
    }

    /** One equation of a join: a key column of the dim equals what the via reads. */
    public record On(String column, Via via) {}

    public Ref {
        on = on.stream().sorted(Comparator.comparing(On::column)).toList();
    }

    /** A join of all rows of the dim. */
    public Ref(String alias, TableName table, Kind kind, List<On> on) {
        this(alias, table, kind, on, null);
    }

    /** The dim's key columns, in the order of {@link #on}. */
    public List<String> key() {
        return on.stream().map(On::column).toList();
    }
}
