package straum.cli.bench;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import straum.pg.testing.PostgresServer;

/**
 * A PostgreSQL of the benchmarks' own with a database for each sample. Samples are made when they are first asked for, and
 * kept below {@code target/bench} by their rows: the next run finds them there.
 */
final class Samples implements AutoCloseable {
    private static final Path FOLDER = Path.of("target", "bench");

    private final PostgresServer server;
    private final long rows;
    /** How each came to be, for who reads the figures. */
    private final Map<String, String> told = new LinkedHashMap<>();

    private Samples(PostgresServer server, long rows) {
        this.server = server;
        this.rows = rows;
    }

    /** Starts the server on the samples of so many rows. */
    static Samples open(long rows) {
        PostgresServer server = PostgresServer.kept(
                FOLDER.resolve("postgres-" + rows),
                "shared_buffers=2GB",
                "work_mem=256MB",
                "maintenance_work_mem=1GB",
                "max_wal_size=8GB",
                "checkpoint_timeout=1h",
                "wal_sender_timeout=10min");
        // A run that was killed may have left some.
        server.rows(
                "postgres", "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE NOT active");
        return new Samples(server, rows);
    }

    PostgresServer server() {
        return server;
    }

    /** The name of the database with a sample. */
    String database(Sample sample) {
        return database(sample.name(), sample.statements(rows));
    }

    /** The name of a database that those statements have made, now or in an earlier run. */
    String database(String name, List<String> statements) {
        String how = String.join(";\n", statements);
        if (!isMadeBy(name, how)) {
            System.err.println("making the sample " + name);
            long from = System.nanoTime();
            if (exists(name)) {
                server.dropDatabase(name);
            }
            server.execute("postgres", "CREATE DATABASE " + name);
            server.execute(name, statements.toArray(String[]::new));
            server.execute(name, "CREATE TABLE public.made AS SELECT $how$" + how + "$how$::text AS how");
            told.put(name, String.format(Locale.ROOT, "made in %.0f s", (System.nanoTime() - from) / 1e9));
        }
        told.putIfAbsent(name, "kept from an earlier run");
        return name;
    }

    private boolean isMadeBy(String name, String how) {
        return exists(name)
                && server.value(name, "SELECT to_regclass('public.made') IS NOT NULL")
                        .equals("t")
                && server.value(name, "SELECT how FROM public.made").equals(how);
    }

    private boolean exists(String name) {
        return !server.rows("postgres", "SELECT 1 FROM pg_database WHERE datname = '" + name + "'")
                .isEmpty();
    }

    /** How each sample came to be. */
    String told() {
        return told.isEmpty()
                ? "none needed"
                : told.entrySet().stream()
                        .map(sample -> sample.getKey() + " " + sample.getValue())
                        .collect(Collectors.joining(", "));
    }

    @Override
    public void close() {
        server.stop(PostgresServer.Stop.FAST);
        server.close();
    }
}
