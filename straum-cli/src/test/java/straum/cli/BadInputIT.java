package straum.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import straum.cli.testing.AskClient;
import straum.cli.testing.RunningStraum;
import straum.cli.testing.StraumProcess;
import straum.pg.testing.PostgresServer;

/** What is wrong is said, in words that help, and harms nothing. */
class BadInputIT {
    private static final String SPEC = """
            CREATE VIEW usage AS
            SELECT date_bin('1 hour', at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket, kind, count(*) AS events
            FROM app.events GROUP BY 1, 2;
            """;

    private static final String JSON = "application/json";
    private static final String SQL = "application/sql";

    /** What a failure begins with that goes on until somebody does something. */
    private static final String MEND = "no start can succeed before this is mended: ";

    @TempDir
    static Path folder;

    private static final PostgresServer SERVER = PostgresServer.shared();
    private static String database;
    private static RunningStraum running;

    @BeforeAll
    static void start() {
        database = newDatabase(SERVER);
        SERVER.execute(database, "CREATE PUBLICATION straum FOR TABLE app.events");
        running = RunningStraum.start(SERVER, database, SPEC).awaitReady();
    }

    @AfterAll
    static void stop() {
        running.close();
    }

    private static String newDatabase(PostgresServer server) {
        String database = server.newDatabase();
        server.execute(
                database,
                "CREATE SCHEMA app",
                "CREATE TABLE app.events (at timestamptz, kind text)",
                "ALTER TABLE app.events REPLICA IDENTITY FULL",
                "INSERT INTO app.events VALUES ('2026-11-13 09:30Z', 'login')");
        return database;
    }

    @Test
    void aSpecThatIsNotThereIsNamed() {
        assertThat(StraumProcess.run("run", "/nowhere/usage.sql"))
                .isEqualTo(new StraumProcess.Ended(2, "", "straum: there is no file /nowhere/usage.sql\n"));
    }

    @Test
    void aSpecThatCannotBeReadIsShownAtItsPlace() throws IOException {
        Path spec = Files.writeString(folder.resolve("usage.sql"), SPEC.replace("count(*)", "count(*))"));

        assertThat(StraumProcess.run("run", spec.toString(), "--dsn", SERVER.dsn(database)))
                .isEqualTo(new StraumProcess.Ended(2, "", "straum: " + spec + """
                        :2:94: the parenthesis closes none
                        …CT date_bin('1 hour', at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket, kind, count(*)) AS events
                                                                                                                  ^
                        """));
    }

