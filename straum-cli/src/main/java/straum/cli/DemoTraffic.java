package straum.cli;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.SplittableRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the sample's application would do: now and then a transaction of new events, some of them mended or deleted later,
 * and accounts that move to another region. Only of accounts that have no part in the sample's past.
 */
final class DemoTraffic implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(DemoTraffic.class);
    private static final long PAUSE_MILLIS = 200;
    private static final int FIRST_ACCOUNT = 41;
    private static final int ACCOUNTS = 8;

    private final DemoDatabase database;
    private final SplittableRandom random = new SplittableRandom();

    private DemoTraffic(DemoDatabase database) {
        this.database = database;
    }

    /** Starts the traffic, on a thread that ends when it is interrupted. */
    static Thread start(DemoDatabase database) {
        Thread thread = new Thread(new DemoTraffic(database), "straum-demo-traffic");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Override
    public void run() {
        try (Connection connection = database.connect();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO app.events (at, kind, account_id, amount, ms) VALUES (now(), ?, ?, ?::int / 100.0, ?)");
                PreparedStatement update = connection.prepareStatement(
                        "UPDATE app.events SET amount = amount + 1 WHERE id = (SELECT max(id) - ? FROM app.events)"
                                + " AND account_id >= " + FIRST_ACCOUNT);
                PreparedStatement delete = connection.prepareStatement(
                        "DELETE FROM app.events WHERE id = (SELECT max(id) - ? FROM app.events)" + " AND account_id >= "
                                + FIRST_ACCOUNT);
                PreparedStatement move =
                        connection.prepareStatement("UPDATE app.accounts SET region = ? WHERE id = ?")) {
            connection.setAutoCommit(false);
            while (!Thread.currentThread().isInterrupted()) {
                insertEvents(insert);
                if (random.nextInt(3) == 0) {
                    touchRecent(update);
                }
                if (random.nextInt(5) == 0) {
                    touchRecent(delete);
                }
                if (random.nextInt(10) == 0) {
                    move.setString(1, pick("eu", "us", "apac"));
                    move.setInt(2, account());
                    move.executeUpdate();
                }
                connection.commit();
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (SQLException e) {
            LOG.atWarn().addKeyValue("reason", e.getMessage()).log("the live traffic ended");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void insertEvents(PreparedStatement insert) throws SQLException {
        for (int events = 1 + random.nextInt(8); events > 0; events--) {
            String kind = pick("purchase", "purchase", "purchase", "refund", "signup");
            insert.setString(1, kind);
            insert.setInt(2, account());
            insert.setInt(3, kind.equals("signup") ? 0 : 100 + random.nextInt(19_900));
            insert.setInt(4, 5 + random.nextInt(1000));
            insert.addBatch();
        }
        insert.executeBatch();
    }

    private void touchRecent(PreparedStatement statement) throws SQLException {
        statement.setInt(1, random.nextInt(50));
        statement.executeUpdate();
    }

    private int account() {
        return FIRST_ACCOUNT + random.nextInt(ACCOUNTS);
    }

    private String pick(String... words) {
        return words[random.nextInt(words.length)];
    }
}
