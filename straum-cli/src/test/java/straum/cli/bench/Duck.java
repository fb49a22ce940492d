package straum.cli.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.PGConnection;
import straum.pg.testing.PostgresServer;

/**
 * A DuckDB in this process with a sample's tables in its memory: the rows, and their cells by hour in the order of bucket,
 * kind and account. It has as many threads as there are processors. Times are without a zone, of UTC.
 */
final class Duck implements AutoCloseable {
    private final Connection connection;

    private Duck(Connection connection) {
        this.connection = connection;
    }

    static Duck load(PostgresServer server, String database) throws SQLException, IOException {
        Duck duck = new Duck(DriverManager.getConnection("jdbc:duckdb:"));
        duck.execute("SET threads = " + Bench.processors());
        duck.load(server, database, "accounts", "id INTEGER, region VARCHAR", "id, region");
        duck.load(
                server,
                database,
                "events",
                "\"at\" TIMESTAMP, kind VARCHAR, account_id INTEGER, amount DECIMAL(12, 2)",
                "at AT TIME ZONE 'UTC', kind, account_id, amount");
        duck.execute(
                "CREATE TABLE cells AS SELECT date_trunc('hour', e.\"at\")::TIMESTAMP AS bucket, e.kind, e.account_id,"
                        + " a.region, count(*)::BIGINT AS events, sum(e.amount)::DECIMAL(18, 2) AS amount"
                        + " FROM events e LEFT JOIN accounts a ON a.id = e.account_id GROUP BY ALL"
                        + " ORDER BY bucket, kind, account_id");
        return duck;
    }

    private void load(PostgresServer server, String database, String table, String columns, String from)
            throws SQLException, IOException {
        Path file = Files.createTempFile(Files.createDirectories(Path.of("target", "bench")), table, ".csv");
        try (Connection postgres = server.connect(database)) {
            try (OutputStream out = Files.newOutputStream(file)) {
                postgres.unwrap(PGConnection.class)
                        .getCopyAPI()
                        .copyOut("COPY (SELECT " + from + " FROM app." + table + ") TO STDOUT (FORMAT csv)", out);
            }
            execute("CREATE TABLE " + table + " (" + columns + ")");
            execute("COPY " + table + " FROM '" + file.toAbsolutePath() + "' (FORMAT csv, HEADER false)");
        } finally {
            Files.delete(file);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    Contender overCells() throws SQLException {
        return new JdbcContender("DuckDB, the same cells", connection, false, JdbcContender.CELLS.formatted("cells"));
    }

    Contender overRows() throws SQLException {
        return new JdbcContender("DuckDB, rows", connection, false, JdbcContender.ROWS.formatted("events", "accounts"));
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
