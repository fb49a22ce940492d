package straum.domain.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Of a dim whose key is one column: by the key's code, the first entry of its chain, and the codes of the attributes there.
 * So a join on a key that has at most one row looks at no entry, and finds out nothing anew for each ask.
 *
 * <p>They lie in pages by code, as {@link Cells} do by position: a page that a detached ask may be reading is copied before
 * its first change, and so is the array of pages. Mutable; one writer, and any number of readers while it does not write.
 */
final class Heads {
    /** No entry, and every attribute null. */
    private static final int NONE = 0;

    private final int attributes;
    private final Detached asks;
    /*
     * By page: of each of its codes the position + 1 of the first entry, and behind that, attribute by attribute, the code of
     * each. Null where no code has had an entry.
     */
    private int[] @Nullable [] pages;
    /** Beside {@link #pages}: how many detached asks had begun when the page was last made the writer's own. */
    private long[] stamps;
    /** The same of the array of pages. */
    private long stamp;

    /** No keys, of a dim with so many attributes. */
    Heads(int attributes, Detached asks) {
        this.attributes = attributes;
        this.asks = asks;
        this.pages = new int[0][];
        this.stamps = new long[0];
        this.stamp = asks.stamp();
    }

    private Heads(Heads of) {
        this.attributes = of.attributes;
        this.asks = of.asks;
        this.pages = of.pages;
        this.stamps = of.stamps;
        this.stamp = of.stamp;
    }

    /** The same, as they stay for a detached ask whatever becomes of these; to be read only. */
    Heads asTheyAre() {
        return new Heads(this);
    }

    /** The first entry of a key's chain, or {@link Entries#ABSENT}. */
    int first(int code) {
        return at(0, code) - 1;
    }

    /** The code of an attribute of a key's first entry; {@link Codes#NULL} where it has none. */
    int attribute(int attribute, int code) {
        return at(of(attribute), code);
    }

    private int at(int column, int code) {
        final int[] page = page(code);
        return page == null ? NONE : page[column + Cells.inPage(code)];
    }

    /** Of each key, 1 where it has an entry, else 0. */
    void present(int[] codes, int count, int[] out) {
        for (int i = 0; i < count; i++) {
            out[i] = at(0, codes[i]) == NONE ? 0 : 1;
        }
    }

    /** Of each key, the code of an attribute of its first entry; {@link Codes#NULL} where it has none. */
    void attributes(int attribute, int[] codes, int count, int[] out) {
        final int column = of(attribute);
        for (int i = 0; i < count; i++) {
            out[i] = at(column, codes[i]);
        }
    }

    private static int of(int attribute) {
        return (1 + attribute) * Cells.PAGE;
    }

    private int @Nullable [] page(int code) {
        final int[] @Nullable [] of = pages;
        final int number = Cells.pageNumber(code);
        return number < of.length ? of[number] : null;
    }

    /** Has an entry be the first of a key, or another one than before. */
    void set(int code, int entry, Cells entries) {
        int[] page = toChange(code);
        page[Cells.inPage(code)] = entry + 1;
        for (int attribute = 0; attribute < attributes; attribute++) {
            page[of(attribute) + Cells.inPage(code)] = entries.code(1 + attribute, entry);
        }
    }

    /** Says that a key's first entry, which reads as before, has another position. */
    void move(int code, int entry) {
        toChange(code)[Cells.inPage(code)] = entry + 1;
    }

    /** Says that a key has no entry any more. */
    void clear(int code) {
        int[] page = toChange(code);
        page[Cells.inPage(code)] = NONE;
        for (int attribute = 0; attribute < attributes; attribute++) {
            page[of(attribute) + Cells.inPage(code)] = Codes.NULL;
        }
    }

    /** The page of a code, to be changed: detached asks that read it keep what they have. */
    private int[] toChange(int code) {
        final int number = Cells.pageNumber(code);
        final int[] page = page(code);
        if (page == null) {
            return put(number, new int[of(attributes)]);
        }
        if (stamps[number] == asks.stamp()) {
            return page;
        }
        if (asks.mayRead(stamps[number])) {
            asks.copy(HeapSizes.array(page.length, Integer.BYTES));
            return put(number, page.clone());
        }
        stamps[number] = asks.stamp();
        return page;
    }

    /** Puts a page where another was, or none, as the writer's own. */
    private int[] put(int number, int[] page) {
        ownPages(number + 1);
        pages[number] = page;
        stamps[number] = asks.stamp();
        return page;
    }

    /** Makes the array of pages the writer's own, with room for so many at least. */
    private void ownPages(int least) {
        if (least > pages.length) {
            pages = Arrays.copyOf(pages, Math.max(least, pages.length + pages.length / 2));
            stamps = Arrays.copyOf(stamps, pages.length);
        } else if (asks.mayRead(stamp)) {
            pages = pages.clone();
        }
        stamp = asks.stamp();
    }

    /** The bytes of the heap that they take. */
    long bytes() {
        long bytes = HeapSizes.object(3, 12)
                + HeapSizes.references(pages.length)
                + HeapSizes.array(stamps.length, Long.BYTES);
        for (int[] page : pages) {
            bytes += page == null ? 0 : HeapSizes.array(page.length, Integer.BYTES);
        }
        return bytes;
    }
}
