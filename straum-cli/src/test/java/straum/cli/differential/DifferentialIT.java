package straum.cli.differential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import straum.app.Lsn;
import straum.cli.testing.Answered;
import straum.cli.testing.RunningStraum;
import straum.pg.testing.PostgresServer;

/**
 * Whatever is kept, changed and asked, Straum answers what PostgreSQL answers from the tables.
 *
 * <p>{@code -Dstraum.seed=N} runs one seed again, {@code -Dstraum.worlds=N} more of them than usual: a world is a schema
 * with its spec, changed in {@value #BATCHES} batches, with {@value #ASKS} asks a view after each.
 */
class DifferentialIT {
    private static final int BATCHES = 5;
    private static final int TRANSACTIONS = 15;
    private static final int ASKS = 10;
    private static final int WORLDS = Integer.getInteger("straum.worlds", 8);

    private final PostgresServer server = PostgresServer.shared();

    static LongStream seeds() {
        Long seed = Long.getLong("straum.seed");
        long first = seed == null ? System.nanoTime() : seed;
        return LongStream.range(first, first + (seed == null ? WORLDS : 1));
    }

    @ParameterizedTest(name = "-Dstraum.seed={0}")
    @MethodSource("seeds")
    void everyAnswerIsPostgresqls(long seed) throws SQLException {
        Dice dice = new Dice(seed);
        Schema schema = Schema.random(dice);
        List<View> views = View.random(dice, schema);
        String spec = String.join("", views.stream().map(View::spec).toList());
        String database = server.newDatabase();
        server.execute(database, schema.create().toArray(String[]::new));
        try (Connection connection = server.connect(database)) {
            connection.setAutoCommit(false);
            RandomTransactions transactions = new RandomTransactions(dice, schema, connection);
            transactions.run(TRANSACTIONS);
            try (RunningStraum straum = RunningStraum.start(server, database, spec)) {
                straum.awaitReady();
                compare(dice, connection, straum, views);
                int cut = dice.below(BATCHES);
                for (int batch = 0; batch < BATCHES; batch++) {
                    transactions.run(TRANSACTIONS);
                    if (batch == cut) {
                        straum.cutStream();
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

    private static void compare(Dice dice, Connection connection, RunningStraum straum, List<View> views)
            throws SQLException {
        Lsn position = straum.position();
        for (View view : views) {
            for (int i = 0; i < ASKS; i++) {
                RandomAsk ask = RandomAsk.of(dice, view);
                Answered answered = straum.client().askAt(position, ask.toStraum(), ask.parameters());
                check(ask, answered.rows(), expected(connection, ask));
            }
        }
    }

    private static List<List<@Nullable String>> expected(Connection connection, RandomAsk ask) throws SQLException {
        List<List<@Nullable String>> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(ask.toPostgres())) {
            while (result.next()) {
                List<@Nullable String> row = new ArrayList<>();
                for (int column = 1; column <= ask.equalForms().size(); column++) {
                    String json = result.getString(column);
                    row.add(json == null ? null : Answered.value(json));
                }
                rows.add(row);
            }
        }
        connection.commit();
        return rows;
    }

    private static void check(
            RandomAsk ask, List<List<@Nullable String>> answered, List<List<@Nullable String>> expected) {
        boolean same = answered.size() == expected.size()
                && IntStream.range(0, expected.size()).allMatch(row -> same(ask, answered.get(row), expected.get(row)));
        if (!same) {
            fail("asked      %s %s\nPostgreSQL %s\nanswered %s\nexpected %s"
                    .formatted(ask.toStraum(), ask.parameters(), ask.toPostgres(), answered, expected));
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
        // Straum writes Z for the offset of UTC.
        String text = expected.replace("+00:00", "Z");
        if (answered.equals(text)) {
            return true;
        }
        return equalForms
                && isDecimal(answered)
                && isDecimal(text)
                && new BigDecimal(answered).compareTo(new BigDecimal(text)) == 0;
    }

    private static boolean isDecimal(String text) {
        return Character.isDigit(text.charAt(text.length() - 1));
    }
}
