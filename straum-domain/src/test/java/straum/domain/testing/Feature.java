package straum.domain.testing;

/** What {@link RandomStore} draws beside keys, joins, counts, sums and ranges. */
public enum Feature {
    /** A view's WHERE. */
    WHERE,
    /** A measure's FILTER. */
    FILTER,
    /** EXISTS and NOT EXISTS. */
    EXISTS,
    /** A condition on a joined dim. */
    ON_CONDITION,
    /** Measures that look at each value: count distinct, min, max, percentile_disc. */
    VALUES,
    /** avg, bool_and, bool_or. */
    AVERAGES,
    /** Measures over floats. */
    FLOATS,
    /** An ask's conditions in every form, and not only IN and IS NULL joined by AND. */
    CONDITIONS,
    /** An ask's FILTER. */
    ASK_FILTER,
    /** An ask by date_bin and date_trunc. */
    TIME_KEYS,
    /** An ask's HAVING. */
    HAVING,
    /** An ask's ORDER BY. */
    ORDER_BY,
    /** An ask's LIMIT and OFFSET. */
    LIMIT
}
