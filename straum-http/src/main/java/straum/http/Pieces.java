package straum.http;

import org.jspecify.annotations.Nullable;

/**
 * A text made piece by piece while it is written, so that a long one is never whole in memory. Handed from thread to
 * thread, and used by one at a time.
 */
interface Pieces {
    /** The bytes after which a piece ends, with the row it is in. */
    int PIECE = 64 << 10;

    /** The next piece, never empty; null after the last. */
    byte @Nullable [] next();
}
