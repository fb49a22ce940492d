package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.spec.Key;
import straum.domain.spec.Measure;
import straum.domain.spec.Ref;
import straum.domain.spec.Spec;
import straum.domain.spec.SpecException;
import straum.domain.spec.TableName;
import straum.domain.spec.Via;
import straum.domain.spec.Width;
import straum.domain.testing.TestRows;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;
import straum.domain.value.Rows;

/** Invariant 12: bound cells are the cells, bound as the dims are now. */
class BoundProperties {
    private static final TableName EVENTS = new TableName("app", "events");
    private static final TableName ACCOUNTS = new TableName("app", "accounts");
    private static final TableName PARTS = new TableName("app", "parts");
    private static final Map<String, ColumnType> TYPES = Map.of(
            "at", ColumnType.TIMESTAMPTZ,
            "kind", ColumnType.TEXT,
            "a", ColumnType.INT4,
            "b", ColumnType.INT2,
            "amount", ColumnType.NUMERIC,
            "id", ColumnType.INT8,
            "region", ColumnType.TEXT,
            "plan", ColumnType.TEXT,
            "x", ColumnType.INT4,
            "y", ColumnType.INT4);

    private final List<List<List<@Nullable String>>> held = new ArrayList<>();

    @Property(tries = 150)
    void afterEachCommitTheyAreWhatBindingThemAnewMakes(@ForAll long seed) throws SpecException, RowException {
        Random random = new Random(seed);
        Spec spec = Spec.of(List.of(view(random)));
        Store store = store(spec);
        int load = random.nextInt(40);
        for (int i = 0; i < load; i++) {
            change(spec, store, random, 0);
        }
        store.bind();
        for (int commit = 0; commit < 15; commit++) {
            int changes = 1 + random.nextInt(6);
            for (int i = 0; i < changes; i++) {
                change(spec, store, random, random.nextInt(60) == 0 ? 2 : 1);
            }
            store.settle();
            Bound bound = store.boundCells(0);
            assertThat(bound.isCurrent()).isTrue();
            List<Object> moved = contents(bound, spec.facts().get(0));
            bound.bind(cells -> {});
            assertThat(moved).isEqualTo(contents(bound, spec.facts().get(0)));
        }
    }

    @Property(tries = 60)
    void nothingIsLeftOnceEveryRowIsGone(@ForAll long seed) throws SpecException, RowException {
        Random random = new Random(seed);
        Spec spec = Spec.of(List.of(view(random)));
        Store store = store(spec);
        store.bind();
        for (int commit = 0; commit < 10; commit++) {
            for (int i = 0; i < 5; i++) {
                change(spec, store, random, 1);
            }
            store.settle();
        }
        List<Integer> tables = new ArrayList<>(List.of(0, 1, 2).subList(0, held.size()));
        Collections.shuffle(tables, random);
        for (int table : tables) {
            while (!held.get(table).isEmpty()) {
                delete(spec, store, table, held.get(table).size() - 1);
                if (random.nextInt(4) == 0) {
                    store.settle();
                }
            }
        }
        store.settle();
        assertThat(store.codesInUse()).isZero();
        assertThat(store.boundCells(0).cells().cellCount()).isZero();
    }

    /** How a change comes that makes a row have 10^21 matches. */
    private enum Comes {
        BINDING,
        THE_ROW,
        SETTLING
    }

