package straum.domain.store;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import straum.domain.spec.Condition;
import straum.domain.value.ColumnType;
import straum.domain.value.LikePattern;
import straum.domain.value.Literal;

/**
 * A condition on one column, compiled for the column's type: it tests a value as its bytes lie there, in three-valued
 * logic, and allocates nothing. Values compare as {@link ColumnType#compare} orders them.
 */
@FunctionalInterface
interface ValueTest {
    /**
     * What the condition is of a value.
     *
     * @param bytes with the value's canonical form
     * @param length of the value; below 0 for null, and then the rest is not looked at
     */
    Truth test(byte[] bytes, int start, int length);

    /**
     * Compiles a condition.
     *
     * @param condition all of it on one column; whatever names the column
     * @throws IllegalArgumentException for a value that the type cannot read: it was to be checked before
     */
    static <S> ValueTest of(Condition<S, Literal> condition, ColumnType type) {
        if (condition instanceof Condition.And<S, Literal> and) {
            return until(Truth.FALSE, all(and.all(), type));
        }
        if (condition instanceof Condition.Or<S, Literal> or) {
            return until(Truth.TRUE, all(or.any(), type));
        }
        if (condition instanceof Condition.Not<S, Literal> not) {
            ValueTest of = of(not.of(), type);
            return (bytes, start, length) -> of.test(bytes, start, length).not();
        }
        if (condition instanceof Condition.Is<S, Literal> is) {
            ValueTest of = of(is.of(), type);
            Truth asked = Truth.of(is.value());
            return (bytes, start, length) -> Truth.of(of.test(bytes, start, length) == asked);
        }
        if (condition instanceof Condition.IsNull<S, Literal>) {
            return (bytes, start, length) -> Truth.of(length < 0);
        }
        if (condition instanceof Condition.Holds<S, Literal>) {
            return (bytes, start, length) -> length < 0 ? Truth.UNKNOWN : Truth.of(bytes[start] != 0);
        }
        if (condition instanceof Condition.IsNotDistinct<S, Literal> same) {
            if (same.value() instanceof Literal.Null) {
                return (bytes, start, length) -> Truth.of(length < 0);
            }
            ValueTest equal = compare(Condition.Operator.EQUAL, value(type, same.value()), type);
            return (bytes, start, length) -> length < 0 ? Truth.FALSE : equal.test(bytes, start, length);
        }
        if (condition instanceof Condition.Compare<S, Literal> compare) {
            return compare.value() instanceof Literal.Null
                    ? (bytes, start, length) -> Truth.UNKNOWN
                    : compare(compare.operator(), value(type, compare.value()), type);
        }
        return condition instanceof Condition.In<S, Literal> in
                ? in(in.values(), type)
                : like(((Condition.Like<S, Literal>) condition).pattern(), type);
    }

    private static <S> ValueTest[] all(List<Condition<S, Literal>> conditions, ColumnType type) {
        return conditions.stream().map(each -> of(each, type)).toArray(ValueTest[]::new);
    }

    /** One that is decided by the first that is so, else is unknown where one is, and else is the opposite. */
    private static ValueTest until(Truth decides, ValueTest[] of) {
        return (bytes, start, length) -> {
            Truth so = decides.not();
            for (ValueTest each : of) {
                Truth one = each.test(bytes, start, length);
                if (one == decides) {
                    return decides;
                }
                so = one == Truth.UNKNOWN ? Truth.UNKNOWN : so;
            }
            return so;
        };
    }

    private static ValueTest compare(Condition.Operator operator, byte[] value, ColumnType type) {
        if (type.kind() == ColumnType.Kind.ENUM) {
            Labels labels = new Labels(type);
            int rank = labels.rank(value, 0, value.length);
            return (bytes, start, length) -> length < 0
                    ? Truth.UNKNOWN
                    : Truth.of(operator.holds(Integer.compare(labels.rank(bytes, start, length), rank)));
        }
        return (bytes, start, length) -> length < 0
                ? Truth.UNKNOWN
                : Truth.of(operator.holds(type.compare(bytes, start, length, value, 0, value.length)));
    }

