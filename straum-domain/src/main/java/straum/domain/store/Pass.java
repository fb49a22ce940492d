package straum.domain.store;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.AbandonedException;
import straum.domain.ask.UnanswerableException;

/**
 * One pass over the cells that answer an ask. A bucket's cells are taken some hundreds at a time through short loops over
 * one column each: those that conditions keep, the ways their joins take, the parts of their groups; and last they are
 * handed to the sinks, to each those that meet its filter. A cell with several ways is handed over way by way, apart from
 * the others.
 *
 * <p>For one ask and its thread; it only reads the store.
 */
final class Pass {
    /** Where a code of a cell is read. */
    sealed interface Part {
        /** A column of the cells' key. */
        record OfKey(int column) implements Part {}

        /** An attribute that a join asks. */
        record Attribute(Join join, int which) implements Part {}

        /** The bucket's time, by its place among the {@link Times}. */
        record Time() implements Part {}
    }

    /**
     * What is handed over to whom.
     *
     * @param filter which cells; null for all
     */
    record Share(@Nullable Mask filter, Sink sink) {}

    /** So many cells at a time at most: what is kept of them between the loops stays in the processor's nearest cache. */
    private static final int CHUNK = 512;

    /** What a bucket takes, in cells. */
    private static final int BUCKET_CELLS = 16;

    /** Of each column of the cells' key, the codes that pass; null where all do. */
    private final @Nullable CodeSet[] filters;
    /** What else must hold of a cell, on each of its ways; null where nothing must. */
    private final @Nullable Mask where;

    /** The parts of the groups, and then what masks read beside them. */
    private final Part[] parts;
    /** The joins that matter. */
    private final Join[] joins;

    private final Groups groups;
    private final Share[] shares;
    private final Wanted wanted;

    /** As many cells at a time as there are, where these are few: most asks read few. */
    private final int chunk;

    /* Of the chunk at hand. */
    private final Picks picks;
    private final int[] codes;
    private final int[] groupOf;
    private final int[] mask;
    private final Picks shared;
    private final int[] sharedGroups;
    private final int[][] partOf;
    private final Positions several = new Positions();

    /* Of the bucket at hand. */
    private long edge;
    private int time;

    /* Of the cell at hand that has several ways. */
    private final int[] way;
    private final int[] ids;

    /**
     * A pass that hands cells to sinks, with the groups that their first parts make.
     *
     * @param cells how many it reads at most
     */
    Pass(
            @Nullable CodeSet[] filters,
            @Nullable Mask where,
            Part[] parts,
            List<Join> joins,
            Groups groups,
            List<Share> shares,
            long cells,
            Wanted wanted) {
        this.chunk = (int) Math.min(CHUNK, cells);
        this.picks = new Picks(chunk);
        this.codes = new int[chunk];
        this.groupOf = new int[chunk];
        this.mask = new int[chunk];
        this.wanted = wanted;
        this.filters = filters;
        this.where = where;
        this.parts = parts;
        this.joins = joins.stream().filter(Join::matters).toArray(Join[]::new);
        this.groups = groups;
        this.shares = shares.toArray(new Share[0]);
        int ofShares = shares.stream().allMatch(share -> share.filter == null) ? 0 : chunk;
        this.shared = new Picks(ofShares);
        this.sharedGroups = new int[ofShares];
        this.partOf = new int[parts.length][chunk];
        this.way = new int[parts.length];
        this.ids = new int[this.joins.length];
    }

    /**
     * Reads cells of the buckets, which are numbered through.
     *
     * @param times of each bucket, the place of its time; not looked at where no part is {@link Part.Time}
     * @param first the number of the first cell to read
     * @param end one more than that of the last
     * @throws UnanswerableException when there are more groups than there may be, or more matches than are counted
     * @throws AbandonedException when nobody wants the answer any more
     */
    void read(Buckets buckets, int[] times, long first, long end) throws UnanswerableException {
        long before = 0;
        for (int bucket = 0; bucket < buckets.size() && before < end; bucket++) {
            edge = buckets.edge(bucket);
            time = bucket < times.length ? times[bucket] : 0;
            Columns cells = buckets.columns(bucket);
            wanted.spend(BUCKET_CELLS);
            int to = (int) Math.min(cells.size(), end - before);
            for (int from = (int) Math.max(0, first - before); from < to; from += chunk) {
                read(cells, from, Math.min(chunk, to - from));
            }
            before += cells.size();
        }
    }

