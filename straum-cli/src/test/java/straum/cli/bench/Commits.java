package straum.cli.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import straum.pg.testing.PostgresServer;

/** Two sessions that commit one event at a time, at a steady rate together, until closed. Their events have the id −1. */
final class Commits implements AutoCloseable {
    private static final int WRITERS = 2;

    private final PostgresServer server;
    private final String database;
    private final Sample sample;
    private final String insert;
    private final List<Thread> writers;
    private final AtomicLong count = new AtomicLong();
    private volatile boolean ended;
    private volatile @Nullable SQLException failed;

    private Commits(PostgresServer server, String database, Sample sample, String table, int rate) {
        this.server = server;
        this.database = database;
        this.sample = sample;
        this.insert = "INSERT INTO " + table + " VALUES (-1, timestamptz '" + Sample.FIRST_DAY
                + " 00:00:00+00' + ? * interval '1 second', 'click', ?, 1.25, 7)";
        long everyNanos = WRITERS * TimeUnit.SECONDS.toNanos(1) / rate;
        writers = IntStream.range(0, WRITERS)
                .mapToObj(writer -> new Thread(() -> write(writer, everyNanos), "commits-" + writer))
                .toList();
    }

    /** Begins to commit so many a second to a table of events. */
    static Commits start(PostgresServer server, String database, Sample sample, String table, int rate) {
        Commits commits = new Commits(server, database, sample, table, rate);
        commits.writers.forEach(Thread::start);
        return commits;
    }

    /** How many there have been. */
    long count() {
        return count.get();
    }

    private void write(int writer, long everyNanos) {
        Random random = new Random(writer);
        try (Connection connection = server.connect(database);
                PreparedStatement statement = connection.prepareStatement(insert)) {
            long due = System.nanoTime();
            while (!ended) {
                statement.setInt(1, random.nextInt(Sample.DAYS * 86_400));
                statement.setInt(2, random.nextInt(sample.accounts()));
                statement.execute();
                count.incrementAndGet();
                due += everyNanos;
                for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
            }
        } catch (SQLException e) {
            failed = e;
        }
    }

    @Override
    public void close() {
        ended = true;
        for (Thread writer : writers) {
            try {
                writer.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        SQLException failure = failed;
        if (failure != null) {
            throw new IllegalStateException("a writer ended", failure);
        }
    }
}
