package straum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import straum.app.Lsn;
import straum.cli.testing.Answered;
import straum.cli.testing.Question;
import straum.cli.testing.RunningStraum;
import straum.pg.testing.PostgresServer;

/**
 * A smoke on every major version that Straum follows: a load, every kind of change by the stream, a change that starts
 * over, a lost connection, a stop. The rest of the tests runs on one major, which {@code -Dstraum.postgres=14} chooses.
 */
class MajorsIT {
    static final List<Integer> MAJORS = PostgresServer.MAJORS;

    private static final String SPEC = """
            CREATE VIEW sales WITH (buckets = '1 hour, 1 day') AS
            SELECT date_bin('1 hour', s.at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket,
                   s.mood, s.paid, s.code, s.due, c.region,
                   count(*) AS n, count(s.note) AS notes, sum(s.amount) AS amount, sum(s.weight) AS weight,
                   min(s.amount) AS least, max(s.note COLLATE "C") AS last, count(DISTINCT s.client) AS clients
            FROM sale s LEFT JOIN client c ON c.id = s.client
            GROUP BY bucket, s.mood, s.paid, s.code, s.due, c.region;
            CREATE VIEW clocks AS
            SELECT date_bin('1 day', wall, TIMESTAMP '1970-01-01 00:00:00') AS bucket, small, big, real, name,
                   count(*) AS n, avg(amount) AS mean
            FROM sale GROUP BY 1, 2, 3, 4, 5;
            """;

    private static final List<Question> QUESTIONS = List.of(
            new Question(
                    "SELECT bucket, mood, paid, code, due, region, n, notes, amount, weight, least, last, clients FROM sales"
                            + " WHERE bucket IS NOT NULL GROUP BY bucket, mood, paid, code, due, region"
                            + " ORDER BY bucket, mood, paid, code, due, region",
                    "SELECT date_bin('1 hour', at, TIMESTAMPTZ '1970-01-01Z'), mood, paid, code, due, c.region, count(*),"
                            + " count(note), sum(amount), sum(weight), min(amount), max(note COLLATE \"C\"),"
                            + " count(DISTINCT client)"
                            + " FROM sale LEFT JOIN client c ON c.id = client GROUP BY 1, 2, 3, 4, 5, 6"
                            + " ORDER BY 1, 2, 3, 4, 5, c.region COLLATE \"C\""),
            new Question(
                    "SELECT bucket, small, big, real, name, n, mean FROM clocks WHERE bucket IS NOT NULL"
                            + " GROUP BY bucket, small, big, real, name ORDER BY bucket, small, big, real, name",
                    "SELECT date_bin('1 day', wall, TIMESTAMP '1970-01-01'), small, big, real, name, count(*), avg(amount)"
                            + " FROM sale WHERE wall IS NOT NULL GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, name COLLATE \"C\""),
            new Question(
                    "SELECT date_trunc('week', bucket, 'Europe/Prague') AS week, n, amount FROM sales"
                            + " WHERE bucket IS NOT NULL GROUP BY week ORDER BY week",
                    "SELECT date_trunc('week', at, 'Europe/Prague'), count(*), sum(amount) FROM sale GROUP BY 1 ORDER BY 1"));

    private static final String[] SCHEMA = {
        "CREATE TYPE mood AS ENUM ('sad', 'ok')",
        "CREATE DOMAIN money_amount AS numeric(12,2)",
        "CREATE TABLE client (id int PRIMARY KEY, region text)",
        "CREATE TABLE sale (id int, at timestamptz NOT NULL, wall timestamp, due date, mood mood, paid boolean, code uuid,"
                + " client bigint, note text, amount money_amount, weight float8, small smallint, big bigint, real float4,"
                + " name varchar(20), extra jsonb, PRIMARY KEY (id, at)) PARTITION BY RANGE (at)",
        "CREATE TABLE sale_old PARTITION OF sale FOR VALUES FROM ('2026-11-01Z') TO ('2026-11-13Z')",
        "CREATE TABLE sale_new PARTITION OF sale FOR VALUES FROM ('2026-11-13Z') TO ('2026-11-24Z')",
        "ALTER TABLE sale ALTER note SET STORAGE EXTERNAL",
        "ALTER TABLE sale REPLICA IDENTITY FULL",
        "ALTER TABLE sale_old REPLICA IDENTITY FULL",
        "ALTER TABLE sale_new REPLICA IDENTITY FULL",
        "ALTER TABLE client REPLICA IDENTITY FULL",
        "CREATE PUBLICATION straum FOR TABLE sale, client WITH (publish_via_partition_root = true)",
        "INSERT INTO client SELECT n, CASE n % 3 WHEN 0 THEN 'eu' WHEN 1 THEN 'us' END FROM generate_series(1, 9) n",
        rows(1, 300)
    };

