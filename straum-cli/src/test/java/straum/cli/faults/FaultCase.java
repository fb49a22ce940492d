package straum.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import straum.app.Lsn;
import straum.cli.testing.Answered;
import straum.cli.testing.AskClient;
import straum.cli.testing.RunningStraum;
import straum.pg.testing.PostgresServer;

/**
 * A case, in a database of its own: one Straum follows it from before its rows are there, another loads them, and both
 * follow what is changed then. After each change both answer each ask as PostgreSQL does, digit by digit, and so does the
 * query that Straum says the ask is, where PostgreSQL answers it. The second starts over after the first change and the first after the last, so that
 * whatever comes by the stream comes by a load too, and goes by the stream again.
 *
 * <p>Asks are made from the view, {@code v}: over all there is, by each key, by the bucket, and by all of these.
 */
final class FaultCase implements AutoCloseable {
    private final PostgresServer server;
    private final String database;
    private final Connection connection;
    private final Statement statement;
    private final Map<String, String> asks = new LinkedHashMap<>();
    private final List<Followed> followed = new ArrayList<>();
    private final String spec;
    private final boolean printedIsRight;
    private boolean startsAreCounted = true;
    private @Nullable String role;

    /** A Straum and how it came to its rows. */
    private static final class Followed {
        private final String how;
        private final RunningStraum straum;
        private long starts = 1;

        Followed(String how, RunningStraum straum) {
            this.how = how;
            this.straum = straum;
        }

        /** Ends what it follows by, and waits until it follows again. */
        void startOver() {
            starts = straum.status().starts() + 1;
            straum.cutStream();
            straum.awaitStarts(starts);
        }
    }

    /** Begins a case: the statements that make its tables, all of which are then published, and the view. */
    static FaultCase of(List<String> schema, View view) {
        return new FaultCase(schema, view);
    }

