package straum.cli.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import straum.cli.testing.Answered;
import straum.pg.testing.PostgresServer;

/** Commits a row of app.probes after the other, and times how soon an ask over HTTP counts it. Not thread-safe. */
final class Probes implements AutoCloseable {
    /** The view that counts them. */
    static final String VIEW = """
            CREATE VIEW probes AS
            SELECT date_bin('1 hour', at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket, count(*) AS probes
            FROM app.probes GROUP BY bucket;
            """;

    private static final String ASK = "SELECT probes FROM probes WHERE bucket IS NOT NULL";

    /** So that a probe falls anywhere between two commits of others. */
    private static final int MOST_PAUSE_MICROS = 10_000;

    private final Connection connection;
    private final Statement statement;
    private final HttpSocket http;
    private final byte[] ask = HttpSocket.ask(ASK);
    private final Random random = new Random(1);
    private long probes;

    Probes(PostgresServer server, String database, InetSocketAddress address) throws SQLException, IOException {
        connection = server.connect(database);
        statement = connection.createStatement();
        http = new HttpSocket(address);
        probes = seen(ask);
    }

    /** One measurement; the nanoseconds it found. */
    @FunctionalInterface
    interface Probe {
        long nanos() throws SQLException, IOException;
    }

    /** Takes one measurement after the other, at random moments, for so many seconds. */
    Latencies measure(int seconds, Probe probe) throws SQLException, IOException {
        Latencies latencies = new Latencies();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() < end || latencies.count() == 0) {
            latencies.add(probe.nanos());
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(MOST_PAUSE_MICROS)));
        }
        return latencies;
    }

    /** From a commit's return until an ask, put again and again, has it. */
    long visible() throws SQLException, IOException {
        commit();
        long from = System.nanoTime();
        while (seen(ask) < probes) {
            Thread.onSpinWait();
        }
        return System.nanoTime() - from;
    }

    /** How long an ask takes that says which position of the WAL it has to have, which is the commit's or later. */
    long reached() throws SQLException, IOException {
        commit();
        String position;
        try (var row = statement.executeQuery("SELECT pg_current_wal_insert_lsn()")) {
            row.next();
            position = row.getString(1);
        }
        byte[] since = HttpSocket.ask(ASK, List.of("Straum-Min-LSN: " + position));
        long from = System.nanoTime();
        long seen = seen(since);
        long nanos = System.nanoTime() - from;
        if (seen < probes) {
            throw new IllegalStateException("an ask for " + position + " was answered from before it");
        }
        return nanos;
    }

    /** How long such an ask takes that waits for nothing. */
    long alone() throws IOException {
        long from = System.nanoTime();
        seen(ask);
        return System.nanoTime() - from;
    }

    private void commit() throws SQLException {
        statement.execute("INSERT INTO app.probes VALUES (now())");
        probes++;
    }

    /** How many probes an ask counts; none while there is no row. */
    private long seen(byte[] request) throws IOException {
        String body = new String(http.exchange(request), StandardCharsets.UTF_8);
        List<List<@Nullable String>> rows = Answered.read(body).rows();
        return rows.isEmpty()
                ? 0
                : Long.parseLong(Objects.requireNonNull(rows.get(0).get(0)));
    }

    @Override
    public void close() throws SQLException, IOException {
        http.close();
        connection.close();
    }
}
