package straum.pg;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import straum.app.Lsn;
import straum.app.Reading;
import straum.app.SourceException;
import straum.app.SourceException.Kind;

/**
 * Reads the server's WAL position, and holds each time that the catalog is as it was at the load. What it answers is true
 * of its moment: the clock is before the statement's snapshot, in which the catalog was found unchanged, and the positions
 * after.
 *
 * <p>A truncate gives a table a new file and comes by the stream. So a new file alone is no change where the stream has
 * told of a truncate that this reading sees and the last good one did not; where it has not yet, readings do not vouch for
 * the catalog until the stream has got as far. A partitioned table is not excused: truncates of its partitions alone do
 * not come. Nor is one that the publication does not name itself: between a truncate and a reading it may have been
 * unlogged, written to and logged again, which does not come either.
 *
 * <p>A label that an enum has gained is no change either, but the reading that finds it does not vouch for it: what comes
 * after it may hang on the label's place in the order, so that has to be told first.
 *
 * <p>Confined to the writer's thread.
 */
final class WalReader {
    /** The least id that a transaction has. */
    private static final int FIRST_XID = 3;

    private static final String SLOT_LIMITS = """
            SELECT name || ' = ' || current_setting(name) FROM pg_settings
            WHERE name IN ('max_slot_wal_keep_size', 'idle_replication_slot_timeout') AND setting NOT IN ('-1', '0')
            ORDER BY name
            """;

    private final FingerprintQuery query;
    private final String slot;
    private final ReadTypes types;
    /** Per table of the spec whether a truncate that the stream tells excuses a new file. */
    private final boolean[] truncatable;
    /** Per table of the spec the ids of the truncates that the stream has told and no good reading has seen. */
    private final List<Set<Integer>> truncates = new ArrayList<>();
    /** Of tables with a new file that no truncate explains yet: up to where the stream has to get before it counts. */
    private final Map<Integer, Lsn> unexplained = new HashMap<>();

    private Fingerprint known;
    /** Up to where the last good reading has seen every commit. */
    private Lsn seen = Lsn.ZERO;
    /** What {@link #seen} becomes once a reading sees all transactions that had begun there; null when there is none. */
    private @Nullable Horizon horizon;

    private String slotStatus = "";
    /** The settings by which the server gives slots up, as they were at first, for people; empty when there are none. */
    private final String slotLimits;

    /**
     * A reader that compares with that fingerprint.
     *
     * @param types takes the labels over that enums gain
     * @param truncatable per table of the spec whether a truncate that the stream tells excuses a new file
     * @param slotLimits as {@link #slotLimits} told them
     */
    WalReader(
            FingerprintQuery query,
            String slot,
            ReadTypes types,
            boolean[] truncatable,
            Fingerprint known,
            String slotLimits) {
        this.query = query;
        this.slot = slot;
        this.slotLimits = slotLimits;
        this.types = types;
        this.truncatable = truncatable.clone();
        for (int table = 0; table < truncatable.length; table++) {
            truncates.add(new HashSet<>());
        }
        this.known = known;
    }

    /** Says that the stream has told of a truncate of a table, by the transaction of that id, unsigned and without epoch. */
    void truncated(int table, int xid) {
        truncates.get(table).add(xid);
    }

    /**
     * Reads for the first time, with the tables locked: nothing at all may have changed since the snapshot. A table
     * rewritten or truncated in between would load as it is now, or empty, without a message in the stream.
     */
    Reading first(Connection plain) throws SQLException, SourceException {
        Look look = look(plain);
        if (!known.hash().equals(look.hash)) {
            Fingerprint.Change change = known.changed(query.read(plain));
            String told = change.isNothing() ? "the catalog changed and changed back" : change.told();
            throw new SourceException(Kind.LOST, "while the snapshot was taken, " + told + ": it has to be taken anew");
        }
        return good(look);
    }

    /**
     * Reads again. While labels that enums have gained are to be told, where a reading finds some, and while a truncate is
     * awaited, the reading does not vouch for the catalog.
     *
     * @param applied up to where the stream's events have been applied
     * @throws SourceException when the catalog has changed, or the slot is gone
     */
    Reading read(Connection plain, Lsn applied) throws SQLException, SourceException {
        Look look = look(plain);
        if (types.isUntold()) {
            return look.moment.reading(null);
        }
        return known.hash().equals(look.hash) ? good(look) : compare(plain, applied);
    }

    /**
     * What may have ended the slot: what its state said last, else the settings by which the server gives slots up, for it
     * may have done so since. Empty when nothing may.
     */
    String slotHint() {
        if (slotStatus.equals("unreserved") || slotStatus.equals("lost")) {
            return "; the server was giving up the WAL that Straum still needed, as max_slot_wal_keep_size tells it to";
        }
        return slotHint(slotLimits);
    }

