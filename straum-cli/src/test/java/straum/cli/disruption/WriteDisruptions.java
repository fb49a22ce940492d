package straum.cli.disruption;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import straum.pg.testing.PostgresServer;

/** What transactions do. */
final class WriteDisruptions {
    private static final int SESSIONS = 4;

    private WriteDisruptions() {}

    static List<Disruption> all() {
        return List.of(
                truncating("the fact truncated", scene -> scene.writes().commit(List.of("TRUNCATE fact"))),
                Disruption.goingOn("the dim truncated", scene -> scene.writes().commit(List.of("TRUNCATE dim"))),
                truncating(
                        "truncated with others in one transaction",
                        scene -> scene.writes()
                                .commit(List.of(
                                        "DELETE FROM dim WHERE id < 4",
                                        rowsOf(scene, 50),
                                        "TRUNCATE fact, dim",
                                        rowsOf(scene, 50),
                                        "INSERT INTO dim VALUES (1, 'region 1', 1), (2, 'region 2', 2)",
                                        "UPDATE fact SET amount = amount + 1"))),
                Disruption.goingOn(
                        "truncated and rolled back",
                        scene -> scene.writes()
                                .commit(List.of(
                                        "SAVEPOINT a",
                                        "TRUNCATE fact, dim",
                                        rowsOf(scene, 5),
                                        "ROLLBACK TO a",
                                        rowsOf(scene, 5)))),
                Disruption.goingOn(
                        "nested subtransactions", scene -> scene.writes().commit(nested(scene))),
                Disruption.goingOn("a large transaction", WriteDisruptions::large),
                Disruption.goingOn("a prepared transaction", scene -> prepared(scene, "COMMIT PREPARED")),
                Disruption.goingOn("a prepared transaction rolled back", scene -> prepared(scene, "ROLLBACK PREPARED")),
                Disruption.goingOn("many sessions", scene -> manySessions(scene, () -> {})),
                Disruption.of("many sessions while it loads", scene -> {
                    scene.proxy().stallAfter(20_000 + scene.random().nextInt(40_000));
                    scene.begin();
                    manySessions(scene, () -> scene.proxy().carry());
                    scene.straum().awaitReady();
                    scene.write();
                    scene.awaitCommits(3);
                }),
                Disruption.of("a transaction prepared before the start", WriteDisruptions::preparedBefore),
                Disruption.of("a prepared transaction kept over a restart", scene -> {
                    scene.follow();
                    scene.mark();
                    prepare(scene, "kept");
                    scene.server().stop(PostgresServer.Stop.FAST);
                    scene.awaitFailure();
                    scene.server().startAgain();
                    waitsFor(scene, "kept");
                    scene.writes().alone("COMMIT PREPARED 'kept'");
                    scene.awaitStartOver();
                    scene.awaitCommits(3);
                }),
                Disruption.of("a writer idle in transaction", WriteDisruptions::idle));
    }

    /** Partitions get new files by a truncate, which starts over since the stream names the root alone. */
    private static Disruption truncating(String name, Disruption.Body body) {
        return Disruption.whileFollowing(name, scene -> {
            body.run(scene);
            scene.awaitCommits(3);
            if (scene.check().leaves().size() == 1) {
                scene.checkNoStartOver();
            }
        });
    }

    private static String rowsOf(Scene scene, int count) {
        int from = scene.rows().take(count);
        return scene.check().insert(from, from + count - 1, scene.random().nextInt(1000));
    }

    private static List<String> nested(Scene scene) {
        List<String> statements = new ArrayList<>();
        for (int depth = 0; depth < 70; depth++) {
            statements.add("SAVEPOINT s" + depth);
            statements.add(rowsOf(scene, 2));
            if (depth % 5 == 4) {
                statements.add("UPDATE fact SET amount = amount + 1 WHERE id % 97 = " + depth);
                statements.add("ROLLBACK TO s" + (depth - scene.random().nextInt(4)));
            }
        }
        return statements;
    }

