package straum.domain.store;

import java.util.Arrays;

/** Sorts whole numbers by another order than their own. */
final class IntSort {
    /** Orders what two numbers stand for. */
    @FunctionalInterface
    interface Order {
        /** Less than 0, 0, or more than 0, as the first comes before the second, with it, or after it. */
        int compare(int one, int other);
    }

    private IntSort() {}

    /** Sorts the first of these numbers, so many, the least first; equal ones stay in the order they had. */
    static void sort(int[] of, int count, Order by) {
        sort(of, Arrays.copyOf(of, count), 0, count, by);
    }

    /** Sorts a part of {@code to}; both have the same numbers there. */
    private static void sort(int[] to, int[] from, int start, int end, Order by) {
        if (end - start < 2) {
            return;
        }
        int middle = (start + end) >>> 1;
        sort(from, to, start, middle, by);
        sort(from, to, middle, end, by);
        int left = start;
        int right = middle;
        for (int at = start; at < end; at++) {
            boolean takeLeft = right == end || (left < middle && by.compare(from[left], from[right]) <= 0);
            to[at] = takeLeft ? from[left++] : from[right++];
        }
    }
}
