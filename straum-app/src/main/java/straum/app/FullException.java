package straum.app;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import straum.domain.store.Held;
import straum.domain.store.Largest;
import straum.domain.store.Store;

/**
 * What is kept is larger than it may be: more cells than the limit, or more than the heap has room for. A new load would
 * come to the same, so there is none before a restart. Unchecked, to pass through a source in the middle of a table.
 */
final class FullException extends RuntimeException {
    /** What to do where the heap is too small; begins a sentence that goes on. */
    static final String MORE_HEAP = "Give the JVM more (STRAUM_JAVA_OPTS=-Xmx2g scripts/straum run gives it 2 GiB)";

    /** What else to do where cells are too many. */
    static final String FEWER_CELLS = ", or keep fewer cells, by fewer keys, fewer widths or wider buckets";

    private static final long serialVersionUID = 1;

    private FullException(String message) {
        super(message);
    }

    /** More cells than the limit, once that had been taken in. */
    static FullException ofCells(String with, Store store, long maxCells) {
        return new FullException(String.format(
                Locale.ROOT,
                "too many cells: with %s, the views have %,d, more than the %,d of --max-cells%s. Raise that%s",
                with,
                store.cells(),
                maxCells,
                most(store),
                FEWER_CELLS));
    }

    /** A heap of which so much is in use, once that had been taken in. */
    static FullException ofHeap(String with, String used, Store store) {
        Held.HeldDim dim = mostlyDim(store.held());
        if (dim != null) {
            return new FullException(String.format(
                    Locale.ROOT,
                    "the heap is too small: with %s, %s, and most of what is held is %,d rows of %s, joined by %s. %s, or join"
                            + " a smaller table, or read fewer columns of it",
                    with,
                    used,
                    dim.rows(),
                    dim.table(),
                    String.join(" and ", dim.key()),
                    MORE_HEAP));
        }
        return new FullException(String.format(
                Locale.ROOT,
                "the heap is too small: with %s, %s, and the views have %,d cells%s. %s%s",
                with,
                used,
                store.cells(),
                most(store),
                MORE_HEAP,
                FEWER_CELLS));
    }

    /** The dim whose rows take more than half of all that is held; null where none does. */
    private static Held.@Nullable HeldDim mostlyDim(Held held) {
        return held.dims().stream()
                .filter(dim -> 2 * dim.bytes() > held.bytes())
                .findFirst()
                .orElse(null);
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
