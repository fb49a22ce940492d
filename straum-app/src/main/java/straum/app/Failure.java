package straum.app;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Why Straum does not follow.
 *
 * @param followed whether it followed until then; else a start failed
 * @param nextStartAt when the next start is; null when there is none before a restart
 */
public record Failure(
        Instant at,
        String message,
        boolean followed,
        @Nullable Instant nextStartAt) {
    /** What ended, for people. */
    String what() {
        return followed ? "following stopped" : "the start failed";
    }
}
