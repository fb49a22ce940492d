package straum.pg.pgoutput;

import java.nio.charset.StandardCharsets;
import straum.app.SourceException;

/**
 * The bytes of one message, read from front to back (PostgreSQL manual, 55.9). Nothing is trusted: a message that ends
 * before it should, or goes on after it should have ended, is a {@link SourceException} that says what was being read.
 *
 * <p>Mutable, and reused from message to message. Not thread-safe.
 */
final class MessageReader {
    private byte[] bytes = new byte[0];
    private int start;
    private int at;
    private int end;

    /** Begins with another message. */
    void of(byte[] bytes, int offset, int length) {
        this.bytes = bytes;
        this.start = offset;
        this.at = offset;
        this.end = offset + length;
    }

    /** The array the message lies in. */
    byte[] bytes() {
        return bytes;
    }

    /** One byte. */
    int int1() throws SourceException {
        return bytes[take(1)];
    }

    /** A 2-byte number, unsigned. */
    int uint2() throws SourceException {
        int from = take(2);
        return (bytes[from] & 0xff) << 8 | (bytes[from + 1] & 0xff);
    }

    /** A 4-byte number; OIDs are such, read as signed. */
    int int4() throws SourceException {
        return int4(bytes, take(4));
    }

    /** An 8-byte number. */
    long int8() throws SourceException {
        int from = take(8);
        return (long) int4(bytes, from) << 32 | (int4(bytes, from + 4) & 0xffff_ffffL);
    }

    private static int int4(byte[] bytes, int from) {
        return bytes[from] << 24
                | (bytes[from + 1] & 0xff) << 16
                | (bytes[from + 2] & 0xff) << 8
                | (bytes[from + 3] & 0xff);
    }

    /** A text that a zero byte ends. */
    String string() throws SourceException {
        int from = at;
        int to = from;
        while (to < end && bytes[to] != 0) {
            to++;
        }
        if (to == end) {
            throw malformed("a text has no end");
        }
        at = to + 1;
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    /** Passes over so many bytes and answers where in {@link #bytes} they begin. */
    int take(int length) throws SourceException {
        if (length < 0 || length > end - at) {
            throw malformed("it ends where " + length + " more bytes should be");
        }
        int from = at;
        at += length;
        return from;
    }

    /** Holds that the message ends here. */
    void finish() throws SourceException {
        if (at != end) {
            throw malformed("it goes on for " + (end - at) + " bytes after its end");
        }
    }

    /** The exception for a message that cannot be read, which tells its kind and the place. */
    SourceException malformed(String why) {
        String kind = end > start ? "'" + printable(bytes[start]) + "'" : "no kind";
        return new SourceException(
                SourceException.Kind.LOST,
                "a pgoutput message of kind " + kind + " and " + (end - start) + " bytes cannot be read at byte "
                        + (at - start) + ": " + why);
    }

    private static String printable(byte kind) {
        return kind > ' ' && kind < 127 ? String.valueOf((char) kind) : String.format("\\x%02x", kind);
    }
}
