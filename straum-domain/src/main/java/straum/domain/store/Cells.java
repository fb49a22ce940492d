package straum.domain.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cells by their keys: <em>pages</em> of some thousand cells each, the {@link Columns} they lie in, and the {@link Index}
 * that finds one, which few cells do without: they are looked through. The cells of a bucket are kept so, the rows of a dim,
 * and the groups of an ask.
 *
 * <p>A key is a code a column, and is in no two cells. Position {@code p} is position {@code p % PAGE} in page
 * {@code p / PAGE}, and all pages but the last are full. A removal gives the last cell the position of the one removed.
 * Mutable; one writer, and any number of readers while it does not write. A page that a detached ask may be reading is
 * copied before its first change, and no array of pages is ever changed.
 */
final class Cells {
    /** No cell. */
    static final int ABSENT = Index.ABSENT;

    /** Fewer for tests, so that few cells make many pages there. */
    private static final int PAGE_BITS = Integer.getInteger("straum.page.bits", 11);

    /** The cells of a page: enough that what a page costs is little beside them, few enough to copy for one change. */
    static final int PAGE = 1 << PAGE_BITS;

    /** So many cells are looked through; they are of one page. */
    private static final int FEW = Math.min(8, PAGE);

    /** What a page after the first has room for at first. */
    private static final int FIRST_ROOM = Math.max(1, PAGE / 8);

    /** The only page; of several, the last. Most buckets have one: an array of it would be most of what they cost. */
    private Columns last;

    private Columns @Nullable [] pages;
    private @Nullable Index index;

    /** No cells, of an owner with these layouts. */
    Cells(Layouts layouts) {
        this(layouts, 0);
    }

    /** No cells, of an owner with these layouts; of which so many are expected. */
    Cells(Layouts layouts, int expected) {
        this.last = new Columns(layouts, Math.min(expected, PAGE));
        if (expected > FEW) {
            this.index = new Index(layouts.keys(), expected);
        }
        layouts.hold(ownBytes());
    }

    private Cells(Cells of) {
        this.last = of.last;
        this.pages = of.pages;
    }

    /** The hash of a key of cells of these layouts. */
    static long hash(int[] key) {
        return Index.hash(key, key.length);
    }

    /** The number of the page that a cell is in. */
    static int pageNumber(int position) {
        return position >>> PAGE_BITS;
    }

    /** The position of a cell in its page. */
    static int inPage(int position) {
        return position & (PAGE - 1);
    }

    /**
     * The same cells, as they stay for a detached ask whatever becomes of these; without the index, so none is to be found
     * there by its key.
     */
    Cells asTheyAre() {
        return new Cells(this);
    }

    /** The number of cells. */
    int size() {
        return (pageCount() - 1) * PAGE + last.size();
    }

    /** The page of a cell, which has the position {@link #inPage} there; to be read. */
    Columns page(int position) {
        final Columns[] of = pages;
        return of == null ? last : of[pageNumber(position)];
    }

    /** The page of a cell, to be changed: detached asks that read it keep what they have. */
    Columns toChange(int position) {
        Columns page = page(position);
        return page.isOwn() ? page : ownAnew(pageNumber(position), page);
    }

    private Columns ownAnew(int number, Columns page) {
        Columns own = page.own();
        if (own != page) {
            if (page == last) {
                last = own;
            }
            if (pages != null) {
                pages = pages.clone();
                pages[number] = own;
            }
        }
        return own;
    }

    /** The code in a column of a cell's key. */
    int code(int column, int position) {
        return page(position).code(column, inPage(position));
    }

    /** Whether a cell's first columns are these codes. */
    boolean startsWith(int position, int[] codes, int columns) {
        return page(position).startsWith(inPage(position), codes, columns);
    }

    /** Gives up room that is idle, unless a detached ask may be reading it: few more cells are expected. */
    void trim() {
        last.trim();
    }

    /** Picks the pages for an ask, in the order of positions, of a bucket with this edge. */
    void collect(long edge, Buckets into) {
        final Columns[] of = pages;
        if (of == null) {
            into.add(edge, last, last.size());
            return;
        }
        for (int page = 0; page < of.length; page++) {
            into.add(edge, of[page], page < of.length - 1 ? PAGE : last.size());
        }
    }

    /** The position of the cell of a key, or {@link #ABSENT}. */
    int find(int[] key, long hash) {
        final Index by = index;
        if (by != null) {
            return by.find(this, key, hash);
        }
        final Columns few = last;
        for (int position = 0; position < few.size(); position++) {
            if (few.startsWith(position, key, few.keys())) {
                return position;
            }
        }
        return ABSENT;
    }

    /** Adds the cell of a key that has none, all else zero, and answers its position. */
    int append(int[] key, long hash) {
        if (last.size() == PAGE) {
            addPage();
        }
        int position = size();
        toChange(position).append(key);
        if (index != null) {
            long more = index.add(this, position, hash);
            if (more != 0) {
                last.layouts().hold(more);
            }
        } else if (position >= FEW) {
            Index made = new Index(last.keys(), position + 1);
            for (int each = 0; each <= position; each++) {
                made.add(this, each, made.hashAt(this, each));
            }
            index = made;
            last.layouts().hold(made.bytes());
        }
        return position;
    }

    private void addPage() {
        long before = ownBytes();
        Columns added = last.next(FIRST_ROOM);
        Columns[] more = pages == null ? new Columns[] {last, added} : Arrays.copyOf(pages, pages.length + 1);
        more[more.length - 1] = added;
        pages = more;
        last = added;
        last.layouts().hold(ownBytes() - before);
    }

    /** Takes a cell out. The last cell takes its position. */
    void remove(int position) {
        final Index by = index;
        final int from = size() - 1;
        if (by != null) {
            by.remove(this, position, by.hashAt(this, position));
            if (from != position) {
                by.move(from, position, by.hashAt(this, from));
            }
        }
        Columns losing = toChange(from);
        Columns of = toChange(position);
        if (of == losing) {
            of.remove(inPage(position));
        } else {
            of.replace(inPage(position), losing, inPage(from));
            losing.remove(inPage(from));
        }
        if (losing.size() == 0) {
            removeLastPage();
        }
    }

    private void removeLastPage() {
        long before = ownBytes();
        if (pages == null) {
            index = null;
        } else {
            before += last.bytes();
            last.giveUp();
            int left = pages.length - 1;
            last = pages[left - 1];
            pages = left == 1 ? null : Arrays.copyOf(pages, left);
        }
        last.layouts().hold(ownBytes() - before);
    }

    /** Says that they are given up: what they take of the heap is counted no more. */
    void giveUp() {
        last.layouts().hold(-bytes());
        for (int page = 0; page < pageCount(); page++) {
            page(page << PAGE_BITS).giveUp();
        }
    }

    private int pageCount() {
        return pages == null ? 1 : pages.length;
    }

    /** The bytes of the heap that they take; what an owner's cells take together, its {@link Layouts} count. */
    long bytes() {
        long bytes = ownBytes();
        for (int page = 0; page < pageCount(); page++) {
            bytes += page(page << PAGE_BITS).bytes();
        }
        return bytes;
    }

    /** The bytes without those of the pages. */
    private long ownBytes() {
        return HeapSizes.object(3, 0)
                + (index == null ? 0 : index.bytes())
                + (pages == null ? 0 : HeapSizes.references(pages.length));
    }
}
