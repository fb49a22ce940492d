package straum.pg;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import straum.app.Limits;
import straum.domain.spec.Spec;
import straum.domain.spec.Table;

/** What in a server's settings and tables may hurt the server or its applications once Straum follows, or Straum itself. */
final class Warnings {
    /** Sizes in megabytes, times in milliseconds and seconds, as pg_settings has them; the last came with 18. */
    private static final String SETTINGS = """
            SELECT current_setting('synchronous_standby_names'), current_setting('application_name'),
                   (SELECT setting::bigint FROM pg_settings WHERE name = 'max_slot_wal_keep_size'),
                   (SELECT setting::bigint FROM pg_settings WHERE name = 'wal_sender_timeout'),
                   (SELECT setting::bigint FROM pg_settings WHERE name = 'idle_replication_slot_timeout'),
                   current_setting('idle_replication_slot_timeout', true)
            """;

    private final List<Warning> warnings = new ArrayList<>();

    private Warnings() {}

    /** Reads them; what mends something that the check has found already is left out. */
    static List<Warning> read(Connection plain, Spec spec, Catalog catalog, SetupCheck.Result found)
            throws SQLException {
        Warnings warnings = new Warnings();
        warnings.settings(plain);
        warnings.identities(found);
        for (Table table : spec.tables()) {
            CatalogTable each = catalog.tables().get(table.name());
            if (each != null && each.isPartitioned()) {
                warnings.add("partitions made later of " + each.name()
                        + " need REPLICA IDENTITY FULL too: Straum starts over when one comes, and waits until it has");
            }
        }
        return warnings.warnings;
    }

    private void add(String message) {
        warnings.add(Warning.of(message));
    }

    private void settings(Connection plain) throws SQLException {
        try (Statement statement = plain.createStatement();
                ResultSet row = statement.executeQuery(SETTINGS)) {
            row.next();
            if (SyncStandbys.takeIn(row.getString(1), row.getString(2))) {
                add("synchronous_standby_names is " + row.getString(1) + ", which takes Straum, "
                        + row.getString(2) + ", in as a synchronous standby: commits of the whole server may then"
                        + " wait for it, and a start of Straum for those commits, for ever where no other standby is"
                        + " there; name the standbys that are meant, without it");
            }
            keptWal(row.getLong(3));
            if (row.getLong(4) == 0) {
                add("wal_sender_timeout is 0, so a Straum that is lost with its network is noticed late, and its slot"
                        + " keeps WAL until then: leave it at 1min");
            }
            // A temporary slot counts as idle until its stream starts: for as long as the load takes.
            if (row.getLong(5) > 0) {
                add("idle_replication_slot_timeout is " + row.getString(6)
                        + ", and a load that takes longer loses its slot: set it to 0, or to longer than a load takes");
            }
        }
    }

    private void keptWal(long megabytes) {
        long retained = Limits.defaults().maxRetainedWal();
        if (megabytes < 0) {
            add("max_slot_wal_keep_size is not set, so the server keeps WAL for a slot without limit:"
                    + " Straum lets go of it past --max-retained-wal");
        } else if (megabytes << 20 < retained) {
            add("max_slot_wal_keep_size is " + megabytes + "MB, less than the " + (retained >> 20)
                    + "MB of --max-retained-wal: when more WAL than that is written while Straum loads or lags, the"
                    + " server takes its slot, and it loads again");
        }
    }

    private void identities(SetupCheck.Result found) {
        Set<@Nullable String> mended = found.unfit().stream().map(Unfit::sql).collect(Collectors.toSet());
        for (FullIdentity.Stop stop : found.stops()) {
            boolean said = found.unfit().contains(new Unfit.CannotBeFull(stop.table(), stop.why()));
            if (!said && (stop.sql() == null || !mended.contains(stop.sql()))) {
                warnings.add(new Warning(
                        "under REPLICA IDENTITY FULL, UPDATE and DELETE of " + stop.table() + " fail while "
                                + stop.why(),
                        stop.sql()));
            }
        }
    }
}
