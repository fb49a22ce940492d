package straum.app;

import java.util.Locale;
import straum.domain.store.Largest;
import straum.domain.store.Store;

/**
 * What is kept is larger than it may be: more cells than the limit, or more than the heap has room for. A new load would
 * come to the same, so there is none before a restart. Unchecked, to pass through a source in the middle of a table.
 */
final class FullException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private FullException(String message) {
        super(message);
    }

    /** More cells than the limit, once that had been taken in. */
    static FullException ofCells(String with, Store store, long maxCells) {
        return new FullException(String.format(
                Locale.ROOT,
                "too many cells: with %s, the views have %,d, more than the %,d of --max-cells%s. Raise that",
                with,
                store.cells(),
                maxCells,
                most(store)));
    }

    /** A heap of which so much is in use, once that had been taken in. */
    static FullException ofHeap(String with, String used, Store store) {
        return new FullException(String.format(
                Locale.ROOT,
                "the heap is too small: with %s, %s, and the views have %,d cells%s. Give the JVM more (-Xmx)",
                with,
                used,
                store.cells(),
                most(store)));
    }

    /** Which view has most of the cells and what by, to be put behind how many there are; empty where there are none. */
    private static String most(Store store) {
        Largest most = store.largest();
        if (most == null) {
            return "";
        }
        String by = most.column() == null
                ? ""
                : String.format(
                        Locale.ROOT,
                        most.ofValues() ? "; value cells of %s: %,d" : "; different values of %s: %,d",
                        most.column(),
                        most.count());
        return String.format(Locale.ROOT, " (%s alone has %,d%s)", most.view(), most.cells(), by);
    }
}
