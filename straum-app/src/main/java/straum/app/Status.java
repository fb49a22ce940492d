package straum.app;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.TableName;

/**
 * The running state, derived at the moment it is asked for.
 *
 * @param reason one sentence on why it is not ready; null when it is
 * @param asOf null while nothing is followed
 * @param lagSeconds from {@code asOf} to now by the server's clock; null while nothing is followed
 * @param retainedWalBytes from what is applied to where the server is; null while nothing is followed
 * @param starts completed starts
 * @param load the tables of the load under way or last done
 * @param joined the cells joined with their dims once those are loaded; null before, and where no view has bound cells
 * @param server null before the first open
 */
public record Status(
        State state,
        @Nullable String reason,
        @Nullable Instant asOf,
        @Nullable Double lagSeconds,
        @Nullable Lsn appliedLsn,
        @Nullable Lsn serverLsn,
        @Nullable Long retainedWalBytes,
        long starts,
        Instant processStartedAt,
        @Nullable Instant readySince,
        @Nullable Failure lastFailure,
        List<TableLoad> load,
        @Nullable Joined joined,
        long appliedCommits,
        long appliedRows,
        long asksAnswered,
        long asksRefused,
        long asksWaiting,
        Opened.@Nullable Server server,
        long storeBytes) {
    /** The running states. */
    public enum State {
        LOADING,
        READY,
        LAGGING,
        WAITING,
        STOPPING
    }

    /** How far one table's load is; an estimate of −1 says there is none. */
    public record TableLoad(TableName table, long rows, long estimatedRows, double seconds, boolean done) {}

    /** How many of all cells to be joined with their dims are, once every table is loaded. */
    public record Joined(long cells, long of, double seconds, boolean done) {}
}
