package straum.pg;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.jdbc.PgConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import straum.app.SourceException;
import straum.app.SourceException.Kind;
import straum.domain.spec.TableName;

/**
 * The connections beside the slot's that a table is read over, in the slot's snapshot. They are to be had or not: a load goes
 * on with those there are. They lead to the server of the first connection, are as that is, and are there for one table,
 * while it is read.
 *
 * <p>Threads: the writer's, but {@link #abort} is for any.
 */
final class Further {
    private static final Logger LOG = LoggerFactory.getLogger(Further.class);

    private final Connector connector;
    private final Server server;
    private final SharedSnapshot snapshot;

    /** Guards what {@link #abort} closes. */
    private final Object lock = new Object();

    private final List<PgConnection> open = new ArrayList<>();
    private boolean aborted;
    private boolean told;

    /**
     * None yet.
     *
     * @param connector that has connected to the server before
     */
    Further(Connector connector, Server server, SharedSnapshot snapshot) {
        this.connector = connector;
        this.server = server;
        this.snapshot = snapshot;
    }

    /**
     * Opens so many to read that table, or as many as there are; that there are fewer is logged, once a start.
     *
     * @throws SourceException when one leads to another server, or {@link #abort} was called
     */
    List<PgConnection> open(TableName table, int count) throws SourceException {
        List<PgConnection> opened = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String reason = tryOne(table, opened);
            if (reason != null) {
                tell(1 + count, 1 + opened.size(), reason);
                break;
            }
        }
        return opened;
    }

    private void tell(int wanted, int had, String reason) {
        if (!told) {
            told = true;
            LOG.atWarn()
                    .addKeyValue("wanted", wanted)
                    .addKeyValue("connections", had)
                    .addKeyValue("reason", reason)
                    .log("loading over fewer connections");
        }
    }

    /** Adds one, or answers why there is none. */
    private @Nullable String tryOne(TableName table, List<PgConnection> opened) throws SourceException {
        PgConnection connection;
        try {
            connection = connector.plain();
        } catch (SourceException e) {
            return e.getCause() instanceof SQLException cause ? Refusal.words(cause) : String.valueOf(e.getMessage());
        }
        synchronized (lock) {
            open.add(connection);
        }
        checkNotAborted();
        try {
            server.checkSameBeside(connection);
            snapshot.enter(connection, table);
            // Answers take as long as they take from here on, as on the slot's connection.
            connection.setNetworkTimeout(Runnable::run, 0);
        } catch (SQLException e) {
            checkNotAborted();
            close(List.of(connection));
            return Refusal.words(e);
        }
        opened.add(connection);
        return null;
    }

    private void checkNotAborted() throws SourceException {
        synchronized (lock) {
            if (!aborted) {
                return;
            }
        }
        abort();
        throw new SourceException(Kind.LOST, "the connections to PostgreSQL were closed");
    }

    /** The ids of the server's processes for those that are open. */
    List<Integer> pids() {
        synchronized (lock) {
            return open.stream().map(PgConnection::getBackendPID).toList();
        }
    }

    /** Closes those that are open; others may be opened again. */
    void close() {
        List<PgConnection> all;
        synchronized (lock) {
            all = List.copyOf(open);
        }
        close(all);
    }

    private void close(List<PgConnection> those) {
        those.forEach(Connector::close);
        synchronized (lock) {
            open.removeAll(those);
        }
    }

    /** Closes them whatever is done on them, which fails at once. No other is opened. */
    void abort() {
        synchronized (lock) {
            aborted = true;
            open.forEach(Connector::abort);
            open.clear();
        }
    }
}