    @Example
    void moreMatchesThanCanBeCountedLeaveNoBoundCellsUntilTheyAreBoundAnew() throws SpecException, RowException {
        for (Comes comes : Comes.values()) {
            List<Ref> refs = new ArrayList<>();
            for (int ref = 0; ref < 7; ref++) {
                refs.add(new Ref("r" + ref, ACCOUNTS, Ref.Kind.LEFT, List.of(new Ref.On("id", new Via.Column("a")))));
            }
            Measure events = new Measure("events", new Aggregate(Aggregate.Kind.COUNT_ROWS, null));
            Key region = new Key("region", new Via.Attribute(0, "region"));
            Spec spec = Spec.of(List.of(
                    new Fact("v", EVENTS, "at", List.of(new Width(3600)), List.of(region), refs, List.of(events))));
            Store store = store(spec);
            int fact = spec.table(EVENTS);
            int dim = spec.table(ACCOUNTS);
            Rows event = batch(spec, fact, List.of(row(spec, fact, "1")));
            for (int id = 2; id < 12; id++) {
                store.insert(dim, batch(spec, dim, List.of(row(spec, dim, Integer.toString(id)))), 0);
            }
            if (comes == Comes.SETTLING) {
                store.insert(fact, event, 0);
                store.bind();
            }
            for (int match = 0; match < 1000; match++) {
                store.insert(dim, batch(spec, dim, List.of(row(spec, dim, "1"))), 0);
            }
            if (comes == Comes.THE_ROW) {
                store.bind();
            }
            if (comes != Comes.SETTLING) {
                store.insert(fact, event, 0);
            }
            if (comes == Comes.BINDING) {
                store.bind();
            }
            store.settle();
            Bound bound = store.boundCells(0);
            assertThat(bound.isCurrent()).as("%s", comes).isFalse();
            assertThat(bound.cells().cellCount()).as("%s", comes).isZero();

            store.truncate(dim);
            for (int id = 1; id < 12; id++) {
                store.insert(dim, batch(spec, dim, List.of(row(spec, dim, Integer.toString(id)))), 0);
            }
            store.bind();
            assertThat(bound.cells().cellCount()).as("%s", comes).isEqualTo(1);
            store.delete(dim, batch(spec, dim, List.of(row(spec, dim, "1"))), 0);
            store.settle();
            assertThat(bound.isCurrent()).as("%s", comes).isTrue();
            List<Object> moved = contents(bound, spec.facts().get(0));
            bound.bind(cells -> {});
            assertThat(moved)
                    .as("%s", comes)
                    .isEqualTo(contents(bound, spec.facts().get(0)));
        }
    }

    private static List<@Nullable String> row(Spec spec, int table, String id) {
        List<@Nullable String> row = new ArrayList<>();
        for (String column : spec.tables().get(table).columns()) {
            row.add(
                    switch (column) {
                        case "at" -> "2026-11-13 09:00Z";
                        case "region" -> "eu";
                        default -> id;
                    });
        }
        return row;
    }

    private Store store(Spec spec) {
        held.clear();
        Store store = new Store(spec);
        for (int table = 0; table < spec.tables().size(); table++) {
            held.add(new ArrayList<>());
            store.setTypes(table, types(spec, table));
        }
        return store;
    }

    private static ColumnType[] types(Spec spec, int table) {
        return spec.tables().get(table).columns().stream().map(TYPES::get).toArray(ColumnType[]::new);
    }

    /** A view of events joined to accounts and, by two columns, to parts, in whichever way. */
    private static Fact view(Random random) {
        List<Ref> refs = new ArrayList<>();
        List<Key> keys = new ArrayList<>();
        List<Measure> measures = new ArrayList<>();
        refs.add(new Ref(
                "acc",
                ACCOUNTS,
                kind(random),
                List.of(new Ref.On("id", new Via.Column("a"))),
                random.nextBoolean() ? null : condition(random)));
        if (random.nextBoolean()) {
            refs.add(new Ref(
                    "part",
                    PARTS,
                    kind(random),
                    List.of(new Ref.On("x", new Via.Column("a")), new Ref.On("y", new Via.Column("b")))));
        }
        if (random.nextBoolean()) {
            keys.add(new Key("kind", new Via.Column("kind")));
        }
        Condition<Via, Literal> filter = null;
        if (refs.get(0).kind().reads()) {
            if (random.nextBoolean()) {
                keys.add(new Key("region", new Via.Attribute(0, "region")));
            }
            if (random.nextBoolean()) {
                filter = new Condition.Compare<>(
                        new Via.Attribute(0, "plan"), Condition.Operator.EQUAL, new Literal.Text("free"), false);
            }
        }
        measures.add(new Measure("events", new Aggregate(Aggregate.Kind.COUNT_ROWS, null)));
        measures.add(new Measure("amount", new Aggregate(Aggregate.Kind.SUM, "amount"), filter));
        if (random.nextBoolean()) {
            measures.add(new Measure("bs", new Aggregate(Aggregate.Kind.COUNT_DISTINCT, "b")));
        }
        List<Width> widths =
                random.nextBoolean() ? List.of(new Width(3600)) : List.of(new Width(3600), new Width(Width.DAY));
        return new Fact("v", EVENTS, "at", widths, keys, refs, measures);
    }

    private static Ref.Kind kind(Random random) {
        return Ref.Kind.values()[random.nextInt(Ref.Kind.values().length)];
    }

