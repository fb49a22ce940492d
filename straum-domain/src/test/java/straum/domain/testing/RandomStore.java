package straum.domain.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.TimeKey;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.spec.Spec;
import straum.domain.spec.Table;
import straum.domain.spec.Via;
import straum.domain.spec.Width;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;
import straum.domain.value.Rows;

/**
 * Draws specs, rows and asks over one small schema, whose values come from so few that rows meet: app.events, and what it
 * joins, app.accounts (also by referrer), through these app.plans, app.pairs by two columns, and app.kinds, where every
 * key may come several times and be null. app.accounts is also the fact of a view.
 */
public final class RandomStore {
    private static final int[][] WIDTHS = {{3600, 86_400}, {60, 3600, 86_400}, {900}, {21_600, 43_200, 86_400}};

    private static final @Nullable String[] TIMES = {
        "2026-11-13 00:00:00+00",
        "2026-11-13 09:05:00+00",
        "2026-11-13 09:59:59.999999+00",
        "2026-11-13 10:00:00+00",
        "2026-11-14 23:59:59+00",
        "2026-11-15 00:00:00+00",
        "2026-11-20 12:30:30+00",
        "1969-12-31 23:59:59.5+00",
        "0214-02-05 15:40:00+00 BC",
        "infinity",
        "-infinity",
        "294276-12-31 00:00:00+00",
        null
    };

    private static final @Nullable String[] KINDS = {"signup", "purchase", "refund", "", "ž", null};
    private static final @Nullable String[] IDS = {"1", "2", "3", "4", "-7", "32767", null};
    private static final @Nullable String[] AMOUNTS = {
        "1.5",
        "1.50",
        "-2.25",
        "0",
        "0.000",
        "7",
        "12345678901234567890.12",
        "1e40",
        "-1e40",
        "NaN",
        "Infinity",
        "-Infinity",
        null
    };
    private static final @Nullable String[] PRICES = {"1.50", "-0.25", "1000000.00", "0.00", null};
    private static final @Nullable String[] WHOLES = {"0", "1", "-1", "127", "-129", "70000", "-2147483648", null};
    private static final @Nullable String[] BIGS = {"9223372036854775807", "-9223372036854775808", "5", null};

    private static final List<Column> COLUMNS = List.of(
            new Column("app.events", "at", ColumnType.TIMESTAMPTZ, TIMES),
            new Column("app.events", "kind", ColumnType.TEXT, KINDS),
            new Column("app.events", "account_id", ColumnType.INT4, IDS),
            new Column("app.events", "referrer_id", ColumnType.INT2, IDS),
            new Column("app.events", "amount", ColumnType.NUMERIC, AMOUNTS),
            new Column("app.events", "price", ColumnType.numeric(2), PRICES),
            new Column("app.events", "ms", ColumnType.INT4, WHOLES),
            new Column("app.events", "bytes", ColumnType.INT8, BIGS),
            new Column("app.events", "ok", ColumnType.BOOL, new String[] {"true", "false", null}),
            new Column("app.accounts", "id", ColumnType.INT8, IDS),
            new Column("app.accounts", "region", ColumnType.VARCHAR, new String[] {"eu", "us", "apac", null}),
            new Column("app.accounts", "plan_id", ColumnType.INT2, IDS),
            new Column("app.accounts", "weight", ColumnType.NUMERIC, AMOUNTS),
            new Column("app.accounts", "since", ColumnType.DATE, new String[] {
                "2026-11-13", "1969-12-31", "infinity", "5874897-12-31", "2026-11-20", null
            }),
            new Column("app.plans", "id", ColumnType.INT4, IDS),
            new Column("app.plans", "tier", ColumnType.INT2, new String[] {"1", "2", null}),
            new Column("app.pairs", "kind", ColumnType.NAME, KINDS),
            new Column("app.pairs", "account_id", ColumnType.INT2, IDS),
            new Column("app.pairs", "label", ColumnType.TEXT, KINDS),
            new Column("app.kinds", "name", ColumnType.TEXT, KINDS));

    private final Random random;

    /** Draws by this source alone. */
    public RandomStore(Random random) {
        this.random = random;
    }

    /** A spec of one view to three. */
    public Spec spec() {
        List<Fact> facts = new ArrayList<>();
        for (int view = 0; view <= random.nextInt(3); view++) {
            facts.add(random.nextInt(4) == 0 ? accounts("view" + view) : events("view" + view));
        }
        return Specs.of(facts.toArray(new Fact[0]));
    }

    private Fact events(String name) {
        Specs.FactBuilder view = Specs.fact(name, "app.events", "at").widths(WIDTHS[random.nextInt(WIDTHS.length)]);
        maybeKeys(view, "kind", "account_id", "ok", "price", "amount");
        if (random.nextBoolean()) {
            join(view, "a", "app.accounts", "id", "account_id");
            maybeKeys(view, "a.region", "a.weight");
            if (random.nextBoolean()) {
                join(view, "p", "app.plans", "id", "a.plan_id");
                maybeKeys(view, "p.tier");
            }
            if (random.nextInt(3) == 0) {
                join(view, "x", "app.pairs", "account_id", "a.plan_id", "kind", "kind");
                maybeKeys(view, "x.label");
            }
        }
        if (random.nextInt(3) == 0) {
            join(view, "r", "app.accounts", "id", "referrer_id");
            view.key("by_region", "r.region");
            if (random.nextBoolean()) {
                view.key("referrer", "r.id");
            }
        }
        if (random.nextInt(3) == 0) {
            join(view, "y", "app.pairs", "kind", "kind", "account_id", "account_id");
            view.key("pair", "y.label");
        }
        if (random.nextInt(4) == 0) {
            join(view, "k", "app.kinds", "name", "kind");
        }
        return view.count("rows")
                .count("amounts", "amount")
                .count("oks", "ok")
                .sum("amount_sum", "amount")
                .sum("price_sum", "price")
                .sum("ms_sum", "ms")
                .sum("bytes_sum", "bytes")
                .build();
    }