    /** Each a transaction, after which the answers are compared. */
    private static final List<String> CHANGES = List.of(
            rows(301, 400),
            "UPDATE sale SET amount = amount + 1, weight = weight * 2, paid = NOT paid WHERE id % 5 = 0",
            "UPDATE sale SET note = (SELECT string_agg(md5(n::text), '') FROM generate_series(1, 400) n) WHERE id = 7",
            "UPDATE sale SET amount = 3 WHERE id = 7",
            "UPDATE sale SET at = at + interval '5 days' WHERE at < '2026-11-12Z' AND id % 4 = 1",
            "UPDATE sale SET mood = NULL, client = NULL, amount = NULL, weight = 'NaN', wall = NULL WHERE id % 31 = 2",
            "DELETE FROM sale WHERE id % 7 = 3",
            "INSERT INTO sale (id, at, amount) VALUES (1, '2026-11-13 10:00Z', 5), (1, '2026-11-14 10:00Z', 6)",
            "INSERT INTO sale (id, at, amount) VALUES (1, '2026-11-14 10:00Z', 1)"
                    + " ON CONFLICT (id, at) DO UPDATE SET amount = sale.amount + 0.25",
            "UPDATE client SET region = 'cz' WHERE id IN (2, 3)",
            "UPDATE client SET id = 30 WHERE id = 3",
            "DELETE FROM client WHERE id = 4",
            "INSERT INTO client VALUES (4, 'back'), (77, NULL)",
            "BEGIN; SAVEPOINT a; DELETE FROM sale; ROLLBACK TO a; SAVEPOINT b; UPDATE sale SET mood = 'ok' WHERE id = 8;"
                    + " SAVEPOINT c; DELETE FROM client; ROLLBACK TO c; RELEASE b; COMMIT",
            "BEGIN; DELETE FROM sale; ROLLBACK",
            "BEGIN; DELETE FROM sale WHERE id = 9; PREPARE TRANSACTION 'nine'",
            "COMMIT PREPARED 'nine'",
            "BEGIN; DELETE FROM sale; PREPARE TRANSACTION 'none'",
            "ROLLBACK PREPARED 'none'",
            "ALTER TABLE sale ADD COLUMN later int DEFAULT 3",
            "ALTER TABLE sale DROP COLUMN extra",
            "UPDATE sale SET later = 4, amount = amount - 1 WHERE id % 11 = 0",
            "TRUNCATE client",
            "INSERT INTO client VALUES (1, 'one')");

    /** Likewise; a start over comes with the new files of partitions. */
    private static final List<String> TRUNCATES = List.of(
            "BEGIN; DELETE FROM client; TRUNCATE sale, client; INSERT INTO client VALUES (2, 'two'); COMMIT",
            rows(500, 600).replace("'{}'", "7"));

    private static String rows(int from, int to) {
        return "INSERT INTO sale SELECT n, '2026-11-10Z'::timestamptz + n * interval '29 minutes', '2026-11-10'::timestamp"
                + " + n * interval '1 hour', '2026-12-01'::date + n % 3, (ARRAY['sad', 'ok', NULL])[1 + n % 3]::mood,"
                + " n % 2 = 0, md5((n % 4)::text)::uuid, n % 11, 'note ' || n % 17, n * 1.25, n / 4.0, n % 100, n * 10000000000,"
                + " n / 8.0, CASE WHEN n % 3 > 0 THEN 'name ' || n % 5 END, '{}' FROM generate_series(" + from + ", "
                + to
                + ") n";
    }

    @ParameterizedTest(name = "PostgreSQL {0}")
    @FieldSource("MAJORS")
    void isFollowedFromItsLoadToTheStop(int major) throws SQLException {
        try (PostgresServer server = PostgresServer.start(major)) {
            assertThat(server.major()).isEqualTo(major);
            String database = server.newDatabase();
            server.execute(database, SCHEMA);
            try (Connection connection = server.connect(database);
                    Statement statement = connection.createStatement();
                    RunningStraum straum = RunningStraum.start(server, database, SPEC)) {
                statement.execute("SET TimeZone = 'UTC'");
                straum.awaitReady();
                agree(straum, connection, "the load");
                for (String change : CHANGES) {
                    statement.execute(change);
                    agree(straum, connection, change);
                }
                assertThat(straum.status().starts())
                        .as("%s", straum.status().lastFailure())
                        .isEqualTo(1);
                for (String change : TRUNCATES) {
                    statement.execute(change);
                    agree(straum, connection, change);
                }
                straum.awaitStarts(2);

                // Rows that come without a message.
                statement.execute("BEGIN; CREATE TABLE sale_late (LIKE sale INCLUDING ALL);"
                        + " ALTER TABLE sale_late REPLICA IDENTITY FULL;"
                        + " INSERT INTO sale_late (id, at, mood, amount) VALUES (1, '2026-11-25Z', 'ok', 8);"
                        + " ALTER TABLE sale ATTACH PARTITION sale_late"
                        + " FOR VALUES FROM ('2026-11-24Z') TO ('2026-12-20Z'); COMMIT");
                agree(straum, connection, "a partition attached");
                straum.awaitStarts(3);

                statement.execute("ALTER TYPE mood ADD VALUE 'great' BEFORE 'ok'");
                statement.execute("UPDATE sale SET mood = 'great' WHERE id % 2 = 0");
                agree(straum, connection, "a new label");

                long starts = straum.status().starts();
                straum.cutStream();
                statement.execute("UPDATE sale SET amount = amount + 1 WHERE id % 3 = 0");
                straum.awaitStarts(starts + 1);
                agree(straum, connection, "a lost connection");
            }
            Awaitility.await("no session of Straum's is left")
                    .until(() -> server.value(
                                    database, "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'straum'")
                            .equals("0"));
        }
    }

    private static void agree(RunningStraum straum, Connection connection, String after) throws SQLException {
        Lsn position = straum.position();
        for (Question question : QUESTIONS) {
            Answered answered = straum.client().askAt(position, question.ask(), List.of());
            assertThat(answered.rows()).as(question.ask() + "\nafter " + after).isEqualTo(question.truth(connection));
        }
    }
}
