package straum.pg;

import straum.app.Lsn;

/** Up to where the writer has said that everything is in the store; it only ever grows. Thread-safe. */
final class Confirmed {
    private volatile Lsn position;

    /** Begins at a position. */
    Confirmed(Lsn start) {
        this.position = start;
    }

    /** The position. */
    Lsn position() {
        return position;
    }

    /** Moves the position on, where the other is past it. */
    synchronized void raise(Lsn applied) {
        position = position.max(applied);
    }
}