    /** The same of a slot whose state has not been read. */
    static String slotHint(String slotLimits) {
        return slotLimits.isEmpty() ? "" : "; if the server has given the slot up, it was told to by " + slotLimits;
    }

    /** The settings by which a server gives slots up, {@code max_slot_wal_keep_size = 64MB}; empty when there are none. */
    static String slotLimits(Connection plain) throws SQLException {
        List<String> limits = new ArrayList<>();
        try (Statement statement = plain.createStatement();
                ResultSet row = statement.executeQuery(SLOT_LIMITS)) {
            while (row.next()) {
                limits.add(row.getString(1));
            }
        }
        return String.join(" and ", limits);
    }

    /** One look at the server. */
    private record Look(Moment moment, String hash, int nextXid) {}

    /** When and where the server was, and what was seen of it. */
    private record Moment(Instant clock, Lsn insert, Lsn flush, Visibility visibility) {
        static Moment of(ResultSet row) throws SQLException {
            return new Moment(
                    row.getObject(1, OffsetDateTime.class).toInstant(),
                    Lsn.parse(row.getString(2)),
                    Lsn.parse(row.getString(3)),
                    Visibility.parse(row.getString(5)));
        }

        Reading reading(@Nullable Lsn seen) {
            return new Reading(clock, insert, flush, seen);
        }
    }

    /** Every commit up to a position is of a transaction with an id before that one, unsigned and without its epoch. */
    private record Horizon(Lsn insert, int nextXid) {}

    private Look look(Connection plain) throws SQLException, SourceException {
        try (PreparedStatement statement = query.hashed(plain, slot);
                ResultSet row = statement.executeQuery()) {
            row.next();
            checkSlot(row.getString(4));
            return new Look(Moment.of(row), row.getString(6), FIRST_XID + row.getInt(7));
        }
    }

    private Reading good(Look look) {
        Reading reading = good(look.moment);
        if (horizon == null) {
            horizon = new Horizon(look.moment.insert, look.nextXid);
        }
        return reading;
    }

    private Reading good(Moment moment) {
        unexplained.clear();
        truncates.forEach(those -> those.removeIf(moment.visibility::sees));
        if (horizon != null && moment.visibility.seesAllBefore(horizon.nextXid)) {
            seen = horizon.insert;
            horizon = null;
        }
        return moment.reading(seen);
    }

    private void checkSlot(@Nullable String status) throws SourceException {
        if (status == null) {
            throw new SourceException(
                    Kind.LOST,
                    "the replication slot " + slot
                            + " is gone, as when the server ends the session that reads it: its log"
                            + " says why, wal_sender_timeout among others" + slotHint());
        }
        slotStatus = status;
        if (status.equals("lost")) {
            throw new SourceException(Kind.LOST, "the replication slot " + slot + " has been invalidated" + slotHint());
        }
    }

    /** Finds out what has changed; a new file alone may be excused. */
    private Reading compare(Connection plain, Lsn applied) throws SQLException, SourceException {
        List<Fingerprint.Line> lines = new ArrayList<>();
        Moment moment = null;
        try (PreparedStatement statement = query.whole(plain, slot);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                moment = Moment.of(row);
                lines.add(FingerprintQuery.line(row, 6));
            }
        }
        if (moment == null) {
            throw new SourceException(Kind.LOST, "the catalog could not be read");
        }
        Visibility visibility = moment.visibility;
        Fingerprint now = new Fingerprint(lines);
        Fingerprint.Change change = known.changed(now);
        List<Fingerprint.Line> labels = change.labelsAdded();
        Fingerprint.Change unexcused = change.without(labels::contains);
        boolean explained = true;
        for (int table = 0; table < truncatable.length; table++) {
            int number = table;
            boolean told = truncates.get(table).stream().anyMatch(visibility::sees);
            if (!truncatable[table] || !unexcused.hasFileOf(table)) {
                unexplained.remove(table);
            } else if (told || isAwaited(table, moment.insert, applied)) {
                explained &= told;
                unexcused = unexcused.without(line -> line.isFileOf(number));
            }
        }
        if (!unexcused.isNothing()) {
            throw new SourceException(Kind.LOST, "since the load, " + unexcused.told() + ": it has to be loaded anew");
        }
        if (!labels.isEmpty()) {
            types.add(labels, now, moment.insert);
            known = known.with(labels);
        } else if (explained) {
            known = now;
            return good(moment);
        }
        return moment.reading(null);
    }

    /** Whether the truncate that may have given a table its new file can still be on its way. */
    private boolean isAwaited(int table, Lsn insert, Lsn applied) {
        Lsn upTo = unexplained.putIfAbsent(table, insert);
        return upTo == null || !applied.reaches(upTo);
    }
}
