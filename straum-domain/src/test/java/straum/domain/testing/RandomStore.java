package straum.domain.testing;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.CheckedAsk;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Aggregate.Kind;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.spec.Measure;
import straum.domain.spec.Ref;
import straum.domain.spec.Spec;
import straum.domain.spec.Table;
import straum.domain.spec.Via;
import straum.domain.value.Literal;
import straum.domain.value.Rows;

/**
 * Draws specs, rows and asks over one small schema, whose values come from so few that rows meet: app.events, and what it
 * joins, app.accounts (also by referrer), through these app.plans, app.pairs by two columns, app.codes, and app.kinds,
 * where every key may come several times and be null. app.accounts is also the fact of a view.
 */
public final class RandomStore {
    private static final int[][] WIDTHS = {{3600, 86_400}, {60, 3600, 86_400}, {900}, {21_600, 43_200, 86_400}, {1800}};

    private static final double[] FRACTIONS = {0, 0.05, 0.25, 1.0 / 3, 0.5, 0.95, 0.999, 1};

    private final Random random;
    private final Set<Feature> features;

    /** Draws by this source alone, of everything there is. */
    public RandomStore(Random random) {
        this(random, EnumSet.allOf(Feature.class));
    }

    /** Draws of these features. */
    public RandomStore(Random random, Set<Feature> features) {
        this.random = random;
        this.features = features;
    }

    private boolean has(Feature feature, int onceIn) {
        return features.contains(feature) && random.nextInt(onceIn) == 0;
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
        String time = random.nextInt(3) > 0 ? "at" : random.nextBoolean() ? "born" : "day";
        Specs.FactBuilder view = Specs.fact(name, "app.events", time).widths(WIDTHS[random.nextInt(WIDTHS.length)]);
        Map<Via, RandomColumn> told = new LinkedHashMap<>();
        maybeKeys(view, told, "kind", "account_id", "ok", "price", "amount");
        for (String key : List.of("tag", "nick", "code", "mood", "uid", "rate", "heat", "born", "day", "bytes")) {
            if (random.nextInt(9) == 0) {
                maybeKeys(view, told, key);
            }
        }
        if (random.nextBoolean()) {
            join(view, told, "a", "app.accounts", "id", "account_id");
            maybeKeys(view, told, "a.region", "a.weight");
            if (random.nextBoolean()) {
                join(view, told, "p", "app.plans", "id", "a.plan_id");
                maybeKeys(view, told, "p.tier");
            }
            if (random.nextInt(3) == 0) {
                join(view, told, "x", "app.pairs", "account_id", "a.plan_id", "kind", "kind");
                maybeKeys(view, told, "x.label");
            }
        }
        if (random.nextInt(3) == 0) {
            join(view, told, "r", "app.accounts", "id", "referrer_id");
            key(view, told, "by_region", "r.region");
            if (random.nextBoolean()) {
                key(view, told, "referrer", "r.id");
            }
        }
        if (random.nextInt(3) == 0) {
            join(view, told, "y", "app.pairs", "kind", "kind", "account_id", "account_id");
            key(view, told, "pair", "y.label");
        }
        if (random.nextInt(4) == 0) {
            join(view, told, "k", "app.kinds", "name", "kind");
        }
        if (random.nextInt(4) == 0) {
            String on = random.nextBoolean() ? "code" : "heat";
            join(view, told, "c", "app.codes", on, on);
            maybeKeys(view, told, "c.worth");
        }
        exists(view, "s", "app.accounts", "id", "account_id");
        exists(view, "t", "app.pairs", "kind", "kind", "account_id", "referrer_id");
        return finish(view, told, "app.events");
    }

    private Fact accounts(String name) {
        Specs.FactBuilder view = Specs.fact(name, "app.accounts", "since").widths(86_400);
        Map<Via, RandomColumn> told = new LinkedHashMap<>();
        maybeKeys(view, told, "region", "plan_id");
        if (random.nextBoolean()) {
            join(view, told, "p", "app.plans", "id", "plan_id");
            maybeKeys(view, told, "p.tier");
        }
        exists(view, "s", "app.plans", "id", "plan_id");
        return finish(view, told, "app.accounts");
    }

    private Fact finish(Specs.FactBuilder view, Map<Via, RandomColumn> told, String table) {
        view.count("rows");
        for (int i = 0; i < 3 + random.nextInt(6); i++) {
            Condition<Via, Literal> filter =
                    !told.isEmpty() && has(Feature.FILTER, 3) ? new RandomCondition<>(random, told).draw() : null;
            view.measure(new Measure("m" + i, aggregate(table), filter));
        }
        if (has(Feature.WHERE, 4)) {
            view.where(columns(table).draw());
        }
        return view.build();
    }

