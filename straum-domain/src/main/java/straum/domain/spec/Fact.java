package straum.domain.spec;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One view: a fact table, the time that puts its rows into buckets, the keys and measures, and the joins.
 *
 * @param name the view's
 * @param time the fact's column of type timestamptz, timestamp or date
 * @param widths narrowest first, which is the {@code date_bin} width; each a whole multiple of the one before
 * @param refs in join order: one joined through another dim comes after it
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
        Assumed assumed) {
    /** The name of the bucket in every view. */
    public static final String BUCKET = "bucket";

    public Fact {
        widths = List.copyOf(widths);
        keys = List.copyOf(keys);
        refs = List.copyOf(refs);
        measures = List.copyOf(measures);
    }

    /** A view that takes nothing for granted: one that no text writes. */
    public Fact(
            String name,
            TableName table,
            String time,
            List<Width> widths,
            List<Key> keys,
            List<Ref> refs,
            List<Measure> measures) {
        this(name, table, time, widths, keys, refs, measures, Assumed.NOTHING);
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

    /** Every column of the fact's table that the view reads, each once: time, rollup key, inputs. */
    public List<String> columns() {
        Set<String> columns = new LinkedHashSet<>();
        columns.add(time);
        columns.addAll(rollupKey());
        columns.addAll(inputs());
        return List.copyOf(columns);
    }

    /** The columns the view reads of the dim that {@code refs.get(ref)} joins, each once; its key columns only where read. */
    public List<String> attributes(int ref) {
        Set<String> columns = new LinkedHashSet<>();
        keys.forEach(key -> addAttribute(columns, ref, key.via()));
        refs.forEach(later -> later.on().forEach(on -> addAttribute(columns, ref, on.via())));
        return new ArrayList<>(columns);
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
