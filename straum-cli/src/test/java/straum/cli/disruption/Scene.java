package straum.cli.disruption;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import straum.app.Failure;
import straum.app.Lsn;
import straum.app.Status;
import straum.cli.testing.Answered;
import straum.cli.testing.AskClient;
import straum.cli.testing.Question;
import straum.cli.testing.RunningStraum;
import straum.pg.LoadPlan;
import straum.pg.testing.PostgresServer;

/**
 * One check on one server, with a network between it and Straum, random transactions all the while and a watcher. A
 * disruption begins it, disturbs it and mends it; then {@link #settle} holds that all is as it was.
 */
final class Scene implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final Check check;
    private final String database;
    private final Random random;
    private final Random writerRandom;
    private final Proxy proxy;
    private final History history = new History();
    private final Writes writes;
    private final Check.Rows rows = new Check.Rows();
    private final List<PostgresServer> servers = new ArrayList<>();
    private final AtomicBoolean writing = new AtomicBoolean(true);
    private PostgresServer server;
    private @Nullable RunningStraum straum;
    private @Nullable Watcher watcher;
    private @Nullable Thread writer;
    private boolean closed;
    private long markedStarts;
    private @Nullable Failure markedFailure;

    /** Makes the check's tables in a database of their own. */
    Scene(PostgresServer server, Check check, long seed) {
        this.check = check;
        this.server = server;
        this.database = server.newDatabase();
        this.random = new Random(seed);
        this.writerRandom = new Random(seed + 100);
        servers.add(server);
        prepare(server);
        proxy = Proxy.to(server.port());
        writes = new Writes(server, database, check.questions(), history);
        writes.begin();
    }

    private void prepare(PostgresServer on) {
        on.execute(database, check.schema().toArray(String[]::new));
        on.execute(database, check.publication());
    }

    Check check() {
        return check;
    }

    /** What a disruption chooses by. */
    Random random() {
        return random;
    }

    Proxy proxy() {
        return proxy;
    }

    Writes writes() {
        return writes;
    }

    History history() {
        return history;
    }

    PostgresServer server() {
        return server;
    }

    String database() {
        return database;
    }

    RunningStraum straum() {
        RunningStraum running = straum;
        if (running == null) {
            throw new IllegalStateException("not begun");
        }
        return running;
    }

    /** Row numbers of one's own. */
    Check.Rows rows() {
        return rows;
    }

    /**
     * Starts Straum, which loads over one connection or several, and the watcher; it need not be ready, and nobody writes
     * yet.
     */
    void begin() {
        String dsn = "postgresql://" + PostgresServer.USER + ":" + PostgresServer.PASSWORD + "@127.0.0.1:"
                + proxy.port() + "/" + database;
        LoadPlan plan = new LoadPlan(1 + random.nextInt(4), 1);
        straum = RunningStraum.start(server, database, dsn, check.spec(), plan);
        watcher = Watcher.start(straum, check.questions(), history, random.nextLong());
    }

    /** Writes random transactions from now on. */
    void write() {
        Thread thread = new Thread(
                () -> {
                    while (writing.get()) {
                        try {
                            writes.commit(check.change(writerRandom, rows));
                        } catch (RuntimeException | AssertionError e) {
                            history.blame("a transaction failed: " + e);
                            return;
                        }
                    }
                },
                "scene-writer");
        writer = thread;
        thread.start();
    }

    /** Starts all: Straum follows, and transactions come. */
    void follow() {
        begin();
        straum().awaitReady();
        write();
        awaitCommits(3);
    }

    /** Waits for so many more transactions. */
    void awaitCommits(long more) {
        long goal = writes.committed() + more;
        Awaitility.await("transactions")
                .atMost(PATIENCE)
                .until(() -> writes.committed() >= goal || !history.untrue().isEmpty());
    }

    /** Notes how often Straum has started and failed, for what is waited for next. */
    void mark() {
        markedStarts = straum().status().starts();
        markedFailure = straum().status().lastFailure();
    }

    /** Waits until Straum has failed since the mark, or the begin. */
    void awaitFailure() {
        awaitFailureAfter(markedFailure);
    }

    private void awaitFailureAfter(@Nullable Failure last) {
        Awaitility.await("another failure")
                .atMost(PATIENCE)
                .until(() -> !Objects.equals(last, straum().status().lastFailure()));
    }

    /** Waits until Straum has started since the mark and follows. */
    void awaitStartOver() {
        Awaitility.await("a start over")
                .atMost(PATIENCE)
                .until(() -> straum().status().starts() > markedStarts && isReady());
    }

    private boolean isReady() {
        return straum().status().state() == Status.State.READY;
    }

    /** Straum has not started since the mark. */
    void checkNoStartOver() {
        assertThat(straum().status().starts())
                .as("starts; the last failure was %s", straum().status().lastFailure())
                .isEqualTo(markedStarts);
    }

    /** Waits until Straum follows, and has noticed whatever the catalog was changed to before. */
    void awaitNoticed() {
        // A reading sees the catalog before it reads the position: the second one saw it after the first's.
        for (int reading = 0; reading < 2; reading++) {
            Lsn now = straum().position();
            Awaitility.await("a reading")
                    .atMost(PATIENCE)
                    .until(() -> isReady() && reaches(straum().status().serverLsn(), now));
        }
    }

    private static boolean reaches(@Nullable Lsn read, Lsn position) {
        return read != null && read.reaches(position);
    }

    /** Waits for so many failures from now on. */
    void awaitFailures(int count) {
        for (int left = count; left > 0; left--) {
            awaitFailureAfter(straum().status().lastFailure());
        }
    }

    /**
     * From now on another server is the one behind the address, and the connections to the first are cut.
     *
     * @param before run while nobody writes
     */
    void moveTo(PostgresServer other, Runnable before) {
        servers.add(other);
        server = other;
        writes.moveTo(other, () -> {
            before.run();
            proxy.leadTo(other.port());
            proxy.cut();
        });
    }

    /** Makes the same database on another server, with other rows. */
    void prepareOther(PostgresServer other) {
        other.execute("postgres", "CREATE DATABASE " + database);
        prepare(other);
        other.execute(database, "CREATE TABLE ledger (state int PRIMARY KEY)", "DELETE FROM fact WHERE id % 3 = 0");
    }

    /** Ends the writer once its transaction is over. */
    void quiesce() {
        writing.set(false);
        Thread thread = writer;
        writer = null;
        if (thread != null) {
            join(thread);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Straum answers as PostgreSQL does again, told nothing untrue meanwhile, and holds no more than it needs. */
    void settle() throws SQLException {
        if (closed) {
            return;
        }
        quiesce();
        agree();
        if (watcher != null) {
            watcher.close();
        }
        history.finish();
        assertThat(history.checked()).as("answers compared").isPositive();
        assertThat(history.untrue()).as("what was not true meanwhile").isEmpty();
        Awaitility.await("two sessions and one slot").atMost(PATIENCE).until(() -> sessions() == 2 && slots() == 1);
        assertThat(threads("straum-stream")).hasSize(1);
        assertThat(threads("straum-copy")).isEmpty();
        assertThat(threads("straum-snapshot")).isEmpty();
    }

    private void agree() throws SQLException {
        Lsn position = Lsn.parse(server.value(database, "SELECT pg_current_wal_insert_lsn()"));
        try (Connection connection = server.connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute("SET TimeZone = 'UTC'");
            for (Question question : check.questions()) {
                AskClient.Reply[] reply = {null};
                Awaitility.await(question.ask()).atMost(PATIENCE).until(() -> {
                    straum().awaitReady();
                    reply[0] = straum().client().reply(question.ask(), List.of(), position);
                    return reply[0].status() == 200;
                });
                assertThat(Answered.read(reply[0].body()).rows())
                        .as(question.ask())
                        .isEqualTo(question.truth(connection));
            }
        }
    }

    private int sessions() {
        return number("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'straum' AND datname = '"
                + database + "'");
    }

    private int slots() {
        return number("SELECT count(*) FROM pg_replication_slots WHERE database = '" + database + "'");
    }

    private int number(String query) {
        return Integer.parseInt(server.value("postgres", query));
    }

    private static List<String> threads(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith(prefix))
                .toList();
    }

    /** How many answers were held against what PostgreSQL had. */
    long checked() {
        return history.checked();
    }

    /** Ends all, and holds that nothing of Straum is left: no thread, no session, no slot on any server. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        // Each of them, whatever fails: what went on would be in the next scene's way.
        RunningStraum running = straum;
        Watcher watching = watcher;
        try (proxy;
                writes;
                running;
                watching) {
            quiesce();
            proxy.carry();
        }
        Awaitility.await("no thread of Straum's is left")
                .atMost(PATIENCE)
                .until(() -> threads("straum-").isEmpty());
        for (PostgresServer each : servers) {
            server = each;
            Awaitility.await("no session and no slot is left")
                    .atMost(PATIENCE)
                    .until(() -> sessions() == 0 && slots() == 0);
        }
        servers.get(0).dropDatabase(database);
    }
}
