package straum.pg;

/**
 * A piece of a table: the rows that lie in blocks of those numbers, of a partitioned table in those of each of its leaves.
 * In one snapshot a row lies at one place, whoever moves it meanwhile: its {@code ctid} is that of the one version that the
 * snapshot sees. So it is in one of the pieces that meet, and in no other.
 *
 * @param from the first block
 * @param to the one after the last; {@link #OPEN} for all that follow, whatever the table has grown to
 */
record Piece(long from, long to) {
    /** Without an end. */
    static final long OPEN = Long.MAX_VALUE;

    /** The whole table. */
    static final Piece WHOLE = new Piece(0, OPEN);

    /** Whether it is the whole table. */
    boolean isWhole() {
        return equals(WHOLE);
    }

    /** The condition that its rows meet and no others, {@code  WHERE ctid >= ...}; empty for the whole table. */
    String where() {
        String low = from == 0 ? "" : "ctid >= '(" + from + ",0)'::tid";
        String high = to == OPEN ? "" : "ctid < '(" + to + ",0)'::tid";
        String both = low + (low.isEmpty() || high.isEmpty() ? "" : " AND ") + high;
        return both.isEmpty() ? "" : " WHERE " + both;
    }
}
