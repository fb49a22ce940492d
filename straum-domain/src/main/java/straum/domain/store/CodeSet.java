package straum.domain.store;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Condition;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/**
 * The codes of a column for whose values a condition is true, or is false. Where it asks for equality alone, they are
 * looked up; else each is tested when a cell first has it, and so only those that cells have. A bit for each code is kept of
 * either once the first cell comes: to make one takes no more time than the condition is long.
 *
 * <p>Made for one ask and its thread; a code above its limit cannot come.
 */
final class CodeSet {
    private static final byte[] NO_BYTES = {};
    private static final long[] NO_WORDS = {};
    private static final CodeList OF_NULL = CodeList.of(Codes.NULL);

    /** The codes for which a condition is true, and those for which it is false. */
    private record Sets(CodeList trues, CodeList falses) {
        /** Those of the condition's contrary. */
        Sets swapped() {
            return new Sets(/* trues= */ falses, /* falses= */ trues);
        }
    }

    /** Tests the codes that come, of a condition that asks for more than equality. */
    private static final class Tests {
        private final ValueTest test;
        private final Truth wanted;
        private final ColumnType type;
        private final CodeValues values;
        /** The codes that were tested. */
        private long[] known = NO_WORDS;

        private Tests(Condition<?, Literal> condition, Truth wanted, ColumnType type, Codes codes) {
            this.test = ValueTest.of(condition, type);
            this.wanted = wanted;
            this.type = type;
            this.values = codes.values();
        }

        /** Adds a code to those for which the condition is so, unless it was tested before. */
        void decide(int code, long[] words) {
            if ((known[code >>> 6] >>> code & 1) != 0) {
                return;
            }
            known[code >>> 6] |= 1L << code;
            byte[] value = code == Codes.NULL ? NO_BYTES : values.value(code, type);
            if (test.test(value, 0, code == Codes.NULL ? -1 : value.length) == wanted) {
                words[code >>> 6] |= 1L << code;
            }
        }
    }

    /** Stands for what is not one code. */
    static final int NOT_ONE = -2;

    /** The only code, {@link Codes#UNKNOWN} where there is none; else {@link #NOT_ONE}, and {@link #words} say which. */
    private final int only;

    /** The codes that are known to be among them. */
    private final CodeList codes;
    /** Null where all codes are known. */
    private final @Nullable Tests tests;
    /** More than any code. */
    private final int limit;
    /** A bit a code; none until the first comes. */
    private long[] words = NO_WORDS;

    private CodeSet(int only, CodeList codes, @Nullable Tests tests, int limit) {
        this.only = only;
        this.codes = codes;
        this.tests = tests;
        this.limit = limit;
    }

    /**
     * The codes for which a condition is so, which is true or false.
     *
     * @param condition all of it on the column that has the codes
     */
    static CodeSet of(Condition<?, Literal> condition, Truth wanted, ColumnType type, Codes codes) {
        // Most often it is one value.
        int only = wanted == Truth.TRUE ? only(condition, type, codes) : NOT_ONE;
        if (only != NOT_ONE) {
            return new CodeSet(only, CodeList.none(), null, 0);
        }
        Sets sets = sets(condition, type, codes);
        if (sets == null) {
            Tests tests = new Tests(condition, wanted, type, codes);
            return new CodeSet(NOT_ONE, CodeList.none(), tests, codes.limit());
        }
        CodeList list = wanted == Truth.TRUE ? sets.trues : sets.falses;
        return new CodeSet(list.only(), list, null, codes.limit());
    }

    /** The bytes of the heap that it takes for its codes once cells come. */
    long bytes() {
        long each = only != NOT_ONE ? 0 : HeapSizes.array((limit >>> 6) + 1, Long.BYTES);
        return tests == null ? each : 2 * each;
    }

    private long[] words() {
        if (words.length == 0) {
            words = codes.words(limit);
            if (tests != null) {
                tests.known = new long[words.length];
            }
        }
        return words;
    }

    /** The code that a value has to have, {@link Codes#UNKNOWN} where none meets it; {@link #NOT_ONE} where several may. */
    private static int only(Condition<?, Literal> condition, ColumnType type, Codes codes) {
        if (condition instanceof Condition.And<?, Literal> and && and.all().size() == 1) {
            return only(and.all().get(0), type, codes);
        }
        if (condition instanceof Condition.Compare<?, Literal> compare
                && compare.operator() == Condition.Operator.EQUAL) {
            return equalCode(compare.value(), type, codes);
        }
        if (condition instanceof Condition.In<?, Literal> in && in.values().size() == 1) {
            return equalCode(in.values().get(0), type, codes);
        }
        return NOT_ONE;
    }

