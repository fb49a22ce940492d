package straum.pg;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Whether a server's settings let one more follow it. All of it is shown to any role. */
final class ServerFit {
    /**
     * Of the sessions of others a role without rights sees no kind, but of every walsender that it is there. A slot of
     * ours that is there already may be that of the very Straum that is asked about.
     */
    private static final String SETTINGS = """
            SELECT current_setting('wal_level'),
                   current_setting('max_replication_slots')::int,
                   current_setting('max_replication_slots')::int - (SELECT count(*) FROM pg_replication_slots),
                   current_setting('max_wal_senders')::int,
                   current_setting('max_wal_senders')::int - (SELECT count(*) FROM pg_stat_get_wal_senders()),
                   EXISTS (SELECT FROM pg_replication_slots
                     WHERE slot_name LIKE 'straum\\_%' AND temporary AND database = current_database()),
                   (SELECT min(rolname) FROM pg_roles
                     WHERE rolname IN ('rds_superuser', 'cloudsqlsuperuser', 'azure_pg_admin'))
            """;

    private ServerFit() {}

    /** Every setting that has to change. */
    static List<Unfit> check(Connection plain) throws SQLException {
        List<Unfit> unfit = new ArrayList<>();
        try (Statement statement = plain.createStatement();
                ResultSet row = statement.executeQuery(SETTINGS)) {
            row.next();
            String host = Objects.requireNonNullElse(row.getString(7), "");
            if (!row.getString(1).equals("logical")) {
                unfit.add(walLevel(row.getString(1), host));
            }
            boolean ours = row.getBoolean(6);
            if (row.getLong(3) < 1 && !ours) {
                unfit.add(exhausted("replication slot", "max_replication_slots", row.getInt(2)));
            }
            if (row.getLong(5) < 1 && !ours) {
                unfit.add(exhausted("walsender", "max_wal_senders", row.getInt(4)));
            }
        }
        return unfit;
    }

    private static Unfit walLevel(String level, String host) {
        String what = "wal_level is " + level + ", and following needs logical: ";
        return switch (host) {
            case "rds_superuser" ->
                new Unfit.Setting(
                        what + "set rds.logical_replication = 1 in the server's parameter group, and restart it", null);
            case "cloudsqlsuperuser" ->
                new Unfit.Setting(
                        what + "set the flag cloudsql.logical_decoding = on, which restarts the server", null);
            case "azure_pg_admin" ->
                new Unfit.Setting(what + "set it among the server's parameters, and restart it", null);
            default ->
                new Unfit.Setting(what + "set it and restart the server", "ALTER SYSTEM SET wal_level = 'logical';");
        };
    }

    private static Unfit exhausted(String what, String setting, int value) {
        return new Unfit.Setting(
                "no " + what + " is left of " + setting + " = " + value
                        + ", and Straum takes one: raise it and restart the server",
                "ALTER SYSTEM SET " + setting + " = " + Math.max(10, 2 * value) + ";");
    }
}
