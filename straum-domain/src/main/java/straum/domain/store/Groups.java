package straum.domain.store;

import java.util.Arrays;
import straum.domain.ask.UnanswerableException;

/**
 * The groups of an ask, each one combination of <em>parts</em>: codes, or the places of times. A group is a number:
 * while there can be few, the one its parts make with the limits of the parts as radices, so that finding it is
 * arithmetic, the part with the least limit counting ones, so that groups that come together mostly lie together; beyond that, its position among {@link Cells} keyed by the parts.
 */
final class Groups {
    private final int[] limits;
    private final int maxGroups;
    /** Whether the answer has a row for each. */
    private final boolean allAnswered;

    private final int denseSize;
    /** Of dense groups, what a part counts for, by its index. */
    private final int[] strides;
    /** The groups, where they are too many to leave room for each that can be. */
    private final Cells sparse;

    private final int[] parts;

    /**
     * No groups.
     *
     * @param limits of each part, more than it can be
     * @param dense groups that can be, up to which room is left for all of them
     * @param maxGroups the most groups there may be
     * @param allAnswered whether the answer has a row for each, for people
     */
    Groups(int[] limits, int dense, int maxGroups, boolean allAnswered) {
        this.limits = limits;
        this.maxGroups = maxGroups;
        this.allAnswered = allAnswered;
        long product = 1;
        for (int limit : limits) {
            product = Math.min(product * limit, Integer.MAX_VALUE);
        }
        this.denseSize = product <= dense ? (int) product : 0;
        this.strides = new int[limits.length];
        if (denseSize > 0) {
            setStrides();
        }
        this.sparse = new Cells(new Layouts(limits.length));
        this.parts = new int[limits.length];
    }

    /** Has the part with the least limit count ones, the one with the next what all before it can be, and so on. */
    private void setStrides() {
        int[] byLimit = new int[limits.length];
        for (int part = 0; part < limits.length; part++) {
            byLimit[part] = part;
        }
        IntSort.sort(byLimit, byLimit.length, (one, other) -> Integer.compare(limits[one], limits[other]));
        int stride = 1;
        for (int part : byLimit) {
            strides[part] = stride;
            stride *= limits[part];
        }
    }

    /** The number of parts. */
    int partCount() {
        return limits.length;
    }

    /** Whether a group's number is arithmetic, and so the same in all groups of these limits. */
    boolean isDense() {
        return denseSize > 0;
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
     * @throws UnanswerableException when there are more groups than there may be
     */
    void find(int[][] parts, int count, int[] out) throws UnanswerableException {
        if (denseSize == 0) {
            findSparse(parts, count, out);
            return;
        }
        if (limits.length == 0) {
            Arrays.fill(out, 0, count, 0);
            return;
        }
        final int stride = strides[0];
        final int[] first = parts[0];
        for (int i = 0; i < count; i++) {
            out[i] = first[i] * stride;
        }
        for (int part = 1; part < limits.length; part++) {
            final int each = strides[part];
            final int[] of = parts[part];
            for (int i = 0; i < count; i++) {
                out[i] += of[i] * each;
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
                throw tooMany();
            }
            group = sparse.append(of, hash);
        }
        return group;
    }

    /**
     * The group of these parts.
     *
     * @param of may be longer than there are parts
     * @throws UnanswerableException when there are more groups than there may be
     */
    int find(int[] of) throws UnanswerableException {
        if (denseSize == 0) {
            System.arraycopy(of, 0, parts, 0, parts.length);
            return findSparse(parts);
        }
        int group = 0;
        for (int part = 0; part < limits.length; part++) {
            group += of[part] * strides[part];
        }
        return group;
    }

    /** A part of a group. */
    int part(int group, int part) {
        if (denseSize == 0) {
            return sparse.code(part, group);
        }
        return group / strides[part] % limits[part];
    }

    /**
     * Takes note of how many groups have rows.
     *
     * @throws UnanswerableException when there are more than there may be
     */
    void check(int withRows) throws UnanswerableException {
        if (withRows > maxGroups) {
            throw tooMany();
        }
    }

    private UnanswerableException tooMany() {
        return new UnanswerableException(
                allAnswered
                        ? "the answer has more than " + maxGroups + " rows"
                        : "there are more than " + maxGroups + " groups to pick the answer's rows from",
                true);
    }
}