    private static void large(Scene scene) {
        scene.writes()
                .commit(List.of(
                        rowsOf(scene, 20_000),
                        "UPDATE fact SET amount = amount + 1",
                        "DELETE FROM fact WHERE id % 11 = 5",
                        "DELETE FROM fact WHERE id > " + (Check.ROWS + 5000)));
    }

    private static void prepared(Scene scene, String end) throws SQLException {
        prepare(scene, "between");
        scene.awaitCommits(5);
        scene.writes().alone(end + " 'between'");
    }

    private static void prepare(Scene scene, String gid) throws SQLException {
        try (Connection connection = scene.server().connect(scene.database());
                Statement statement = connection.createStatement()) {
            statement.execute("BEGIN");
            statement.execute(rowsOf(scene, 100));
            statement.execute("SAVEPOINT a");
            statement.execute(rowsOf(scene, 100));
            statement.execute("ROLLBACK TO a");
            statement.execute("PREPARE TRANSACTION '" + gid + "'");
        }
    }

    private static void preparedBefore(Scene scene) throws SQLException {
        prepare(scene, "before");
        scene.begin();
        scene.write();
        waitsFor(scene, "before");
        scene.awaitCommits(5);
        scene.writes().alone("COMMIT PREPARED 'before'");
        scene.straum().awaitReady();
        scene.awaitCommits(3);
    }

    private static void idle(Scene scene) throws SQLException {
        try (Connection connection = scene.server().connect(scene.database());
                Statement statement = connection.createStatement()) {
            statement.execute("BEGIN");
            statement.execute(rowsOf(scene, 100));
            String pid;
            try (ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
                row.next();
                pid = row.getString(1);
            }
            scene.begin();
            scene.write();
            waitsFor(scene, "pid " + pid);
            scene.awaitCommits(5);
            scene.writes().around(History.Kind.TOLD, ours -> statement.execute("COMMIT"));
            scene.straum().awaitReady();
            scene.awaitCommits(3);
        }
    }

    private static void waitsFor(Scene scene, String whom) {
        Awaitility.await("/readyz names " + whom).atMost(Duration.ofMinutes(1)).until(() -> {
            var ready = scene.straum().client().get("/readyz", "text/plain");
            return ready.status() == 503 && ready.body().contains(whom);
        });
    }

    /** Sessions that write at the same time, of which only what comes out is known. */
    private static void manySessions(Scene scene, Runnable amidst) {
        ExecutorService sessions = Executors.newFixedThreadPool(SESSIONS);
        try {
            scene.writes().around(History.Kind.UNKNOWN, ours -> {
                List<Future<?>> running = new ArrayList<>();
                for (int session = 0; session < SESSIONS; session++) {
                    long seed = scene.random().nextLong();
                    running.add(sessions.submit(() -> session(scene, seed)));
                }
                amidst.run();
                for (Future<?> each : running) {
                    get(each);
                }
            });
        } finally {
            sessions.shutdownNow();
        }
    }

    private static Void session(Scene scene, long seed) throws SQLException {
        Random random = new Random(seed);
        try (Connection connection = scene.server().connect(scene.database());
                Statement statement = connection.createStatement()) {
            statement.execute("SET synchronous_commit = " + (random.nextBoolean() ? "on" : "off"));
            for (int transaction = 0; transaction < 40; transaction++) {
                statement.execute("BEGIN");
                int from = scene.rows().take(10);
                statement.execute(scene.check().insert(from, from + 9, random.nextInt(1000)));
                // In the order of the key, so that sessions wait for one another and none for ever.
                statement.execute("UPDATE fact SET amount = amount + 1 WHERE (id, at) IN (SELECT id, at FROM fact"
                        + " WHERE id % 300 = " + random.nextInt(300) + " ORDER BY id, at FOR UPDATE)");
                statement.execute(random.nextInt(4) == 0 ? "ROLLBACK" : "COMMIT");
            }
        }
        return null;
    }

    private static void get(Future<?> future) {
        try {
            Objects.requireNonNull(future).get();
        } catch (ExecutionException e) {
            throw new AssertionError("a session failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
