package straum.pg;

import java.util.ArrayList;
import java.util.List;

/**
 * Over how many connections tables are loaded, and in which pieces.
 *
 * @param connections that read one table together at most, that of the slot among them
 * @param leastBlocks that a piece has at least, and a sixteenth of what it has at most: a table of fewer than two such
 *     pieces is read whole by one connection
 */
public record LoadPlan(int connections, long leastBlocks) {
    /**
     * Blocks that are worth a piece of their own, 32 MiB by the usual size of a block: some tenths of a second's COPY, beside
     * which the few milliseconds of another connection do not count.
     */
    private static final long LEAST_BLOCKS = 4096;

    /** Pieces for each connection, so that none has much to read once another has nothing left. */
    private static final int PIECES = 8;

    /** How many times the least a piece has at most: some seconds' COPY, after which the table's indexes are let go. */
    private static final int LARGEST = 16;

    /** More pieces than that have no table. */
    private static final long MOST_PIECES = 100_000;

    /** A plan. */
    public LoadPlan {
        if (connections < 1 || leastBlocks < 1) {
            throw new IllegalArgumentException(connections + " connections, pieces of " + leastBlocks + " blocks");
        }
    }

    /** Over so many connections where it pays. */
    public static LoadPlan over(int connections) {
        return new LoadPlan(connections, LEAST_BLOCKS);
    }

    /** Over as many connections as half the processors, at least one: reading and applying want some as well. */
    public static LoadPlan defaults() {
        return over(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
    }

    /** How many connections are worth it for a table; 1 when no other is. */
    int worth(Extent table) {
        return (int) Math.max(1, Math.min(Math.min(connections, table.most()), sum(table.blocks()) / leastBlocks));
    }

    /**
     * The pieces that so many connections read a table in, together all of it; {@link Piece#WHOLE} alone for one connection.
     *
     * @param blocks of each of the table's files, as many as it has or had: rows beyond them are in the last piece
     */
    List<Piece> pieces(List<Long> blocks, int among) {
        long total = sum(blocks);
        long even = Math.min(total / leastBlocks, (long) among * PIECES);
        long small = Math.min(total / leastBlocks / LARGEST, MOST_PIECES);
        long count = among < 2 ? 1 : Math.max(even, small);
        List<Piece> pieces = new ArrayList<>();
        long from = 0;
        for (long i = 1; i < count; i++) {
            long to = end(blocks, total / count * i + total % count * i / count);
            if (to > from) {
                pieces.add(new Piece(from, to));
                from = to;
            }
        }
        pieces.add(new Piece(from, Piece.OPEN));
        return pieces;
    }

    /** The least block number before which all files together have that many blocks. */
    private static long end(List<Long> blocks, long wanted) {
        long low = 0;
        long high = blocks.stream().mapToLong(each -> each).max().orElse(0);
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (blocks.stream().mapToLong(each -> Math.min(each, middle)).sum() >= wanted) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private static long sum(List<Long> blocks) {
        return blocks.stream().mapToLong(each -> each).sum();
    }
}
