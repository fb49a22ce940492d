package straum.pg;

import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import straum.app.Event;
import straum.app.Lsn;
import straum.app.SourceException;
import straum.pg.pgoutput.Decoder;

/**
 * What the stream's thread does: catches up, then reads the stream, decodes it and puts whole commits into the queue. It
 * alone touches the replication connection. Keepalives are answered and our status goes out whatever the writer does,
 * also while the queue has no room; what the status acknowledges is what the writer has confirmed, never more and never
 * less than before. So it is while a large transaction waits for those before it to be applied, and while nothing comes:
 * a server that puts a large transaction aside may ask for nothing, and then give us up for having said nothing.
 */
final class StreamThread implements Runnable {
    /** How often the server is told where we are, at least, while messages come or the queue is full; else once a second. */
    private static final long STATUS_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    /** Without a message for so many looks of a millisecond each, and nothing to tell, the thread looks longer at a time. */
    private static final int LOOKS = 4;
    /** A transaction that reaches us so long after its commit means that we are behind. */
    private static final long BEHIND_MICROS = 20_000;
    /** A read that took so long had to wait: what had come is read. */
    private static final long WAITED_NANOS = 100_000;
    /** How long to let bytes gather when behind: waking a reader for each message costs the server more than sending it. */
    private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** A look that took no longer was none that waits. */
    private static final long SHORT_NANOS = 2 * GATHER_NANOS;

    /** For how many bytes of an open transaction room is waited for at a time. */
    private static final long ROOM_STEP = 256 << 10;

    private final Connection connection;
    private final String slot;
    private final String publication;
    private final CatchUp.Steps steps;
    private final Decoder decoder;
    private final EventQueue queue;
    private final Confirmed confirmed;
    private final Reads reads;

    private final Lsn start;
    /** Up to where everything has been put into the queue. */
    private Lsn told;

    private @Nullable Walsender walsender;
    /** Where the stream began: before it the slot itself has gone on, and must not be taken back. */
    private Lsn streamStart = Lsn.ZERO;

    private Lsn acknowledged = Lsn.ZERO;
    private long statusNanos;
    /** When the last message had been taken. */
    private long heardNanos;
    /** Whether the server is asked to answer. */
    private boolean asks;
    /** What the open transaction may take of the heap before room for it has to be waited for again. */
    private long roomBytes;

    /** The work of one stream, to be run once. */
    StreamThread(
            Connection connection,
            String slot,
            String publication,
            CatchUp.Steps steps,
            Decoder decoder,
            EventQueue queue,
            Confirmed confirmed,
            Reads reads) {
        this.connection = connection;
        this.slot = slot;
        this.publication = publication;
        this.steps = steps;
        this.decoder = decoder;
        this.queue = queue;
        this.confirmed = confirmed;
        this.reads = reads;
        this.start = decoder.end();
        this.told = start;
    }

