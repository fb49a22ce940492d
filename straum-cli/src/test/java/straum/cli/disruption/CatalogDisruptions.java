package straum.cli.disruption;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.awaitility.Awaitility;

/** Changes of the catalog, each before the load, during it and while Straum follows. */
final class CatalogDisruptions {
    private static final int LOAD = 60_000;

    private CatalogDisruptions() {}

    /**
     * A change of the catalog.
     *
     * @param inOneTransaction false for what has to be outside of any
     */
    private record Ddl(String name, boolean inOneTransaction, Function<Scene, List<String>> statements) {}

    private static final List<Ddl> CHANGES = List.of(
            ddl("a column added", "ALTER TABLE fact ADD COLUMN extra int DEFAULT 3"),
            ddl(
                    "a column added and dropped",
                    "ALTER TABLE fact ADD COLUMN extra int DEFAULT 3",
                    "ALTER TABLE fact DROP COLUMN extra"),
            ddl(
                    "a column made again",
                    "ALTER TABLE fact ADD COLUMN again numeric(12,2)",
                    "UPDATE fact SET again = amount * 2",
                    "ALTER TABLE fact DROP COLUMN amount",
                    "ALTER TABLE fact RENAME again TO amount"),
            ddl("a column rewritten", "ALTER TABLE fact ALTER amount TYPE numeric(14,2) USING amount * 2"),
            ddl(
                    "a column renamed and back",
                    "ALTER TABLE fact RENAME amount TO x",
                    "ALTER TABLE fact RENAME x TO amount"),
            ddl(
                    "a table renamed and back",
                    "ALTER TABLE dim RENAME TO x",
                    "UPDATE x SET grade = 2",
                    "ALTER TABLE x RENAME TO dim"),
            ddl("an index", "CREATE INDEX ON fact (kind)"),
            ddl(
                    "the publication made again",
                    "DROP PUBLICATION straum",
                    "DELETE FROM fact WHERE id % 9 = 0",
                    "CREATE PUBLICATION straum FOR TABLE fact, dim WITH (publish_via_partition_root = true)"),
            ddl(
                    "a table out of the publication and back",
                    "ALTER PUBLICATION straum DROP TABLE dim",
                    "UPDATE dim SET grade = 2, region = 'region 1'",
                    "ALTER PUBLICATION straum ADD TABLE dim"),
            ddl(
                    "a table made again",
                    "ALTER TABLE dim RENAME TO gone",
                    "CREATE TABLE dim (LIKE gone)",
                    "ALTER TABLE dim REPLICA IDENTITY FULL",
                    "ALTER PUBLICATION straum ADD TABLE dim",
                    "INSERT INTO dim SELECT id, region, 1 FROM gone WHERE id < 6"),
            new Ddl("the identity changed and back", true, scene -> {
                List<String> statements = new ArrayList<>();
                scene.check()
                        .leaves()
                        .forEach(leaf -> statements.add("ALTER TABLE " + leaf + " REPLICA IDENTITY DEFAULT"));
                statements.add("UPDATE fact SET amount = 1 WHERE id % 10 = 1");
                scene.check()
                        .leaves()
                        .forEach(leaf -> statements.add("ALTER TABLE " + leaf + " REPLICA IDENTITY FULL"));
                return statements;
            }),
            new Ddl("a table rewritten by VACUUM FULL", false, scene -> List.of("VACUUM FULL fact", "VACUUM FULL dim")),
            own(
                    "labels",
                    "labels added",
                    "ALTER TYPE mood ADD VALUE 'low' BEFORE 'ok'",
                    "ALTER TYPE mood ADD VALUE 'high' AFTER 'great'",
                    "UPDATE fact SET kind = 'low' WHERE id % 3 = 0",
                    "UPDATE fact SET kind = 'high' WHERE id % 5 = 0"),
            own(
                    "labels",
                    "a label renamed and back",
                    "ALTER TYPE mood RENAME VALUE 'ok' TO 'x'",
                    "ALTER TYPE mood RENAME VALUE 'x' TO 'ok'"),
            own(
                    "labels",
                    "an enum exchanged",
                    "CREATE TYPE mood2 AS ENUM ('great', 'ok', 'sad')",
                    "ALTER TABLE fact ALTER kind TYPE mood2 USING kind::text::mood2",
                    "DROP TYPE mood",
                    "ALTER TYPE mood2 RENAME TO mood"),
            own(
                    "partitions",
                    "a partition attached",
                    "CREATE TABLE attached (LIKE fact INCLUDING ALL)",
                    "ALTER TABLE attached REPLICA IDENTITY FULL",
                    "INSERT INTO attached (id, at, kind, client, amount) SELECT 1000000 + n, '2026-12-02Z', 'buy', n % 9, n"
                            + " FROM generate_series(1, 30) n",
                    "ALTER TABLE fact ATTACH PARTITION attached FOR VALUES FROM ('2026-12-01Z') TO ('2027-01-01Z')"),
            own(
                    "partitions",
                    "a partition detached, changed and attached",
                    "BEGIN",
                    "ALTER TABLE fact DETACH PARTITION early",
                    "DELETE FROM early WHERE id % 2 = 0",
                    "ALTER TABLE fact ATTACH PARTITION early FOR VALUES FROM ('2026-11-01Z') TO ('2026-11-13 08:00Z')",
                    "COMMIT"),
            own("partitions", "a partition truncated", "TRUNCATE early"),
            own(
                    "partitions",
                    "a partition dropped and made again",
                    "BEGIN",
                    "DROP TABLE early",
                    "CREATE TABLE early PARTITION OF fact FOR VALUES FROM ('2026-11-01Z') TO ('2026-11-13 08:00Z')",
                    "ALTER TABLE early REPLICA IDENTITY FULL",
                    "COMMIT"));

