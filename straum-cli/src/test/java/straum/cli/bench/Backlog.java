package straum.cli.bench;

import java.sql.SQLException;
import straum.app.Lsn;
import straum.pg.testing.PostgresServer;

/**
 * What is written to a sample's app.live while nobody reads, in commits of one size: for Straum, and for a peer that has a
 * slot of its own on the same WAL.
 */
final class Backlog {
    /** More would take longer, and show the same. */
    private static final long MOST_ROWS = 2_000_000;

    private static final int ROWS_PER_COMMIT = 1000;

    private final PostgresServer server;
    private final String database;
    private final Sample sample;
    private final long rows;
    private final int perCommit;

    private Backlog(Bench bench, Sample sample, long rows, int perCommit) {
        this.server = bench.server();
        this.database = bench.samples().database(sample);
        this.sample = sample;
        this.rows = rows;
        this.perCommit = perCommit;
    }

    /** One of commits of 1,000 rows. */
    static Backlog large(Bench bench, Sample sample) {
        return new Backlog(bench, sample, Math.min(bench.rows(), MOST_ROWS), ROWS_PER_COMMIT);
    }

    /** One of commits of one row. */
    static Backlog small(Bench bench, Sample sample) {
        return new Backlog(bench, sample, Math.min(bench.rows(), MOST_ROWS) / 10, 1);
    }

    /** How it is told of in the table. */
    String figure(String what) {
        return what + ", " + sample.name() + ", " + (perCommit == 1 ? "commits of one row" : "commits of 1,000 rows");
    }

    String database() {
        return database;
    }

    long rows() {
        return rows;
    }

    /** Empties app.live, and gives the peer its slot. */
    void begin() {
        server.execute(database, "TRUNCATE app.live");
        server.value(database, "SELECT pg_create_logical_replication_slot('peer', 'pgoutput')");
    }

    /** Drops the peer's slot. */
    void end() {
        server.value(database, "SELECT pg_drop_replication_slot('peer')");
    }

    /** Writes all rows, and answers where the WAL is then. */
    Lsn write() throws SQLException {
        try (var connection = server.connect(database);
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (long from = 0; from < rows; from += perCommit) {
                statement.execute(sample.insert("app.live", from, Math.min(rows, from + perCommit), rows));
                connection.commit();
            }
        }
        return Lsn.parse(server.value(database, "SELECT pg_current_wal_insert_lsn()"));
    }

    /** Has pg_recvlogical read the peer's slot to a position and throw it away; the seconds it took. */
    double discardBy(String recvlogical, Lsn end) throws Exception {
        return Rounds.seconds(() -> Programs.runDiscarding(
                recvlogical,
                "--start",
                "-n",
                "-d",
                server.dsn(database),
                "-S",
                "peer",
                "-f",
                "/dev/null",
                "-o",
                "proto_version=1",
                "-o",
                "publication_names=" + Bench.PUBLICATION,
                "-o",
                "binary=true",
                "-E",
                end.toString()));
    }
}
