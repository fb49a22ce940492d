package straum.domain.store;

import straum.domain.ask.UnanswerableException;

/**
 * The bytes of the heap that one ask may take for what it adds up and answers: groups are bounded, but what is kept of each
 * is as much as an ask's measures and filters make of it. For one ask and its thread.
 */
final class Room {
    private long left;

    /** Room of so many bytes. */
    Room(long bytes) {
        this.left = bytes;
    }

    /** The bytes left. */
    long left() {
        return left;
    }

    /**
     * Takes so many bytes.
     *
     * @throws UnanswerableException when they are not left
     */
    void take(long bytes) throws UnanswerableException {
        take(bytes, "it has too many groups for so many measures");
    }

    /**
     * Takes so many bytes.
     *
     * @param why what to say of the ask when they are not left
     * @throws UnanswerableException when they are not left
     */
    void take(long bytes, String why) throws UnanswerableException {
        if (bytes > left) {
            throw new UnanswerableException("the answer takes more memory than an ask may: " + why, true);
        }
        left -= bytes;
    }
}
