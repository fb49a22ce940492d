package straum.pg;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import straum.app.Event;
import straum.app.Limits;
import straum.app.Lsn;
import straum.app.SourceException;
import straum.domain.spec.Spec;
import straum.domain.testing.Specs;
import straum.domain.value.ColumnType;
import straum.pg.pgoutput.Layout;
import straum.pg.pgoutput.LayoutColumn;
import straum.pg.pgoutput.NewLabels;
import straum.pg.pgoutput.Told;
import straum.pg.testing.PostgresServer;

/** A slot on a database with the table {@code app.rows}, and once started the stream from it. */
final class Following implements AutoCloseable {
    static final Spec SPEC = Specs.of(Specs.fact("rows", "app.rows", "at")
            .key("id")
            .key("tx")
            .key("note")
            .count("n")
            .build());
    static final List<Layout> LAYOUTS = List.of(new Layout(
            0,
            Specs.table("app.rows"),
            List.of(
                    new LayoutColumn("at", 1184, -1, ColumnType.TIMESTAMPTZ),
                    new LayoutColumn("id", 23, -1, ColumnType.INT4),
                    new LayoutColumn("tx", 23, -1, ColumnType.INT4),
                    new LayoutColumn("note", 25, -1, ColumnType.TEXT))));

    /** What {@link #LAYOUTS} reads, without rows. */
    static final List<String> TABLE = List.of(
            "CREATE SCHEMA app",
            "CREATE TABLE app.rows (id int, tx int, unread jsonb, at timestamptz, note text)",
            "ALTER TABLE app.rows REPLICA IDENTITY FULL",
            "ALTER TABLE app.rows ALTER note SET STORAGE EXTERNAL");

    private static final long EVENT_MILLIS = 20_000;

    private final PostgresServer server;
    private final String database;
    private final String publication;
    private final String slot = "straum_" + UUID.randomUUID().toString().replace("-", "");
    private final Connection connection;
    private final Lsn start;
    private final int pid;
    private @Nullable Stream stream;

    private Following(PostgresServer server, String database, String publication) throws SQLException {
        this.server = server;
        this.database = database;
        this.publication = publication;
        Properties properties = new Properties();
        properties.put("user", PostgresServer.USER);
        properties.put("password", PostgresServer.PASSWORD);
        properties.put("replication", "database");
        properties.put("preferQueryMode", "simple");
        properties.put("assumeMinServerVersion", "14");
        connection = DriverManager.getConnection(server.jdbcUrl(database), properties);
        try (Statement statement = connection.createStatement()) {
            try (ResultSet pids = statement.executeQuery("SELECT pg_backend_pid()")) {
                pids.next();
                pid = pids.getInt(1);
            }
            try (ResultSet made = statement.executeQuery(
                    "CREATE_REPLICATION_SLOT " + slot + " TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT")) {
                made.next();
                start = Lsn.parse(made.getString("consistent_point"));
            }
        }
    }

    /** A new database with the table and a publication of it, and a slot at its beginning. */
    static Following begin(PostgresServer server, String publication) throws SQLException {
        String database = server.newDatabase();
        List<String> sql = new ArrayList<>(TABLE);
        sql.add("CREATE PUBLICATION \"" + publication.replace("\"", "\"\"") + "\" FOR TABLE app.rows");
        server.execute(database, sql.toArray(String[]::new));
        return new Following(server, database, publication);
    }

    /** Starts the stream at once. */
    Following start() {
        return start(Limits.defaults(), CatchUp.Steps.DEFAULT);
    }

    /** Starts the stream at once. */
    Following start(Limits limits, CatchUp.Steps steps) {
        stream = Stream.start(connection, slot, publication, SPEC, LAYOUTS, start, limits, new NewLabels(), steps);
        return this;
    }

    String database() {
        return database;
    }

    String slot() {
        return slot;
    }

    /** The slot's consistent point. */
    Lsn from() {
        return start;
    }

    /** The pid of the walsender. */
    int pid() {
        return pid;
    }

    Stream stream() {
        return Objects.requireNonNull(stream, "not started");
    }

    /** Runs statements in one transaction. */
    void commit(String... statements) {
        String[] block = new String[statements.length + 2];
        block[0] = "BEGIN";
        System.arraycopy(statements, 0, block, 1, statements.length);
        block[block.length - 1] = "COMMIT";
        server.execute(database, block);
    }

    /** Where the server is with its WAL, all of it flushed. */
    Lsn flushed() {
        server.execute(database, "SELECT pg_logical_emit_message(true, '', '')");
        return Lsn.parse(server.value(database, "SELECT pg_current_wal_flush_lsn()"));
    }

    /** The next event, which must come soon. */
    Event next() throws SourceException, InterruptedException {
        return Objects.requireNonNull(stream().next(EVENT_MILLIS), "no event in time");
    }

    /** The next commit, confirming it and what comes before it. */
    Event.Commit nextCommit() throws SourceException, InterruptedException {
        while (true) {
            Event event = next();
            stream().confirm(event.end());
            if (event instanceof Event.Commit commit) {
                return commit;
            }
        }
    }

    /** The changes of the next commit, as lines. */
    List<String> nextChanges() throws SourceException, InterruptedException {
        return Told.changes(SPEC, LAYOUTS, nextCommit());
    }

    /** The commits up to a position, all confirmed. */
    List<Event.Commit> commitsUpTo(Lsn position) throws SourceException, InterruptedException {
        List<Event.Commit> commits = new ArrayList<>();
        Event event;
        do {
            event = next();
            stream().confirm(event.end());
            if (event instanceof Event.Commit commit) {
                commits.add(commit);
            }
        } while (!event.end().reaches(position));
        return commits;
    }

    @Override
    public void close() throws SQLException {
        if (stream != null) {
            stream.close();
        }
        connection.close();
    }
}
