package straum.domain.store;

import java.util.Arrays;

/**
 * Which codes are in use, and by how many: the part that {@link Codes} of every kind share.
 *
 * <p>A code given back is taken anew once no detached ask is left that had begun before: such an ask may have met it. Codes
 * wait for that in a few lots, one behind the other, so that asks without an end do not keep them for ever.
 */
final class CodeUsers {
    /** A count that is never counted down again: the code is kept for good, which costs its memory alone. */
    private static final int MANY = Integer.MAX_VALUE;

    private static final int LOTS = 8;

    /*
     * users[code]: how many, 0 or more; of a code given back, the next one in its chain, as -1 - code. The code of null
     * ends a chain, and counts nothing. free is the first of the codes that may be taken anew.
     */
    private int[] users = new int[8];
    private int free = Codes.NULL;

    /* The lots that wait, the oldest first: the first code of each, and the stamp of what was given back last. */
    private final int[] lots = new int[LOTS];
    private final long[] stamps = new long[LOTS];
    private int lotCount;

    private final Detached asks;
    private int limit = 1;
    private int size;

    /** No codes, of values that these asks may be reading. */
    CodeUsers(Detached asks) {
        this.asks = asks;
    }

    /** A code for a new value, with no user yet. */
    int take() {
        size++;
        if (free == Codes.NULL && lotCount > 0 && !asks.hadBegun(stamps[0])) {
            free = lots[0];
            lotCount--;
            System.arraycopy(lots, 1, lots, 0, lotCount);
            System.arraycopy(stamps, 1, stamps, 0, lotCount);
        }
        if (free != Codes.NULL) {
            int code = free;
            free = -1 - users[code];
            users[code] = 0;
            return code;
        }
        if (limit == users.length) {
            users = Arrays.copyOf(users, Math.addExact(limit, limit / 2));
        }
        return limit++;
    }

    /** Counts one more. */
    void use(int code) {
        if (code != Codes.NULL && users[code] != MANY) {
            assert users[code] >= 0 : code + " was given back";
            users[code]++;
        }
    }

    /** Counts one less, and answers whether it was the last: then the code is given back. */
    boolean release(int code) {
        if (code == Codes.NULL || users[code] == MANY) {
            return false;
        }
        assert users[code] > 0 : code + " has no user";
        if (--users[code] > 0) {
            return false;
        }
        giveBack(code);
        size--;
        return true;
    }

    private void giveBack(int code) {
        long stamp = asks.stamp();
        if (lotCount == 0 || (stamps[lotCount - 1] != stamp && lotCount < LOTS)) {
            lots[lotCount++] = Codes.NULL;
        }
        users[code] = -1 - lots[lotCount - 1];
        lots[lotCount - 1] = code;
        stamps[lotCount - 1] = stamp;
    }

    /** Whether a code below the limit, other than null's, belongs to a value. */
    boolean isTaken(int code) {
        return users[code] >= 0;
    }

    /** More than any code taken. */
    int limit() {
        return limit;
    }

    /** The number of codes taken. */
    int size() {
        return size;
    }

    /** The bytes of the heap that it takes. */
    long bytes() {
        return HeapSizes.object(4, 16)
                + HeapSizes.array(users.length, Integer.BYTES)
                + HeapSizes.array(LOTS, Integer.BYTES)
                + HeapSizes.array(LOTS, Long.BYTES);
    }
}
