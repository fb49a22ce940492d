package straum.domain.spec;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import straum.domain.value.Literal;

/**
 * One view: a fact table, the time that puts its rows into buckets, the keys and measures, and the joins.
 *
 * @param name the view's
 * @param time the fact's column of type timestamptz, timestamp or date
 * @param widths narrowest first, which is the {@code date_bin} width; each a whole multiple of the one before
 * @param refs in join order: one joined through another dim comes after it
 * @param where which rows are in the view, told by columns of the fact's own table; null where all are
 * @param assumed what the text takes for granted of the tables, for the catalog check
 */
public record Fact(
        String name,
        TableName table,
        String time,
        List<Width> widths,
        List<Key> keys,
        List<Ref> refs,
        List<Measure> measures,
        @Nullable Condition<String, Literal> where,
        Assumed assumed) {
    /** The name of the bucket in every view. */
    public static final String BUCKET = "bucket";

    public Fact {
        widths = List.copyOf(widths);
        keys = List.copyOf(keys);
        refs = List.copyOf(refs);
        measures = List.copyOf(measures);
    }

    /** A view of all rows of its table that takes nothing for granted: one that no text writes. */
    public Fact(
            String name,
            TableName table,
            String time,
            List<Width> widths,
            List<Key> keys,
            List<Ref> refs,
            List<Measure> measures) {
        this(name, table, time, widths, keys, refs, measures, null, Assumed.NOTHING);
    }

    /** The {@code date_bin} width. */
    public Width width() {
        return widths.get(0);
    }

    /** The index of the key of that name, or −1. */
    public int key(String name) {
        for (int i = 0; i < keys.size(); i++) {
            if (keys.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** The index of the measure of that name, or −1. */
    public int measure(String name) {
        for (int i = 0; i < measures.size(); i++) {
            if (measures.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** The fact's columns in a cell's key: those read by keys, then those joins go through, each once. */
    public List<String> rollupKey() {
        Set<String> columns = new LinkedHashSet<>();
        keys.forEach(key -> addColumn(columns, key.via()));
        refs.forEach(ref -> ref.on().forEach(on -> addColumn(columns, on.via())));
        return List.copyOf(columns);
    }

    /** The fact's columns that measures read, each once. */
    public List<String> inputs() {
        Set<String> columns = new LinkedHashSet<>();
        for (Measure measure : measures) {
            String input = measure.aggregate().input();
            if (input != null) {
                columns.add(input);
            }
        }
        return List.copyOf(columns);
    }

    /** The fact's columns whose values cells keep apart: the inputs of measures that look at each value, each once. */
    public List<String> valueInputs() {
        Set<String> columns = new LinkedHashSet<>();
        for (Measure measure : measures) {
            String input = measure.aggregate().input();
            if (input != null && measure.aggregate().kind().readsValues()) {
                columns.add(input);
            }
        }
        return List.copyOf(columns);
    }

    /** Every column of the fact's table that the view reads, each once: time, rollup key, inputs, those of WHERE. */
    public List<String> columns() {
        Set<String> columns = new LinkedHashSet<>();
        columns.add(time);
        columns.addAll(rollupKey());
        columns.addAll(inputs());
        if (where != null) {
            columns.addAll(where.subjects());
        }
        return List.copyOf(columns);
    }

    /**
     * The columns the view reads of the dim that {@code refs.get(ref)} joins, each once, for keys, filters, later joins and
     * the ref's own condition; its key columns only where one of those reads them.
     */
    public List<String> attributes(int ref) {
        Set<String> columns = new LinkedHashSet<>();
        keys.forEach(key -> addAttribute(columns, ref, key.via()));
        for (Measure measure : measures) {
            if (measure.filter() != null) {
                measure.filter().forEachSubject(via -> addAttribute(columns, ref, via));
            }
        }
        refs.forEach(later -> later.on().forEach(on -> addAttribute(columns, ref, on.via())));
        Condition<String, Literal> own = refs.get(ref).condition();
        if (own != null) {
            columns.addAll(own.subjects());
        }
        return new ArrayList<>(columns);
    }

    /**
     * Whether all joins are by columns of the fact, at least one of which no key reads: then cells keyed by what the joins
     * lead to are fewer than those keyed by the columns they go through, and are kept beside them (Invariant 12).
     */
    public boolean isBound() {
        Set<String> keyColumns = new LinkedHashSet<>();
        keys.forEach(key -> addColumn(keyColumns, key.via()));
        boolean other = false;
        for (Ref ref : refs) {
            for (Ref.On on : ref.on()) {
                if (!(on.via() instanceof Via.Column column)) {
                    return false;
                }
                other |= !keyColumns.contains(column.column());
            }
        }
        return other;
    }

    private static void addColumn(Set<String> columns, Via via) {
        if (via instanceof Via.Column column) {
            columns.add(column.column());
        }
    }

    private static void addAttribute(Set<String> columns, int ref, Via via) {
        if (via instanceof Via.Attribute attribute && attribute.ref() == ref) {
            columns.add(attribute.column());
        }
    }
}
