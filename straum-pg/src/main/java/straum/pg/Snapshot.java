package straum.pg;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.postgresql.jdbc.PgConnection;
import straum.app.Lsn;
import straum.app.SourceException;
import straum.app.SourceException.Kind;
import straum.domain.spec.Spec;
import straum.domain.spec.Table;

/**
 * A snapshot of the database at the consistent point of a new slot, in the transaction that is open on the slot's
 * connection: what the catalog was in it, with the tables locked against being rewritten.
 *
 * @param slot the temporary slot's name
 * @param at its consistent point: every commit up to it is in the snapshot, every one after it will be in the stream
 * @param catalog of the snapshot; fits the spec
 * @param fingerprint of the snapshot
 * @param shared the snapshot as other connections can read in it; null when none is to
 */
record Snapshot(
        String slot,
        Lsn at,
        Catalog catalog,
        Fingerprint fingerprint,
        @Nullable SharedSnapshot shared) {
    /**
     * Takes a snapshot. Any statement that fails on this connection drops the slot (on 15 and later), so only such are
     * tried as cannot fail while the catalog stays as it is.
     */
    static final class Taking implements Callable<Snapshot> {
        private final PgConnection replication;
        private final Spec spec;
        private final String publication;
        private final int major;
        private final FingerprintQuery query;
        private final LoadPlan plan;

        private volatile @Nullable String doing;

        /** On a replication connection in no transaction. */
        Taking(
                PgConnection replication,
                Spec spec,
                String publication,
                int major,
                FingerprintQuery query,
                LoadPlan plan) {
            this.replication = replication;
            this.spec = spec;
            this.publication = publication;
            this.major = major;
            this.query = query;
            this.plan = plan;
        }

        /**
         * What it may wait for is that others end, for as long as they take: the slot for every transaction that has
         * written, the locks for whoever alters a table.
         */
        @Override
        public Snapshot call() throws SourceException {
            String slot = "straum_"
                    + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
            String at = "taking a snapshot";
            try (Statement statement = replication.createStatement()) {
                statement.execute("BEGIN READ ONLY ISOLATION LEVEL REPEATABLE READ");
                doing = "take a snapshot";
                at = "creating the replication slot";
                Lsn point;
                // The old words: 14 does not know the new ones.
                try (ResultSet row = statement.executeQuery(
                        "CREATE_REPLICATION_SLOT " + slot + " TEMPORARY LOGICAL pgoutput USE_SNAPSHOT")) {
                    row.next();
                    point = Lsn.parse(row.getString("consistent_point"));
                }
                at = "reading the catalog";
                doing = null;
                Catalog catalog = CatalogReader.read(replication, spec, publication, major);
                Unfits.refuse(Fit.check(spec, catalog));
                Fingerprint fingerprint = query.read(replication);
                at = "locking the tables";
                doing = "lock the tables against being rewritten";
                List<String> tables = spec.tables().stream()
                        .map(Table::name)
                        .map(name -> name.sql())
                        .toList();
                statement.execute("LOCK TABLE " + String.join(", ", tables) + " IN ACCESS SHARE MODE");
                doing = null;
                at = "sharing the snapshot";
                SharedSnapshot shared = SharedSnapshot.of(replication, catalog.tables(spec), plan);
                return new Snapshot(slot, point, catalog, fingerprint, shared);
            } catch (SQLException e) {
                throw "53400".equals(e.getSQLState())
                        ? new SourceException(
                                Kind.LOST,
                                "no replication slot is left: " + Refusal.words(e)
                                        + ". Straum takes one of max_replication_slots",
                                e)
                        : Refusal.of(at, e);
            }
        }

        /** What it is about to do and may have to wait for, {@code take a snapshot}; null while it waits for nobody. */
        @Nullable String doing() {
            return doing;
        }
    }
}
