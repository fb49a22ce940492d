package straum.pg;

import org.jspecify.annotations.Nullable;

/**
 * What may hurt the server, its applications or Straum, though Straum can follow.
 *
 * @param message one sentence: what, and what to do
 * @param sql what mends it within a transaction; null where that is not for the setup to do
 */
public record Warning(String message, @Nullable String sql) {
    /** One that no statement of the setup mends. */
    static Warning of(String message) {
        return new Warning(message, null);
    }
}