    private static Ddl ddl(String name, String... statements) {
        return new Ddl(name, true, scene -> List.of(statements));
    }

    /** Of the changes, those that can be made any number of times, with any check. */
    private static final List<String> AGAIN = List.of(
            "a column added and dropped",
            "a column renamed and back",
            "a table renamed and back",
            "the publication made again",
            "a table out of the publication and back",
            "the identity changed and back",
            "a table rewritten by VACUUM FULL");

    /** A change for one check alone. */
    private static Ddl own(String check, String name, String... statements) {
        return new Ddl(check + ": " + name, false, scene -> List.of(statements));
    }

    static List<Disruption> all() {
        List<Disruption> all = new ArrayList<>();
        for (Ddl ddl : CHANGES) {
            all.add(Disruption.of(ddl.name + ", before the load", scene -> {
                change(scene, ddl);
                scene.follow();
            }));
            all.add(Disruption.of(ddl.name + ", during the load", scene -> duringTheLoad(scene, ddl)));
            Disruption following =
                    Disruption.whileFollowing(ddl.name + ", while following", scene -> change(scene, ddl));
            all.add(AGAIN.contains(ddl.name) ? following : following.once());
        }
        return all;
    }

    private static void change(Scene scene, Ddl ddl) {
        List<String> statements = ddl.statements.apply(scene);
        if (ddl.inOneTransaction) {
            scene.writes().commitSilently(statements);
        } else {
            scene.writes().around(History.Kind.SILENT, statement -> {
                for (String sql : statements) {
                    statement.execute(sql);
                }
            });
        }
    }

    /** The change waits for the load's locks, or comes before they are taken, as the stall has it. */
    private static void duringTheLoad(Scene scene, Ddl ddl) throws InterruptedException {
        scene.proxy().stallAfter(1 + scene.random().nextInt(LOAD));
        scene.begin();
        Awaitility.await("a stall")
                .atMost(Duration.ofMinutes(1))
                .until(() -> scene.proxy().isStalled());
        Thread changing = new Thread(
                () -> {
                    try {
                        change(scene, ddl);
                    } catch (AssertionError | RuntimeException e) {
                        scene.history().blame("the catalog could not be changed: " + e);
                    }
                },
                "scene-ddl");
        changing.start();
        String waits = "SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a USING (pid)"
                + " WHERE NOT l.granted AND a.datname = current_database()";
        Awaitility.await("the change waits or is made")
                .atMost(Duration.ofMinutes(1))
                .until(() -> !changing.isAlive()
                        || !scene.server().value(scene.database(), waits).equals("0"));
        scene.proxy().carry();
        changing.join();
        scene.straum().awaitReady();
        scene.write();
        scene.awaitCommits(3);
    }

    /** Whether a disruption of that name is for this check. */
    static boolean suits(String disruption, Check check) {
        return Checks.all().stream()
                .map(Check::name)
                .filter(name -> disruption.startsWith(name + ": "))
                .allMatch(check.name()::equals);
    }
}
