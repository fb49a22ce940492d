package straum.pg;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Spec;
import straum.domain.spec.TableName;

/**
 * All that keeps a database from being followed: the server's settings, the role, the tables and the publication. One
 * check for those who set it up and for every start, so that both name the same. Needs no rights but to connect.
 */
final class SetupCheck {
    /** The tables above a partition that the publication names, by itself or by its schema. */
    private static final String ROOT = """
            WITH RECURSIVE up(oid) AS (
              SELECT i.inhparent FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
              WHERE i.inhrelid = ? AND c.relispartition
              UNION
              SELECT i.inhparent FROM up u JOIN pg_class c ON c.oid = u.oid AND c.relispartition
              JOIN pg_inherits i ON i.inhrelid = u.oid)
            SELECT n.nspname, c.relname
            FROM up u JOIN pg_class c ON c.oid = u.oid JOIN pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_publication p ON p.pubname = ? AND p.pubviaroot
            WHERE p.puballtables OR EXISTS (SELECT FROM pg_publication_rel r WHERE r.prpubid = p.oid AND r.prrelid = c.oid)
               OR EXISTS (SELECT FROM (%s) s(publication, schema)
                 WHERE s.publication = p.oid AND s.schema = c.relnamespace)
            LIMIT 1
            """;

    private final Connection plain;
    private final Spec spec;
    private final Catalog catalog;

    private SetupCheck(Connection plain, Spec spec, Catalog catalog) {
        this.plain = plain;
        this.spec = spec;
        this.catalog = catalog;
    }

    /** Checks the server of a plain connection, and its catalog as just read on it. */
    static Result of(Connection plain, Spec spec, Catalog catalog) throws SQLException {
        return new SetupCheck(plain, spec, catalog).check();
    }

    /**
     * What it found.
     *
     * @param unfit everything that has to be mended
     * @param stops what makes UPDATE and DELETE of the tables fail under the identity that they have or need
     */
    record Result(List<Unfit> unfit, List<FullIdentity.Stop> stops) {}

    private Result check() throws SQLException {
        List<Unfit> unfit = new ArrayList<>(ServerFit.check(plain));
        unfit.addAll(RoleFit.check(plain, catalog.role()));
        List<FullIdentity.Stop> stops = FullIdentity.stops(plain, catalog);
        for (Unfit each : Fit.check(spec, catalog)) {
            if (each instanceof Unfit.NotFull identity) {
                unfit.add(unlessStopped(identity, stops));
            } else if (each instanceof Unfit.NotPublished missing) {
                unfit.add(unlessUnderRoot(missing));
            } else {
                unfit.add(each);
            }
        }
        return new Result(unfit.stream().distinct().toList(), stops);
    }

    /** An identity is only asked for where its owner's UPDATEs go on under it. */
    private Unfit unlessStopped(Unfit.NotFull identity, List<FullIdentity.Stop> stops) {
        for (FullIdentity.Stop stop : stops) {
            if (stop.sql() == null && isOf(identity.table(), stop.table())) {
                return new Unfit.CannotBeFull(stop.table(), stop.why());
            }
        }
        return identity;
    }

    private boolean isOf(TableName part, TableName table) {
        CatalogTable found = catalog.tables().get(table);
        return part.equals(table)
                || (found != null
                        && found.parts().stream().anyMatch(each -> each.name().equals(part)));
    }

    /** What comes under the name of a table above it cannot be added to the publication as itself. */
    private Unfit unlessUnderRoot(Unfit.NotPublished missing) throws SQLException {
        // What is missing from the publication was found in the catalog.
        CatalogTable table = Objects.requireNonNull(catalog.tables().get(missing.table()), missing::toString);
        TableName root = root(table);
        return root == null ? missing : new Unfit.UnderRoot(table.name(), root, catalog.publication());
    }

    private @Nullable TableName root(CatalogTable table) throws SQLException {
        String schemas = catalog.major() >= 15
                ? "SELECT pnpubid, pnnspid FROM pg_publication_namespace"
                : "SELECT 0::oid, 0::oid WHERE false";
        try (PreparedStatement statement = plain.prepareStatement(ROOT.formatted(schemas))) {
            statement.setLong(1, table.oid());
            statement.setString(2, catalog.publication());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? new TableName(row.getString(1), row.getString(2)) : null;
            }
        }
    }
}
