package straum.domain.store;

import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.UnanswerableException;

/**
 * One pass over the cells that answer an ask. A bucket's cells are taken some hundreds at a time through short loops over
 * one column each: those that conditions keep, the ways their joins take, the parts of their groups, and last their
 * counts and sums, which are added to the groups'. A cell with several ways is added way by way, apart from the others.
 *
 * <p>For one ask and its thread; it only reads the store.
 */
final class Pass {
    /** A part of the groups. */
    sealed interface Part {
        /** A column of the cells' key. */
        record FactColumn(int column) implements Part {}

        /** An attribute that a join asks. */
        record Attribute(Join join, int which) implements Part {}

        /** The bucket, by its ordinal among those read. */
        record Bucket() implements Part {}
    }

    /** So many cells at a time: what is kept of them between the loops stays in the processor's nearest cache. */
    private static final int CHUNK = 512;

    /** Of each column of the cells' key, the codes that pass; null where all do. */
    private final @Nullable CodeSet[] filters;

    private final Part[] parts;
    /** Those that matter. */
    private final Join[] joins;

    private final Groups groups;
    private final Measured measured;

    /* Of the chunk at hand. */
    private final int[] positions = new int[CHUNK];
    private final int[] codes = new int[CHUNK];
    private final int[] groupOf = new int[CHUNK];
    private final int[][] partOf;
    private final Positions several = new Positions();

    /* Of the cell at hand that has several ways. */
    private final int[] group;
    private final int[] ids;

    /** A pass that adds what cells hold to the measured columns of their groups. */
    Pass(@Nullable CodeSet[] filters, Part[] parts, List<Join> joins, Groups groups, Measured measured) {
        this.filters = filters;
        this.parts = parts;
        this.joins = joins.stream().filter(Join::matters).toArray(Join[]::new);
        this.groups = groups;
        this.measured = measured;
        this.partOf = new int[parts.length][CHUNK];
        this.group = new int[parts.length];
        this.ids = new int[this.joins.length];
    }

    /**
     * Reads all cells of the buckets.
     *
     * @throws UnanswerableException when there are more groups than an answer may have, or more matches than are counted
     */
    void read(Buckets buckets) throws UnanswerableException {
        for (int bucket = 0; bucket < buckets.size(); bucket++) {
            Columns cells = buckets.cells(bucket).columns();
            for (int from = 0; from < cells.size(); from += CHUNK) {
                read(cells, from, Math.min(CHUNK, cells.size() - from), bucket);
            }
        }
    }

    private void read(Columns cells, int from, int size, int bucket) throws UnanswerableException {
        for (int i = 0; i < size; i++) {
            positions[i] = from + i;
        }
        int count = size;
        for (int column = 0; column < filters.length; column++) {
            CodeSet filter = filters[column];
            if (filter != null) {
                cells.codes(column, positions, count, codes);
                count = filter.keep(codes, positions, count);
            }
        }
        several.clear();
        for (Join join : joins) {
            if (join.changesRows()) {
                join.ids(cells, positions, count, codes);
                count = join.keep(codes, positions, count, several);
            }
        }
        if (count > 0) {
            for (int part = 0; part < parts.length; part++) {
                read(cells, parts[part], count, bucket, partOf[part]);
            }
            groups.find(partOf, count, groupOf);
            measured.add(cells, positions, count, groupOf, groups.limit());
        }
        for (int i = 0; i < several.size(); i++) {
            addWays(cells, several.get(i), bucket);
        }
    }

    private void read(Columns cells, Part part, int count, int bucket, int[] out) throws UnanswerableException {
        if (part instanceof Part.FactColumn column) {
            cells.codes(column.column, positions, count, out);
        } else if (part instanceof Part.Attribute attribute) {
            attribute.join.ids(cells, positions, count, codes);
            attribute.join.attributes(attribute.which, codes, count, out);
        } else {
            for (int i = 0; i < count; i++) {
                out[i] = bucket;
            }
        }
    }

    private void addWays(Columns cells, int position, int bucket) throws UnanswerableException {
        for (int part = 0; part < parts.length; part++) {
            if (parts[part] instanceof Part.FactColumn column) {
                group[part] = cells.code(column.column, position);
            } else if (parts[part] instanceof Part.Bucket) {
                group[part] = bucket;
            }
        }
        for (int i = 0; i < joins.length; i++) {
            ids[i] = joins[i].id(cells, position);
        }
        addWays(cells, position, 0, 1);
    }

    /** Goes on from a join, the ones before having taken one of their ways each, which comes so many times. */
    private void addWays(Columns cells, int position, int number, long times) throws UnanswerableException {
        if (number == joins.length) {
            int found = groups.find(group);
            measured.add(cells, position, found, groups.limit(), times);
            return;
        }
        Join join = joins[number];
        int id = ids[number];
        int ways = join.wayCount(id);
        for (int way = 0; way < ways; way++) {
            for (int part = 0; part < parts.length; part++) {
                if (parts[part] instanceof Part.Attribute attribute && attribute.join == join) {
                    group[part] = join.attribute(attribute.which, id, way);
                }
            }
            long more = join.times(id, way);
            if (Math.multiplyHigh(times, more) != 0 || times * more < 0) {
                throw Join.tooManyMatches();
            }
            addWays(cells, position, number + 1, times * more);
        }
    }
}
