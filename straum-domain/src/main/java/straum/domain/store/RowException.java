package straum.domain.store;

/**
 * A row does not fit what the store holds: one taken out that was never added (Invariant 4). The store may be half
 * changed and must be discarded.
 */
public final class RowException extends Exception {
    /** What does not fit, and where. */
    public RowException(String message) {
        super(message, null, false, false);
    }
}
