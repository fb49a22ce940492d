package straum.cli.disruption;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import straum.app.Lsn;
import straum.cli.testing.Question;
import straum.pg.testing.PostgresServer;

/**
 * The only one that writes, one transaction after the other, and records what PostgreSQL then answers. It bears that the
 * server goes away at any time: a transaction whose end it was not told of it looks up in a table of its own.
 * Thread-safe.
 */
final class Writes implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** Connection failure, shutdown, crash; and a start that is not over. */
    private static final List<String> LOST = List.of("08", "57P");

    /** When the answers of a server that Straum is not yet led to have to be known: not before the next transaction. */
    private static final Instant NEVER = Instant.MAX;

    private final String database;
    private final List<Question> questions;
    private final History history;
    private PostgresServer server;
    private @Nullable Connection connection;
    private long committed;

    /** Writes to a database, and records the right answers to the questions. */
    Writes(PostgresServer server, String database, List<Question> questions, History history) {
        this.server = server;
        this.database = database;
        this.questions = questions;
        this.history = history;
    }

    /** What is done in a session. */
    @FunctionalInterface
    interface Work {
        void run(Statement statement) throws SQLException;
    }

    /** Records what there is before anything is written. */
    synchronized void begin() {
        bearing(statement -> {
            statement.execute("CREATE TABLE ledger (state int PRIMARY KEY)");
            record(statement, History.Kind.TOLD, Instant.EPOCH, Instant.now(), Lsn.ZERO);
        });
    }

    /** How many transactions there were. */
    synchronized long committed() {
        return committed;
    }

    /**
     * Writes to another server from now on, whose database of the same name has other contents or other positions.
     *
     * @param before run while nobody writes
     */
    synchronized void moveTo(PostgresServer other, Runnable before) {
        history.mixPositions();
        before.run();
        Instant sent = Instant.now();
        disconnect();
        server = other;
        bearing(statement -> record(statement, History.Kind.TOLD, sent, NEVER, Lsn.ZERO));
    }

    /** One transaction of these statements. */
    void commit(List<String> statements) {
        commit(History.Kind.TOLD, statements);
    }

    /** One transaction of these statements, which the stream may not tell. */
    void commitSilently(List<String> statements) {
        commit(History.Kind.SILENT, statements);
    }

    private synchronized void commit(History.Kind kind, List<String> statements) {
        int number = history.next();
        Instant[] sent = {null};
        Lsn[] before = {Lsn.ZERO};
        bearing(statement -> {
            if (sent[0] != null && isCommitted(statement, number)) {
                return;
            }
            before[0] = position(statement);
            sent[0] = Instant.now();
            try {
                statement.execute("BEGIN");
                statement.execute("INSERT INTO ledger VALUES (" + number + ")");
                for (String sql : statements) {
                    statement.execute(sql);
                }
                statement.execute("COMMIT");
            } catch (SQLException e) {
                if (!isLost(e)) {
                    statement.execute("ROLLBACK");
                }
                throw e;
            }
        });
        Instant returned = Instant.now();
        bearing(statement -> record(statement, kind, sent[0], returned, before[0]));
        committed++;
    }

    /** Statements that make no transaction with others, each alone; the server stays. */
    void alone(String... statements) {
        around(History.Kind.TOLD, statement -> {
            for (String sql : statements) {
                statement.execute(sql);
            }
        });
    }

    /** Whatever changes the answers once, on whatever connection; the server stays. */
    synchronized void around(History.Kind kind, Work work) {
        bearing(statement -> {
            Lsn before = position(statement);
            Instant sent = Instant.now();
            work.run(statement);
            Instant returned = Instant.now();
            if (kind == History.Kind.UNKNOWN) {
                record(statement, kind, sent, returned, before);
                record(statement, History.Kind.TOLD, sent, returned, before);
            } else {
                record(statement, kind, sent, returned, before);
            }
        });
        committed++;
    }

    private static boolean isCommitted(Statement statement, int number) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT 1 FROM ledger WHERE state = " + number)) {
            return row.next();
        }
    }

    /** Reads the answers in this session, in which nobody else writes meanwhile. */
    private void record(Statement statement, History.Kind kind, Instant sent, Instant returned, Lsn before)
            throws SQLException {
        Lsn after = position(statement);
        List<List<List<@Nullable String>>> answers = new ArrayList<>();
        for (Question question : questions) {
            answers.add(question.truth(statement.getConnection()));
        }
        history.add(kind, sent, returned, before, after, answers);
    }

    private static Lsn position(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT pg_current_wal_insert_lsn()::text")) {
            row.next();
            return Lsn.parse(row.getString(1));
        }
    }

    /** Does it, once more on a new connection when the server was lost meanwhile, until it is done. */
    private void bearing(Work work) {
        Awaitility.await("PostgreSQL lets it be written")
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> {
                    try {
                        Connection open = connection == null ? connect() : connection;
                        connection = open;
                        try (Statement statement = open.createStatement()) {
                            work.run(statement);
                        }
                        return true;
                    } catch (SQLException e) {
                        if (!isLost(e)) {
                            throw new AssertionError(e.getMessage(), e);
                        }
                        disconnect();
                        return false;
                    }
                });
    }

    private Connection connect() throws SQLException {
        Connection opened = server.connect(database);
        try (Statement statement = opened.createStatement()) {
            statement.execute("SET TimeZone = 'UTC'");
        }
        return opened;
    }

    private static boolean isLost(SQLException e) {
        String state = e.getSQLState();
        return state != null && LOST.stream().anyMatch(state::startsWith);
    }

    private void disconnect() {
        Connection broken = connection;
        connection = null;
        if (broken != null) {
            try {
                broken.close();
            } catch (SQLException e) {
                // It was broken, which is why it is closed.
                assert isLost(e) : e;
            }
        }
    }

    @Override
    public synchronized void close() {
        disconnect();
    }
}
