package straum.domain.store;

import java.util.Arrays;
import java.util.List;

/**
 * A set of codes: the ones listed, or all others. As long as a condition's values are few it is small, however many codes
 * there are. Immutable.
 */
final class CodeList {
    private static final CodeList NONE = new CodeList(new int[0], false);

    /** Ascending, each once. */
    private final int[] listed;
    /** Whether it is all but those listed. */
    private final boolean others;

    private CodeList(int[] listed, boolean others) {
        this.listed = listed;
        this.others = others;
    }

    /** No code. */
    static CodeList none() {
        return NONE;
    }

    /** Some codes, in any order and any number of times each; {@link Codes#UNKNOWN} is none. */
    static CodeList of(int... codes) {
        int[] sorted = codes.clone();
        Arrays.sort(sorted);
        int count = 0;
        for (int code : sorted) {
            if (code != Codes.UNKNOWN && (count == 0 || sorted[count - 1] != code)) {
                sorted[count++] = code;
            }
        }
        return new CodeList(count == sorted.length ? sorted : Arrays.copyOf(sorted, count), false);
    }

    /** The codes that are among any of some lists. */
    static CodeList anyOf(List<CodeList> lists) {
        int size = 0;
        for (CodeList list : lists) {
            if (list.others) {
                return allOf(inverted(lists)).inverted();
            }
            size += list.listed.length;
        }
        int[] all = new int[size];
        int at = 0;
        for (CodeList list : lists) {
            System.arraycopy(list.listed, 0, all, at, list.listed.length);
            at += list.listed.length;
        }
        return of(all);
    }

    /** The codes that are among all of some lists. */
    static CodeList allOf(List<CodeList> lists) {
        CodeList least = null;
        for (CodeList list : lists) {
            if (!list.others && (least == null || list.listed.length < least.listed.length)) {
                least = list;
            }
        }
        if (least == null) {
            return anyOf(inverted(lists)).inverted();
        }
        int[] left = least.listed.clone();
        int count = left.length;
        for (CodeList list : lists) {
            int kept = 0;
            for (int i = 0; i < count; i++) {
                left[kept] = left[i];
                kept += list.has(left[i]) ? 1 : 0;
            }
            count = kept;
        }
        return new CodeList(Arrays.copyOf(left, count), false);
    }

    private static List<CodeList> inverted(List<CodeList> lists) {
        return lists.stream().map(CodeList::inverted).toList();
    }

    /** All codes that are not among these. */
    CodeList inverted() {
        return new CodeList(listed, !others);
    }

    /** Whether a code is among them. */
    boolean has(int code) {
        return (Arrays.binarySearch(listed, code) >= 0) != others;
    }

    /** The only code, {@link Codes#UNKNOWN} where there is none, or some other negative number where there are several. */
    int only() {
        if (others || listed.length > 1) {
            return CodeSet.NOT_ONE;
        }
        return listed.length == 0 ? Codes.UNKNOWN : listed[0];
    }

    /** A bit for each code, which are below the limit: 1 where it is among them. */
    long[] words(int limit) {
        long[] words = new long[(limit >>> 6) + 1];
        for (int code : listed) {
            words[code >>> 6] |= 1L << code;
        }
        if (others) {
            for (int i = 0; i < words.length; i++) {
                words[i] = ~words[i];
            }
        }
        return words;
    }
}
