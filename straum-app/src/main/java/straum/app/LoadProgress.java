package straum.app;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Spec;

/**
 * How far the load under way is, or the last one was: table after table, in the spec's order, and then the cells that are
 * joined with their dims where a view has bound cells. Its times stand still once it has failed. Written by the writer's
 * thread a batch at a time; thread-safe.
 */
final class LoadProgress {
    private final Spec spec;
    private final LongSupplier nanos;
    private final long[] rows;
    private final long[] estimates;
    private final long[] beginNanos;
    private final long[] endNanos;
    private int begun;
    private int ended;
    /** The cells to join; 0 before the joining begins, and where no view has bound cells. */
    private long toJoin;

    private long joined;
    private long joinBeginNanos;
    private long joinEndNanos;
    private boolean isJoined;
    private boolean isGivenUp;
    private long givenUpNanos;

    /** A load of which nothing has begun. */
    LoadProgress(Spec spec, LongSupplier nanos) {
        int tables = spec.tables().size();
        this.spec = spec;
        this.nanos = nanos;
        this.rows = new long[tables];
        this.estimates = new long[tables];
        Arrays.fill(estimates, -1);
        this.beginNanos = new long[tables];
        this.endNanos = new long[tables];
    }

    /** Takes over the planner's estimates; −1 where it has none. */
    synchronized void estimate(List<Long> estimatedRows) {
        for (int i = 0; i < estimates.length; i++) {
            estimates[i] = estimatedRows.get(i);
        }
    }

    /** Says that the next table's load begins. */
    synchronized void begin() {
        beginNanos[begun++] = nanos.getAsLong();
    }

    /** Counts rows of the table under way. */
    synchronized void add(int batchRows) {
        rows[ended] += batchRows;
    }

    /** Says that the table under way is done, and answers what it took. */
    synchronized Status.TableLoad end() {
        endNanos[ended++] = nanos.getAsLong();
        return of(ended - 1);
    }

    /** Says that every table is loaded, and that so many cells are to be joined, at least one. */
    synchronized void beginJoining(long cells) {
        toJoin = cells;
        joinBeginNanos = nanos.getAsLong();
    }

    /** Counts cells joined. */
    synchronized void addJoined(long cells) {
        joined += cells;
    }

    /** Says that all cells are joined, and answers what it took. */
    synchronized Status.Joined endJoining() {
        isJoined = true;
        joinEndNanos = nanos.getAsLong();
        return ofCells();
    }

    /** Says that the load has failed, or what it made is let go of: nothing of it goes on. */
    synchronized void giveUp() {
        if (!isGivenUp) {
            isGivenUp = true;
            givenUpNanos = nanos.getAsLong();
        }
    }

    /** Every table of the spec. */
    synchronized List<Status.TableLoad> tables() {
        List<Status.TableLoad> tables = new ArrayList<>();
        for (int i = 0; i < rows.length; i++) {
            tables.add(of(i));
        }
        return tables;
    }

    /**
     * A table that is being loaded.
     *
     * @param number its place among the tables, from 1
     */
    record Current(int number, Status.TableLoad table) {}

    /** The table under way; null when none is. */
    synchronized @Nullable Current current() {
        return ended < begun ? new Current(ended + 1, of(ended)) : null;
    }

    /** How many tables are done. */
    synchronized int done() {
        return ended;
    }

    /** The cells joined; null where none are, or not yet. */
    synchronized Status.@Nullable Joined joined() {
        return toJoin == 0 ? null : ofCells();
    }

    private Status.Joined ofCells() {
        long until = isJoined ? joinEndNanos : now();
        return new Status.Joined(joined, toJoin, (until - joinBeginNanos) / 1e9, isJoined);
    }

    private long now() {
        return isGivenUp ? givenUpNanos : nanos.getAsLong();
    }

    private Status.TableLoad of(int table) {
        boolean done = table < ended;
        long until = done ? endNanos[table] : now();
        double seconds = table < begun ? (until - beginNanos[table]) / 1e9 : 0;
        return new Status.TableLoad(spec.tables().get(table).name(), rows[table], estimates[table], seconds, done);
    }
}
