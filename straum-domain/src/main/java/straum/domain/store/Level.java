package straum.domain.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Width;

/**
 * The buckets of one width: sorted edges beside the buckets' cells, in blocks of a few hundred, so that a bucket anywhere
 * among half a million costs no more than moving a block's edges. A bucket is there while it has a cell.
 *
 * <p>Times are epoch seconds. Mutable; one writer, and any number of readers while it does not write.
 */
final class Level {
    private static final int BLOCK = 256;

    /** A bucket of fewer says nothing about the next. */
    private static final int MANY_CELLS = 64;

    private final Width width;
    private final Layouts layouts;
    private Block[] blocks = new Block[4];
    private int blockCount;
    private long bucketCount;
    private long cellCount;

    /* The bucket found last, since rows come close together in time; for the writer alone. */
    private long lastEdge;
    private @Nullable Cells last;

    /** No buckets, of cells of these layouts. */
    Level(Width width, Layouts layouts) {
        this.width = width;
        this.layouts = layouts;
    }

    /** The width. */
    Width width() {
        return width;
    }

    /** The number of buckets. */
    long bucketCount() {
        return bucketCount;
    }

    /** The number of cells in all of them. */
    long cellCount() {
        return cellCount;
    }

    /** Takes note of cells that came, or with a negative number went. */
    void addCells(int cells) {
        cellCount += cells;
    }

    /** The cells of the bucket that an instant falls in, made if there is none: a cell is to be added at once. */
    Cells at(long seconds) {
        final Cells found = last;
        if (found != null && seconds >= lastEdge && seconds - lastEdge < width.seconds()) {
            return found;
        }
        long edge = width.floor(seconds);
        int block = blockOf(edge);
        Block in = block < 0 ? firstBlock() : blocks[block];
        int place = in.find(edge);
        if (place >= 0) {
            return found(edge, in.cells[place]);
        }
        Cells made = place == -1 - in.size && block == blockCount - 1 ? next(in) : new Cells(layouts);
        insert(Math.max(block, 0), -1 - place, edge, made);
        bucketCount++;
        return found(edge, made);
    }

    /**
     * Cells for the bucket after all others, mostly the next in time: room for half of what the one before it has, so that it
     * need not grow from nothing; and that one takes no more than it needs, since most of its rows have come.
     */
    private Cells next(Block block) {
        if (block.size == 0) {
            return new Cells(layouts);
        }
        Cells before = block.cells[block.size - 1];
        before.trim();
        return before.size() < MANY_CELLS ? new Cells(layouts) : new Cells(layouts, before.size() / 2);
    }

    /** The cells of the bucket that an instant falls in, or null. */
    @Nullable Cells find(long seconds) {
        long edge = width.floor(seconds);
        int block = blockOf(edge);
        if (block < 0) {
            return null;
        }
        int place = blocks[block].find(edge);
        return place < 0 ? null : blocks[block].cells[place];
    }

    private Cells found(long edge, Cells cells) {
        lastEdge = edge;
        last = cells;
        return cells;
    }

    private Block firstBlock() {
        if (blockCount == 0) {
            insertBlock(0, new Block());
        }
        return blocks[0];
    }

    private void insert(int block, int place, long edge, Cells cells) {
        Block in = blocks[block];
        if (in.size < BLOCK) {
            in.insert(place, edge, cells);
        } else if (place == BLOCK && block == blockCount - 1) {
            // Buckets come in the order of time mostly: the last block stays full.
            Block next = new Block();
            next.insert(0, edge, cells);
            insertBlock(blockCount, next);
        } else {
            insertBlock(block + 1, in.split());
            boolean inUpper = place > in.size;
            blocks[inUpper ? block + 1 : block].insert(inUpper ? place - in.size : place, edge, cells);
        }
    }

    private void insertBlock(int at, Block block) {
        if (blockCount == blocks.length) {
            blocks = Arrays.copyOf(blocks, blockCount * 2);
        }
        System.arraycopy(blocks, at, blocks, at + 1, blockCount - at);
        blocks[at] = block;
        blockCount++;
    }

    /** Takes the bucket out that an instant falls in, which has no cell left. */
    void remove(long seconds) {
        long edge = width.floor(seconds);
        int block = blockOf(edge);
        Block in = blocks[block];
        int place = in.find(edge);
        in.cells[place].giveUp();
        in.remove(place);
        if (in.size == 0) {
            System.arraycopy(blocks, block + 1, blocks, block, blockCount - block - 1);
            blockCount--;
            // Nothing past the last is kept from the collector.
            if (blockCount == 0) {
                blocks = new Block[4];
            } else {
                blocks[blockCount] = blocks[0];
            }
        }
        bucketCount--;
        last = null;
    }

