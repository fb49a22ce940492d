package straum.app;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import straum.domain.ask.Answer;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.TimeKey;
import straum.domain.ask.UnanswerableException;
import straum.domain.spec.Fact;
import straum.domain.store.Held;
import straum.domain.store.Store;

/**
 * Reads a view's newest buckets, whatever its size: ranges that do not overlap, from the last bucket backwards, each twice
 * as long as the one after it, until there are rows enough.
 */
final class NewestRows {
    private final Store store;
    private final int fact;
    private final List<CheckedAsk.Column> columns;
    private final List<CheckedAsk.Grouping> groupBy = new ArrayList<>();
    private final List<CheckedAsk.Asked> measures = new ArrayList<>();
    private final int maxRows;
    private final Limits limits;

    /**
     * For one view; under the read lock until done.
     *
     * @param maxRows the most rows to answer, at least 1
     * @param limits what one range may take
     */
    NewestRows(Store store, Fact view, int fact, int maxRows, Limits limits) {
        this.store = store;
        this.fact = fact;
        this.maxRows = maxRows;
        this.limits = limits;
        this.columns = new ArrayList<>();
        columns.add(new CheckedAsk.Column.OfKey(Fact.BUCKET, 0));
        groupBy.add(new CheckedAsk.Grouping.ByTime(new TimeKey.Bucket()));
        for (int key = 0; key < view.keys().size(); key++) {
            columns.add(new CheckedAsk.Column.OfKey(view.keys().get(key).name(), key + 1));
            groupBy.add(new CheckedAsk.Grouping.ByKey(key));
        }
        for (int measure = 0; measure < view.measures().size(); measure++) {
            columns.add(
                    new CheckedAsk.Column.OfMeasure(view.measures().get(measure).name(), measure));
            measures.add(new CheckedAsk.Asked(measure, null));
        }
    }

    /**
     * The rows, the newest bucket first, ordered by the keys within a bucket.
     *
     * @param held what the store says of the view: its first and last bucket
     * @throws UnanswerableException when a value is beyond its type, or one bucket has more rows than one range may take
     */
    Answer read(Held.View held) throws UnanswerableException {
        int width = held.levels().get(0).width().seconds();
        Long first = held.firstBucket();
        Long last = held.lastBucket();
        if (first == null || last == null) {
            return ask(0, width);
        }
        List<Answer> pieces = new ArrayList<>();
        long rows = 0;
        long to = last + width;
        long span = width;
        while (pieces.isEmpty() || (rows < maxRows && to > first)) {
            Answer piece;
            try {
                piece = ask(Math.max(first, to - span), to);
            } catch (UnanswerableException e) {
                if (!e.tooLarge() || span == width) {
                    throw e;
                }
                span = Math.max(width, span / 2 / width * width);
                continue;
            }
            pieces.add(piece);
            rows += piece.rows();
            to -= span;
            span *= 2;
        }
        return newestFirst(pieces, (int) Math.min(rows, maxRows));
    }

    private Answer ask(long from, long to) throws UnanswerableException {
        return store.ask(
                new CheckedAsk(fact, columns, groupBy, measures, null, from, to),
                limits.maxGroups(),
                limits.maxAskBytes());
    }

    /** Puts the runs of rows of one bucket together, the last run of each piece first. */
    private static Answer newestFirst(List<Answer> pieces, int rows) {
        List<Answer.Column> shapes = pieces.get(0).columns();
        byte[][][] values = new byte[shapes.size()][rows][];
        int filled = 0;
        for (Answer piece : pieces) {
            byte[][] buckets = piece.columns().get(0).values();
            int end = piece.rows();
            while (end > 0 && filled < rows) {
                int start = end - 1;
                while (start > 0 && Arrays.equals(buckets[start - 1], buckets[end - 1])) {
                    start--;
                }
                int run = Math.min(end - start, rows - filled);
                for (int column = 0; column < values.length; column++) {
                    System.arraycopy(piece.columns().get(column).values(), start, values[column], filled, run);
                }
                filled += run;
                end = start;
            }
        }
        List<Answer.Column> columns = new ArrayList<>();
        for (int column = 0; column < values.length; column++) {
            columns.add(new Answer.Column(
                    shapes.get(column).name(), shapes.get(column).type(), values[column]));
        }
        return new Answer(columns, rows);
    }
}
