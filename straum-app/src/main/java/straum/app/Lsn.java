package straum.app;

import java.util.Locale;

/**
 * A position in PostgreSQL's WAL, compared unsigned.
 *
 * @param value the byte offset
 */
public record Lsn(long value) implements Comparable<Lsn> {
    /** PostgreSQL's invalid position, before every other. */
    public static final Lsn ZERO = new Lsn(0);

    /** The bytes of a WAL page (XLOG_BLCKSZ), unless the server was built otherwise. */
    private static final int PAGE_BYTES = 8192;

    /** The bytes of a WAL segment, unless initdb was told otherwise. */
    private static final int SEGMENT_BYTES = 16 << 20;

    /** The header of a page, and of the first page of a segment (access/xlog_internal.h). */
    private static final int HEADER_BYTES = 24;

    private static final int LONG_HEADER_BYTES = 40;

    /**
     * Reads a position as PostgreSQL prints it, {@code 16/B374D848}.
     *
     * @throws IllegalArgumentException when the text is no position
     */
    public static Lsn parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 1 || slash > 8 || text.length() - slash < 2 || text.length() - slash > 9) {
            throw notAnLsn(text);
        }
        for (int i = 0; i < text.length(); i++) {
            if (i != slash && (Character.digit(text.charAt(i), 16) < 0 || text.charAt(i) > 'f')) {
                throw notAnLsn(text);
            }
        }
        long high = Long.parseLong(text, 0, slash, 16);
        long low = Long.parseLong(text, slash + 1, text.length(), 16);
        return new Lsn(high << 32 | low);
    }

    private static IllegalArgumentException notAnLsn(String text) {
        return new IllegalArgumentException("not an LSN: " + text);
    }

    /** Whether this position is at or past the other. */
    public boolean reaches(Lsn target) {
        return compareTo(target) >= 0;
    }

    /**
     * Whether who has all WAL before this position has all WAL before the target, for there is none in between: this is
     * at or past it, or this is the end of a page, and the target lies in the header of the next one. The server's insert
     * position is behind that header as soon as the page is full, while the record that filled it ends before it.
     *
     * <p>Only what is certain counts: with segments or pages of another size than the usual a target behind the longer
     * header may be held as not reached until more WAL comes.
     */
    public boolean covers(Lsn target) {
        if (reaches(target)) {
            return true;
        }
        if ((value & (PAGE_BYTES - 1)) != 0) {
            return false;
        }
        int header = (value & (SEGMENT_BYTES - 1)) == 0 ? LONG_HEADER_BYTES : HEADER_BYTES;
        return bytesTo(target) <= header;
    }

    /** The later of the two. */
    public Lsn max(Lsn other) {
        return compareTo(other) >= 0 ? this : other;
    }

    /** The bytes from this position to the other, 0 when it is not after this. */
    public long bytesTo(Lsn later) {
        return compareTo(later) >= 0 ? 0 : later.value - value;
    }

    @Override
    public int compareTo(Lsn other) {
        return Long.compareUnsigned(value, other.value);
    }

    @Override
    public String toString() {
        // Every answer has one: a format that is read anew each time costs as much as the rest of its header.
        return hex(value >>> 32) + '/' + hex(value & 0xFFFF_FFFFL);
    }

    private static String hex(long number) {
        return Long.toHexString(number).toUpperCase(Locale.ROOT);
    }
}