    /** Takes all buckets out. */
    void clear() {
        for (int block = 0; block < blockCount; block++) {
            for (int place = 0; place < blocks[block].size; place++) {
                blocks[block].cells[place].giveUp();
            }
        }
        blocks = new Block[4];
        blockCount = 0;
        bucketCount = 0;
        cellCount = 0;
        last = null;
    }

    /** Picks the buckets whose edge is at or after {@code from} and before {@code to}. */
    void collect(long from, long to, Buckets into) {
        for (int block = Math.max(0, blockOf(from)); block < blockCount; block++) {
            Block in = blocks[block];
            for (int place = in.from(from); place < in.size; place++) {
                if (in.edges[place] >= to) {
                    return;
                }
                in.cells[place].collect(in.edges[place], into);
            }
        }
    }

    /** The edges of the buckets that {@link #collect} picks, ascending. */
    long[] edges(long from, long to) {
        long[] edges = new long[16];
        int count = 0;
        for (int block = Math.max(0, blockOf(from)); block < blockCount; block++) {
            Block in = blocks[block];
            for (int place = in.from(from); place < in.size && in.edges[place] < to; place++) {
                if (count == edges.length) {
                    edges = Arrays.copyOf(edges, count * 2);
                }
                edges[count++] = in.edges[place];
            }
        }
        return Arrays.copyOf(edges, count);
    }

    /** All buckets. */
    Buckets buckets() {
        Buckets buckets = new Buckets();
        collect(Long.MIN_VALUE, Long.MAX_VALUE, buckets);
        return buckets;
    }

    /** The first bucket's edge; there must be one. */
    long firstEdge() {
        return blocks[0].edges[0];
    }

    /** The last bucket's edge; there must be one. */
    long lastEdge() {
        Block in = blocks[blockCount - 1];
        return in.edges[in.size - 1];
    }

    /** The edge of the last bucket from which on there are so many cells, or of the first; there must be a bucket. */
    long edgeBefore(long cells) {
        long left = cells;
        for (int block = blockCount - 1; block >= 0; block--) {
            Block in = blocks[block];
            for (int place = in.size - 1; place >= 0; place--) {
                left -= in.cells[place].size();
                if (left <= 0) {
                    return in.edges[place];
                }
            }
        }
        return firstEdge();
    }

    /** The bytes of the heap that it takes beside its buckets' cells, which their {@link Layouts} count. */
    long bytes() {
        long bytes = HeapSizes.object(4, 28) + HeapSizes.references(blocks.length);
        for (int block = 0; block < blockCount; block++) {
            Block in = blocks[block];
            bytes += HeapSizes.object(2, 4)
                    + HeapSizes.array(in.edges.length, Long.BYTES)
                    + HeapSizes.references(in.cells.length);
        }
        return bytes;
    }

    /** The last block that begins at or before the edge, or −1. */
    private int blockOf(long edge) {
        int low = 0;
        int high = blockCount - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (blocks[middle].edges[0] <= edge) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    /** Some buckets next to each other, sorted; none is empty for longer than a change takes. */
    private static final class Block {
        private long[] edges = new long[4];
        private Cells[] cells = new Cells[4];
        private int size;

        /** The place of an edge, or −1 less the place where it would be. */
        private int find(long edge) {
            return Arrays.binarySearch(edges, 0, size, edge);
        }

        /** The first place at or after an edge. */
        private int from(long edge) {
            int place = find(edge);
            return place < 0 ? -1 - place : place;
        }

        private void insert(int place, long edge, Cells of) {
            if (size == edges.length) {
                edges = Arrays.copyOf(edges, size * 2);
                cells = Arrays.copyOf(cells, size * 2);
            }
            System.arraycopy(edges, place, edges, place + 1, size - place);
            System.arraycopy(cells, place, cells, place + 1, size - place);
            edges[place] = edge;
            cells[place] = of;
            size++;
        }

        private void remove(int place) {
            size--;
            System.arraycopy(edges, place + 1, edges, place, size - place);
            System.arraycopy(cells, place + 1, cells, place, size - place);
            // Nothing past the last is kept from the collector.
            cells[size] = cells[0];
        }

        /** Moves the upper half into a block of its own. */
        private Block split() {
            int half = size / 2;
            Block upper = new Block();
            upper.edges = Arrays.copyOfRange(edges, half, half + BLOCK);
            upper.cells = Arrays.copyOfRange(cells, half, half + BLOCK);
            upper.size = size - half;
            size = half;
            Arrays.fill(cells, half, BLOCK, cells[0]);
            return upper;
        }
    }
}
