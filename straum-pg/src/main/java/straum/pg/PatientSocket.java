package straum.pg;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;

/**
 * A socket on which the driver's look for a message may wait longer than the driver has it. The driver looks by a read of
 * at most a millisecond that takes nothing away, before a message begins; all its other reads are of a message that has
 * begun, and a timeout in one loses the connection. So this is the only wait for a message that can be ended to say
 * something. A look that finds the end of the stream is no message either to the driver, again and again; so the end is an
 * exception here.
 */
final class PatientSocket extends Socket {
    /** What the driver sets as the timeout of a look, and of nothing else (PGStream.hasMessagePending). */
    private static final int LOOK_MILLIS = 1;

    private static final ThreadLocal<Integer> PATIENCE = ThreadLocal.withInitial(() -> LOOK_MILLIS);

    /** Says how long the looks of this thread wait from now on, at most. */
    static void lookFor(int millis) {
        PATIENCE.set(millis);
    }

    @Override
    public void setSoTimeout(int millis) throws SocketException {
        super.setSoTimeout(millis == LOOK_MILLIS ? PATIENCE.get() : millis);
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new FilterInputStream(super.getInputStream()) {
            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                int count = super.read(bytes, offset, length);
                if (count < 0) {
                    throw new EOFException("the server has closed the connection");
                }
                return count;
            }
        };
    }
}
