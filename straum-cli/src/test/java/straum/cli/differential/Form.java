package straum.cli.differential;

import java.util.EnumSet;
import java.util.Set;

/**
 * What specs and asks are written with, beside keys, joins, counts, sums and ranges. {@code -Dstraum.forms=HAVING,LIMIT}
 * writes these alone, {@code -Dstraum.forms=none} nothing of them; all otherwise.
 */
enum Form {
    /** Conditions on the fact's columns in a view's WHERE. */
    VIEW_WHERE,
    /** EXISTS and NOT EXISTS. */
    EXISTS,
    /** Conditions on a dim in ON and in EXISTS. */
    ON_CONDITION,
    /** A measure's FILTER. */
    FILTER,
    /** Aggregates that look at each value. */
    VALUES,
    /** avg, and the aggregates of booleans. */
    AVERAGES,
    /** Sums of floats. */
    FLOATS,
    /** Odd spellings: comments, mixed case, keywords that may be left out. */
    SPELLING,
    /** An ask's conditions in every form. */
    CONDITIONS,
    /** measure(m) FILTER (WHERE ...). */
    ASK_FILTER,
    /** date_bin and date_trunc in an ask. */
    TIME_KEYS,
    /** HAVING. */
    HAVING,
    /** ORDER BY. */
    ORDER_BY,
    /** LIMIT and OFFSET. */
    LIMIT,
    /** Whether Straum's own query, as it prints it, is compared too. */
    PRINTED;

    private static final Set<Form> WRITTEN = written(System.getProperty("straum.forms", "all"));

    private static Set<Form> written(String names) {
        if (names.equals("all")) {
            return EnumSet.allOf(Form.class);
        }
        Set<Form> forms = EnumSet.noneOf(Form.class);
        for (String name : names.equals("none") ? new String[0] : names.split(",")) {
            forms.add(Form.valueOf(name));
        }
        return forms;
    }

    /** Whether it is written at all. */
    boolean isWritten() {
        return WRITTEN.contains(this);
    }

    /** Whether it is written now, by so many of a hundred throws. */
    boolean now(Dice dice, int of100) {
        return isWritten() && dice.percent(of100);
    }
}
