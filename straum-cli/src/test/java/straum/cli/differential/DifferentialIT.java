package straum.cli.differential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import straum.app.Lsn;
import straum.cli.testing.Answered;
import straum.cli.testing.AskClient;
import straum.cli.testing.RunningStraum;
import straum.pg.testing.PostgresServer;

/**
 * Whatever is kept, changed and asked, Straum answers what PostgreSQL answers from the tables, and so does the query that
 * Straum says an ask is.
 *
 * <p>{@code -Dstraum.seed=N} runs one seed again, {@code -Dstraum.worlds=N} more of them than usual, and {@code -Plong}
 * more than a hundred thousand asks: a world is a schema with its spec, changed in {@value #BATCHES} batches, with
 * {@code -Dstraum.asks=N} asks a view after each. {@link Form} says how to leave out what is not looked for.
 */
class DifferentialIT {
    private static final int BATCHES = 5;
    private static final int TRANSACTIONS = 15;
    /** Of a number, and of a time. */
    private static final Set<String> OUT_OF_RANGE = Set.of("22003", "22008");

    private static final int ASKS = Integer.getInteger("straum.asks", 10);
    private static final int WORLDS = Integer.getInteger("straum.worlds", 8);
    /** Each world has the seed after the one before's. */
    private static final long FIRST = Long.getLong("straum.seed", System.nanoTime());

    private final PostgresServer server = PostgresServer.shared();

    /** Of all worlds: asks compared, and of them those that answered rows and those that PostgreSQL reports an error for. */
    private static final AtomicLong COMPARED = new AtomicLong();

    private static final AtomicLong WITH_ROWS = new AtomicLong();
    private static final AtomicLong ERRORS = new AtomicLong();

    /** What a long run says of itself. */
    @AfterAll
    static void sayHowMany() {
        System.out.printf(
                "differential: from seed %d, %d asks compared, %d of them answered rows, %d are errors to PostgreSQL%n",
                FIRST, COMPARED.get(), WITH_ROWS.get(), ERRORS.get());
    }

    static LongStream seeds() {
        Long seed = Long.getLong("straum.seed");
        return LongStream.range(FIRST, FIRST + (seed == null ? WORLDS : 1));
    }