    private RandomCondition<String> columns(String table) {
        Map<String, RandomColumn> columns = new LinkedHashMap<>();
        RandomColumn.of(table).forEach(column -> columns.put(column.name(), column));
        return new RandomCondition<>(random, columns);
    }

    private Aggregate aggregate(String table) {
        List<RandomColumn> columns = RandomColumn.of(table);
        RandomColumn column = columns.get(random.nextInt(columns.size()));
        List<Kind> kinds = new ArrayList<>(List.of(Kind.COUNT));
        if (column.isNumber() && (!column.isFloat() || features.contains(Feature.FLOATS))) {
            kinds.addAll(List.of(Kind.SUM, Kind.SUM));
            if (features.contains(Feature.AVERAGES)) {
                kinds.add(Kind.AVG);
            }
        }
        if (column.type().name().equals("bool") && features.contains(Feature.AVERAGES)) {
            kinds.addAll(List.of(Kind.BOOL_AND, Kind.BOOL_OR));
        }
        boolean isBool = column.type().name().equals("bool");
        if (features.contains(Feature.VALUES)) {
            kinds.add(Kind.COUNT_DISTINCT);
            kinds.addAll(column.hasLeast() ? List.of(Kind.MIN, Kind.MAX) : List.of());
            kinds.addAll(isBool ? List.of() : List.of(Kind.PERCENTILE_DISC));
        }
        Kind kind = kinds.get(random.nextInt(kinds.size()));
        double fraction = kind == Kind.PERCENTILE_DISC ? FRACTIONS[random.nextInt(FRACTIONS.length)] : 0;
        return new Aggregate(kind, column.name(), fraction, kind.orders() && column.isText());
    }

    private void join(Specs.FactBuilder view, Map<Via, RandomColumn> told, String alias, String table, String... on) {
        Ref.Kind kind = random.nextInt(4) == 0 ? Ref.Kind.INNER : Ref.Kind.LEFT;
        view.join(alias, table, kind, onCondition(table), on);
        if (random.nextInt(3) == 0) {
            List<RandomColumn> columns = RandomColumn.of(table);
            RandomColumn column = columns.get(random.nextInt(columns.size()));
            told.put(view.via(alias + "." + column.name()), column);
        }
    }

    private void exists(Specs.FactBuilder view, String alias, String table, String... on) {
        if (has(Feature.EXISTS, 6)) {
            Ref.Kind kind = random.nextBoolean() ? Ref.Kind.SEMI : Ref.Kind.ANTI;
            view.join(alias, table, kind, onCondition(table), on);
        }
    }

    private @Nullable Condition<String, Literal> onCondition(String table) {
        return has(Feature.ON_CONDITION, 4) ? columns(table).draw() : null;
    }

    private void maybeKeys(Specs.FactBuilder view, Map<Via, RandomColumn> told, String... columns) {
        for (String column : columns) {
            if (random.nextInt(3) > 0) {
                key(view, told, column.substring(column.indexOf('.') + 1), column);
            }
        }
    }

    private static void key(Specs.FactBuilder view, Map<Via, RandomColumn> told, String name, String column) {
        Via via = view.via(column);
        view.key(name, column);
        told.put(via, RandomColumn.of(view.tableOf(via).toString(), via.column()));
    }

    /** The types of every column. */
    public static TestTypes types(Spec spec) {
        TestTypes types = TestTypes.of(spec);
        RandomColumn.all().forEach(column -> types.column(column.table(), column.name(), column.type()));
        return types;
    }

    /** Adds a row to a batch of a table's rows. */
    public void addRow(Spec spec, int table, Rows rows) {
        Table of = spec.tables().get(table);
        rows.addRow();
        for (int i = 0; i < of.columns().size(); i++) {
            RandomColumn column =
                    RandomColumn.of(of.name().toString(), of.columns().get(i));
            String text = column.value(random);
            if (text != null) {
                byte[] value = TestRows.value(column.type(), text);
                rows.set(i, value, 0, value.length);
            }
        }
    }

    /** An ask of a view: some of its keys and measures, conditions on keys, and a range. */
    public CheckedAsk ask(Spec spec, int view) {
        return new RandomCheckedAsk(random, features, spec, view).draw();
    }
}
