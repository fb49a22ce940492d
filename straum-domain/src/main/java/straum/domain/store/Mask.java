package straum.domain.store;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Condition;
import straum.domain.value.Literal;

/**
 * A condition over several <em>sources</em> of codes, compiled so that it is true or false and never unknown: of each
 * part is asked where it is true, or where it is false, and a NOT exchanges the two. It tells of many cells at once, a
 * source after the other.
 *
 * <p>Made for one ask and its thread.
 */
sealed interface Mask {
    /**
     * Of each cell, 1 where it holds, else 0.
     *
     * @param codes of each source, the code of each cell
     * @param edge of the bucket that the cells are in
     */
    void test(int[][] codes, long edge, int count, int[] out);

    /** Whether it holds for one code a source, in a bucket. */
    boolean test(int[] codes, long edge);

    /** Compiles what is said of one subject. */
    @FunctionalInterface
    interface Leaves<S> {
        /** Where the condition, all of it on the subject, is as wanted; null to have it taken apart first. */
        @Nullable Mask of(S subject, Condition<S, Literal> condition, Truth wanted);
    }

    /** Where a condition is as wanted: true, or false. */
    static <S> Mask of(Condition<S, Literal> condition, Truth wanted, Leaves<S> leaves) {
        Set<S> subjects = condition.subjects();
        if (subjects.size() == 1) {
            Mask leaf = leaves.of(subjects.iterator().next(), condition, wanted);
            if (leaf != null) {
                return leaf;
            }
        }
        if (condition instanceof Condition.Not<S, Literal> not) {
            return of(not.of(), wanted.not(), leaves);
        }
        if (condition instanceof Condition.Is<S, Literal> is) {
            Mask so = of(is.of(), Truth.of(is.value()), leaves);
            return wanted == Truth.TRUE ? so : new Not(so);
        }
        if (condition instanceof Condition.And<S, Literal> and) {
            return new Several(all(and.all(), wanted, leaves), wanted == Truth.TRUE);
        }
        if (condition instanceof Condition.Or<S, Literal> or) {
            return new Several(all(or.any(), wanted, leaves), wanted == Truth.FALSE);
        }
        throw new IllegalArgumentException(String.valueOf(condition));
    }

    private static <S> Mask[] all(List<Condition<S, Literal>> conditions, Truth wanted, Leaves<S> leaves) {
        return conditions.stream().map(each -> of(each, wanted, leaves)).toArray(Mask[]::new);
    }

    /** Where both hold; null stands for one that always does. */
    static @Nullable Mask both(@Nullable Mask one, @Nullable Mask other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return new Several(new Mask[] {one, other}, true);
    }

    /** Where the code of a source is in a set. */
    record In(int source, CodeSet set) implements Mask {
        @Override
        public void test(int[][] codes, long edge, int count, int[] out) {
            set.test(codes[source], count, out);
        }

        @Override
        public boolean test(int[] codes, long edge) {
            return set.has(codes[source]);
        }
    }

    /** Where the bucket begins at {@code from} or later, and before {@code to}. */
    record Edges(long from, long to) implements Mask {
        @Override
        public void test(int[][] codes, long edge, int count, int[] out) {
            Arrays.fill(out, 0, count, has(edge) ? 1 : 0);
        }

        @Override
        public boolean test(int[] codes, long edge) {
            return has(edge);
        }

        private boolean has(long edge) {
            return edge >= from && edge < to;
        }
    }

    /** Where another does not hold. */
    record Not(Mask of) implements Mask {
        @Override
        public void test(int[][] codes, long edge, int count, int[] out) {
            of.test(codes, edge, count, out);
            for (int i = 0; i < count; i++) {
                out[i] ^= 1;
            }
        }

        @Override
        public boolean test(int[] codes, long edge) {
            return !of.test(codes, edge);
        }
    }

    /** Where all of several hold, or any does. */
    final class Several implements Mask {
        private final Mask[] of;
        private final boolean all;
        private int[] one = {};

        private Several(Mask[] of, boolean all) {
            this.of = of;
            this.all = all;
        }

        @Override
        public void test(int[][] codes, long edge, int count, int[] out) {
            if (one.length < count) {
                one = new int[out.length];
            }
            final int[] other = one;
            for (int i = 0; i < count; i++) {
                out[i] = all ? 1 : 0;
            }
            for (Mask each : of) {
                each.test(codes, edge, count, other);
                if (all) {
                    for (int i = 0; i < count; i++) {
                        out[i] &= other[i];
                    }
                } else {
                    for (int i = 0; i < count; i++) {
                        out[i] |= other[i];
                    }
                }
            }
        }

        @Override
        public boolean test(int[] codes, long edge) {
            for (Mask each : of) {
                if (each.test(codes, edge) != all) {
                    return !all;
                }
            }
            return all;
        }
    }
}
