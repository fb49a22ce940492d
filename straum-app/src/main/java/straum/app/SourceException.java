package straum.app;

/** The source cannot go on: what was being done, why it failed, and where there is one, what mends it. */
public final class SourceException extends Exception {
    /** Whether starting over can mend it. */
    public enum Kind {
        /** The connection, the slot or a change that did not fit: a new start may well succeed. */
        LOST,
        /**
         * A transaction is over a limit of ours: nothing is broken, and a start at once succeeds, for its snapshot is after
         * the transaction.
         */
        OVER_LIMIT,
        /** Something outside of Straum has to be mended first: the database lacks what the spec needs, or refuses us. */
        UNFIT
    }

    private final Kind kind;

    /** The failure, with the driver's exception it came from. */
    public SourceException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /** The failure. */
    public SourceException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** Whether starting over can mend it. */
    public Kind kind() {
        return kind;
    }
}
