package straum.app;

import java.util.ArrayList;
import java.util.List;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.TimeKey;
import straum.domain.spec.Fact;
import straum.domain.store.Held;

/** The ask for a view's newest rows: every measure by the bucket and every key, the newest bucket first, ordered by the keys within a bucket. */
final class NewestRows {
    private NewestRows() {}

    /**
     * The ask for at most so many rows of a span.
     *
     * @param fact the view's index in the spec
     */
    static CheckedAsk ask(Fact view, int fact, Held.Span span, int maxRows) {
        List<CheckedAsk.Column> columns = new ArrayList<>();
        List<CheckedAsk.Grouping> groupBy = new ArrayList<>();
        columns.add(new CheckedAsk.Column.OfKey(Fact.BUCKET, 0));
        groupBy.add(new CheckedAsk.Grouping.ByTime(new TimeKey.Bucket()));
        for (int key = 0; key < view.keys().size(); key++) {
            columns.add(new CheckedAsk.Column.OfKey(view.keys().get(key).name(), key + 1));
            groupBy.add(new CheckedAsk.Grouping.ByKey(key));
        }
        List<CheckedAsk.Asked> measures = new ArrayList<>();
        for (int measure = 0; measure < view.measures().size(); measure++) {
            columns.add(
                    new CheckedAsk.Column.OfMeasure(view.measures().get(measure).name(), measure));
            measures.add(new CheckedAsk.Asked(measure, null));
        }
        return new CheckedAsk(
                fact,
                columns,
                groupBy,
                measures,
                null,
                List.of(),
                List.of(new CheckedAsk.Order(0, true, false)),
                span.from(),
                span.to(),
                maxRows,
                0);
    }
}
