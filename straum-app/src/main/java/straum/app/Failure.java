package straum.app;

import java.time.Instant;

/** Why Straum stopped following. */
public record Failure(Instant at, String message, Instant nextStartAt) {}
