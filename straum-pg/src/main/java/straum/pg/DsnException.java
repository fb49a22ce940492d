package straum.pg;

/** A connection string that cannot be used, and why, without its password. */
public final class DsnException extends Exception {
    DsnException(String message) {
        super(message, null, false, false);
    }
}
