package straum.pg;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Whether a role may log in, connect to the database and replicate. Its rights on tables are the catalog's to say. */
final class RoleFit {
    /**
     * Amazon RDS lends the right to replicate by a role, where the attribute cannot be given. What everybody may is the
     * right of a role to be made, too.
     */
    private static final String ROLE = """
            SELECT r.oid IS NOT NULL, r.rolcanlogin, r.rolreplication OR r.rolsuper OR pg_has_role(r.oid, m.oid, 'MEMBER'),
                   has_database_privilege(coalesce(r.rolname, 'public'), current_database(), 'CONNECT'),
                   m.oid IS NOT NULL, current_database()
            FROM (VALUES (?)) AS asked(name)
            LEFT JOIN pg_roles r ON r.rolname = asked.name
            LEFT JOIN pg_roles m ON m.rolname = 'rds_replication'
            """;

    private RoleFit() {}

    /** All that it lacks, in the order in which it is to be given. */
    static List<Unfit> check(Connection plain, String role) throws SQLException {
        List<Unfit> unfit = new ArrayList<>();
        try (PreparedStatement statement = plain.prepareStatement(ROLE)) {
            statement.setString(1, role);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                boolean granted = row.getBoolean(5);
                if (!row.getBoolean(1)) {
                    unfit.add(new Unfit.NoRole(role, granted));
                } else {
                    if (!row.getBoolean(2)) {
                        unfit.add(new Unfit.NoLogin(role));
                    }
                    // Null where there is no such role to be a member of: no other reason holds then.
                    if (!row.getBoolean(3)) {
                        unfit.add(new Unfit.NoReplication(role, granted));
                    }
                }
                if (!row.getBoolean(4)) {
                    unfit.add(new Unfit.NoConnect(row.getString(6), role));
                }
            }
        }
        return unfit;
    }
}
