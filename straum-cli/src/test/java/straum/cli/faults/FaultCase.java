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
    private static final String BIN = "date_bin('%s', %s, %s '1970-01-01 00:00:00%s')";

    private final PostgresServer server;
    private final String database;
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

    /** What is kept of the tables and asked. */
    static final class View {
        private final String from;
        private String where = "";
        private String width = "1 hour";
        private String time = "at";
        private String type = "timestamptz";
        private String binned = "";
        private List<String> keys = List.of();
        private List<String> measures = List.of("count(*) AS n");
        private final Map<String, String> expressions = new LinkedHashMap<>();

        private View(String from) {
            this.from = from;
        }

        /** Of these tables, as after {@code FROM}; the time is {@code at}, a timestamptz. */
        static View of(String from) {
            return new View(from);
        }

        /** Of the rows that pass a condition. */
        View where(String condition) {
            where = condition;
            return this;
        }

        /**
         * By another time.
         *
         * @param canBeBinned which rows have a time that PostgreSQL can bin; empty where all have. Where some have not, the
         *     query that an ask is said to be reports PostgreSQL's error, and is not run
         */
        View time(String column, String ofType, String canBeBinned) {
            time = column;
            type = ofType;
            binned = canBeBinned;
            return this;
        }

        /** In buckets of that width. */
        View wide(String interval) {
            width = interval;
            return this;
        }

        /** Kept apart by these columns. */
        View keys(String... columns) {
            keys = List.of(columns);
            return this;
        }

        /** With these aggregates, each {@code AS} a name. */
        View measures(String... aggregates) {
            measures = List.of(aggregates);
            return this;
        }

        /** An aggregate that PostgreSQL answers by another expression where its own hangs on the order of the rows. */
        View rightBy(String aggregate, String expression) {
            expressions.put(aggregate, expression);
            return this;
        }

        private String bucket() {
            boolean instant = type.equals("timestamptz");
            return BIN.formatted(width, time, instant ? "TIMESTAMPTZ" : "TIMESTAMP", instant ? "+00" : "");
        }

        String spec() {
            List<String> outputs = new ArrayList<>(List.of(bucket() + " AS bucket"));
            outputs.addAll(keys);
            outputs.addAll(measures);
            String by = IntStream.rangeClosed(1, keys.size() + 1)
                    .mapToObj(Integer::toString)
                    .collect(Collectors.joining(", "));
            return "CREATE VIEW v AS SELECT " + String.join(", ", outputs) + " FROM " + from
                    + (where.isEmpty() ? "" : " WHERE " + where) + " GROUP BY " + by + ";";
        }

        private void addAsks(Map<String, String> asks) {
            List<String> all = new ArrayList<>(keys);
            all.add("bucket");
            List<List<String>> groupings = new ArrayList<>(List.of(List.of()));
            all.forEach(one -> groupings.add(List.of(one)));
            if (!keys.isEmpty()) {
                groupings.add(all);
            }
            for (List<String> by : groupings) {
                asks.put(asked(by), expected(by));
            }
        }

        private String asked(List<String> by) {
            List<String> outputs = new ArrayList<>(by.stream().map(View::name).toList());
            measures.forEach(measure -> outputs.add(measure.substring(measure.lastIndexOf(' ') + 1)));
            return "SELECT " + String.join(", ", outputs) + " FROM v WHERE bucket IS NOT NULL"
                    + grouped(" GROUP BY ", by.stream().map(View::name).toList());
        }

        /** The name a key has in the view. */
        private static String name(String key) {
            return key.substring(key.lastIndexOf('.') + 1);
        }

        private String expected(List<String> by) {
            List<String> keys = by.stream()
                    .map(key -> key.equals("bucket") ? bucket() : key)
                    .toList();
            List<String> outputs = new ArrayList<>(keys);
            for (String measure : measures) {
                String right = measure;
                for (Map.Entry<String, String> other : expressions.entrySet()) {
                    right = right.replace(other.getKey() + " ", other.getValue() + " ");
                }
                outputs.add(right);
            }
            String finite = "isfinite(" + time + ")" + (binned.isEmpty() ? "" : " AND " + binned);
            return "SELECT " + String.join(", ", outputs) + " FROM " + from + " WHERE "
                    + (where.isEmpty() ? "" : "(" + where + ") AND ") + finite + grouped(" GROUP BY ", keys)
                    + grouped(" ORDER BY ", keys);
        }

        private static String grouped(String clause, List<String> by) {
            return by.isEmpty() ? "" : clause + String.join(", ", by);
        }
    }

    /** Begins a case: the statements that make its tables, all of which are then published, and the view. */
    static FaultCase of(List<String> schema, View view) {
        return new FaultCase(schema, view);
    }

    private FaultCase(List<String> schema, View view) {
        server = PostgresServer.shared();
        database = server.newDatabase();
        execute(schema.toArray(String[]::new));
        execute("""
                DO $$ DECLARE t regclass; BEGIN
                  FOR t IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace LOOP
                    EXECUTE format('ALTER TABLE %s REPLICA IDENTITY FULL', t);
                  END LOOP;
                END $$""", "CREATE PUBLICATION straum FOR ALL TABLES");
        view.addAsks(asks);
        spec = view.spec();
        printedIsRight = view.expressions.isEmpty() && view.binned.isEmpty();
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

    void execute(String... statements) {
        server.execute(database, statements);
    }

    private void agree(String after) {
        try (Connection connection = server.connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute("SET TimeZone = 'UTC'");
            for (Map.Entry<String, String> ask : asks.entrySet()) {
                List<List<@Nullable String>> expected = rows(statement, ask.getValue());
                for (Followed each : followed) {
                    String where = ask.getKey() + "\n" + ask.getValue() + "\n" + each.how + ", after " + after;
                    assertThat(each.straum.askNow(ask.getKey()).rows())
                            .as(where)
                            .isEqualTo(expected);
                    if (printedIsRight) {
                        String query = printed(each.straum, ask.getKey());
                        assertThat(rows(statement, query))
                                .as("printed as " + query + "\n" + where)
                                .isEqualTo(expected);
                    }
                }
            }
        } catch (SQLException e) {
            throw new AssertionError(e.getMessage() + " after " + after, e);
        }
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
    private static List<List<@Nullable String>> rows(Statement statement, String query) throws SQLException {
        int columns;
        try (ResultSet none = statement.executeQuery("SELECT * FROM (" + query + "\n) AS q LIMIT 0")) {
            columns = none.getMetaData().getColumnCount();
        }
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
        server.dropDatabase(database);
    }
}
