package straum.app;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Answer;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.TimeKey;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.spec.Measure;
import straum.domain.store.Held;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/** The ask for a view's newest rows: every measure by the bucket and every key, the newest bucket first, ordered by the keys within a bucket. */
final class NewestRows {
    private NewestRows() {}

    /**
     * The ask for at most so many rows of a span.
     *
     * @param fact the view's index in the spec
     */
    static CheckedAsk ask(Fact view, int fact, Held.Span span, int maxRows) {
        return ask(view, fact, span, maxRows, view.measures(), null);
    }

    /** The same without a measure: which rows these are, for whose keys alone there is room where there is none for all. */
    static CheckedAsk keys(Fact view, int fact, Held.Span span, int maxRows) {
        return ask(view, fact, span, maxRows, List.of(), null);
    }

    /**
     * The ask for so many rows of a span that are known, the first ones of what {@link #keys} has answered. What it reads
     * besides is little and comes after them: rows that have one of their values in each key.
     */
    static CheckedAsk among(Fact view, int fact, Held.Span span, Answer known, int rows) {
        List<Condition<Integer, Literal>> all = new ArrayList<>();
        for (int key = 0; key < view.keys().size(); key++) {
            Condition<Integer, Literal> condition = oneOf(key, known.columns().get(key + 1), rows);
            if (condition != null) {
                all.add(condition);
            }
        }
        return ask(view, fact, span, rows, view.measures(), all.isEmpty() ? null : new Condition.And<>(all));
    }

    /** That a key is one of the column's first values; null where one of them cannot be written as a literal. */
    private static @Nullable Condition<Integer, Literal> oneOf(int key, Answer.Column column, int rows) {
        ColumnType type = column.type();
        Set<Literal> values = new LinkedHashSet<>();
        boolean isNullToo = false;
        for (byte[] value : Arrays.asList(column.values()).subList(0, rows)) {
            if (value == null) {
                isNullToo = true;
                continue;
            }
            StringBuilder text = new StringBuilder();
            type.print(value, 0, value.length, text);
            Literal literal = new Literal.Text(text.toString());
            byte[] read = type.read(literal);
            if (read == null || type.compare(read, value) != 0) {
                return null;
            }
            values.add(literal);
        }
        List<Condition<Integer, Literal>> any = new ArrayList<>();
        if (!values.isEmpty()) {
            any.add(new Condition.In<>(key, List.copyOf(values)));
        }
        if (isNullToo) {
            any.add(new Condition.IsNull<>(key));
        }
        return new Condition.Or<>(any);
    }

    private static CheckedAsk ask(
            Fact view,
            int fact,
            Held.Span span,
            int maxRows,
            List<Measure> asked,
            @Nullable Condition<Integer, Literal> where) {
        List<CheckedAsk.Column> columns = new ArrayList<>();
        List<CheckedAsk.Grouping> groupBy = new ArrayList<>();
        columns.add(new CheckedAsk.Column.OfKey(Fact.BUCKET, 0));
        groupBy.add(new CheckedAsk.Grouping.ByTime(new TimeKey.Bucket()));
        for (int key = 0; key < view.keys().size(); key++) {
            columns.add(new CheckedAsk.Column.OfKey(view.keys().get(key).name(), key + 1));
            groupBy.add(new CheckedAsk.Grouping.ByKey(key));
        }
        List<CheckedAsk.Asked> measures = new ArrayList<>();
        for (int measure = 0; measure < asked.size(); measure++) {
            columns.add(new CheckedAsk.Column.OfMeasure(asked.get(measure).name(), measure));
            measures.add(new CheckedAsk.Asked(measure, null));
        }
        return new CheckedAsk(
                fact,
                columns,
                groupBy,
                measures,
                where,
                List.of(),
                List.of(new CheckedAsk.Order(0, true, false)),
                span.from(),
                span.to(),
                maxRows,
                0);
    }
}
