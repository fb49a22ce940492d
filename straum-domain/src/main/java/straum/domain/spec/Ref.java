package straum.domain.spec;

import java.util.Comparator;
import java.util.List;

/**
 * One join of a fact to a dim.
 *
 * @param alias the name the view gives the dim
 * @param on one pair a key column of the dim, ordered by the dim's column so that the order of writing does not matter
 */
public record Ref(String alias, TableName table, Kind kind, List<On> on) {
    /** What becomes of a row that the dim has no match for. */
    public enum Kind {
        /** It stays, with nulls for the dim's columns. */
        LEFT,
        /** It is passed over. */
        INNER
    }

    /** One equation of a join: a key column of the dim equals what the via reads. */
    public record On(String column, Via via) {}

    public Ref {
        on = on.stream().sorted(Comparator.comparing(On::column)).toList();
    }

    /** The dim's key columns, in the order of {@link #on}. */
    public List<String> key() {
        return on.stream().map(On::column).toList();
    }
}