    /** Runs until the connection is closed or something ends the stream, which the queue then tells. */
    @Override
    public void run() {
        try {
            Lsn from = new CatchUp(connection, slot, publication, steps, reads).run(start, new Sink());
            follow(from);
        } catch (SourceException e) {
            queue.fail(e);
        } catch (SQLException e) {
            queue.fail(lost(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            queue.fail(new SourceException(SourceException.Kind.LOST, "the stream was stopped", e));
        } catch (RuntimeException | Error e) {
            queue.crash(e);
        }
    }

    private SourceException lost(SQLException e) {
        String why;
        if (e instanceof PSQLException server && server.getServerErrorMessage() != null) {
            why = e.getMessage();
        } else if (e.getCause() instanceof SocketTimeoutException) {
            why = "the server has been silent for longer than its wal_sender_timeout";
        } else {
            why = e.getMessage() + " (if the server said why, its log has it: the driver does not pass it on)";
        }
        return new SourceException(
                SourceException.Kind.LOST, "the replication connection ended after " + told + ": " + why, e);
    }

    /** What catching up finds goes the way of the stream. */
    private final class Sink implements CatchUp.Sink {
        @Override
        public void session() throws SourceException {
            decoder.newSession();
        }

        @Override
        public void message(byte[] bytes, int offset, int length)
                throws SourceException, InterruptedException, SQLException {
            decode(bytes, offset, length);
        }

        @Override
        public void reached(Lsn position) {
            tellNothing(position);
        }
    }

    private void follow(Lsn from) throws SQLException, SourceException, InterruptedException {
        decoder.newSession();
        streamStart = from.max(decoder.end());
        Walsender stream = Walsender.start(connection, slot, publication, streamStart);
        walsender = stream;
        heardNanos = System.nanoTime();
        boolean behind = false;
        int looks = 0;
        while (true) {
            // Not by what is confirmed: that may have grown since the last status, and nobody would say so while we
            // wait.
            boolean settled = acknowledged.reaches(told);
            if (looks >= LOOKS && !settled) {
                LockSupport.parkNanos(GATHER_NANOS);
            }
            long before = System.nanoTime();
            byte[] message = stream.read(looks >= LOOKS && settled);
            long now = System.nanoTime();
            if (message == null) {
                looks++;
                checkHeard(stream, now - heardNanos);
                statusWhenSettled(now);
                if (looks > LOOKS && settled && now - before < SHORT_NANOS) {
                    // Not all sockets look for longer: those of TLS need not.
                    LockSupport.parkNanos(GATHER_NANOS);
                }
                continue;
            }
            looks = 0;
            if (message.length > Walsender.DATA_HEAD && message[0] == Walsender.DATA) {
                decode(message, Walsender.DATA_HEAD, message.length - Walsender.DATA_HEAD);
                behind = Walsender.sentMicros(message) - decoder.micros() > BEHIND_MICROS;
            } else if (Walsender.isKeepalive(message)) {
                keepalive(message);
            } else {
                throw new SourceException(
                        SourceException.Kind.LOST, "a message of the stream after " + told + " cannot be read");
            }
            if (now - statusNanos > STATUS_NANOS) {
                status();
            }
            heardNanos = System.nanoTime();
            asks = false;
            if (behind && now - before > WAITED_NANOS) {
                LockSupport.parkNanos(GATHER_NANOS);
            }
        }
    }

    /** A server that hears of us asks for no answer, so it is asked for one after half the time that it may be silent. */
    private void checkHeard(Walsender stream, long silentNanos) throws SQLException {
        long most = stream.silence().toNanos();
        asks = silentNanos > most / 2;
        if (silentNanos > most) {
            throw new SQLException("silent", new SocketTimeoutException("for " + stream.silence()));
        }
    }

    private void decode(byte[] bytes, int offset, int length)
            throws SourceException, InterruptedException, SQLException {
        Event event = decoder.read(bytes, offset, length);
        if (event instanceof Event.Commit commit) {
            while (!queue.offer(commit, STATUS_NANOS)) {
                status();
            }
            told = event.end();
            roomBytes = 0;
        } else if (event != null) {
            tellNothing(event.end());
            roomBytes = 0;
        } else if (decoder.heldBytes() > roomBytes) {
            roomBytes = decoder.heldBytes() + ROOM_STEP;
            while (!queue.awaitRoom(roomBytes, STATUS_NANOS)) {
                status();
            }
        }
    }

    private void tellNothing(Lsn end) {
        if (!told.reaches(end)) {
            queue.nothing(end);
            told = end;
        }
    }

    /** Up to a keepalive's position everything has been sent, unless it comes in the middle of a transaction. */
    private void keepalive(byte[] message) throws SQLException {
        if (!decoder.inTransaction()) {
            tellNothing(Walsender.keepaliveEnd(message));
        }
        if (Walsender.asksForReply(message)) {
            status();
        }
    }

    /** While nothing comes, tells the server of what has been applied since, and else from time to time that we live. */
    private void statusWhenSettled(long now) throws SQLException {
        if (acknowledgeable().compareTo(acknowledged) > 0 || now - statusNanos > STATUS_NANOS) {
            status();
        }
    }

    private Lsn acknowledgeable() {
        Lsn applied = confirmed.position();
        return applied.reaches(streamStart) ? applied : Lsn.ZERO;
    }

    private void status() throws SQLException {
        if (walsender != null) {
            acknowledged = acknowledgeable();
            walsender.status(told, acknowledged, asks);
            statusNanos = System.nanoTime();
        }
    }
}
