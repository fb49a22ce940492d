package straum.app;

import java.time.Duration;

/**
 * The longest time that each side of the app's lock was held at a stretch; zero where it was not held.
 *
 * @param read by one ask, or by whoever else looks at the store: no commit is applied meanwhile
 * @param write by the writer, for a commit, a swap or letting go: no ask is answered meanwhile
 */
public record LongestHolds(Duration read, Duration write) {}
