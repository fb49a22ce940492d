package straum.pg;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The setting {@code synchronous_standby_names}: whose confirmation the commits of a server wait for. */
final class SyncStandbys {
    /** A quoted name, or a word: the keywords FIRST and ANY cannot be names unquoted (replication/syncrep_scanner.l). */
    private static final Pattern NAME = Pattern.compile("\"((?:[^\"]|\"\")*)\"|([^\\s,()\"]+)");

    private SyncStandbys() {}

    /** The setting, where it takes in a session like that of the connection; else null. */
    static @Nullable String takingIn(Connection plain) throws SQLException {
        try (Statement statement = plain.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT current_setting('synchronous_standby_names'), current_setting('application_name')")) {
            row.next();
            return takeIn(row.getString(1), row.getString(2)) ? row.getString(1) : null;
        }
    }

    /**
     * Whether it takes in whoever connects under a name. Any walsender that streams counts, a logical one too; names are
     * compared without regard to case, and {@code *} is everybody's, in quotes too (replication/syncrep.c).
     */
    static boolean takeIn(String setting, String applicationName) {
        Matcher names = NAME.matcher(setting);
        while (names.find()) {
            boolean quoted = names.group(1) != null;
            String name = quoted ? names.group(1).replace("\"\"", "\"") : names.group(2);
            boolean keyword = !quoted && (name.equalsIgnoreCase("first") || name.equalsIgnoreCase("any"));
            if (name.equals("*") || (!keyword && name.equalsIgnoreCase(applicationName))) {
                return true;
            }
        }
        return false;
    }
}