    private void read(Columns cells, int from, int size) throws UnanswerableException {
        wanted.spend(size);
        picks.run(from, size);
        for (int column = 0; column < filters.length; column++) {
            CodeSet filter = filters[column];
            if (filter != null) {
                cells.codes(column, picks, codes);
                filter.test(codes, picks.count(), mask);
                picks.keep(mask);
            }
        }
        several.clear();
        for (Join join : joins) {
            if (join.changesRows()) {
                join.ids(cells, picks, codes);
                join.mark(codes, picks, mask, several);
                picks.keep(mask);
            }
        }
        if (where != null && picks.count() > 0) {
            readParts(cells);
            where.test(partOf, edge, picks.count(), mask);
            picks.keep(mask);
        }
        if (picks.count() > 0) {
            readParts(cells);
            groups.find(partOf, picks.count(), groupOf);
            for (Share share : shares) {
                hand(share, cells);
            }
        }
        for (int i = 0; i < several.size(); i++) {
            addWays(cells, several.get(i));
        }
    }

    private void readParts(Columns cells) throws UnanswerableException {
        for (int part = 0; part < parts.length; part++) {
            read(cells, parts[part], partOf[part]);
        }
    }

    private void read(Columns cells, Part part, int[] out) throws UnanswerableException {
        if (part instanceof Part.OfKey column) {
            cells.codes(column.column, picks, out);
        } else if (part instanceof Part.Attribute attribute) {
            attribute.join.ids(cells, picks, codes);
            attribute.join.attributes(attribute.which, codes, picks.count(), out);
        } else {
            Arrays.fill(out, 0, picks.count(), time);
        }
    }

    private void hand(Share share, Columns cells) throws UnanswerableException {
        if (share.filter == null) {
            share.sink.add(cells, picks, groupOf, groups.limit());
            return;
        }
        int count = picks.count();
        share.filter.test(partOf, edge, count, mask);
        shared.keep(picks, mask);
        if (shared.count() > 0) {
            int kept = 0;
            for (int i = 0; i < count; i++) {
                sharedGroups[kept] = groupOf[i];
                kept += mask[i];
            }
            share.sink.add(cells, shared, sharedGroups, groups.limit());
        }
    }

    private void addWays(Columns cells, int position) throws UnanswerableException {
        for (int part = 0; part < parts.length; part++) {
            if (parts[part] instanceof Part.OfKey column) {
                way[part] = cells.code(column.column, position);
            } else if (parts[part] instanceof Part.Time) {
                way[part] = time;
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
            arrive(cells, position, times);
            return;
        }
        Join join = joins[number];
        int id = ids[number];
        int ways = join.wayCount(id);
        for (int each = 0; each < ways; each++) {
            wanted.spend(1);
            for (int part = 0; part < parts.length; part++) {
                if (parts[part] instanceof Part.Attribute attribute && attribute.join == join) {
                    way[part] = join.attribute(attribute.which, id, each);
                }
            }
            long more = join.times(id, each);
            if (Math.multiplyHigh(times, more) != 0 || times * more < 0) {
                throw Join.tooManyMatches();
            }
            addWays(cells, position, number + 1, times * more);
        }
    }

    private void arrive(Columns cells, int position, long times) throws UnanswerableException {
        if (where != null && !where.test(way, edge)) {
            return;
        }
        int group = groups.find(way);
        for (Share share : shares) {
            if (share.filter == null || share.filter.test(way, edge)) {
                share.sink.add(cells, position, group, groups.limit(), times);
            }
        }
    }
}
