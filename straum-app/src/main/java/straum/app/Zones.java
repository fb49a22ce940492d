package straum.app;

import org.jspecify.annotations.Nullable;

/** The time zones of the server that is followed, which may be of another version than this machine's. Thread-safe. */
public interface Zones {
    /**
     * What the server says of a zone at instants: asked of it now, within seconds.
     *
     * @param zone a region of the IANA database
     * @param seconds the instants in epoch seconds, ascending
     * @return null when the server does not know the zone
     * @throws SourceException when the server cannot be asked
     */
    @Nullable Told at(String zone, long[] seconds) throws SourceException, InterruptedException;

    /**
     * What a zone is at instants.
     *
     * @param offsets how far local time is ahead of UTC, in seconds
     * @param days the instant at which the local day begins, in epoch seconds
     */
    @SuppressWarnings("ArrayRecordComponent") // made once and read once, never compared
    record Told(long[] offsets, long[] days) {}

    /** Where no server is followed: it cannot be asked. */
    static Zones unreachable() {
        return (zone, seconds) -> {
            throw new SourceException(SourceException.Kind.LOST, "there is no server to ask");
        };
    }
}
