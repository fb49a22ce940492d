package straum.domain.store;

import java.util.Arrays;

/** Which codes are in use, and by how many: the part that {@link Codes} of every kind share. */
final class CodeUsers {
    /** A count that is never counted down again: the code is kept for good, which costs its memory alone. */
    private static final int MANY = Integer.MAX_VALUE;

    /*
     * users[code]: how many, 0 or more; of a code given back, the one given back before it, as -1 - code. The code of
     * null ends that chain, and counts nothing.
     */
    private int[] users = new int[8];
    private int free = Codes.NULL;
    private int limit = 1;
    private int size;

    /** A code for a new value, with no user yet. */
    int take() {
        size++;
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
        users[code] = -1 - free;
        free = code;
        size--;
        return true;
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
        return 4L * users.length;
    }
}
