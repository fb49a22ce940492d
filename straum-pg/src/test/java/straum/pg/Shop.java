package straum.pg;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import straum.app.Event;
import straum.app.Limits;
import straum.app.Lsn;
import straum.app.Opened;
import straum.app.Reading;
import straum.app.Source;
import straum.app.SourceException;
import straum.domain.spec.Spec;
import straum.domain.testing.Specs;
import straum.domain.value.ColumnType;
import straum.domain.value.Rows;
import straum.pg.testing.PostgresServer;

/** A database of its own with the tables of {@link Specs#usage}, set up to be followed, and a source on it. */
final class Shop implements AutoCloseable {
    static final String PUBLICATION = "straum";

    final PostgresServer server;
    final String database;

    private final List<Postgres> sources = new ArrayList<>();
    /** Per source that was started the position its events have reached. */
    private final Map<Postgres, Lsn> reached = new HashMap<>();

    /** The tables and the publication, on the server the tests share. */
    Shop() {
        this(PostgresServer.shared());
    }

    /** The tables and the publication, on a server. */
    Shop(PostgresServer server) {
        this.server = server;
        this.database = server.newDatabase();
        execute(
                "CREATE SCHEMA app",
                "CREATE TABLE app.accounts (id int PRIMARY KEY, region text)",
                "CREATE TABLE app.events (at timestamptz, kind text, account_id int, amount numeric(12,2))",
                "ALTER TABLE app.accounts REPLICA IDENTITY FULL",
                "ALTER TABLE app.events REPLICA IDENTITY FULL",
                "CREATE PUBLICATION straum FOR TABLE app.events, app.accounts WITH (publish_via_partition_root = true)");
    }

    void execute(String... statements) {
        server.execute(database, statements);
    }

    /** Inserts so many events, the n-th on the n-th second of 2026-11-13, of account n modulo 10. */
    void insertEvents(int count) {
        execute(
                "INSERT INTO app.events SELECT timestamptz '2026-11-13Z' + n * interval '1 s', 'kind ' || n % 3, n % 10, n"
                        + " FROM generate_series(1, " + count + ") n");
    }

    Dsn dsn() {
        return dsn(PostgresServer.USER, PostgresServer.PASSWORD);
    }

    Dsn dsn(String user, String password) {
        try {
            return Dsn.read(server.dsn(database, user, password), Map.of());
        } catch (DsnException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A source that follows the view of {@link Specs#usage}; stopped with the shop. */
    Postgres source() {
        return source(Specs.usage());
    }

    Postgres source(Spec spec) {
        return source(dsn(), spec);
    }

    Postgres source(Dsn dsn, Spec spec) {
        return source(dsn, spec, LoadPlan.over(1));
    }

    Postgres source(Dsn dsn, Spec spec, LoadPlan plan) {
        Postgres source = new Postgres(dsn, spec, PUBLICATION, Limits.defaults(), plan);
        sources.add(source);
        return source;
    }

    /** Opens, loads every table and ends the load. */
    Opened start(Postgres source) throws SourceException, InterruptedException {
        Opened opened = source.open();
        for (int table = 0; table < opened.types().size(); table++) {
            source.load(table, rows -> {});
        }
        source.loaded();
        reached.put(source, opened.at());
        return opened;
    }

    /** The rows of a load, each value as PostgreSQL prints it. */
    static List<List<@Nullable String>> load(Source source, Opened opened, int table)
            throws SourceException, InterruptedException {
        List<List<@Nullable String>> loaded = new ArrayList<>();
        source.load(table, rows -> loaded.addAll(print(rows, opened.types().get(table))));
        return loaded;
    }

    static List<List<@Nullable String>> print(Rows rows, ColumnType[] types) {
        List<List<@Nullable String>> printed = new ArrayList<>();
        for (int row = 0; row < rows.size(); row++) {
            List<@Nullable String> values = new ArrayList<>();
            for (int column = 0; column < types.length; column++) {
                values.add(rows.isNull(row, column) ? null : print(rows, row, column, types[column]));
            }
            printed.add(values);
        }
        return printed;
    }

    private static String print(Rows rows, int row, int column, ColumnType type) {
        int start = rows.start(row, column);
        int length = rows.length(row, column);
        if (!type.isComparable()) {
            return new String(rows.bytes(), start, length, StandardCharsets.UTF_8);
        }
        StringBuilder out = new StringBuilder();
        type.print(rows.bytes(), start, length, out);
        return out.toString();
    }

    /** Takes events, confirming each, until the server's position of now has been reached. */
    List<Event.Commit> follow(Postgres source) throws SourceException, InterruptedException {
        Lsn target = Lsn.parse(server.value(database, "SELECT pg_current_wal_flush_lsn()"));
        List<Event.Commit> commits = new ArrayList<>();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        Lsn at = reached.getOrDefault(source, Lsn.ZERO);
        while (!at.reaches(target)) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the stream has got to " + at + " and not to " + target);
            }
            Event event = source.next(100);
            if (event != null) {
                at = event.end();
                reached.put(source, at);
                source.confirm(at);
                if (event instanceof Event.Commit commit) {
                    commits.add(commit);
                }
            }
        }
        return commits;
    }

    /** A reading with everything before it applied. */
    Reading read(Postgres source) throws SourceException, InterruptedException {
        follow(source);
        return source.wal();
    }

    /** Sessions of ours on this database, and slots. */
    List<List<@Nullable String>> leftOnTheServer() {
        return server.rows(
                database,
                "SELECT 'session', pid::text FROM pg_stat_activity WHERE datname = current_database()"
                        + " AND application_name = 'straum' UNION ALL"
                        + " SELECT 'slot', slot_name FROM pg_replication_slots WHERE database = current_database()");
    }

    @Override
    public void close() {
        sources.forEach(Postgres::stop);
        // The server drops a slot when it notices that its connection is gone.
        Awaitility.await()
                .untilAsserted(() -> Assertions.assertThat(leftOnTheServer()).isEmpty());
        server.dropDatabase(database);
    }
}
