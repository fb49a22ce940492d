package straum.domain.store;

import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Condition;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/**
 * The codes of a column for whose values a condition is true, or is false. Where it asks for equality alone, they are
 * looked up; else each is tested when a cell first has it, and so only those that cells have.
 *
 * <p>Made for one ask and its thread; a code above its limit cannot come.
 */
final class CodeSet {
    private static final byte[] NO_BYTES = {};

    /** The codes for which a condition is true, and those for which it is false. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Sets(long[] trues, long[] falses) {
        /** Those of the condition's contrary. */
        Sets swapped() {
            return new Sets(/* trues= */ falses, /* falses= */ trues);
        }
    }

    private final long[] words;
    /** The codes that were tested; null where all are known. */
    private final long @Nullable [] known;

    private final ValueTest test;
    private final Truth wanted;
    private final ColumnType type;
    private final CodeValues values;

    private CodeSet(Condition<?, Literal> condition, Truth wanted, ColumnType type, Codes codes) {
        Sets sets = sets(condition, type, codes);
        this.words = sets == null ? noCodes(codes) : wanted == Truth.TRUE ? sets.trues : sets.falses;
        this.known = sets == null ? noCodes(codes) : null;
        this.test = ValueTest.of(condition, type);
        this.wanted = wanted;
        this.type = type;
        this.values = codes.values();
    }

    /**
     * The codes for which a condition is so, which is true or false.
     *
     * @param condition all of it on the column that has the codes
     */
    static CodeSet of(Condition<?, Literal> condition, Truth wanted, ColumnType type, Codes codes) {
        return new CodeSet(condition, wanted, type, codes);
    }

    private static long[] noCodes(Codes codes) {
        return new long[(codes.limit() >>> 6) + 1];
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
            return crisp(having(noCodes(codes), Codes.NULL));
        }
        if (condition instanceof Condition.IsNotDistinct<?, Literal> same) {
            return crisp(having(noCodes(codes), code(same.value(), type, codes)));
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
        long[] trues = noCodes(codes);
        boolean hasNull = false;
        for (Literal value : values) {
            if (value instanceof Literal.Null) {
                hasNull = true;
            } else {
                having(trues, code(value, type, codes));
            }
        }
        long[] falses = noCodes(codes);
        if (!hasNull) {
            falses = inverted(trues);
            falses[0] &= ~1; // of a null it is unknown
        }
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

    private static long[] having(long[] words, int code) {
        if (code != Codes.UNKNOWN) {
            words[code >>> 6] |= 1L << code;
        }
        return words;
    }

    private static Sets crisp(long[] trues) {
        return new Sets(trues, inverted(trues));
    }

    private static long[] inverted(long[] words) {
        long[] inverted = new long[words.length];
        for (int i = 0; i < words.length; i++) {
            inverted[i] = ~words[i];
        }
        return inverted;
    }

    private static @Nullable Sets joined(
            List<? extends Condition<?, Literal>> conditions, ColumnType type, Codes codes, boolean all) {
        long[] some = noCodes(codes);
        long[] every = inverted(some);
        for (Condition<?, Literal> condition : conditions) {
            Sets of = sets(condition, type, codes);
            if (of == null) {
                return null;
            }
            for (int i = 0; i < some.length; i++) {
                every[i] &= all ? of.trues[i] : of.falses[i];
                some[i] |= all ? of.falses[i] : of.trues[i];
            }
        }
        return all ? new Sets(every, some) : new Sets(some, every);
    }

    /** Whether a code is among them. */
    boolean has(int code) {
        if (known != null) {
            decide(code, known);
        }
        return (words[code >>> 6] >>> code & 1) != 0;
    }

    private void decide(int code, long[] decided) {
        if ((decided[code >>> 6] >>> code & 1) != 0) {
            return;
        }
        decided[code >>> 6] |= 1L << code;
        byte[] value = code == Codes.NULL ? NO_BYTES : values.value(code, type);
        if (test.test(value, 0, code == Codes.NULL ? -1 : value.length) == wanted) {
            words[code >>> 6] |= 1L << code;
        }
    }

    private void decide(int[] of, int count) {
        final long[] decided = known;
        if (decided != null) {
            for (int i = 0; i < count; i++) {
                decide(of[i], decided);
            }
        }
    }

    /** Of each code, 1 where it is among them, else 0. */
    void test(int[] codes, int count, int[] out) {
        decide(codes, count);
        final long[] bits = words;
        for (int i = 0; i < count; i++) {
            out[i] = (int) (bits[codes[i] >>> 6] >>> codes[i]) & 1;
        }
    }
}
