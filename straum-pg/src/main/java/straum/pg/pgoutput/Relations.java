package straum.pg.pgoutput;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The relations a session has named so far, by their OID; those outside the spec as null. Not thread-safe. */
final class Relations {
    private int[] oids = new int[16];
    private @Nullable Relation[] relations = new Relation[16];
    private int size;
    /** Where the one looked for last is: changes come in runs. */
    private int last = -1;

    /** Forgets all, for a new session. */
    void clear() {
        Arrays.fill(relations, null);
        size = 0;
        last = -1;
    }

    /** Holds a relation, in place of what the OID stood for; null for one outside the spec. */
    void put(int oid, @Nullable Relation relation) {
        int at = Arrays.binarySearch(oids, 0, size, oid);
        if (at < 0) {
            at = -at - 1;
            if (size == oids.length) {
                oids = Arrays.copyOf(oids, size * 2);
                relations = Arrays.copyOf(relations, size * 2);
            }
            System.arraycopy(oids, at, oids, at + 1, size - at);
            System.arraycopy(relations, at, relations, at + 1, size - at);
            oids[at] = oid;
            size++;
            last = -1;
        }
        relations[at] = relation;
    }

    /** The index for {@link #get} of what the OID stands for; −1 when the session has not named it. */
    int find(int oid) {
        if (last >= 0 && oids[last] == oid) {
            return last;
        }
        int at = Arrays.binarySearch(oids, 0, size, oid);
        last = Math.max(at, -1);
        return last;
    }

    /** The relation {@link #find} found; null for one outside the spec. */
    @Nullable Relation get(int at) {
        return relations[at];
    }
}
