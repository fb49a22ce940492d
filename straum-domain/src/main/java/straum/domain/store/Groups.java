package straum.domain.store;

import straum.domain.ask.UnanswerableException;

/**
 * The groups of an ask, each one combination of <em>parts</em>: codes, or the ordinals of buckets. A group is a number:
 * while there can be few, the one its parts make with the limits of the parts as radices, so that finding it is
 * arithmetic; beyond that, its position among {@link Cells} keyed by the parts.
 */
final class Groups {
    private final int[] limits;
    private final int maxGroups;
    private final int denseSize;
    /** The groups, where they are too many to leave room for each that can be. */
    private final Cells sparse;

    private final int[] parts;

    /**
     * No groups.
     *
     * @param limits of each part, more than it can be
     * @param dense groups that can be, up to which room is left for all of them
     * @param maxGroups the most groups an answer may have
     */
    Groups(int[] limits, int dense, int maxGroups) {
        this.limits = limits;
        this.maxGroups = maxGroups;
        long product = 1;
        for (int limit : limits) {
            product = Math.min(product * limit, Integer.MAX_VALUE);
        }
        this.denseSize = product <= dense ? (int) product : 0;
        this.sparse = new Cells(new Layouts(limits.length));
        this.parts = new int[limits.length];
    }

    /** The number of parts. */
    int partCount() {
        return limits.length;
    }

    /** More than any group's number. */
    int limit() {
        return denseSize > 0 ? denseSize : sparse.size();
    }

    /**
     * Finds the groups of some cells.
     *
     * @param parts of each part, what it is for each cell
     * @param out each cell's group
     * @throws UnanswerableException when there are more groups than an answer may have
     */
    void find(int[][] parts, int count, int[] out) throws UnanswerableException {
        if (denseSize == 0) {
            findSparse(parts, count, out);
            return;
        }
        for (int i = 0; i < count; i++) {
            out[i] = 0;
        }
        for (int part = 0; part < limits.length; part++) {
            final int limit = limits[part];
            final int[] of = parts[part];
            for (int i = 0; i < count; i++) {
                out[i] = out[i] * limit + of[i];
            }
        }
    }

    private void findSparse(int[][] of, int count, int[] out) throws UnanswerableException {
        for (int i = 0; i < count; i++) {
            for (int part = 0; part < parts.length; part++) {
                parts[part] = of[part][i];
            }
            out[i] = findSparse(parts);
        }
    }

    private int findSparse(int[] of) throws UnanswerableException {
        long hash = Cells.hash(of);
        int group = sparse.find(of, hash);
        if (group == Cells.ABSENT) {
            if (sparse.size() == maxGroups) {
                throw tooMany(maxGroups);
            }
            group = sparse.append(of, hash);
        }
        return group;
    }

    /**
     * The group of these parts.
     *
     * @throws UnanswerableException when there are more groups than an answer may have
     */
    int find(int[] of) throws UnanswerableException {
        if (denseSize == 0) {
            return findSparse(of);
        }
        int group = 0;
        for (int part = 0; part < limits.length; part++) {
            group = group * limits[part] + of[part];
        }
        return group;
    }

    /** A part of a group. */
    int part(int group, int part) {
        if (denseSize == 0) {
            return sparse.columns().code(part, group);
        }
        int rest = group;
        for (int after = limits.length - 1; after > part; after--) {
            rest /= limits[after];
        }
        return rest % limits[part];
    }

    /** Says that an answer would have more groups than it may. */
    static UnanswerableException tooMany(int maxGroups) {
        return new UnanswerableException("the answer has more than " + maxGroups + " rows", true);
    }
}
