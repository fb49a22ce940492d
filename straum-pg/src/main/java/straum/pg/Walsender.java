package straum.pg;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyDual;
import straum.app.Lsn;
import straum.domain.spec.TableName;

/**
 * The replication protocol with one walsender, from START_REPLICATION on (PostgreSQL manual, 55.4): its messages in, our
 * status out. The driver's own stream object is not used, since it keeps keepalives to itself.
 *
 * <p>Confined to one thread: the driver lets no other send while this one waits for a message.
 */
final class Walsender {
    /** The kind of a message that carries one of the plugin's, behind {@link #DATA_HEAD} bytes. */
    static final byte DATA = 'w';
    /** The kind of a message that only says where the server is. */
    static final byte KEEPALIVE = 'k';
    /** Kind, start, end and clock. */
    static final int DATA_HEAD = 1 + 8 + 8 + 8;

    private static final int KEEPALIVE_LENGTH = 1 + 8 + 8 + 1;
    private static final int STATUS_LENGTH = 1 + 8 + 8 + 8 + 8 + 1;
    private static final Instant EPOCH = Instant.parse("2000-01-01T00:00:00Z");

    /** The longest a server may stay silent, and that we may to it. */
    private static final Duration MAX_SILENCE = Duration.ofSeconds(60);
    /** The shortest silence that is taken for a lost connection, whatever the server's settings. */
    private static final Duration MIN_SILENCE = Duration.ofSeconds(30);

    /** The longest wait for a message after which the server is told that we live. */
    private static final Duration MAX_PATIENCE = Duration.ofSeconds(1);

    private final CopyDual copy;
    private final Duration silence;
    private final Duration patience;

    private Walsender(CopyDual copy, Duration timeout) {
        this.copy = copy;
        this.silence = silence(timeout);
        Duration quarter = timeout.dividedBy(4);
        this.patience = quarter.compareTo(MAX_PATIENCE) < 0 ? quarter : MAX_PATIENCE;
    }

    /**
     * Starts the stream on the connection that owns the slot. A server that answers nothing for longer than
     * {@code wal_sender_timeout} counts as lost.
     *
     * @param from what ends at or before it is not sent
     */
    static Walsender start(Connection connection, String slot, String publication, Lsn from) throws SQLException {
        Duration timeout = timeout(connection);
        connection.setNetworkTimeout(Runnable::run, (int) silence(timeout).toMillis());
        // No statement can follow that fails: an error on this connection drops the slot.
        String command = "START_REPLICATION SLOT " + TableName.quoted(slot) + " LOGICAL " + from + " ("
                + "\"proto_version\" '1', \"binary\" 'true', \"publication_names\" " + Publications.literal(publication)
                + ")";
        return new Walsender(connection.unwrap(PGConnection.class).getCopyAPI().copyDual(command), timeout);
    }

    private static Duration silence(Duration timeout) {
        return timeout.compareTo(MIN_SILENCE) < 0 ? MIN_SILENCE : timeout;
    }

    private static Duration timeout(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            Duration timeout;
            try (var result = statement.executeQuery(
                    "SELECT setting::bigint FROM pg_catalog.pg_settings WHERE name = 'wal_sender_timeout'")) {
                result.next();
                timeout = Duration.ofMillis(result.getLong(1));
            }
            if (timeout.isZero() || timeout.compareTo(MAX_SILENCE) > 0) {
                statement.execute("SET wal_sender_timeout = " + MAX_SILENCE.toMillis());
                timeout = MAX_SILENCE;
            }
            return timeout;
        }
    }

    /** For how long the server may answer nothing. */
    Duration silence() {
        return silence;
    }

    /**
     * The next message; null when none begins in time.
     *
     * @param patiently whether to wait for as long as the server can be left without a word of ours, and not a millisecond
     */
    byte @Nullable [] read(boolean patiently) throws SQLException {
        PatientSocket.lookFor(patiently ? Math.max(1, (int) patience.toMillis()) : 1);
        byte[] message = copy.readFromCopy(false);
        if (message == null && !copy.isActive()) {
            throw new SQLException("the server has ended the stream, as it does when it shuts down");
        }
        return message;
    }

    /** The server's clock when it sent a {@link #DATA} message, in microseconds since 2000-01-01. */
    static long sentMicros(byte[] message) {
        return ByteBuffer.wrap(message).getLong(17);
    }

    /** Whether a {@link #KEEPALIVE} is one. */
    static boolean isKeepalive(byte[] message) {
        return message.length == KEEPALIVE_LENGTH && message[0] == KEEPALIVE;
    }

    /** Up to where the server has read its WAL and sent all there is of it. */
    static Lsn keepaliveEnd(byte[] keepalive) {
        return new Lsn(ByteBuffer.wrap(keepalive).getLong(1));
    }

    /** Whether a keepalive asks to be answered at once. */
    static boolean asksForReply(byte[] keepalive) {
        return keepalive[17] != 0;
    }

    /**
     * Tells the server where we are.
     *
     * @param received up to where its messages have been read
     * @param applied up to where they are in the store, so that their WAL may go; {@link Lsn#ZERO} to say nothing of it
     * @param asks whether the server is to answer at once
     */
    void status(Lsn received, Lsn applied, boolean asks) throws SQLException {
        long micros = ChronoUnit.MICROS.between(EPOCH, Instant.now());
        byte[] status = ByteBuffer.allocate(STATUS_LENGTH)
                .put((byte) 'r')
                .putLong(received.value())
                .putLong(applied.value())
                .putLong(applied.value())
                .putLong(micros)
                .put((byte) (asks ? 1 : 0))
                .array();
        copy.writeToCopy(status, 0, status.length);
        copy.flushCopy();
    }
}