    private Fact accounts(String name) {
        Specs.FactBuilder view = Specs.fact(name, "app.accounts", "since").widths(86_400);
        maybeKeys(view, "region", "plan_id");
        if (random.nextBoolean()) {
            join(view, "p", "app.plans", "id", "plan_id");
            maybeKeys(view, "p.tier");
        }
        return view.count("rows")
                .sum("weights", "weight")
                .sum("plans", "plan_id")
                .build();
    }

    private void join(Specs.FactBuilder view, String alias, String table, String... on) {
        if (random.nextInt(3) == 0) {
            view.innerJoin(alias, table, on);
        } else {
            view.leftJoin(alias, table, on);
        }
    }

    private void maybeKeys(Specs.FactBuilder view, String... columns) {
        for (String column : columns) {
            if (random.nextInt(3) > 0) {
                view.key(column);
            }
        }
    }

    /** The types of every column. */
    public static TestTypes types(Spec spec) {
        TestTypes types = TestTypes.of(spec);
        COLUMNS.forEach(column -> types.column(column.table, column.name, column.type));
        return types;
    }

    /** Adds a row to a batch of a table's rows. */
    public void addRow(Spec spec, int table, Rows rows) {
        Table of = spec.tables().get(table);
        rows.addRow();
        for (int i = 0; i < of.columns().size(); i++) {
            Column column = column(of.name().toString(), of.columns().get(i));
            String text = column.values[random.nextInt(column.values.length)];
            if (text != null) {
                byte[] value = TestRows.value(column.type, text);
                rows.set(i, value, 0, value.length);
            }
        }
    }

    private static Column column(String table, String name) {
        return COLUMNS.stream()
                .filter(column -> column.table.equals(table) && column.name.equals(name))
                .findAny()
                .orElseThrow();
    }

    /** An ask of a view: some of its keys and measures, conditions on keys, and a range. */
    public CheckedAsk ask(Spec spec, int view) {
        Fact fact = spec.facts().get(view);
        List<CheckedAsk.Column> columns = new ArrayList<>();
        List<CheckedAsk.Grouping> groupBy = new ArrayList<>();
        List<CheckedAsk.Asked> measures = new ArrayList<>();
        for (int key = CheckedAsk.BUCKET; key < fact.keys().size(); key++) {
            if (random.nextInt(3) == 0) {
                groupBy.add(
                        key == CheckedAsk.BUCKET
                                ? new CheckedAsk.Grouping.ByTime(new TimeKey.Bucket())
                                : new CheckedAsk.Grouping.ByKey(key));
                if (random.nextInt(4) > 0) {
                    columns.add(new CheckedAsk.Column.OfKey("k" + key, groupBy.size() - 1));
                }
            }
        }
        for (int measure = 0; measure < fact.measures().size(); measure++) {
            if (random.nextBoolean() || columns.isEmpty()) {
                String name = fact.measures().get(measure).name();
                columns.add(new CheckedAsk.Column.OfMeasure(name, measures.size()));
                measures.add(new CheckedAsk.Asked(measure, null));
            }
        }
        List<Condition<Integer, Literal>> conditions = new ArrayList<>();
        for (int key = 0; key < fact.keys().size(); key++) {
            if (random.nextInt(4) == 0) {
                conditions.add(condition(fact, key));
            }
        }
        long from = random.nextBoolean() ? Long.MIN_VALUE : edge(fact.width());
        long to = random.nextBoolean() ? Long.MAX_VALUE : edge(fact.width());
        if (from >= to) {
            from = Long.MIN_VALUE;
        }
        Condition<Integer, Literal> where = conditions.isEmpty() ? null : new Condition.And<>(conditions);
        return new CheckedAsk(view, columns, groupBy, measures, where, from, to);
    }

    private Condition<Integer, Literal> condition(Fact fact, int key) {
        if (random.nextInt(3) == 0) {
            Condition<Integer, Literal> isNull = new Condition.IsNull<>(key);
            return random.nextBoolean() ? isNull : new Condition.Not<>(isNull);
        }
        Via via = fact.keys().get(key).via();
        String table = (via instanceof Via.Attribute attribute
                        ? fact.refs().get(attribute.ref()).table()
                        : fact.table())
                .toString();
        Column column = column(table, via.column());
        List<Literal> values = new ArrayList<>();
        for (int i = 0; i < random.nextInt(4); i++) {
            String text = column.values[random.nextInt(column.values.length)];
            if (text != null) {
                values.add(new Literal.Text(text));
            }
        }
        return new Condition.In<>(key, values);
    }

    private long edge(Width width) {
        long[] around = {
            1_794_528_000L, 1_794_560_700L, 1_794_614_400L, 1_794_700_800L, 1_795_200_000L, 0, -70_000_000_000L
        };
        return width.floor(around[random.nextInt(around.length)] + random.nextInt(3 * Width.DAY) - Width.DAY);
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Column(
            String table,
            String name,
            ColumnType type,
            @Nullable String[] values) {}
}