    @ParameterizedTest(name = "-Dstraum.seed={0}")
    @MethodSource("seeds")
    void everyAnswerIsPostgresqls(long seed) throws SQLException {
        Dice dice = new Dice(seed);
        Schema schema = Schema.random(dice, server.major());
        List<View> views = RandomView.some(dice, schema);
        String spec = String.join("", views.stream().map(View::spec).toList());
        String database = server.newDatabase();
        server.execute(database, schema.create().toArray(String[]::new));
        try (Connection connection = server.connect(database)) {
            connection.setAutoCommit(false);
            for (View view : views) {
                checkRunsOnPostgresql(connection, view);
            }
            RandomTransactions transactions = new RandomTransactions(dice, schema, connection);
            transactions.run(TRANSACTIONS);
            try (RunningStraum straum = RunningStraum.start(server, database, spec)) {
                straum.awaitReady();
                compare(dice, connection, straum, views);
                int cut = dice.below(BATCHES);
                for (int batch = 0; batch < BATCHES; batch++) {
                    transactions.run(TRANSACTIONS);
                    if (batch == cut) {
                        startOver(dice, views, connection, straum);
                        transactions.run(TRANSACTIONS);
                        straum.awaitStarts(2);
                        transactions.run(TRANSACTIONS);
                    }
                    compare(dice, connection, straum, views);
                }
                assertThat(straum.status().starts())
                        .as("starts; last failure %s", straum.status().lastFailure())
                        .isEqualTo(2);
            }
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + "\n" + spec + "\n" + e.getMessage(), e);
        } finally {
            server.dropDatabase(database);
        }
    }

    /** A lost connection, or a change to the catalog that changes may have been lost by. */
    private static void startOver(Dice dice, List<View> views, Connection connection, RunningStraum straum)
            throws SQLException {
        if (dice.percent(50)) {
            straum.cutStream();
            return;
        }
        String table = dice.pick(views).fact().sql();
        try (Statement statement = connection.createStatement()) {
            statement.execute("ALTER PUBLICATION straum DROP TABLE " + table);
            statement.execute("ALTER PUBLICATION straum ADD TABLE " + table);
            connection.commit();
        }
    }

    /** A view's text, its WITH taken off. */
    private static void checkRunsOnPostgresql(Connection connection, View view) throws SQLException {
        String select =
                view.spec().substring(view.spec().toUpperCase(Locale.ROOT).indexOf("SELECT"));
        try (PreparedStatement described = connection.prepareStatement(select)) {
            described.getMetaData();
        } catch (SQLException e) {
            throw new AssertionError("PostgreSQL does not take " + view.spec(), e);
        }
        connection.commit();
    }

    private static void compare(Dice dice, Connection connection, RunningStraum straum, List<View> views)
            throws SQLException {
        Lsn position = straum.position();
        for (View view : views) {
            for (int i = 0; i < ASKS; i++) {
                RandomAsk ask = RandomAsk.of(dice, view);
                List<List<@Nullable String>> expected = expected(connection, ask, ask.toPostgres());
                AskClient.Reply reply = straum.client().reply(ask.toStraum(), ask.parameters(), position);
                COMPARED.incrementAndGet();
                if (expected == null) {
                    ERRORS.incrementAndGet();
                    assertThat(reply.status())
                            .as("PostgreSQL reports an error for %s", ask)
                            .isGreaterThanOrEqualTo(400);
                    continue;
                }
                if (reply.status() != 200) {
                    fail("refused    %s %s\n%s\nPostgreSQL %s"
                            .formatted(ask.toStraum(), ask.parameters(), reply.body(), ask.toPostgres()));
                }
                if (!expected.isEmpty()) {
                    WITH_ROWS.incrementAndGet();
                }
                check(ask, "answered", Answered.read(reply.body()).rows(), expected);
                if (Form.PRINTED.isWritten()) {
                    checkPrinted(connection, straum, ask, expected);
                }
            }
        }
    }

    /** The query that Straum says the ask is. */
    private static void checkPrinted(
            Connection connection, RunningStraum straum, RandomAsk ask, List<List<@Nullable String>> expected)
            throws SQLException {
        AskClient.Reply printed = straum.client().printed(ask.toStraum(), ask.parameters());
        String query = printed.body().strip().replaceFirst(";$", "");
        if (printed.status() != 200) {
            fail("not printed %s %s\n%s".formatted(ask.toStraum(), ask.parameters(), printed.body()));
        }
        List<String> names = IntStream.rangeClosed(1, ask.equalForms().size())
                .mapToObj(column -> "c" + column)
                .toList();
        List<String> json = names.stream().map(name -> "to_json(" + name + ")").toList();
        String asJson = "SELECT " + String.join(", ", json) + " FROM (" + query + "\n) AS printed ("
                + String.join(", ", names) + ")";
        List<List<@Nullable String>> rows = expected(connection, ask, asJson);
        // Over a row whose time date_bin cannot bin, it is an error to PostgreSQL.
        if (rows != null) {
            check(ask, "printed   " + query + "\nwhich is", rows, expected);
        }
    }

    /** The rows of a query, each a text a column; null where PostgreSQL reports a value out of its range. */
    private static @Nullable List<List<@Nullable String>> expected(Connection connection, RandomAsk ask, String query)
            throws SQLException {
        List<List<@Nullable String>> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            try (ResultSet result = statement.executeQuery(query)) {
                while (result.next()) {
                    List<@Nullable String> row = new ArrayList<>();
                    for (int column = 1; column <= ask.equalForms().size(); column++) {
                        String json = result.getString(column);
                        // Straum writes Z for the offset of UTC.
                        String value = json == null ? null : Answered.value(json);
                        row.add(value == null ? null : value.replace("+00:00", "Z"));
                    }
                    rows.add(row);
                }
            }
        } catch (SQLException e) {
            connection.rollback();
            if (OUT_OF_RANGE.contains(e.getSQLState())) {
                return null;
            }
            throw new AssertionError(e.getMessage() + " in " + query + "\nasked as " + ask.toStraum(), e);
        }
        connection.commit();
        return rows;
    }

    private static void check(
            RandomAsk ask, String how, List<List<@Nullable String>> answered, List<List<@Nullable String>> expected) {
        boolean same = answered.size() == expected.size()
                && IntStream.range(0, expected.size()).allMatch(row -> same(ask, answered.get(row), expected.get(row)));
        if (!same) {
            fail("asked      %s %s\nPostgreSQL %s\n%s %s\nexpected %s"
                    .formatted(ask.toStraum(), ask.parameters(), ask.toPostgres(), how, answered, expected));
        }
    }

    private static boolean same(RandomAsk ask, List<@Nullable String> answered, List<@Nullable String> expected) {
        for (int i = 0; i < expected.size(); i++) {
            if (!same(answered.get(i), expected.get(i), ask.equalForms().get(i))) {
                return false;
            }
        }
        return answered.size() == expected.size();
    }

    private static boolean same(@Nullable String answered, @Nullable String expected, boolean equalForms) {
        if (answered == null || expected == null) {
            return answered == null && expected == null;
        }
        if (answered.equals(expected)) {
            return true;
        }
        return equalForms
                && isDecimal(answered)
                && isDecimal(expected)
                && new BigDecimal(answered).compareTo(new BigDecimal(expected)) == 0;
    }

    private static boolean isDecimal(String text) {
        return Character.isDigit(text.charAt(text.length() - 1));
    }
}
