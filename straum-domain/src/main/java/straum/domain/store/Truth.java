package straum.domain.store;

/** What a condition is in three-valued logic (PostgreSQL manual, 9.1). */
enum Truth {
    TRUE,
    FALSE,
    /** It depends on what a null would be. */
    UNKNOWN;

    /** What is not unknown. */
    static Truth of(boolean isTrue) {
        return isTrue ? TRUE : FALSE;
    }

    /** NOT. */
    Truth not() {
        return this == TRUE ? FALSE : this == FALSE ? TRUE : UNKNOWN;
    }
}
