package straum.pg.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * A real PostgreSQL with {@code wal_level=logical}: in a container where a Docker engine answers, else from the binaries
 * on the class path. It keeps its data and its port when it is stopped and started again, and leaves nothing behind once
 * closed or when the JVM ends, but for what {@link #kept} keeps. Passwords are asked for, by SCRAM. Its version is the newest that Straum follows, or what
 * {@code -Dstraum.postgres=14} says.
 *
 * <p>Most tests take {@link #shared} and a {@link #newDatabase} of their own; a test that stops the server or needs other
 * settings starts one. Thread-safe but for stopping and starting.
 */
public final class PostgresServer implements AutoCloseable {
    /** The superuser. */
    public static final String USER = "postgres";
    /** The superuser's password. */
    public static final String PASSWORD = "straum";

    private static final List<String> SETTINGS = List.of(
            "wal_level=logical",
            "fsync=off",
            "full_page_writes=off",
            "shared_buffers=64MB",
            "max_connections=100",
            "max_wal_senders=30",
            "max_replication_slots=30",
            "max_prepared_transactions=10",
            "timezone=UTC");

    /** The major versions that Straum follows, the newest last. */
    public static final List<Integer> MAJORS = List.of(14, 15, 16, 17, 18);

    /** The major version of a server of which nothing else is said. */
    private static final int MAJOR = Integer.getInteger("straum.postgres", Binaries.NEWEST);

    private static final int FIRST_PORT = 20_000;
    private static final int LAST_PORT = 32_000;

    private final int port;
    private final Node node;
    private final Thread atExit = new Thread(this::removeAll, "postgres-server-exit");
    private final AtomicInteger databases = new AtomicInteger();
    private final Sessions sessions = new Sessions(this::connect);
    private boolean closed;

    private PostgresServer(int major, List<String> settings, boolean embedded) {
        List<String> all = new ArrayList<>(SETTINGS);
        all.addAll(settings);
        try {
            port = freePort();
            node = !embedded && ContainerNode.isAvailable()
                    ? new ContainerNode(major, port, all, USER, PASSWORD)
                    : new EmbeddedNode(major, port, all, USER, PASSWORD);
        } catch (IOException e) {
            throw new UncheckedIOException("no PostgreSQL to test with", e);
        }
    }

    private PostgresServer(Path folder, List<String> settings) {
        List<String> all = new ArrayList<>(SETTINGS);
        all.addAll(settings);
        try {
            port = freePort();
            node = new EmbeddedNode(folder, MAJOR, port, all, USER, PASSWORD);
        } catch (IOException e) {
            throw new UncheckedIOException("no PostgreSQL on the data of " + folder, e);
        }
    }

    private PostgresServer(int port, Node node) {
        this.port = port;
        this.node = node;
    }

    /**
     * A port that nobody listens on, from below those that systems give to connections (Linux: 32768 on): while a server is
     * made, or stopped to be started again, nobody else gets it.
     */
    private static int freePort() throws IOException {
        IOException last = new IOException("no port is free");
        for (int tries = 0; tries < 100; tries++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                last = e;
            }
        }
        throw last;
    }

    /**
     * Starts a new server, with its defaults changed by settings such as {@code wal_level=replica}, and waits until it
     * answers.
     */
    public static PostgresServer start(String... settings) {
        return start(MAJOR, settings);
    }

    /** The same, of that major version. */
    public static PostgresServer start(int major, String... settings) {
        return started(new PostgresServer(major, List.of(settings), false));
    }

    /** As {@link #start}, but never in a container: for settings that name files of this machine. */
    public static PostgresServer embedded(String... settings) {
        return started(new PostgresServer(MAJOR, List.of(settings), true));
    }

    /**
     * As {@link #embedded}, on the data kept in a folder: made where there is none, and left there by {@link #close}, for
     * the next to find. One server at a time has it; data of another major it refuses.
     */
    public static PostgresServer kept(Path folder, String... settings) {
        return started(new PostgresServer(folder, List.of(settings)));
    }

    private static PostgresServer started(PostgresServer server) {
        Runtime.getRuntime().addShutdownHook(server.atExit);
        server.startAgain();
        return server;
    }

    /**
     * Starts a standby of this server, which is stopped and started again for it; null where none can be made, as with
     * containers. It is not promoted before {@link #promote}.
     */
    public @Nullable PostgresServer startStandby() {
        stop(Stop.FAST);
        PostgresServer standby = null;
        try {
            List<String> all = new ArrayList<>(SETTINGS);
            all.add("primary_conninfo=host=127.0.0.1 port=" + port + " user=" + USER + " password=" + PASSWORD);
            int its = freePort();
            Node copy = node.standby(its, all);
            standby = copy == null ? null : new PostgresServer(its, copy);
        } catch (IOException e) {
            throw new UncheckedIOException("no standby", e);
        } finally {
            startAgain();
        }
        if (standby != null) {
            Runtime.getRuntime().addShutdownHook(standby.atExit);
            standby.startAgain();
        }
        return standby;
    }

    /** Makes the standby a primary, with a timeline of its own, and waits until it is one. */
    public void promote() {
        if (!value("postgres", "SELECT pg_promote()").equals("t")) {
            throw new IllegalStateException("not promoted:\n" + node.log());
        }
    }

    /** The server that the tests of this JVM share; never stop or close it. */
    public static PostgresServer shared() {
        return Shared.SERVER;
    }

    /** Starts the stopped server on the data and the port it had, and waits until it answers. */
    public void startAgain() {
        node.start();
        Awaitility.await()
                .alias("PostgreSQL answers")
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptionsInstanceOf(SQLException.class)
                .until(this::answers);
    }

    private boolean answers() throws SQLException {
        if (!node.isRunning()) {
            throw new IllegalStateException("PostgreSQL ended at its start:\n" + node.log());
        }
        try (Connection connection = connect("postgres")) {
            return connection.isValid(5);
        }
    }

    /** Stops the server, letting nobody finish. */
    public void stop(Stop how) {
        sessions.end();
        node.signal(how.signal);
        node.awaitExit();
    }

    /** How to stop: PostgreSQL's own shutdown modes, and none. */
    public enum Stop {
        /** Sessions are ended, and all WAL is sent to whoever follows. */
        FAST("INT"),
        /** As in a crash: recovery at the next start. */
        IMMEDIATE("QUIT"),
        /** No mode of PostgreSQL's: the first process is killed, and nobody tells the others. */
        KILL("KILL");

        private final String signal;

        Stop(String signal) {
            this.signal = signal;
        }
    }

    /** The port it listens on, on 127.0.0.1. */
    public int port() {
        return port;
    }

    /** The server's major version. */
    public int major() {
        return Integer.parseInt(value("postgres", "SELECT current_setting('server_version_num')::int / 10000"));
    }

    /** Creates an empty database and answers its name. */
    public String newDatabase() {
        String name = "test_" + databases.incrementAndGet();
        // A copy of files costs least, and adds nothing to the WAL that others read.
        execute("postgres", "CREATE DATABASE " + name + (major() >= 15 ? " STRATEGY file_copy" : ""));
        return name;
    }

    /** Drops a database, ending whatever is connected to it. */
    public void dropDatabase(String database) {
        sessions.end(database);
        execute("postgres", "DROP DATABASE " + database + " WITH (FORCE)");
    }

    /** The database's address for JDBC, without user and password. */
    public String jdbcUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    /** The database's address for libpq and Straum, as the superuser. */
    public String dsn(String database) {
        return dsn(database, USER, PASSWORD);
    }

    /** The database's address for libpq and Straum, as that user; name and password need no percent-encoding. */
    public String dsn(String database, String user, String password) {
        return "postgresql://" + user + ":" + password + "@127.0.0.1:" + port + "/" + database;
    }

    /** A new session of the superuser. */
    public Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(jdbcUrl(database), USER, PASSWORD);
    }

    /** Runs statements one after the other, each in a transaction of its own. */
    public void execute(String database, String... statements) {
        try {
            sessions.use(database, statement -> {
                for (String sql : statements) {
                    statement.execute(sql);
                }
                return statements.length;
            });
        } catch (SQLException e) {
            throw new IllegalStateException("in " + database + ": " + e.getMessage(), e);
        }
    }

    /** The rows of a query, each column as PostgreSQL prints it, null for null. */
    public List<List<@Nullable String>> rows(String database, String query) {
        try {
            return sessions.use(database, statement -> read(statement, query));
        } catch (SQLException e) {
            throw new IllegalStateException("in " + database + ": " + e.getMessage(), e);
        }
    }

    private static List<List<@Nullable String>> read(Statement statement, String query) throws SQLException {
        List<List<@Nullable String>> rows = new ArrayList<>();
        try (ResultSet result = statement.executeQuery(query)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<@Nullable String> row = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    row.add(result.getString(column));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    /** The one value of a query, as PostgreSQL prints it. */
    public String value(String database, String query) {
        String value = rows(database, query).get(0).get(0);
        if (value == null) {
            throw new IllegalStateException("null: " + query);
        }
        return value;
    }

    /** Stops the server at once and removes its data, unless that is kept. */
    @Override
    public void close() {
        removeAll();
        Runtime.getRuntime().removeShutdownHook(atExit);
    }

    private synchronized void removeAll() {
        if (closed) {
            return;
        }
        closed = true;
        sessions.end();
        if (node.isRunning()) {
            node.signal("QUIT");
            node.awaitExit();
        }
        node.remove();
    }

    /** Started when it is first asked for. */
    private static final class Shared {
        private static final PostgresServer SERVER = start();
    }
}
