package straum.domain.ask;

/**
 * An ask is well-formed, and its answer cannot be given: a sum or count beyond its type, more groups than the limit, a
 * bucket held that would straddle two of the times grouped by.
 */
public final class UnanswerableException extends Exception {
    private final boolean tooLarge;

    /**
     * What cannot be given, naming the group or the limit.
     *
     * @param tooLarge whether a limit on the answer's size was passed, rather than a value's range
     */
    public UnanswerableException(String message, boolean tooLarge) {
        super(message, null, false, false);
        this.tooLarge = tooLarge;
    }

    /** Whether a limit on the answer's size was passed, rather than a value's range. */
    public boolean tooLarge() {
        return tooLarge;
    }
}
