package straum.app;

import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.value.ColumnType;

/**
 * What a source is once opened: a snapshot at a position, checked against the spec.
 *
 * @param at L: every commit up to it is in the snapshot, every one after it will be in the stream
 * @param types per table of the spec, in its layout, the types of the columns
 * @param estimatedRows per table of the spec, the planner's estimate; −1 where it has none
 * @param server what the server says of itself, for {@code /status}
 */
public record Opened(Lsn at, List<ColumnType[]> types, List<Long> estimatedRows, Server server) {
    /**
     * The server followed.
     *
     * @param slot the name of the slot on it; null once it has been given up
     */
    public record Server(
            String version,
            String database,
            String publication,
            @Nullable String slot) {
        /** The same, with the slot given up. */
        Server withoutSlot() {
            return new Server(version, database, publication, null);
        }
    }
}
