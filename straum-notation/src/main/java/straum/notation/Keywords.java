package straum.notation;

import java.util.Set;

/** The words that PostgreSQL keeps from being names, of versions 14 to 18 (manual, appendix C; {@code pg_get_keywords()}). */
final class Keywords {
    private static final Set<String> RESERVED = words("""
            all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation
            column concurrently constraint create cross current_catalog current_date current_role current_schema
            current_time current_timestamp current_user default deferrable desc distinct do else end except false fetch for
            foreign freeze from full grant group having ilike in initially inner intersect into is isnull join lateral
            leading left like limit localtime localtimestamp natural not notnull null offset on only or order outer overlaps
            placing primary references returning right select session_user similar some symmetric system_user table
            tablesample then to trailing true union unique user using variadic verbose when where window with""");

    private static final Set<String> ONLY_AFTER_AS = words("""
            array as char character create day except fetch filter for from grant group having hour intersect into isnull
            limit minute month notnull offset on order over overlaps precision returning second to union varying where
            window with within without year""");

    private Keywords() {}

    /** Whether the word, in lower case, is a name of a table or column only in double quotes. */
    static boolean isReserved(String word) {
        return RESERVED.contains(word);
    }

    /** Whether the word, in lower case, names an output only with {@code AS} before it, or in double quotes. */
    static boolean isOnlyAfterAs(String word) {
        return ONLY_AFTER_AS.contains(word);
    }

    private static Set<String> words(String words) {
        return Set.of(words.split("\\s+"));
    }
}