    @Test
    void anAddressThatIsTakenIsNamed() throws IOException {
        Path spec = Files.writeString(folder.resolve("taken.sql"), SPEC);
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + taken.getLocalPort();

            StraumProcess.Ended ended =
                    StraumProcess.run("run", spec.toString(), "--dsn", SERVER.dsn(database), "--listen", address);

            assertThat(ended.status()).isEqualTo(1);
            assertThat(ended.err()).contains("straum: cannot listen on " + address, "hint: --listen says where else");
        }
    }

    @Test
    void aTableThatIsNotThereIsNamedWithTheNearest() {
        assertFails(
                SERVER,
                database,
                SERVER.dsn(database),
                SPEC.replace("app.events", "app.event"),
                MEND + "there is no table app.event; is it app.events?");
    }

    @Test
    void aPublicationThatIsNotThereIsNamedUntilItIs() {
        String bare = newDatabase(SERVER);
        try (RunningStraum straum = RunningStraum.start(SERVER, bare, SPEC)) {
            assertThat(straum.awaitFailure()).isEqualTo(MEND + """
                    there is no publication straum
                      CREATE PUBLICATION "straum" FOR TABLE "app"."events" WITH (publish_via_partition_root = true);
                    straum plan with --dsn prints this SQL to be run at once, and straum check looks whether all is mended""");
            assertThat(straum.client().get("/readyz", "text/plain").status()).isEqualTo(503);

            SERVER.execute(bare, "CREATE PUBLICATION straum FOR TABLE app.events");

            straum.awaitReady();
            assertThat(straum.askNow("SELECT events FROM usage WHERE bucket IS NOT NULL")
                            .number())
                    .isEqualTo(1);
        }
    }

    @Test
    void aServerWhoseWalSaysTooLittleIsToldTheSetting() {
        try (PostgresServer server = PostgresServer.start("wal_level=replica")) {
            String replica = newDatabase(server);
            assertFails(server, replica, server.dsn(replica), SPEC, MEND + """
                            the database does not fit the spec in 2 ways
                            - wal_level is replica, and following needs logical: set it and restart the server
                              ALTER SYSTEM SET wal_level = 'logical';
                            - there is no publication straum
                              CREATE PUBLICATION "straum" FOR TABLE "app"."events" WITH (publish_via_partition_root = true);
                            straum plan with --dsn prints this SQL to be run at once, but for what is to be done by hand, \
                            which it prints as comments, and straum check looks whether all is mended""");
        }
    }

    @Test
    void aWrongPasswordIsSaidAndNotShown() {
        assertFails(
                SERVER,
                database,
                SERVER.dsn(database, "postgres", "not-the-password"),
                SPEC,
                MEND + "PostgreSQL at 127.0.0.1:" + SERVER.port()
                        + " does not let postgres in: password authentication failed for user \"postgres\". The password"
                        + " given is another than the role's; or there is no such role, or none with a password: straum plan"
                        + " prints the SQL that makes it, and \\password \"postgres\" in psql gives it one; or its password"
                        + " has expired, and ALTER ROLE \"postgres\" VALID UNTIL 'infinity'; has it last");
    }

    @Test
    void aServerThatIsNotThereIsNamed() {
        assertFails(
                SERVER,
                database,
                "postgresql://postgres@127.0.0.1:1/app",
                SPEC,
                "cannot connect to PostgreSQL at 127.0.0.1:1: Connection refused");
    }

    private static void assertFails(PostgresServer server, String database, String dsn, String spec, String why) {
        try (RunningStraum straum = RunningStraum.start(server, database, dsn, spec)) {
            assertThat(straum.awaitFailure()).isEqualTo(why);

            AskClient.Reply ready = straum.client().get("/readyz", "text/plain");
            assertThat(ready.status()).isEqualTo(503);
            assertThat(ready.body()).contains(why).doesNotContain("not-the-password");
            AskClient.Reply ask =
                    straum.client().reply("SELECT events FROM usage WHERE bucket IS NOT NULL", List.of(), null);
            assertThat(ask.status()).isEqualTo(503);
            assertThat(ask.body()).contains("urn:straum:not-ready");
        }
    }

    @ParameterizedTest
    @MethodSource("asks")
    void anAskThatCannotBeAnsweredIsToldWhyAndTheNextOneIsAnswered(String type, String body, int status, String why) {
        AskClient.Reply reply = running.client().post(type, body);

        assertThat(reply.body()).isEqualTo(why);
        assertThat(reply.status()).isEqualTo(status);
        assertThat(running.askNow("SELECT events FROM usage WHERE bucket IS NOT NULL")
                        .number())
                .isEqualTo(1);
    }

    static Stream<Arguments> asks() {
        String kindIs = "SELECT events FROM usage WHERE bucket IS NOT NULL AND kind = $1";
        return Stream.of(
                arguments(
                        JSON,
                        "{\"query\":",
                        400,
                        "the body is wrong at line 1, column 10: it cannot be read as JSON\n"),
                arguments(JSON, "[\"SELECT\"]", 400, """
                        the body is wrong at line 1, column 1: a JSON object is wanted: {"query": "SELECT ...", "params": [...]}
                        """),
                arguments(JSON, "{\"query\": \"" + kindIs + "\"}", 400, """
                        the query uses $1 and 0 parameters were given
                        line 1, column 62:
                        SELECT events FROM usage WHERE bucket IS NOT NULL AND kind = $1
                                                                                     ^
                        hint: give a value for each parameter that the query names, $1 first
                        """),
                arguments(JSON, "{\"query\": \"" + kindIs + "\", \"params\": [7]}", 400, """
                        kind is of type text, and 7 is not a value of it
                        line 1, column 62:
                        SELECT events FROM usage WHERE bucket IS NOT NULL AND kind = $1
                                                                                     ^
                        hint: write it in single quotes, or send it as a string
                        """),
                arguments(SQL, "SELECT events FROM usag WHERE bucket IS NOT NULL", 400, """
                        there is no view named usag
                        line 1, column 20:
                        SELECT events FROM usag WHERE bucket IS NOT NULL
                                           ^
                        hint: did you mean usage?
                        """),
                arguments(SQL, "SELECT event FROM usage WHERE bucket IS NOT NULL", 400, """
                        usage has no key or measure named event
                        line 1, column 8:
                        SELECT event FROM usage WHERE bucket IS NOT NULL
                               ^
                        hint: did you mean events?
                        """),
                arguments(SQL, "SELECT events FROM usage", 400, """
                        the ask does not say over which buckets
                        hint: add bucket >= a AND bucket < b, or bucket IS NOT NULL for all of them
                        """),
                arguments(SQL, "SELECT events FROM usage WHERE bucket >= '2026-11-13 09:30Z'", 400, """
                        '2026-11-13 09:30Z' is not on an edge of the view's buckets of 1 hour
                        line 1, column 42:
                        SELECT events FROM usage WHERE bucket >= '2026-11-13 09:30Z'
                                                                 ^
                        hint: the nearest edges are 2026-11-13T09:00:00Z and 2026-11-13T10:00:00Z
                        """),
                arguments(SQL, "SELECT events FROM usage WHERE bucket >= '2026-11-13 09:00'", 400, """
                        bucket is of type timestamptz, and '2026-11-13 09:00' is not a value of it
                        line 1, column 42:
                        SELECT events FROM usage WHERE bucket >= '2026-11-13 09:00'
                                                                 ^
                        hint: write it with its time and zone: '2026-11-13 09:00:00Z'
                        """),
                arguments(SQL, "SELEC events", 400, """
                        an ask begins with SELECT, and this with SELEC
                        line 1, column 1:
                        SELEC events
                        ^
                        hint: write SELECT names FROM view WHERE bucket IS NOT NULL GROUP BY keys
                        """),
                arguments(SQL, "SELECT events FROM usage WHERE bucket IS NOT NULL; DROP TABLE usage", 400, """
                        an ask is one statement, and this begins another
                        line 1, column 52:
                        SELECT events FROM usage WHERE bucket IS NOT NULL; DROP TABLE usage
                                                                           ^
                        """),
                arguments("text/csv", "SELECT events", 415, """
                        a body of text/csv is not read
                        hint: send one of application/json, application/sql, text/plain, with curl by -H \
                        'Content-Type: application/sql'
                        """));
    }
}