    /** The code of what is equal to a value; a null is equal to nothing. */
    private static int equalCode(Literal value, ColumnType type, Codes codes) {
        return value instanceof Literal.Null ? Codes.UNKNOWN : code(value, type, codes);
    }

    /** The codes that equality tells; null where the condition asks for more. */
    private static @Nullable Sets sets(Condition<?, Literal> condition, ColumnType type, Codes codes) {
        if (condition instanceof Condition.And<?, Literal> and) {
            return joined(and.all(), type, codes, true);
        }
        if (condition instanceof Condition.Or<?, Literal> or) {
            return joined(or.any(), type, codes, false);
        }
        if (condition instanceof Condition.Not<?, Literal> not) {
            Sets of = sets(not.of(), type, codes);
            return of == null ? null : of.swapped();
        }
        if (condition instanceof Condition.Is<?, Literal> is) {
            Sets of = sets(is.of(), type, codes);
            return of == null ? null : crisp(is.value() ? of.trues : of.falses);
        }
        if (condition instanceof Condition.IsNull<?, Literal>) {
            return crisp(OF_NULL);
        }
        if (condition instanceof Condition.IsNotDistinct<?, Literal> same) {
            return crisp(CodeList.of(code(same.value(), type, codes)));
        }
        if (condition instanceof Condition.Holds<?, Literal>) {
            return equal(List.of(new Literal.Bool(true)), type, codes);
        }
        if (condition instanceof Condition.In<?, Literal> in) {
            return equal(in.values(), type, codes);
        }
        if (condition instanceof Condition.Compare<?, Literal> compare
                && !compare.operator().orders()) {
            Sets equal = equal(List.of(compare.value()), type, codes);
            return compare.operator() == Condition.Operator.EQUAL ? equal : equal.swapped();
        }
        return null;
    }

    private static Sets equal(List<Literal> values, ColumnType type, Codes codes) {
        int[] equal = new int[values.size()];
        boolean hasNull = false;
        for (int i = 0; i < equal.length; i++) {
            Literal value = values.get(i);
            hasNull |= value instanceof Literal.Null;
            equal[i] = equalCode(value, type, codes);
        }
        CodeList trues = CodeList.of(equal);
        // Of a null it is unknown; and a null among the values makes it so of whatever is equal to none.
        CodeList falses = hasNull
                ? CodeList.none()
                : CodeList.anyOf(List.of(trues, OF_NULL)).inverted();
        return new Sets(trues, falses);
    }

    private static int code(Literal value, ColumnType type, Codes codes) {
        if (value instanceof Literal.Null) {
            return Codes.NULL;
        }
        byte[] bytes = type.read(value);
        if (bytes == null) {
            throw new IllegalArgumentException(value + " is no value of " + type.name());
        }
        return codes.find(bytes);
    }

    private static Sets crisp(CodeList trues) {
        return new Sets(trues, trues.inverted());
    }

    private static @Nullable Sets joined(
            List<? extends Condition<?, Literal>> conditions, ColumnType type, Codes codes, boolean all) {
        List<CodeList> trues = new ArrayList<>();
        List<CodeList> falses = new ArrayList<>();
        for (Condition<?, Literal> condition : conditions) {
            Sets of = sets(condition, type, codes);
            if (of == null) {
                return null;
            }
            trues.add(of.trues);
            falses.add(of.falses);
        }
        return all
                ? new Sets(CodeList.allOf(trues), CodeList.anyOf(falses))
                : new Sets(CodeList.anyOf(trues), CodeList.allOf(falses));
    }

    /** Whether a code is among them. */
    boolean has(int code) {
        if (only != NOT_ONE) {
            return code == only;
        }
        final long[] bits = words();
        if (tests != null) {
            tests.decide(code, bits);
        }
        return (bits[code >>> 6] >>> code & 1) != 0;
    }

    /** Of each code, 1 where it is among them, else 0. */
    void test(int[] codes, int count, int[] out) {
        if (only != NOT_ONE) {
            final int one = only;
            for (int i = 0; i < count; i++) {
                out[i] = codes[i] == one ? 1 : 0;
            }
            return;
        }
        final long[] bits = words();
        if (tests != null) {
            for (int i = 0; i < count; i++) {
                tests.decide(codes[i], bits);
            }
        }
        for (int i = 0; i < count; i++) {
            out[i] = (int) (bits[codes[i] >>> 6] >>> codes[i]) & 1;
        }
    }
}