    private static ValueTest in(List<Literal> values, ColumnType type) {
        List<byte[]> sorted = new ArrayList<>();
        boolean hasNull = false;
        for (Literal value : values) {
            if (value instanceof Literal.Null) {
                hasNull = true;
            } else {
                sorted.add(value(type, value));
            }
        }
        // Equal values are equal bytes, but for a numeric's scale: any order will do that tells others apart.
        ColumnType order = type.kind() == ColumnType.Kind.ENUM ? ColumnType.TEXT : type;
        sorted.sort(order::compare);
        byte[][] among = sorted.toArray(new byte[0][]);
        Truth otherwise = hasNull ? Truth.UNKNOWN : Truth.FALSE;
        return (bytes, start, length) -> {
            if (length < 0) {
                return Truth.UNKNOWN;
            }
            return find(among, order, bytes, start, length) >= 0 ? Truth.TRUE : otherwise;
        };
    }

    /** The index of a value among sorted ones, or −1. */
    private static int find(byte[][] sorted, ColumnType order, byte[] bytes, int start, int length) {
        int low = 0;
        int high = sorted.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int comparison = order.compare(sorted[middle], 0, sorted[middle].length, bytes, start, length);
            if (comparison == 0) {
                return middle;
            }
            low = comparison < 0 ? middle + 1 : low;
            high = comparison < 0 ? high : middle - 1;
        }
        return -1;
    }

    private static ValueTest like(Literal text, ColumnType type) {
        if (text instanceof Literal.Null) {
            return (bytes, start, length) -> Truth.UNKNOWN;
        }
        LikePattern pattern = LikePattern.of(value(ColumnType.TEXT, text));
        int characters = type.kind() == ColumnType.Kind.BPCHAR ? type.modifier() : 0;
        return switch (type.kind()) {
            case TEXT, VARCHAR, NAME, BPCHAR ->
                (bytes, start, length) -> length < 0
                        ? Truth.UNKNOWN
                        : Truth.of(pattern.matches(bytes, start, length, spaces(characters, bytes, start, length)));
            default -> throw new IllegalArgumentException(type.name() + " has no LIKE");
        };
    }

    /** How many spaces fill a text up to so many characters. */
    private static int spaces(int characters, byte[] bytes, int start, int length) {
        int missing = characters;
        for (int i = start; i < start + length && missing > 0; i++) {
            missing -= (bytes[i] & 0xc0) == 0x80 ? 0 : 1;
        }
        return Math.max(0, missing);
    }

    private static byte[] value(ColumnType type, Literal literal) {
        byte[] value = type.read(literal);
        if (value == null) {
            throw new IllegalArgumentException(literal + " is no value of " + type.name());
        }
        return value;
    }

    /** An enum's labels, found by their bytes. */
    final class Labels {
        /** As text. */
        private final byte[][] sorted;
        /** Beside {@link #sorted}: the place in declared order. */
        private final int[] ranks;

        private Labels(ColumnType type) {
            List<byte[]> labels = new ArrayList<>();
            type.labels().forEach(label -> labels.add(label.getBytes(StandardCharsets.UTF_8)));
            this.sorted = labels.toArray(new byte[0][]);
            Arrays.sort(sorted, Arrays::compareUnsigned);
            this.ranks = new int[sorted.length];
            for (int i = 0; i < ranks.length; i++) {
                ranks[i] = type.labels().indexOf(new String(sorted[i], StandardCharsets.UTF_8));
            }
        }

        /** The place of a label in declared order; one not declared comes after all. */
        private int rank(byte[] bytes, int start, int length) {
            int found = find(sorted, ColumnType.TEXT, bytes, start, length);
            return found < 0 ? ranks.length : ranks[found];
        }
    }
}
