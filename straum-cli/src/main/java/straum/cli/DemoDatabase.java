package straum.cli;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A PostgreSQL of our own in a temporary directory, on a free port of loopback, holding the sample. Closing it ends the
 * server and removes the directory.
 */
final class DemoDatabase implements AutoCloseable {
    private static final String DATABASE = "postgres";
    /** The role of the sample's owner, and of Straum. */
    static final String USER = "postgres";

    private static final Duration STARTUP = Duration.ofMinutes(1);

    private final Path directory;
    private final EmbeddedPostgres postgres;

    private DemoDatabase(Path directory, EmbeddedPostgres postgres) {
        this.directory = directory;
        this.postgres = postgres;
    }

    /**
     * Starts the server.
     *
     * @throws CommandFailure when there is no PostgreSQL for this machine, or it does not start
     */
    static DemoDatabase start() throws CommandFailure {
        checkMachine();
        Path directory;
        try {
            directory = Files.createTempDirectory("straum-demo-");
        } catch (IOException e) {
            throw CommandFailure.failed("no temporary directory for the sample database: " + e.getMessage());
        }
        // The library makes a directory of its own beside ours unless it is told where.
        System.setProperty("ot.epg.working-dir", directory.toString());
        try {
            return new DemoDatabase(
                    directory,
                    EmbeddedPostgres.builder()
                            .setOverrideWorkingDirectory(directory.toFile())
                            .setDataDirectory(directory.resolve("data"))
                            .setPGStartupWait(STARTUP)
                            .setServerConfig("listen_addresses", "127.0.0.1")
                            .setServerConfig("unix_socket_directories", "")
                            .setServerConfig("wal_level", "logical")
                            .start());
        } catch (NoClassDefFoundError e) {
            remove(directory);
            throw CommandFailure.failed("the sample database is not in this jar: run scripts/straum demo");
        } catch (IOException | RuntimeException e) {
            remove(directory);
            throw CommandFailure.failed("the sample database did not start: " + e.getMessage()
                    + "\nhint: PostgreSQL refuses to run as root where user namespaces are forbidden:"
                    + " run the demo as another user there");
        }
    }

    /**
     * Runs a text of statements, one transaction.
     *
     * @throws SQLException when one fails; nothing of the text has happened then
     */
    void run(String statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(statements);
        }
    }

    /** Makes the sample's tables and fills them. */
    void fill() throws SQLException {
        run(resource("schema.sql"));
    }

    /** A new connection to the sample. */
    Connection connect() throws SQLException {
        return postgres.getDatabase(USER, DATABASE).getConnection();
    }

    /** The sample as a libpq URI. */
    String dsn() {
        return "postgresql://" + USER + "@127.0.0.1:" + postgres.getPort() + "/" + DATABASE;
    }

    /** The text of one of the sample's files. */
    static String resource(String name) {
        try (InputStream in = DemoDatabase.class.getResourceAsStream("demo/" + name)) {
            if (in == null) {
                throw new IllegalStateException("there is no " + name + " in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("the jar cannot be read", e);
        }
    }

    @Override
    public void close() {
        try {
            postgres.close();
        } catch (IOException e) {
            System.err.println("straum: the sample database did not stop cleanly: " + e.getMessage());
        }
        remove(directory);
    }

    private static void checkMachine() throws CommandFailure {
        String system = System.getProperty("os.name");
        String architecture = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        if (!system.equals("Linux") || !List.of("amd64", "aarch64").contains(architecture)) {
            throw CommandFailure.failed(
                    "the demo brings PostgreSQL along for Linux on amd64 and aarch64, and this is "
                            + system + " on " + architecture
                            + "\nhint: straum run follows any PostgreSQL from 14 to 18, and straum plan prints how to set one up");
        }
    }

    private static void remove(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            System.err.println("straum: " + directory + " is left behind: " + e.getMessage());
        }
    }
}
