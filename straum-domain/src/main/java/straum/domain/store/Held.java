package straum.domain.store;

import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.TableName;
import straum.domain.spec.Width;
import straum.domain.value.ColumnType;

/** What the store holds, for people: a copy, of one moment. */
public record Held(List<View> views, List<HeldDim> dims) {
    /**
     * One view.
     *
     * @param cells all it has: at every width and of no bucket, value cells and bound cells counted
     * @param valueCells how many of them are value cells, bound ones not counted
     * @param boundCells how many of them are bound cells, bound value cells counted
     * @param rows the fact's rows in its cells, those of no bucket included
     * @param firstBucket the first bucket's edge in epoch seconds; null when there is none
     * @param lastBucket the last bucket's edge in epoch seconds; null when there is none
     * @param bucketType timestamptz or timestamp; null before the first load
     * @param bytes held of the heap by its cells, codes and levels
     */
    public record View(
            String name,
            TableName table,
            List<HeldLevel> levels,
            long cells,
            long valueCells,
            long boundCells,
            long rows,
            @Nullable Long firstBucket,
            @Nullable Long lastBucket,
            @Nullable ColumnType bucketType,
            List<HeldColumn> keys,
            List<HeldColumn> measures,
            long bytes) {}

    /** A span of time, from one instant to before another, in epoch seconds. */
    public record Span(long from, long to) {}

    /** One width of a view. */
    public record HeldLevel(Width width, long buckets, long cells) {}

    /** A key or measure; its type is null before the first load. */
    public record HeldColumn(String name, @Nullable ColumnType type) {}

    /** One dim. */
    public record HeldDim(TableName table, List<String> key, long rows, long bytes) {}

    public Held {
        views = List.copyOf(views);
        dims = List.copyOf(dims);
    }

    /** The bytes held in all. */
    public long bytes() {
        return views.stream().mapToLong(View::bytes).sum()
                + dims.stream().mapToLong(HeldDim::bytes).sum();
    }
}
