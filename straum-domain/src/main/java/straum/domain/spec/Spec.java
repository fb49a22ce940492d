package straum.domain.spec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What Straum keeps: the views, and derived from them the dims they join and the tables they read. Immutable, and whole
 * once {@link #of} has checked it; what needs a server to check, the catalog check does.
 */
public final class Spec {
    private final List<Fact> facts;
    private final List<Dim> dims;
    private final List<Table> tables;
    private final Map<TableName, Integer> tableIndex;

    private Spec(List<Fact> facts, List<Dim> dims, List<Table> tables) {
        this.facts = facts;
        this.dims = dims;
        this.tables = tables;
        this.tableIndex = new HashMap<>();
        for (int i = 0; i < tables.size(); i++) {
            tableIndex.put(tables.get(i).name(), i);
        }
    }

    /**
     * The spec of these views.
     *
     * @throws SpecException when they do not hold together, without a place
     */
    public static Spec of(List<Fact> facts) throws SpecException {
        check(facts);
        Map<List<Object>, Set<String>> attributes = new LinkedHashMap<>();
        Map<TableName, Set<String>> columns = new LinkedHashMap<>();
        for (Fact fact : facts) {
            for (int ref = 0; ref < fact.refs().size(); ref++) {
                Ref joined = fact.refs().get(ref);
                List<String> read = fact.attributes(ref);
                attributes
                        .computeIfAbsent(List.of(joined.table(), joined.key()), key -> new LinkedHashSet<>())
                        .addAll(read);
                Set<String> ofTable = columns.computeIfAbsent(joined.table(), table -> new LinkedHashSet<>());
                ofTable.addAll(joined.key());
                ofTable.addAll(read);
            }
        }
        for (Fact fact : facts) {
            columns.computeIfAbsent(fact.table(), table -> new LinkedHashSet<>())
                    .addAll(fact.columns());
        }
        List<Dim> dims = new ArrayList<>();
        for (Fact fact : facts) {
            for (Ref ref : fact.refs()) {
                Set<String> read = attributes.remove(List.of(ref.table(), ref.key()));
                if (read != null) {
                    dims.add(new Dim(ref.table(), ref.key(), List.copyOf(read)));
                }
            }
        }
        List<Table> tables = new ArrayList<>();
        columns.forEach((name, read) -> tables.add(new Table(name, List.copyOf(read))));
        return new Spec(List.copyOf(facts), List.copyOf(dims), List.copyOf(tables));
    }

    /** The views, as the spec lists them. */
    public List<Fact> facts() {
        return facts;
    }

    /** The dims the views join, each once. */
    public List<Dim> dims() {
        return dims;
    }

    /** Every table to be read, each once, those that are dims first; a table's index here is its name in commits. */
    public List<Table> tables() {
        return tables;
    }

    /** The index in {@link #tables} of a table the spec reads, or −1. */
    public int table(TableName name) {
        return tableIndex.getOrDefault(name, -1);
    }

    /** The index in {@link #dims} of the dim a ref of this spec joins. */
    public int dim(Ref ref) {
        for (int i = 0; i < dims.size(); i++) {
            if (dims.get(i).table().equals(ref.table()) && dims.get(i).key().equals(ref.key())) {
                return i;
            }
        }
        throw new IllegalArgumentException("no dim of this spec: " + ref);
    }

    /** The index in {@link #facts} of the view of that name, or −1. */
    public int fact(String view) {
        for (int i = 0; i < facts.size(); i++) {
            if (facts.get(i).name().equals(view)) {
                return i;
            }
        }
        return -1;
    }

    private static void check(List<Fact> facts) throws SpecException {
        Set<String> views = new HashSet<>();
        for (Fact fact : facts) {
            if (!views.add(fact.name())) {
                throw new SpecException(new SpecError.ViewTwice(fact.name()), null);
            }
            checkNames(fact);
            checkWidths(fact);
            checkRefs(fact);
            checkFilters(fact);
            if (fact.measures().isEmpty()) {
                throw new SpecException(new SpecError.NoMeasure(fact.name()), null);
            }
        }
        for (Fact fact : facts) {
            checkNotATable(views, fact.table());
            for (Ref ref : fact.refs()) {
                checkNotATable(views, ref.table());
            }
        }
    }

    /** A view stands in the schema public, where a name is a table's or a view's (PostgreSQL manual, CREATE VIEW). */
    private static void checkNotATable(Set<String> views, TableName table) throws SpecException {
        if (table.schema().equals(TableName.PUBLIC) && views.contains(table.name())) {
            throw new SpecException(new SpecError.NamedAsTable(table.name(), table), null);
        }
    }

    /** Keys, measures and the bucket share one namespace per view (Invariant 15). */
    private static void checkNames(Fact fact) throws SpecException {
        List<String> names = new ArrayList<>();
        fact.keys().forEach(key -> names.add(key.name()));
        fact.measures().forEach(measure -> names.add(measure.name()));
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (name.equals(Fact.BUCKET)) {
                throw new SpecException(new SpecError.NamedBucket(fact.name()), null);
            }
            if (!seen.add(name)) {
                throw new SpecException(new SpecError.NameTwice(fact.name(), name), null);
            }
        }
    }

    private static void checkWidths(Fact fact) throws SpecException {
        for (int i = 1; i < fact.widths().size(); i++) {
            Width before = fact.widths().get(i - 1);
            Width width = fact.widths().get(i);
            if (!before.nestsIn(width) || width.equals(before)) {
                throw new SpecException(new SpecError.BadBucket(fact.name(), width, before), null);
            }
        }
    }

    /**
     * A join is by at least one column and leads through joins before it, and EXISTS through columns of the fact alone;
     * nothing is read through EXISTS. No text writes a view that is otherwise.
     */
    private static void checkRefs(Fact fact) {
        for (int i = 0; i < fact.refs().size(); i++) {
            Ref ref = fact.refs().get(i);
            if (ref.on().isEmpty()) {
                throw new IllegalArgumentException("nothing joins " + ref.alias() + " in " + fact.name());
            }
            for (Ref.On on : ref.on()) {
                checkReads(fact, on.via(), ref.kind().reads() ? i : 0);
            }
        }
        fact.keys().forEach(key -> checkReads(fact, key.via(), fact.refs().size()));
        for (Measure measure : fact.measures()) {
            if (measure.filter() != null) {
                measure.filter()
                        .forEachSubject(via -> checkReads(fact, via, fact.refs().size()));
            }
        }
    }

    /** Checks that a via reads the fact, or one of so many of its first joins. */
    private static void checkReads(Fact fact, Via via, int refs) {
        if (via instanceof Via.Attribute attribute) {
            int ref = attribute.ref();
            if (ref < 0 || ref >= refs || !fact.refs().get(ref).kind().reads()) {
                throw new IllegalArgumentException(via + " reads what " + fact.name() + " does not join there");
            }
        }
    }

    private static void checkFilters(Fact fact) throws SpecException {
        for (Measure measure : fact.measures()) {
            Set<Via> subjects =
                    measure.filter() == null ? Set.of() : measure.filter().subjects();
            for (Via via : subjects) {
                if (via instanceof Via.Column column
                        && fact.keys().stream().noneMatch(key -> key.via().equals(via))) {
                    throw new SpecException(
                            new SpecError.FilteredByNoKey(fact.name(), measure.name(), column.column()), null);
                }
            }
        }
    }
}
