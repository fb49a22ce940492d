package straum.app;

/**
 * What is kept is larger than it may be: more cells than the limit, or more than the heap has room for. A new load would
 * come to the same, so there is none before a restart. Unchecked, to pass through a source in the middle of a table.
 */
final class FullException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** What is too large, with its numbers. */
    FullException(String message) {
        super(message);
    }
}