    private static Condition<String, Literal> condition(Random random) {
        Condition<String, Literal> eu =
                new Condition.In<>("region", List.of(new Literal.Text("eu"), new Literal.Text("us")));
        return random.nextBoolean() ? eu : new Condition.Or<>(List.of(eu, new Condition.IsNull<>("plan")));
    }

    /** Inserts, and with {@code mode} 1 also updates and deletes, and with 2 truncates. */
    private void change(Spec spec, Store store, Random random, int mode) throws RowException {
        int table = random.nextInt(held.size());
        List<List<@Nullable String>> rows = held.get(table);
        if (mode == 2) {
            rows.clear();
            store.truncate(table);
            return;
        }
        List<@Nullable String> row = row(spec, table, random);
        int what = mode == 0 || rows.isEmpty() ? 0 : random.nextInt(3);
        if (what == 0) {
            rows.add(row);
            store.insert(table, batch(spec, table, List.of(row)), 0);
        } else if (what == 1) {
            delete(spec, store, table, random.nextInt(rows.size()));
        } else {
            int at = random.nextInt(rows.size());
            store.update(table, batch(spec, table, List.of(rows.get(at), row)), 0, 1);
            rows.set(at, row);
        }
    }

    private void delete(Spec spec, Store store, int table, int at) throws RowException {
        List<@Nullable String> row = held.get(table).remove(at);
        store.delete(table, batch(spec, table, List.of(row)), 0);
    }

    private static Rows batch(Spec spec, int table, List<List<@Nullable String>> rows) {
        TestRows batch = TestRows.of(types(spec, table));
        for (List<@Nullable String> row : rows) {
            batch.row(row.toArray(new String[0]));
        }
        return batch.rows();
    }

    private static List<@Nullable String> row(Spec spec, int table, Random random) {
        List<@Nullable String> row = new ArrayList<>();
        for (String column : spec.tables().get(table).columns()) {
            String[] values = switch (column) {
                case "at" -> new String[] {"2026-11-13 09:00Z", "2026-11-13 10:30Z", "2026-11-14 00:00Z", "infinity"};
                case "amount" -> new String[] {"1.5", "2.25", "-7", "NaN", "100000000000000000000"};
                case "kind" -> new String[] {"buy", "sell"};
                case "region" -> new String[] {"eu", "us", "apac"};
                case "plan" -> new String[] {"free", "pro"};
                case "y", "b" -> new String[] {"1", "2"};
                // Many keys of few rows each: so that some are moved, and codes are given back and taken again.
                default -> new String[] {Integer.toString(random.nextInt(25))};
            };
            row.add(random.nextInt(8) == 0 ? null : values[random.nextInt(values.length)]);
        }
        return row;
    }

    /** Of each level of the bound cells and bound value cells, what lies where. */
    private static List<Object> contents(Bound bound, Fact fact) {
        List<Object> contents = new ArrayList<>();
        contents.add(contents(bound.cells()));
        for (int i = 0; i < fact.valueInputs().size(); i++) {
            contents.add(contents(bound.valueCells(i)));
        }
        return contents;
    }

    private static List<Map<String, List<BigInteger>>> contents(BoundLevels of) {
        List<Map<String, List<BigInteger>>> contents = new ArrayList<>();
        for (Level level : of.levels()) {
            Map<String, List<BigInteger>> cells = new TreeMap<>();
            Buckets buckets = level.buckets();
            for (int bucket = 0; bucket < buckets.size(); bucket++) {
                Columns columns = buckets.columns(bucket);
                for (int position = 0; position < columns.size(); position++) {
                    int[] key = new int[columns.keys()];
                    for (int column = 0; column < key.length; column++) {
                        key[column] = columns.code(column, position);
                    }
                    List<BigInteger> entries = new ArrayList<>();
                    for (int column = key.length; column < columns.count(); column++) {
                        entries.add(
                                columns.isSums(column)
                                        ? Sums.get(columns, column, position)
                                        : BigInteger.valueOf(Counts.get(columns, column, position)));
                    }
                    while (!entries.isEmpty() && entries.get(entries.size() - 1).signum() == 0) {
                        entries.remove(entries.size() - 1);
                    }
                    cells.put(buckets.edge(bucket) + Arrays.toString(key), entries);
                }
            }
            assertThat(level.cellCount()).isEqualTo(cells.size());
            contents.add(cells);
        }
        return contents;
    }
}
