package straum.domain.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.UnanswerableException;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Assumed;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.spec.Key;
import straum.domain.spec.Measure;
import straum.domain.spec.Spec;
import straum.domain.spec.Via;
import straum.domain.spec.Width;
import straum.domain.testing.Specs;
import straum.domain.testing.TestRows;
import straum.domain.testing.TestTypes;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;
import straum.domain.value.Rows;

/**
 * The rollup of a view of app.events by k (text), the hour and the day, with measures over v, whose rows are given as
 * texts: at, k, v, and ok (bool) where the view's WHERE reads it. What a measure is, is told over all cells of a level.
 */
final class OneRollup {
    private static final List<Width> WIDTHS = List.of(new Width(3600), new Width(Width.DAY));

    final Fact fact;
    final Rollup rollup;
    private final SharedCodes codes;
    private final Spec spec;
    private final TestTypes types;
    private final ColumnType[] ofTable;

    private OneRollup(ColumnType type, @Nullable Condition<String, Literal> where, List<Aggregate> aggregates) {
        List<Measure> measures = new ArrayList<>();
        for (Aggregate aggregate : aggregates) {
            measures.add(new Measure("m" + measures.size(), aggregate));
        }
        List<Key> keys = List.of(new Key("k", new Via.Column("k")));
        this.fact = new Fact(
                "usage", Specs.table("app.events"), "at", WIDTHS, keys, List.of(), measures, where, Assumed.NOTHING);
        this.spec = Specs.of(fact);
        this.types = TestTypes.of(spec)
                .column("app.events", "at", ColumnType.TIMESTAMPTZ)
                .column("app.events", "k", ColumnType.TEXT)
                .column("app.events", "v", type)
                .column("app.events", "ok", ColumnType.BOOL);
        this.ofTable = types.table("app.events");
        Detached asks = Detached.NONE;
        this.codes = new SharedCodes(spec, asks);
        this.rollup = new Rollup(fact, spec.tables().get(0), ofTable, codes.of(0, ofTable), asks);
    }

    /** No rows; v has that type. */
    static OneRollup of(ColumnType type, Aggregate... aggregates) {
        return new OneRollup(type, null, List.of(aggregates));
    }

    /** No rows; v has that type, and rows are in where the condition is true. */
    static OneRollup where(Condition<String, Literal> where, ColumnType type, Aggregate... aggregates) {
        return new OneRollup(type, where, List.of(aggregates));
    }

    /** An aggregate over v. */
    static Aggregate over(Aggregate.Kind kind) {
        return new Aggregate(kind, "v");
    }

    /** percentile_disc over v. */
    static Aggregate percentile(double fraction) {
        return new Aggregate(Aggregate.Kind.PERCENTILE_DISC, "v", fraction, false);
    }

    /** Has the rollup follow the changes of its table. */
    TableUsers user() {
        TableUsers user = new TableUsers();
        user.add(rollup, spec.tables().get(0), fact);
        return user;
    }

    /** A batch of these rows. */
    Rows rows(@Nullable String[]... rows) {
        TestRows batch = TestRows.of(ofTable);
        Arrays.stream(rows).forEach(batch::row);
        return batch.rows();
    }

    /** A batch of one row. */
    Rows row(@Nullable String... texts) {
        return TestRows.of(ofTable).row(texts).rows();
    }

    /** Adds a row. */
    OneRollup add(@Nullable String... texts) {
        rollup.add(row(texts), 0);
        return this;
    }

    /** Adds rows of one hour and key. */
    OneRollup addValues(@Nullable String... values) {
        Arrays.stream(values).forEach(value -> add("2026-11-13 09:30:00+00", "a", value));
        return this;
    }

    /** Takes a row out. */
    OneRollup remove(@Nullable String... texts) throws RowException {
        rollup.remove(row(texts), 0);
        return this;
    }

    /** Takes rows of {@link #addValues} out. */
    OneRollup removeValues(@Nullable String... values) throws RowException {
        for (String value : values) {
            remove("2026-11-13 09:30:00+00", "a", value);
        }
        return this;
    }

    /** The values that have a code. */
    long codesInUse() {
        return codes.size();
    }

    /** What every measure is over all cells of the narrowest level. */
    List<@Nullable String> answers() {
        return answers(0);
    }

    /** What every measure is over all cells of a level. */
    List<@Nullable String> answers(int level) {
        List<@Nullable String> answers = new ArrayList<>();
        for (int measure = 0; measure < fact.measures().size(); measure++) {
            Aggregate aggregate = fact.measures().get(measure).aggregate();
            Computed computed;
            try {
                computed = computed(level, measure, aggregate);
            } catch (UnanswerableException never) {
                throw new AssertionError(never);
            }
            answers.add(text(computed, measure));
        }
        return answers;
    }

    private Computed computed(int level, int measure, Aggregate aggregate) throws UnanswerableException {
        String input = aggregate.input();
        if (input != null && aggregate.kind().readsValues()) {
            ValueTotals totals = new ValueTotals(fact, rollup, 0, input, List.of(measure), 1, new Room(Long.MAX_VALUE));
            pass(rollup.values(input).levels()[level], totals);
            return totals;
        }
        Measured totals = new Measured(fact, rollup, 0, List.of(measure), 1, new Room(Long.MAX_VALUE));
        pass(rollup.levels()[level], totals);
        return totals;
    }

    private static void pass(Level level, Sink into) throws UnanswerableException {
        Buckets buckets = level.buckets();
        for (int bucket = 0; bucket < buckets.size(); bucket++) {
            Columns cells = buckets.columns(bucket);
            Picks all = new Picks(cells.size());
            all.run(0, cells.size());
            into.add(cells, all, new int[cells.size()], 1);
        }
    }

    private @Nullable String text(Computed computed, int measure) {
        ColumnType type = CheckedAsk.measureType(spec, types, 0, measure);
        byte[] value = computed.value(measure, type, 0);
        if (value == null) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        type.print(value, 0, value.length, text);
        return text.toString();
    }

    /** The value cells of a level: how many rows, by edge, key and value. */
    Map<List<@Nullable String>, Long> valueCells(int level) {
        Map<List<@Nullable String>, Long> cells =
                new TreeMap<>((one, other) -> one.toString().compareTo(other.toString()));
        Values values = rollup.values("v");
        Buckets buckets = values.levels()[level].buckets();
        for (int bucket = 0; bucket < buckets.size(); bucket++) {
            Columns columns = buckets.columns(bucket);
            for (int position = 0; position < columns.size(); position++) {
                cells.put(
                        Arrays.asList(
                                Long.toString(buckets.edge(bucket)),
                                text(rollup.codes(0), columns.code(0, position), ColumnType.TEXT),
                                text(values.codes(), columns.code(values.codeColumn(), position), values.type())),
                        Counts.get(columns, values.countColumn(), position));
            }
        }
        return cells;
    }

    private static @Nullable String text(Codes codes, int code, ColumnType type) {
        if (code == Codes.NULL) {
            return null;
        }
        byte[] value = codes.values().value(code, type);
        StringBuilder text = new StringBuilder();
        type.print(value, 0, value.length, text);
        return text.toString();
    }
}
