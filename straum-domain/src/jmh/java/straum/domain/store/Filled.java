package straum.domain.store;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.CheckedAsk;
import straum.domain.spec.Condition;
import straum.domain.spec.Spec;
import straum.domain.testing.Specs;
import straum.domain.testing.TestTypes;
import straum.domain.testing.UsageSample;
import straum.domain.value.Literal;
import straum.domain.value.Rows;

/** Stores of the usage view, filled with the sample of a name. */
final class Filled {
    /** The keys of the view, by their index. */
    static final int KIND = 0;

    static final int ACCOUNT = 1;
    static final int REGION = 2;

    private static final int BATCH = 4096;

    private Filled() {}

    static UsageSample sample(String name) {
        return name.equals("dense") ? UsageSample.DENSE : UsageSample.SPARSE;
    }

    /** The usage view by the hour alone, so that an ask of all buckets reads each of its cells. */
    static Spec hours() {
        return Specs.of(Specs.fact("usage", "app.events", "at")
                .key("kind")
                .key("account_id")
                .leftJoin("a", "app.accounts", "id", "account_id")
                .key("region", "a.region")
                .count("events")
                .sum("amount", "amount")
                .build());
    }

    /** A store of a view like usage, with the accounts in it and no events. */
    static Store empty(Spec spec) {
        Store store = new Store(spec);
        for (int table = 0; table < spec.tables().size(); table++) {
            store.setTypes(table, TestTypes.usage().table(spec.tables().get(table).name().toString()));
        }
        store.addRows(spec.table(Specs.table("app.accounts")), UsageSample.accounts());
        return store;
    }

    /** The first events of a sample, as batches of a load. */
    static Rows[] batches(String sample, int events) {
        Rows[] batches = new Rows[(events + BATCH - 1) / BATCH];
        for (int i = 0; i < batches.length; i++) {
            batches[i] = sample(sample).events(i * BATCH, Math.min(events, (i + 1) * BATCH));
        }
        return batches;
    }

    /** A store with as many of a sample's events as make so many cells. */
    static Store withCells(Spec spec, String sample, int cells) {
        Store store = empty(spec);
        int events = spec.table(Specs.table("app.events"));
        for (int from = 0; store.cells() < cells; from += BATCH) {
            Rows rows = sample(sample).events(from, from + BATCH);
            for (int row = 0; row < rows.size() && store.cells() < cells; row++) {
                store.insert(events, rows, row);
            }
        }
        return store;
    }

    /** An ask of all buckets, by keys, for events and amount; the ten groups of most events are its answer. */
    static CheckedAsk ask(@Nullable Condition<Integer, Literal> where, int... keys) {
        List<CheckedAsk.Grouping> groupBy = new ArrayList<>();
        List<CheckedAsk.Column> columns = new ArrayList<>();
        for (int i = 0; i < keys.length; i++) {
            groupBy.add(new CheckedAsk.Grouping.ByKey(keys[i]));
            columns.add(new CheckedAsk.Column.OfKey("key" + i, i));
        }
        columns.add(new CheckedAsk.Column.OfMeasure("events", 0));
        columns.add(new CheckedAsk.Column.OfMeasure("amount", 1));
        return new CheckedAsk(
                0,
                columns,
                groupBy,
                List.of(new CheckedAsk.Asked(0, null), new CheckedAsk.Asked(1, null)),
                where,
                List.of(),
                List.of(new CheckedAsk.Order(keys.length, true, false)),
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                10,
                0);
    }
}