    private FaultCase(List<String> schema, View view) {
        server = PostgresServer.shared();
        database = server.newDatabase();
        try {
            connection = server.connect(database);
            statement = connection.createStatement();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        execute("SET TimeZone = 'UTC'");
        execute(schema.toArray(String[]::new));
        execute(
                """
                DO $$ DECLARE t regclass; BEGIN
                  FOR t IN SELECT oid FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace LOOP
                    EXECUTE format('ALTER TABLE %s REPLICA IDENTITY FULL', t);
                  END LOOP;
                END $$""",
                "CREATE PUBLICATION straum FOR ALL TABLES WITH (publish_via_partition_root = true"
                        + (server.major() >= 18 ? ", publish_generated_columns = stored)" : ")"));
        view.addAsks(asks);
        spec = view.spec();
        printedIsRight = view.isAnsweredAsPrinted();
    }

    /** One more ask, and the query whose answer is right. */
    FaultCase ask(String ask, String query) {
        asks.put(ask, query);
        return this;
    }

    /** Lets a change make Straum start over by itself. */
    FaultCase whoseChangesMayStartOver() {
        startsAreCounted = false;
        return this;
    }

    /** Has both read as a role of these settings, each as after {@code ALTER ROLE ... SET}. */
    FaultCase asRole(String... settings) {
        String name = database + "_role";
        execute(
                "CREATE ROLE " + name + " LOGIN REPLICATION PASSWORD 'pw'",
                "GRANT SELECT ON ALL TABLES IN SCHEMA public TO " + name);
        for (String setting : settings) {
            execute("ALTER ROLE " + name + " SET " + setting);
        }
        role = name;
        return this;
    }

    /** Puts rows in under one Straum and has another load them; both agree with PostgreSQL. */
    FaultCase rows(String... statements) {
        follow("by the stream");
        execute(statements);
        follow("by the load");
        agree("the rows");
        return this;
    }

    private void follow(String how) {
        String dsn = role == null ? server.dsn(database) : server.dsn(database, role, "pw");
        followed.add(new Followed(
                how, RunningStraum.start(server, database, dsn, spec).awaitReady()));
    }

    /** Changes, each a transaction, after which the answers agree; by the load of what is there then, too. */
    FaultCase change(String... statements) {
        execute(statements);
        agree(statements[0]);
        Followed loader = followed.get(1);
        if (loader.starts == 1) {
            startOver(loader);
        }
        return this;
    }

    private void startOver(Followed one) {
        one.startOver();
        agree("a start over");
    }

    /** The Straum that loaded the rows. */
    RunningStraum straum() {
        return followed.get(1).straum;
    }

    /** The first has started over too, and agrees. */
    void end() {
        startOver(followed.get(0));
    }

    private void execute(String... statements) {
        for (String sql : statements) {
            try {
                statement.execute(sql);
            } catch (SQLException e) {
                throw new AssertionError(e.getMessage() + " in " + sql, e);
            }
        }
    }

    private void agree(String after) {
        Lsn position = followed.get(0).straum.position();
        asks.forEach((ask, query) -> {
            List<List<@Nullable String>> expected = null;
            for (Followed each : followed) {
                String where = ask + "\n" + query + "\n" + each.how + ", after " + after;
                Answered answered = each.straum.client().askAt(position, ask, List.of());
                expected = expected == null ? rows(query, answered.columns().size()) : expected;
                assertThat(answered.rows()).as(where).isEqualTo(expected);
            }
            if (printedIsRight) {
                RunningStraum straum = followed.get(0).straum;
                String printed = printed(straum, ask);
                assertThat(rows(
                                printed,
                                expected.isEmpty() ? 1 : expected.get(0).size()))
                        .as(ask + "\nprinted as " + printed + "\nafter " + after)
                        .isEqualTo(expected);
            }
        });
        for (Followed each : followed) {
            if (startsAreCounted) {
                assertThat(each.straum.status().starts())
                        .as(
                                "starts, %s; the last failure was %s",
                                each.how, each.straum.status().lastFailure())
                        .isEqualTo(each.starts);
            }
        }
    }

    /** The query that an ask is said to be, which a Straum that starts over cannot say. */
    private static String printed(RunningStraum straum, String ask) {
        AskClient.Reply printed = straum.client().printed(ask, List.of());
        while (printed.status() == 503) {
            straum.awaitReady();
            printed = straum.client().printed(ask, List.of());
        }
        assertThat(printed.status()).as(printed.body()).isEqualTo(200);
        return printed.body().strip().replaceFirst(";$", "");
    }

    /** The rows of a query as an answer would have them. */
    private List<List<@Nullable String>> rows(String query, int columns) {
        String names = IntStream.rangeClosed(1, columns).mapToObj(i -> "c" + i).collect(Collectors.joining(", "));
        String json = IntStream.rangeClosed(1, columns)
                .mapToObj(i -> "to_json(c" + i + ")")
                .collect(Collectors.joining(", "));
        List<List<@Nullable String>> rows = new ArrayList<>();
        try (ResultSet result =
                statement.executeQuery("SELECT " + json + " FROM (" + query + "\n) AS q (" + names + ")")) {
            while (result.next()) {
                List<@Nullable String> row = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    String value = result.getString(column);
                    // Straum writes Z for the offset of UTC.
                    row.add(value == null ? null : withZ(Answered.value(value)));
                }
                rows.add(row);
            }
        } catch (SQLException e) {
            throw new AssertionError(e.getMessage() + " in " + query, e);
        }
        return rows;
    }

    private static @Nullable String withZ(@Nullable String value) {
        return value == null ? null : value.replace("+00:00", "Z");
    }

    @Override
    public void close() {
        followed.forEach(each -> each.straum.close());
        if (role != null) {
            execute("DROP OWNED BY " + role, "DROP ROLE " + role);
        }
        try {
            connection.close();
        } catch (SQLException e) {
            throw new AssertionError(e);
        } finally {
            server.dropDatabase(database);
        }
    }
}
