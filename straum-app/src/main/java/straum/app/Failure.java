package straum.app;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Why Straum stopped following.
 *
 * @param nextStartAt when the next start is; null when there is none before a restart
 */
public record Failure(Instant at, String message, @Nullable Instant nextStartAt) {}
