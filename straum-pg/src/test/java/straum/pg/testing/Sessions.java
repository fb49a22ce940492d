package straum.pg.testing;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The superuser's sessions that are kept from one use to the next, since a new one costs a server more than most of what
 * is asked in it. Each use finds a session as a new one is. Thread-safe.
 */
final class Sessions {
    private static final int MOST = 20;

    /** How long, in seconds, a kept session is asked whether it is still there. */
    private static final int PATIENCE = 5;

    private final Opener opener;
    /** The last one given back is the first. */
    private final Deque<Kept> idle = new ArrayDeque<>();

    private record Kept(String database, Connection connection) {}

    /** Opens a session. */
    @FunctionalInterface
    interface Opener {
        Connection open(String database) throws SQLException;
    }

    /** What is done in a session. */
    @FunctionalInterface
    interface Use<T> {
        T of(Statement statement) throws SQLException;
    }

    Sessions(Opener opener) {
        this.opener = opener;
    }

    /** Does something in a session on a database, which is then kept for the next unless this has failed. */
    <T> T use(String database, Use<T> use) throws SQLException {
        Connection connection = open(database);
        boolean keep = false;
        try (Statement statement = connection.createStatement()) {
            T result = use.of(statement);
            statement.execute("DISCARD ALL");
            keep = true;
            return result;
        } finally {
            if (keep) {
                giveBack(new Kept(database, connection));
            } else {
                connection.close();
            }
        }
    }

    private Connection open(String database) throws SQLException {
        Connection kept = take(database);
        while (kept != null && !kept.isValid(PATIENCE)) {
            kept.close();
            kept = take(database);
        }
        return kept == null ? opener.open(database) : kept;
    }

    private synchronized @Nullable Connection take(String database) {
        Iterator<Kept> those = idle.iterator();
        while (those.hasNext()) {
            Kept kept = those.next();
            if (kept.database.equals(database)) {
                those.remove();
                return kept.connection;
            }
        }
        return null;
    }

    private void giveBack(Kept kept) throws SQLException {
        Kept tooMany = null;
        synchronized (this) {
            idle.addFirst(kept);
            if (idle.size() > MOST) {
                tooMany = idle.removeLast();
            }
        }
        if (tooMany != null) {
            tooMany.connection.close();
        }
    }

    /** Ends the idle ones on a database. */
    void end(String database) {
        for (Connection kept = take(database); kept != null; kept = take(database)) {
            close(kept);
        }
    }

    /** Ends all that are idle. */
    void end() {
        List<Kept> all;
        synchronized (this) {
            all = List.copyOf(idle);
            idle.clear();
        }
        all.forEach(kept -> close(kept.connection));
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
