package straum.cli.differential;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One view of a random spec, in the pieces that its text and the queries for what it answers are made of.
 *
 * @param fact its table, 0 among the sources; the n-th join is n
 * @param dateBin {@code date_bin} of the time, as the view says
 * @param joins as FROM goes on after the fact
 * @param where without the word; empty for none
 */
record View(
        String name,
        Schema.Table fact,
        Schema.Column time,
        List<Integer> widths,
        String dateBin,
        String joins,
        String where,
        List<Key> keys,
        List<Measure> measures,
        String spec) {
    /** Behind the last time that {@code date_bin} can take an origin from in 64 bits of microseconds. */
    private static final String LAST = "294247-01-01";

    /** A key: a column of the fact, 0, or of the n-th join. */
    record Key(String name, int source, Schema.Column column) {
        /** The column with its table's alias. */
        String sql() {
            return alias(source) + "." + column.sql();
        }
    }

    /**
     * A measure.
     *
     * @param aggregate without its filter
     * @param filter what follows WHERE in its FILTER; null for none
     * @param result the type of what it answers, which values of the column are values of; null for the ones that follow
     * @param answers the type as PostgreSQL names it, for a cast
     * @param collated whether it is ordered by a collation that need not be C
     */
    record Measure(
            String name,
            String aggregate,
            @Nullable String filter,
            Schema.@Nullable Column result,
            String answers,
            boolean collated,
            boolean hasEqualForms) {
        /** The aggregate over what meets its own filter. */
        String sql() {
            return filter == null ? aggregate : aggregate + " FILTER (WHERE " + filter + ")";
        }

        /** The aggregate over what meets another filter too. */
        String sql(String also) {
            String both = filter == null ? also : "(" + filter + ") AND (" + also + ")";
            return aggregate + " FILTER (WHERE " + both + ")";
        }
    }

    /** The alias of the fact, 0, or of the n-th join. */
    static String alias(int source) {
        return source == 0 ? "f" : "\"D " + source + '"';
    }

    /** The narrowest width in seconds. */
    int width() {
        return widths.get(0);
    }

    /** Whether buckets are timestamptz; a date is binned as a timestamp. */
    boolean hasZone() {
        return time.type() == Type.TIMESTAMPTZ;
    }

    /** The bucket to PostgreSQL; null where there is none, or date_bin would report an error. */
    String bucket() {
        String column = alias(0) + "." + time.sql();
        return "CASE WHEN isfinite(" + column + ") AND " + column + " < '" + LAST + (hasZone() ? "+00" : "") + "' THEN "
                + dateBin + " END";
    }

    /** The tables, joined, and the rows that are in the view. */
    String from() {
        return " FROM " + fact.sql() + " " + alias(0) + joins + " WHERE " + bucket() + " IS NOT NULL"
                + (where.isEmpty() ? "" : " AND (" + where + ")");
    }
}
