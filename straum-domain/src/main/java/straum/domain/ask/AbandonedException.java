package straum.domain.ask;

/** An ask has ended without an answer, since nobody waits for one any more. */
public final class AbandonedException extends RuntimeException {
    /** Says so. */
    public AbandonedException() {
        super("nobody waits for the answer any more");
    }
}
